/* SPDX-License-Identifier: MIT
 * problem_row.c - see problem_row.h.
 */
#include "clients/cli/problem_row.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/problem_show.h"

/* Where the fields of a line stand, as problem_row_kind.head names them. */
enum {
	FIELD_VERDICT = 4,
	FIELD_KEY = 5,
	FIELD_SOLUTION = 6,
	FIELD_LENGTH = 7,
	FIELD_COMPLETE = 8,
	FIELD_DUALS = 9,
	FIELD_WORKS = 10,
	FIELD_FAILS = 11,
	FIELD_OPEN = 12,
	FIELD_NODES = 13,
	FIELD_MOVES = 14,
	FIELD_ANSWER = 15,
};

static const char *const verdicts[PROBLEM_VERDICTS] = {
        [PROBLEM_UNJUDGED] = "not judged", [PROBLEM_UNIQUE] = "unique",
        [PROBLEM_COOKED] = "cooked",       [PROBLEM_UNSOUND] = "unsound",
        [PROBLEM_OPEN] = "open",           [PROBLEM_REFUSED] = "refused",
        [PROBLEM_FAILED] = "failed",
};

const char *problem_row_name(problem_verdict_t verdict)
{
	return verdicts[verdict];
}

const char *problem_row_solution(solution_t solution)
{
	static const char *const names[] = {[SOLUTION_UNTOLD] = NULL,
	                                    [SOLUTION_RIGHT] = "right",
	                                    [SOLUTION_WRONG] = "wrong",
	                                    [SOLUTION_OPEN] = "open"};

	return names[solution];
}

static problem_verdict_t verdict_of(const analysis_t *a)
{
	const int sound = analysis_is_sound(a), unique = analysis_is_unique(a);

	if (sound == 0)
		return PROBLEM_UNSOUND;
	if (sound == 1 && unique >= 0)
		return unique == 1 ? PROBLEM_UNIQUE : PROBLEM_COOKED;
	for (unsigned i = 0; i < a->first.count; i++)
		if (a->first.move[i].state == TESUJI_FAILED)
			return PROBLEM_FAILED;
	return PROBLEM_OPEN;
}

/* line_of returns the main line; NULL: no memory. */
static char *line_of(const analysis_t *a)
{
	char *text = malloc((size_t)a->length * TESUJI_POINT_BYTES + 1), *end = text;

	if (text == NULL)
		return NULL;
	*end = '\0';
	for (unsigned i = 0; i < a->length; i++)
		end += sprintf(end, i > 0 ? " %s" : "%s", a->line[i]);
	return text;
}

/* sentence_of returns the verdict in words, in one line; NULL: no memory. */
static char *sentence_of(const analysis_t *a)
{
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	if (out == NULL)
		return NULL;
	problem_show_sentence(out, a);
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	text[strcspn(text, "\n")] = '\0';
	return text;
}

bool problem_row_take(problem_row_t *row, const analysis_t *a, uint64_t nodes)
{
	row->verdict = verdict_of(a);
	if (a->key >= 0)
		memcpy(row->key, a->first.move[a->key].tried.move, sizeof(row->key));
	row->solution = a->solution;
	row->length = (a->length + 1) / 2;
	row->is_complete = a->is_followed;
	row->duals = a->duals;
	row->works = a->first.works;
	row->fails = a->first.fails;
	row->open = a->first.open;
	row->nodes = nodes;
	row->line = line_of(a);
	row->answer = row->verdict != PROBLEM_FAILED ? sentence_of(a) : strdup("the search failed");
	return row->line != NULL && row->answer != NULL;
}

bool problem_row_refuse(problem_row_t *row, const char *why)
{
	row->verdict = PROBLEM_REFUSED;
	row->answer = strdup(why);
	for (char *c = row->answer; c != NULL && *c != '\0'; c++)
		if ((unsigned char)*c < ' ')
			*c = ' ';
	return row->answer != NULL;
}

/* rank_of is higher the more a verdict says. */
static int rank_of(problem_verdict_t verdict)
{
	static const int ranks[PROBLEM_VERDICTS] = {[PROBLEM_UNIQUE] = 2,
	                                            [PROBLEM_COOKED] = 2,
	                                            [PROBLEM_UNSOUND] = 2,
	                                            [PROBLEM_OPEN] = 1};

	return ranks[verdict];
}

bool problem_row_says_more(const problem_row_t *row, const problem_row_t *than)
{
	const int ranks = rank_of(row->verdict) - rank_of(than->verdict);

	if (ranks != 0)
		return ranks > 0;
	if ((row->solution == SOLUTION_OPEN) != (than->solution == SOLUTION_OPEN))
		return than->solution == SOLUTION_OPEN;
	if (row->open != than->open)
		return row->open < than->open;
	return row->is_complete && !than->is_complete;
}

void problem_row_free(problem_row_t *row)
{
	free(row->line);
	free(row->answer);
	row->line = row->answer = NULL;
}

