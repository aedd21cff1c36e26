/* SPDX-License-Identifier: MIT
 * batch_show.c - see batch_show.h.
 */
#include "clients/cli/batch_show.h"

#include <stdlib.h>
#include <string.h>

#include "clients/cli/complain.h"
#include "clients/cli/json.h"
#include "clients/words/text.h"
#include "clients/cli/verdict_json.h"

_Static_assert(BATCH_OPEN == 0, "the first verdict is none");

static bool names(const char *list, const char *move)
{
	const size_t length = strlen(move);
	const char *at = list;

	while ((at = strstr(at, move)) != NULL) {
		if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
			return true;
		at += length;
	}
	return false;
}

void batch_show_sums(const collection_t *problems, const batch_row_t *rows, batch_sums_t *out)
{
	*out = (batch_sums_t){.nodes = 0};
	for (unsigned i = 0; i < problems->problem_count; i++) {
		const char *best = problems->problems[i].best;

		out->verdicts[rows[i].verdict]++;
		out->resumed += rows[i].is_resumed;
		out->nodes += rows[i].nodes;
		if (best == NULL || rows[i].verdict != BATCH_PROVEN || rows[i].move[0] == '\0')
			continue;
		out->best_told++;
		out->best += names(best, rows[i].move);
	}
}

void batch_show_bar(live_t *live, const batch_sums_t *sums, unsigned count, int64_t ms)
{
	const unsigned done = count - sums->verdicts[BATCH_OPEN], asked = done - sums->resumed;
	char figures[LIVE_COLUMNS_MAX];

	snprintf(figures, sizeof(figures), "%u proven  %u disproven  %u undecided",
	         sums->verdicts[BATCH_PROVEN], sums->verdicts[BATCH_DISPROVEN],
	         sums->verdicts[BATCH_UNDECIDED]);
	live_bar(live, done, count, figures, asked > 0 ? (double)ms * (count - done) / asked : -1);
}

const char *batch_show_at(const char *file, unsigned line, char out[BATCH_SHOW_PLACE_BYTES])
{
	if (line > 0)
		snprintf(out, BATCH_SHOW_PLACE_BYTES, "%s:%u", file, line);
	else
		snprintf(out, BATCH_SHOW_PLACE_BYTES, "%s", file);
	complain_clean(out); /* names of files may hold anything */
	return out;
}

void batch_show_place(json_t *j, const char *file, unsigned line)
{
	json_init(j, stdout);
	j->is_line = true;
	json_open(j, NULL, '{');
	json_open(j, "place", '{');
	json_text(j, "file", file);
	json_count(j, "line", line);
	json_close(j, '}');
}

void batch_show_faults(const collection_t *problems, bool json)
{
	for (unsigned i = 0; i < problems->fault_count; i++) {
		const collection_fault_t *fault = &problems->faults[i];
		char place[BATCH_SHOW_PLACE_BYTES];
		json_t j;

		complain("%s: %s", batch_show_at(fault->file, fault->line, place), fault->text);
		if (!json)
			continue;
		batch_show_place(&j, fault->file, fault->line);
		json_text(&j, "fault", fault->text);
		json_close(&j, '}');
	}
}

void batch_show_refused(const collection_problem_t *problem, const char *why)
{
	char place[BATCH_SHOW_PLACE_BYTES];

	complain("%s: %s", batch_show_at(problem->file, problem->line, place), why);
}

void batch_show_json(const collection_problem_t *problem, const batch_row_t *row,
                     const tesuji_report_t *report, const char *where)
{
	json_t j;

	batch_show_place(&j, problem->file, problem->line);
	json_text(&j, "id", problem->id);
	json_text(&j, "verdict", batch_row_name(row->verdict));
	json_bool(&j, "resumed", row->is_resumed);
	if (problem->best != NULL)
		json_text(&j, "bm", problem->best);
	if (report != NULL) {
		verdict_json_members(&j, report, where);
	} else {
		json_text(&j, "best", row->move);
		json_count(&j, "nodes", row->nodes);
		json_real(&j, "time_ms", row->time_ms, 3);
		json_text(&j, "answer", row->answer);
	}
	json_close(&j, '}');
	(void)fflush(stdout);
}

/* columns_of counts the characters of a text, bytes of UTF-8 that go on left out. */
static int columns_of(const char *text)
{
	int columns = 0;

	for (; *text != '\0'; text++)
		columns += ((unsigned char)*text & 0xc0) != 0x80;
	return columns;
}

void batch_show_table(const collection_t *problems, const batch_row_t *rows)
{
	int moves = (int)strlen("move");

	for (unsigned i = 0; i < problems->problem_count; i++)
		if (columns_of(rows[i].move) > moves)
			moves = columns_of(rows[i].move);
	printf("%-9s  %-*s  %9s  %9s  %s\n", "verdict", moves, "move", "nodes", "time", "problem");
	for (unsigned i = 0; i < problems->problem_count; i++) {
		const collection_problem_t *p = &problems->problems[i];
		char place[BATCH_SHOW_PLACE_BYTES];
		text_t nodes = {""}, time = {""};

		printf("%-9s  %s%*s  %9s  %9s  %s", batch_row_name(rows[i].verdict),
		       rows[i].move[0] != '\0' ? rows[i].move : "-",
		       moves - (rows[i].move[0] != '\0' ? columns_of(rows[i].move) : 1), "",
		       text_short(&nodes, rows[i].nodes), text_duration(&time, rows[i].time_ms),
		       batch_show_at(p->file, p->line, place));
		if (p->id[0] != '\0')
			printf("  %s", p->id);
		printf("\n");
	}
}

void batch_show_line(FILE *out, const batch_show_line_t *line, const collection_t *problems,
                     int64_t ms)
{
	text_t nodes = {""}, time = {""};

	fprintf(out, "%u %s:", problems->problem_count,
	        problems->problem_count == 1 ? "problem" : "problems");
	for (unsigned v = 1; v < line->count; v++)
		if (v <= line->always || line->verdicts[v] > 0)
			fprintf(out, "%s %u %s", v == 1 ? "" : ",", line->verdicts[v],
			        line->name(v));
	if (line->verdicts[0] > 0)
		fprintf(out, ", %u %s", line->verdicts[0], line->undone);
	if (problems->fault_count > 0)
		fprintf(out, "; %u %s in the files", problems->fault_count,
		        problems->fault_count == 1 ? "fault" : "faults");
	if (line->told > 0)
		fprintf(out, "; %s %u of %u times", line->agree, line->agreed, line->told);
	if (line->resumed > 0)
		fprintf(out, "; %u from the table", line->resumed);
	fprintf(out, "; %s nodes in %s\n", text_count(&nodes, line->nodes),
	        text_duration(&time, (double)ms));
}

static const char *name_of(unsigned verdict)
{
	return batch_row_name((batch_verdict_t)verdict);
}

void batch_show_total(FILE *out, const batch_sums_t *sums, const collection_t *problems, int64_t ms)
{
	const batch_show_line_t line = {.verdicts = sums->verdicts,
	                                .count = BATCH_VERDICTS,
	                                .always = BATCH_UNDECIDED,
	                                .name = name_of,
	                                .undone = "not asked",
	                                .agree = "move as in the file",
	                                .agreed = sums->best,
	                                .told = sums->best_told,
	                                .resumed = sums->resumed,
	                                .nodes = sums->nodes};

	batch_show_line(out, &line, problems, ms);
}
