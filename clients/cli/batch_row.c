/* SPDX-License-Identifier: MIT
 * batch_row.c - see batch_row.h.
 */
#include "clients/cli/batch_row.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/verdict.h"
#include "engine/base/sha256.h"

static const struct {
	const char *name;
	exit_t code;
} verdicts[BATCH_VERDICTS] = {
        [BATCH_OPEN] = {"open", EXIT_UNDECIDED},
        [BATCH_PROVEN] = {"proven", EXIT_PROVEN},
        [BATCH_DISPROVEN] = {"disproven", EXIT_DISPROVEN},
        [BATCH_UNDECIDED] = {"undecided", EXIT_UNDECIDED},
        [BATCH_REFUSED] = {"refused", EXIT_BAD_INPUT},
        [BATCH_FAILED] = {"failed", EXIT_INTERNAL},
};

const char *batch_row_name(batch_verdict_t verdict)
{
	return verdicts[verdict].name;
}

exit_t batch_row_exit(batch_verdict_t verdict)
{
	return verdicts[verdict].code;
}

static void add_text(sha256_t *sha, const char *text)
{
	if (text != NULL)
		sha256_add(sha, text, strlen(text));
	sha256_add(sha, "", 1); /* the NUL: texts do not run into each other */
}

static void add_number(sha256_t *sha, int64_t number)
{
	char text[24];

	snprintf(text, sizeof(text), "%lld", (long long)number);
	add_text(sha, text);
}

void batch_row_key(batch_row_t *row, const tesuji_request_t *request)
{
	const char *const texts[] = {
	        request->game, request->sgf,    request->rows,    request->fen, request->options,
	        request->goal, request->target, request->first,   request->ko,  request->driver,
	        request->zone, request->engine, request->schedule};
	const int64_t numbers[] = {request->move,
	                           (int64_t)request->attacker,
	                           request->ko_verdict,
	                           request->attacker_threats,
	                           request->defender_threats,
	                           request->order,
	                           request->depth,
	                           request->within,
	                           request->shortest};
	uint8_t digest[SHA256_BYTES];
	char hex[SHA256_HEX_BYTES];
	sha256_t sha;

	sha256_begin(&sha);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		add_text(&sha, texts[i]);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		add_number(&sha, numbers[i]);
	sha256_end(&sha, digest);
	sha256_hex(digest, hex);
	memcpy(row->key, hex, sizeof(row->key) - 1);
	row->key[sizeof(row->key) - 1] = '\0';
}

/* sentence_of returns the verdict in words, in one line; NULL: no memory. */
static char *sentence_of(const tesuji_report_t *report)
{
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	if (out == NULL)
		return NULL;
	verdict_sentence(out, report);
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	while (length > 0 && text[length - 1] == '\n')
		text[--length] = '\0';
	for (char *c = text; *c != '\0'; c++)
		if (*c == '\n' || *c == '\t')
			*c = ' ';
	return text;
}

static char *line_of(const tesuji_report_t *report)
{
	char *text = malloc((size_t)report->line_length * TESUJI_POINT_BYTES + 1), *end = text;

	if (text == NULL)
		return NULL;
	*end = '\0';
	for (unsigned i = 0; i < report->line_length; i++)
		end += sprintf(end, i > 0 ? " %s" : "%s", report->line[i]);
	return text;
}

static batch_verdict_t verdict_of(const tesuji_report_t *report)
{
	if (report->state == TESUJI_FAILED)
		return BATCH_FAILED;
	switch (report->value) {
	case TESUJI_PROVEN:
		return BATCH_PROVEN;
	case TESUJI_DISPROVEN:
		return BATCH_DISPROVEN;
	case TESUJI_UNDECIDED:
		break;
	}
	return report->state == TESUJI_CANCELLED ? BATCH_OPEN : BATCH_UNDECIDED;
}

bool batch_row_take(batch_row_t *row, const tesuji_report_t *report)
{
	const bool attacks = report->first == TESUJI_ATTACKER;

	row->verdict = verdict_of(report);
	if (row->verdict == BATCH_OPEN)
		return true;
	row->turn = attacks || report->attacker == TESUJI_NO_COLOUR ? report->attacker
	            : report->attacker == TESUJI_BLACK              ? TESUJI_WHITE
	                                                            : TESUJI_BLACK;
	memcpy(row->move, report->best, sizeof(row->move));
	row->order = report->order;
	row->depth = report->depth;
	row->nodes = report->nodes;
	row->time_ms = report->time_ms;
	row->line = line_of(report);
	row->answer = sentence_of(report);
	return row->line != NULL && row->answer != NULL;
}

bool batch_row_refuse(batch_row_t *row, const char *why)
{
	row->verdict = BATCH_REFUSED;
	row->answer = strdup(why);
	for (char *c = row->answer; c != NULL && *c != '\0'; c++)
		if ((unsigned char)*c < ' ')
			*c = ' ';
	return row->answer != NULL;
}

void batch_row_free(batch_row_t *row)
{
	free(row->line);
	free(row->answer);
	row->line = row->answer = NULL;
}
