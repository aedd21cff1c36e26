/* SPDX-License-Identifier: MIT
 * problem_batch.c - see problem_batch.h.
 *
 * Design     The problems are judged one after the other: the moves of one keep all workers busy.
 *            Every judgement goes to the table at once (batch_table.h).
 *
 * Ends       Ctrl-C, a daemon that is gone, or a full disk end the run. What was judged counts, and
 *            its trees are written; the rest is not judged, and a table can be resumed. A problem
 *            that the daemon refuses is told with its place, and the run goes on.
 *
 * Trees      A table has none. So where a file of trees is to be written, the problems that get one
 *            are asked about again, whether they stand in the table or not. A row of the table that
 *            says more than the new judgement stays, in the table and in what is shown.
 */
#include "clients/cli/problem_batch.h"

#include <stdlib.h>

#include "clients/cli/batch_show.h"
#include "clients/cli/batch_table.h"
#include "clients/cli/complain.h"
#include "clients/cli/interrupt.h"
#include "clients/cli/problem_ask.h"
#include "clients/cli/problem_list.h"
#include "clients/cli/problem_row.h"
#include "clients/cli/problem_trees.h"

typedef struct {
	const args_t *args;
	const collection_t *problems;
	problem_row_t *rows;
	problem_row_t *former; /* rows of the table that are judged again; NULL: there are none */
	unsigned stayed;       /* so many of those say more than the new ones */
	problem_sums_t sums;   /* of the rows, kept up to date */
	batch_table_t table;
	problem_trees_t trees;
	session_t session;
	live_t live;
	problem_ask_t ask;
	int64_t start_ms, shown_ms; /* the run was begun; the bar was shown */
	exit_t code;                /* what ended the run early; EXIT_PROVEN: nothing */
} problem_batch_t;

/* stop ends the run with a code; the first one counts. */
static void stop(problem_batch_t *b, exit_t code)
{
	if (b->code == EXIT_PROVEN)
		b->code = code;
}

/* show_bar shows the bar, now and then. It is a tick of problem_ask_t. */
static void show_bar(void *context)
{
	problem_batch_t *b = context;
	const int64_t now = interrupt_now();

	if (now < b->shown_ms + LIVE_TERMINAL_MS)
		return;
	b->shown_ms = now;
	problem_list_bar(&b->live, &b->sums, b->problems->problem_count, now - b->start_ms);
}

static void show(const problem_batch_t *b, unsigned i, const analysis_t *analysis,
                 const char *solution)
{
	if (b->args->json)
		problem_list_json(&b->problems->problems[i], &b->rows[i], analysis, solution);
	else
		problem_list_row(&b->problems->problems[i], &b->rows[i]);
}

/* keep_former gives a problem the row back that it has in the table, if that says more than the new
 * one. */
static bool keep_former(problem_batch_t *b, unsigned i)
{
	problem_row_t *former = b->former != NULL ? &b->former[i] : NULL;

	if (former == NULL || former->verdict == PROBLEM_UNJUDGED ||
	    !problem_row_says_more(former, &b->rows[i]))
		return false;
	problem_row_free(&b->rows[i]);
	b->rows[i] = *former;
	*former = (problem_row_t){.verdict = PROBLEM_UNJUDGED};
	b->stayed++;
	return true;
}

/* settle takes the judgement on a problem: sums, table, what is shown. */
static void settle(problem_batch_t *b, unsigned i, const analysis_t *analysis, const char *solution)
{
	const collection_problem_t *problem = &b->problems->problems[i];
	const problem_row_t *row = &b->rows[i];

	live_erase(&b->live);
	if (row->verdict == PROBLEM_REFUSED || row->verdict == PROBLEM_FAILED)
		batch_show_refused(problem, row->answer);
	if (keep_former(b, i))
		analysis = NULL;
	else if (problem_row_kind.stands(row))
		stop(b, batch_table_add(&b->table, problem, row));
	b->sums.verdicts[PROBLEM_UNJUDGED]--;
	problem_list_add(&b->sums, row);
	show(b, i, analysis, solution);
}

