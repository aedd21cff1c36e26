/* SPDX-License-Identifier: MIT
 * problem_list.c - see problem_list.h.
 */
#include "clients/cli/problem_list.h"

#include <stdio.h>
#include <string.h>

#include "clients/cli/batch_show.h"
#include "clients/cli/json.h"
#include "clients/cli/problem_show.h"

void problem_list_add(problem_sums_t *sums, const problem_row_t *row)
{
	sums->verdicts[row->verdict]++;
	sums->resumed += row->is_resumed;
	sums->told += row->solution != SOLUTION_UNTOLD;
	sums->right += row->solution == SOLUTION_RIGHT;
	sums->nodes += row->nodes;
}

void problem_list_bar(live_t *live, const problem_sums_t *sums, unsigned count, int64_t ms)
{
	unsigned done = 0, asked;
	char figures[LIVE_COLUMNS_MAX];

	for (unsigned v = PROBLEM_UNIQUE; v < PROBLEM_VERDICTS; v++)
		done += sums->verdicts[v];
	asked = done - sums->resumed;
	snprintf(figures, sizeof(figures), "%u unique  %u cooked  %u unsound  %u open",
	         sums->verdicts[PROBLEM_UNIQUE], sums->verdicts[PROBLEM_COOKED],
	         sums->verdicts[PROBLEM_UNSOUND], sums->verdicts[PROBLEM_OPEN]);
	live_bar(live, done, count, figures, asked > 0 ? (double)ms * (count - done) / asked : -1);
}

void problem_list_head(void)
{
	printf("%-8s  %-7s  %-8s  %5s  %5s  %5s  %s\n", "verdict", "key", "solution", "moves",
	       "duals", "works", "problem");
}

void problem_list_row(const collection_problem_t *problem, const problem_row_t *row)
{
	const char *solution = problem_row_solution(row->solution);
	char place[BATCH_SHOW_PLACE_BYTES], length[16];

	snprintf(length, sizeof(length), "%u%s", row->length,
	         row->length > 0 && !row->is_complete ? "+" : "");
	printf("%-8s  %-7s  %-8s  %5s  %5u  %5u  %s%s%s\n", problem_row_name(row->verdict),
	       row->key[0] != '\0' ? row->key : "-", solution != NULL ? solution : "-", length,
	       row->duals, row->works, batch_show_at(problem->file, problem->line, place),
	       problem->id[0] != '\0' ? "  " : "", problem->id);
	(void)fflush(stdout);
}

/* json_moves writes an array of the words of a text. */
static void json_moves(json_t *j, const char *name, const char *text)
{
	char word[TESUJI_POINT_BYTES];

	json_open(j, name, '[');
	for (const char *at = text; at != NULL && *at != '\0'; at += strspn(at, " ")) {
		snprintf(word, sizeof(word), "%.*s", (int)strcspn(at, " "), at);
		json_text(j, NULL, word);
		at += strcspn(at, " ");
	}
	json_close(j, ']');
}

/* json_row writes the members that problem_show_json would write of the analysis, so far as the row
 * has them. */
static void json_row(json_t *j, const collection_problem_t *problem, const problem_row_t *row,
                     const char *solution)
{
	json_text(j, "verdict", problem_row_name(row->verdict));
	json_text(j, "game", problem->game);
	json_text(j, "solution", solution);
	json_text(j, "solution_is", problem_row_solution(row->solution));
	json_text(j, "key", row->key);
	json_moves(j, "line", row->line);
	json_bool(j, "complete", row->is_complete);
	json_count(j, "works", row->works);
	json_count(j, "fails", row->fails);
	json_count(j, "open", row->open);
}

void problem_list_json(const collection_problem_t *problem, const problem_row_t *row,
                       const analysis_t *analysis, const char *solution)
{
	json_t j;

	batch_show_place(&j, problem->file, problem->line);
	json_text(&j, "id", problem->id);
	json_bool(&j, "resumed", row->is_resumed);
	json_count(&j, "length", row->length);
	json_count(&j, "dual_count", row->duals);
	json_count(&j, "nodes", row->nodes);
	json_text(&j, "answer", row->answer);
	if (analysis != NULL && row->verdict != PROBLEM_FAILED)
		problem_show_json(&j, analysis, solution);
	else
		json_row(&j, problem, row, solution);
	json_close(&j, '}');
	(void)fflush(stdout);
}

static const char *name_of(unsigned verdict)
{
	return problem_row_name((problem_verdict_t)verdict);
}

void problem_list_total(FILE *out, const problem_sums_t *sums, const collection_t *problems,
                        int64_t ms)
{
	const batch_show_line_t line = {.verdicts = sums->verdicts,
	                                .count = PROBLEM_VERDICTS,
	                                .always = PROBLEM_OPEN,
	                                .name = name_of,
	                                .undone = problem_row_name(PROBLEM_UNJUDGED),
	                                .agree = "solution right",
	                                .agreed = sums->right,
	                                .told = sums->told,
	                                .resumed = sums->resumed,
	                                .nodes = sums->nodes};

	batch_show_line(out, &line, problems, ms);
}
