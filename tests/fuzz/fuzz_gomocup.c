/* SPDX-License-Identifier: MIT
 * fuzz_gomocup.c - any bytes as the words of Gomocup's protocol.
 *
 * Numbers are within their range, a value that is refused changes nothing, and the time for a move
 * is at least one millisecond and no more than INFO allows.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "clients/front/lines.h"
#include "clients/gomoku/words.h"

enum { BYTES_MOST = 1024, NUMBERS = 3, FAST_MS = 50, NUMBER_MOST = 1000000000 };

static void one_info(gomoku_info_t *info, char *line)
{
	char *words[2];
	const gomoku_info_t before = *info;
	int64_t most;

	if (lines_split(line, words, 2) != 2)
		return;
	if (!gomoku_words_info(info, words[0], words[1]))
		CHECK(info->turn_ms == before.turn_ms && info->left_ms == before.left_ms &&
		      info->match_ms == before.match_ms && info->memory == before.memory &&
		      info->rule == before.rule);
	most = info->turn_ms > 0 ? info->turn_ms : FAST_MS;
	CHECK(gomoku_words_time(info) >= 1 && gomoku_words_time(info) <= most);
	CHECK(info->rule <= PATTERN_CARO && info->memory >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const size_t length = size < BYTES_MOST ? size : BYTES_MOST;
	gomoku_info_t info = {.turn_ms = 5000, .left_ms = GOMOKU_UNTOLD};
	char text[BYTES_MOST + 1], *rest = NULL;

	memcpy(text, data, length);
	text[length] = '\0';
	for (char *line = strtok_r(text, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest)) {
		int64_t n[NUMBERS];

		for (unsigned count = 1; count <= NUMBERS; count++) {
			if (!gomoku_words_numbers(line, count, n))
				continue;
			for (unsigned i = 0; i < count; i++)
				CHECK(n[i] >= 0 && n[i] <= NUMBER_MOST);
		}
		one_info(&info, line);
	}
	return 0;
}