/* add_tree writes the tree of a problem that was judged. */
static void add_tree(problem_batch_t *b, unsigned i, const tesuji_request_t *request,
                     const analysis_t *analysis)
{
	problem_tree_t tree = {.session = &b->session,
	                       .args = b->args,
	                       .live = &b->live,
	                       .problem = &b->problems->problems[i],
	                       .request = request,
	                       .analysis = analysis};

	if (b->code == EXIT_PROVEN)
		stop(b, problem_trees_add(&b->trees, &tree));
}

/* judge judges a problem. */
static void judge(problem_batch_t *b, unsigned i)
{
	problem_row_t *row = &b->rows[i];
	problem_source_t source;
	tesuji_request_t request;
	analysis_t analysis;
	bool kept;
	exit_t code;

	problem_source_find(b->args, &b->problems->problems[i], &source);
	problem_ask_request(b->args, &source, &request);
	code = problem_ask(&b->ask, &source, &request, &analysis);
	if (code != EXIT_PROVEN && !b->ask.is_refused) {
		stop(b, code);
		return;
	}
	kept = code == EXIT_PROVEN ? problem_row_take(row, &analysis, b->ask.nodes)
	                           : problem_row_refuse(row, b->ask.refused);
	if (kept) {
		settle(b, i, code == EXIT_PROVEN ? &analysis : NULL, source.solution);
		if (code == EXIT_PROVEN)
			add_tree(b, i, &request, &analysis);
	} else {
		live_erase(&b->live);
		complain("%s", tesuji_code_text(TESUJI_E_NOMEM));
		problem_row_forget(row);
		stop(b, EXIT_NO_MEMORY);
	}
	if (code == EXIT_PROVEN)
		analysis_fini(&analysis);
}

/* run judges everything that has not been judged yet. */
static void run(problem_batch_t *b)
{
	b->ask = (problem_ask_t){.session = &b->session,
	                         .args = b->args,
	                         .live = &b->live,
	                         .is_many = true,
	                         .tick = show_bar,
	                         .context = b};
	b->start_ms = interrupt_now();
	for (unsigned i = 0; i < b->problems->problem_count; i++) {
		if (b->code != EXIT_PROVEN || interrupt_signal() != 0)
			break;
		if (b->rows[i].verdict != PROBLEM_UNJUDGED)
			continue;
		show_bar(b);
		judge(b, i);
	}
	live_erase(&b->live);
}

/* worst returns the exit code of the run: what ended it, a signal, or the first of the order that a
 * problem or a fault has. */
static exit_t worst(const problem_batch_t *b)
{
	static const exit_t order[] = {EXIT_INTERNAL,  EXIT_BAD_INPUT,      EXIT_UNDECIDED,
	                               EXIT_DISPROVEN, EXIT_OTHER_SOLUTION, EXIT_COOKED};

	if (b->code != EXIT_PROVEN)
		return b->code;
	if (interrupt_signal() != 0 && b->sums.verdicts[PROBLEM_UNJUDGED] > 0)
		return interrupt_exit();
	for (size_t k = 0; k < sizeof(order) / sizeof(order[0]); k++) {
		if (order[k] == EXIT_BAD_INPUT && b->problems->fault_count > 0)
			return order[k];
		for (unsigned i = 0; i < b->problems->problem_count; i++)
			if (problem_row_exit(&b->rows[i]) == order[k])
				return order[k];
	}
	return EXIT_PROVEN;
}

/* finish writes what comes at the end. */
static exit_t finish(problem_batch_t *b)
{
	const unsigned count = b->problems->problem_count,
	               unjudged = b->sums.verdicts[PROBLEM_UNJUDGED];

	if (unjudged == 0 && b->code != EXIT_INPUT_OUTPUT)
		stop(b, batch_table_order(&b->table, b->problems, b->rows));
	stop(b, problem_trees_close(&b->trees, b->problems, b->rows));
	if (!b->args->quiet || !b->args->json)
		problem_list_total(b->args->json ? stderr : stdout, &b->sums, b->problems,
		                   interrupt_now() - b->start_ms);
	(void)fflush(stdout);
	if (b->stayed > 0)
		complain("%s: %u %s in it %s: less was found this time", b->table.path, b->stayed,
		         b->stayed == 1 ? "problem" : "problems",
		         b->stayed == 1 ? "stays as it was" : "stay as they were");
	if (unjudged > 0 && b->table.path != NULL)
		complain("%u of %u problems are not judged; --resume %s goes on", unjudged, count,
		         b->table.path);
	return worst(b);
}

