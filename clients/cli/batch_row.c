/* SPDX-License-Identifier: MIT
 * batch_row.c - see batch_row.h.
 */
#include "clients/cli/batch_row.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/words/verdict.h"

/* Where the fields of a line stand, as batch_row_kind.head names them. */
enum {
	FIELD_VERDICT = 4,
	FIELD_MOVE = 5,
	FIELD_NODES = 6,
	FIELD_TIME = 7,
	FIELD_ORDER = 8,
	FIELD_DEPTH = 9,
	FIELD_TURN = 10,
	FIELD_MOVES = 11,
	FIELD_ANSWER = 13,
};

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

static const char *key_of(const void *row)
{
	return ((const batch_row_t *)row)->key;
}

static bool stands(const void *row)
{
	const batch_row_t *r = row;

	return r->verdict >= BATCH_PROVEN && r->verdict <= BATCH_REFUSED;
}

static void put(FILE *out, const collection_problem_t *problem, const void *of)
{
	const batch_row_t *row = of;

	(void)fprintf(out, "%s\t%s\t%" PRIu64 "\t%.3f\t%u\t%u\t%s\t", batch_row_name(row->verdict),
	              row->move, row->nodes, row->time_ms, row->order, row->depth,
	              row->turn == TESUJI_NO_COLOUR ? "" : tesuji_colour_name(row->turn));
	batch_table_text(out, row->line);
	batch_table_text(out, problem->best);
	batch_table_text(out, row->answer);
}

static bool verdict_read(const char *text, batch_verdict_t *out)
{
	for (batch_verdict_t v = BATCH_PROVEN; v <= BATCH_REFUSED; v++) {
		if (strcmp(text, batch_row_name(v)) == 0) {
			*out = v;
			return true;
		}
	}
	return false;
}

/* numbers_read reads the fields that are numbers. */
static bool numbers_read(char *const *fields, batch_row_t *out)
{
	uint64_t order, depth;
	char *end;

	if (!batch_table_number(fields[FIELD_NODES], UINT64_MAX, &out->nodes) ||
	    !batch_table_number(fields[FIELD_ORDER], UINT16_MAX, &order) ||
	    !batch_table_number(fields[FIELD_DEPTH], UINT16_MAX, &depth))
		return false;
	out->order = (unsigned)order;
	out->depth = (unsigned)depth;
	out->time_ms = strtod(fields[FIELD_TIME], &end);
	return end != fields[FIELD_TIME] && *end == '\0' && out->time_ms >= 0;
}

static bool row_read(char *const *fields, void *out)
{
	batch_row_t *row = out, read = *row;

	if (!verdict_read(fields[FIELD_VERDICT], &read.verdict) || !numbers_read(fields, &read) ||
	    strlen(fields[FIELD_MOVE]) >= sizeof(read.move))
		return false;
	strcpy(read.move, fields[FIELD_MOVE]);
	read.turn = strcmp(fields[FIELD_TURN], "black") == 0   ? TESUJI_BLACK
	            : strcmp(fields[FIELD_TURN], "white") == 0 ? TESUJI_WHITE
	                                                       : TESUJI_NO_COLOUR;
	read.is_resumed = true;
	read.line = strdup(fields[FIELD_MOVES]);
	read.answer = strdup(fields[FIELD_ANSWER]);
	if (read.line == NULL || read.answer == NULL) {
		batch_row_free(&read);
		return false;
	}
	batch_row_free(row);
	*row = read;
	return true;
}

const batch_table_kind_t batch_row_kind = {
        .command = "solve",
        .head = "file\tline\tid\tgame\tverdict\tmove\tnodes\ttime_ms\torder\tdepth\tturn\tmoves\t"
                "bm\tanswer\tkey",
        .row_bytes = sizeof(batch_row_t),
        .key = key_of,
        .put = put,
        .read = row_read,
        .stands = stands,
};
