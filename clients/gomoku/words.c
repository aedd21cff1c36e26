/* SPDX-License-Identifier: MIT
 * words.c - see words.h.
 */
#include "clients/gomoku/words.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "clients/front/options.h"

enum {
	NUMBER_MOST = 1000000000,
	NUMBER_BYTES = 24,
	FAST_MS = 50,     /* where the controller wants it as fast as possible */
	MARGIN_MS = 60,   /* from the answer to the controller's clock */
	MARGIN_PART = 3,  /* at most so much of the time */
	RULE_EXACT = 1,   /* bits of INFO rule */
	RULE_ENDLESS = 2, /* a continuous game: the controller's affair */
	RULE_FORBIDS = 4,
	RULE_CARO = 8,
};

bool gomoku_words_numbers(const char *text, unsigned count, int64_t *out)
{
	for (unsigned i = 0; i < count; i++) {
		const size_t length = strcspn(text, ",");
		char word[NUMBER_BYTES];

		snprintf(word, sizeof(word), "%.*s", (int)length, text);
		if (length >= sizeof(word) || !options_number(word, 0, NUMBER_MOST, &out[i]))
			return false;
		text += length;
		if (*text != (i + 1 < count ? ',' : '\0'))
			return false;
		text += *text != '\0';
	}
	return true;
}

static bool rule_read(gomoku_info_t *info, int64_t bits)
{
	const int64_t either = RULE_FORBIDS | RULE_CARO;

	if ((bits & either) == either ||
	    (bits & ~(RULE_EXACT | RULE_ENDLESS | RULE_FORBIDS | RULE_CARO)) != 0)
		return false;
	info->rule = (bits & RULE_FORBIDS) != 0 ? PATTERN_RENJU
	             : (bits & RULE_CARO) != 0  ? PATTERN_CARO
	             : (bits & RULE_EXACT) != 0 ? PATTERN_STANDARD
	                                        : PATTERN_FREESTYLE;
	return true;
}

bool gomoku_words_info(gomoku_info_t *info, const char *key, const char *value)
{
	int64_t rule = 0;
	const option_t table[] = {
	        {.name = "timeout_turn", .most = NUMBER_MOST, .number = &info->turn_ms},
	        {.name = "timeout_match", .most = NUMBER_MOST, .number = &info->match_ms},
	        {.name = "time_left",
	         .least = -NUMBER_MOST,
	         .most = INT64_C(1) << 40,
	         .number = &info->left_ms},
	        {.name = "max_memory", .most = INT64_C(1) << 50, .number = &info->memory},
	        {.name = "rule", .most = NUMBER_MOST, .number = &rule},
	        {.name = NULL},
	};
	const option_t *option = options_find(table, key);
	char why[OPTIONS_ERROR_BYTES];

	if (option == NULL)
		return true;
	if (!options_set(option, value, why))
		return false;
	return option->number != &rule || rule_read(info, rule);
}

int64_t gomoku_words_time(const gomoku_info_t *info)
{
	const bool has_match = info->match_ms > 0 && info->left_ms != GOMOKU_UNTOLD;
	const asking_clock_t clock = {.left = info->left_ms};
	const int64_t turn = info->turn_ms > 0 ? info->turn_ms : FAST_MS;
	const int64_t margin = turn / MARGIN_PART < MARGIN_MS ? turn / MARGIN_PART : MARGIN_MS;
	const int64_t match = has_match ? asking_budget(&clock) : turn;

	return match < turn - margin ? match : turn - margin;
}