/* hashes_set gives every row the hash of its question. */
static void hashes_set(problem_batch_t *b)
{
	problem_source_t source;
	tesuji_request_t request;

	for (unsigned i = 0; i < b->problems->problem_count; i++) {
		problem_source_find(b->args, &b->problems->problems[i], &source);
		problem_ask_request(b->args, &source, &request);
		batch_key_make(b->rows[i].hash, &request,
		               source.solution != NULL ? source.solution : "");
	}
}

/* set_aside makes those of the table unjudged that are to have a tree, and says how many. False: no
 * memory, which it has told. */
static bool set_aside(problem_batch_t *b)
{
	unsigned count = 0;

	b->former = calloc((size_t)b->problems->problem_count + 1, sizeof(*b->former));
	if (b->former == NULL) {
		complain("%s", tesuji_code_text(TESUJI_E_NOMEM));
		return false;
	}
	for (unsigned i = 0; i < b->problems->problem_count; i++) {
		problem_row_t *row = &b->rows[i];

		if (!row->is_resumed || row->verdict == PROBLEM_REFUSED ||
		    !problem_trees_has(&b->trees, b->problems->problems[i].game))
			continue;
		b->former[i] = *row;
		row->line = row->answer = NULL; /* they went with it */
		problem_row_forget(row);
		count++;
	}
	if (count > 0)
		complain("%s: %u %s in it %s judged again: a table has no trees", b->table.path,
		         count, count == 1 ? "problem" : "problems", count == 1 ? "is" : "are");
	return true;
}

/* begin shows the faults of the files, and what is in the table. */
static void begin(problem_batch_t *b)
{
	problem_source_t source;

	batch_show_faults(b->problems, b->args->json);
	if (!b->args->json)
		problem_list_head();
	for (unsigned i = 0; i < b->problems->problem_count; i++) {
		problem_list_add(&b->sums, &b->rows[i]);
		if (!b->rows[i].is_resumed)
			continue;
		problem_source_find(b->args, &b->problems->problems[i], &source);
		show(b, i, NULL, source.solution);
	}
}

static exit_t run_with_table(problem_batch_t *b)
{
	exit_t code = session_open(&b->session, b->args, true);

	if (code != EXIT_PROVEN) {
		problem_trees_drop(&b->trees);
		return code;
	}
	interrupt_catch();
	begin(b);
	run(b);
	code = finish(b);
	session_close(&b->session);
	return code;
}

exit_t problem_batch_command(const args_t *args, const collection_t *problems)
{
	problem_batch_t *b = calloc(1, sizeof(*b));
	exit_t code = EXIT_PROVEN;

	if (b != NULL)
		b->rows = calloc((size_t)problems->problem_count + 1, sizeof(*b->rows));
	if (b == NULL || b->rows == NULL) {
		complain("%s", tesuji_code_text(TESUJI_E_NOMEM));
		free(b);
		return EXIT_NO_MEMORY;
	}
	b->args = args;
	b->problems = problems;
	live_init(&b->live, stderr, args->quiet);
	hashes_set(b);
	code = problem_trees_open(&b->trees, args);
	if (code == EXIT_PROVEN) {
		code = batch_table_open(&b->table, &problem_row_kind, args, problems, b->rows);
		if (code != EXIT_PROVEN)
			problem_trees_drop(&b->trees);
	}
	if (code == EXIT_PROVEN) {
		if (set_aside(b)) {
			code = run_with_table(b);
		} else {
			problem_trees_drop(&b->trees);
			code = EXIT_NO_MEMORY;
		}
		batch_table_close(&b->table);
	}
	for (unsigned i = 0; i < problems->problem_count; i++) {
		problem_row_free(&b->rows[i]);
		if (b->former != NULL)
			problem_row_free(&b->former[i]);
	}
	free(b->former);
	free(b->rows);
	free(b);
	return code;
}