void problem_row_forget(problem_row_t *row)
{
	problem_row_t forgotten = {.verdict = PROBLEM_UNJUDGED};

	problem_row_free(row);
	memcpy(forgotten.hash, row->hash, sizeof(forgotten.hash));
	*row = forgotten;
}

exit_t problem_row_exit(const problem_row_t *row)
{
	const bool is_wrong = row->solution == SOLUTION_WRONG;

	switch (row->verdict) {
	case PROBLEM_UNIQUE:
		return is_wrong ? EXIT_OTHER_SOLUTION : EXIT_PROVEN;
	case PROBLEM_COOKED:
		return is_wrong ? EXIT_OTHER_SOLUTION : EXIT_COOKED;
	case PROBLEM_UNSOUND:
		return EXIT_DISPROVEN;
	case PROBLEM_OPEN:
		return is_wrong && row->works > 0 ? EXIT_OTHER_SOLUTION : EXIT_UNDECIDED;
	case PROBLEM_REFUSED:
		return EXIT_BAD_INPUT;
	case PROBLEM_FAILED:
		return EXIT_INTERNAL;
	case PROBLEM_UNJUDGED:
	case PROBLEM_VERDICTS:
		break;
	}
	return EXIT_UNDECIDED;
}

static const char *key_of(const void *row)
{
	return ((const problem_row_t *)row)->hash;
}

static bool stands(const void *row)
{
	const problem_row_t *r = row;

	return r->verdict >= PROBLEM_UNIQUE && r->verdict <= PROBLEM_REFUSED;
}

static void put(FILE *out, const collection_problem_t *problem, const void *of)
{
	const problem_row_t *row = of;

	(void)problem;
	batch_table_text(out, problem_row_name(row->verdict));
	batch_table_text(out, row->key);
	batch_table_text(out, problem_row_solution(row->solution));
	(void)fprintf(out, "%u\t%s\t%u\t%u\t%u\t%u\t%" PRIu64 "\t", row->length,
	              row->is_complete ? "yes" : "no", row->duals, row->works, row->fails,
	              row->open, row->nodes);
	batch_table_text(out, row->line);
	batch_table_text(out, row->answer);
}

/* words_read reads the fields that are words. */
static bool words_read(char *const *fields, problem_row_t *out)
{
	problem_verdict_t verdict = PROBLEM_UNIQUE;
	solution_t solution = SOLUTION_RIGHT;

	while (verdict <= PROBLEM_REFUSED &&
	       strcmp(fields[FIELD_VERDICT], problem_row_name(verdict)) != 0)
		verdict++;
	while (solution <= SOLUTION_OPEN &&
	       strcmp(fields[FIELD_SOLUTION], problem_row_solution(solution)) != 0)
		solution++;
	out->verdict = verdict;
	out->solution = fields[FIELD_SOLUTION][0] != '\0' ? solution : SOLUTION_UNTOLD;
	out->is_complete = strcmp(fields[FIELD_COMPLETE], "yes") == 0;
	if (strlen(fields[FIELD_KEY]) >= sizeof(out->key))
		return false;
	strcpy(out->key, fields[FIELD_KEY]);
	return verdict <= PROBLEM_REFUSED && out->solution <= SOLUTION_OPEN;
}

/* numbers_read reads the fields that are numbers. */
static bool numbers_read(char *const *fields, problem_row_t *out)
{
	struct {
		unsigned field, *to;
	} const numbers[] = {{FIELD_LENGTH, &out->length},
	                     {FIELD_DUALS, &out->duals},
	                     {FIELD_WORKS, &out->works},
	                     {FIELD_FAILS, &out->fails},
	                     {FIELD_OPEN, &out->open}};
	uint64_t number;

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		if (!batch_table_number(fields[numbers[i].field], UINT16_MAX, &number))
			return false;
		*numbers[i].to = (unsigned)number;
	}
	return batch_table_number(fields[FIELD_NODES], UINT64_MAX, &out->nodes);
}

static bool row_read(char *const *fields, void *out)
{
	problem_row_t *row = out, read = *row;

	if (!words_read(fields, &read) || !numbers_read(fields, &read))
		return false;
	read.is_resumed = true;
	read.line = strdup(fields[FIELD_MOVES]);
	read.answer = strdup(fields[FIELD_ANSWER]);
	if (read.line == NULL || read.answer == NULL) {
		problem_row_free(&read);
		return false;
	}
	problem_row_free(row);
	*row = read;
	return true;
}

const batch_table_kind_t problem_row_kind = {
        .command = "problem",
        .head = "file\tline\tid\tgame\tverdict\tkey\tsolution\tlength\tcomplete\tduals\tworks\t"
                "fails\topen\tnodes\tmoves\tanswer\thash",
        .row_bytes = sizeof(problem_row_t),
        .key = key_of,
        .put = put,
        .read = row_read,
        .stands = stands,
};
