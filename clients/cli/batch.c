/* SPDX-License-Identifier: MIT
 * batch.c - see batch.h.
 *
 * Design     What is the same however the problems are asked: the options that a collection has,
 * the table of answers, what comes at the end, the exit code. batch_jobs.c asks them one by one,
 * batch_durable.c hands them in as one batch.
 */
#include "clients/cli/batch.h"

#include <stdlib.h>

#include "clients/cli/batch_durable.h"
#include "clients/cli/batch_jobs.h"
#include "clients/cli/batch_records.h"
#include "clients/cli/complain.h"
#include "clients/cli/interrupt.h"
#include "clients/cli/output.h"
#include "clients/cli/request.h"

/* keys_set gives every row the key of its question. */
static void keys_set(batch_answers_t *b)
{
	tesuji_request_t request;

	for (unsigned i = 0; i < b->problems->problem_count; i++) {
		request_fill(&request, b->args, &b->problems->problems[i], 0);
		batch_key_make(b->rows[i].key, &request, NULL);
	}
}

/* worst returns the exit code of the run: what ended it, a signal, a fault, or the worst
 * verdict. */
static exit_t worst(const batch_answers_t *b)
{
	static const batch_verdict_t order[] = {BATCH_FAILED, BATCH_REFUSED, BATCH_OPEN,
	                                        BATCH_UNDECIDED, BATCH_DISPROVEN};

	if (b->code != EXIT_PROVEN)
		return b->code;
	if (interrupt_signal() != 0 && b->sums.verdicts[BATCH_OPEN] > 0)
		return interrupt_exit();
	if (b->problems->fault_count > 0 && b->sums.verdicts[BATCH_FAILED] == 0)
		return EXIT_BAD_INPUT;
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		if (b->sums.verdicts[order[i]] > 0)
			return batch_row_exit(order[i]);
	return EXIT_PROVEN;
}

/* finish writes what comes at the end. */
static exit_t finish(batch_answers_t *b)
{
	const unsigned open = b->sums.verdicts[BATCH_OPEN];
	exit_t code = EXIT_PROVEN;

	batch_show_sums(b->problems, b->rows, &b->sums);
	if (open == 0)
		code = batch_table_order(&b->table, b->problems, b->rows);
	if (code == EXIT_PROVEN && b->args->sgf != NULL)
		code = batch_records_sgf(b->args->sgf, b->args, b->problems, b->rows);
	if (code == EXIT_PROVEN && b->args->pgn != NULL)
		code = batch_records_pgn(b->args->pgn, b->args, b->problems, b->rows);
	if (!b->args->json)
		batch_show_table(b->problems, b->rows);
	(void)fflush(stdout);
	if (!b->args->quiet || !b->args->json)
		batch_show_total(b->args->json ? stderr : stdout, &b->sums, b->problems,
		                 interrupt_now() - b->start_ms);
	if (open > 0 && b->table.path != NULL)
		complain("%u of %u problems are open; --resume %s goes on", open,
		         b->problems->problem_count, b->table.path);
	if (code != EXIT_PROVEN)
		batch_answers_stop(b, code);
	return worst(b);
}

/* resumed_show writes the JSON lines of what was in the table. */
static void resumed_show(const batch_answers_t *b)
{
	for (unsigned i = 0; i < b->problems->problem_count && b->args->json; i++)
		if (b->rows[i].is_resumed)
			batch_show_json(&b->problems->problems[i], &b->rows[i], NULL, NULL);
}

static exit_t run_in_session(batch_answers_t *b)
{
	exit_t code = session_open(&b->session, b->args, b->args->durable == NULL);

	if (code != EXIT_PROVEN)
		return code;
	interrupt_catch();
	b->start_ms = interrupt_now();
	if (b->args->durable != NULL)
		batch_durable_run(b);
	else
		batch_jobs_run(b);
	code = finish(b);
	session_close(&b->session);
	return code;
}

/* not_for_many complains of options that are for one problem. */
static exit_t not_for_many(const args_t *args)
{
	const struct {
		const char *name;
		bool given;
	} options[] = {{"detach", args->detach},
	               {"certificate", args->certificate != NULL},
	               {"svg", args->svg != NULL},
	               {"board", args->board}};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (!options[i].given)
			continue;
		complain("--%s is for one problem, not for a collection", options[i].name);
		return EXIT_USAGE;
	}
	return EXIT_PROVEN;
}

/* places_check checks that the files can be written, before searches that would be in vain. */
static exit_t places_check(const args_t *args)
{
	const char *const paths[] = {args->sgf, args->pgn};
	exit_t code = EXIT_PROVEN;

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]) && code == EXIT_PROVEN; i++)
		if (paths[i] != NULL)
			code = output_place(paths[i]);
	return code;
}

exit_t batch_command(const args_t *args, const collection_t *problems)
{
	batch_answers_t *b = calloc(1, sizeof(*b));
	exit_t code = not_for_many(args);

	if (b != NULL && code == EXIT_PROVEN) {
		b->args = args;
		b->problems = problems;
		b->rows = calloc((size_t)problems->problem_count + 1, sizeof(*b->rows));
		live_init(&b->live, stderr, args->quiet);
	}
	if (b == NULL || (code == EXIT_PROVEN && b->rows == NULL)) {
		complain("%s", tesuji_code_text(TESUJI_E_NOMEM));
		code = EXIT_NO_MEMORY;
	}
	if (code == EXIT_PROVEN)
		code = places_check(args);
	if (code == EXIT_PROVEN) {
		keys_set(b);
		code = batch_table_open(&b->table, &batch_row_kind, args, problems, b->rows);
	}
	if (code == EXIT_PROVEN) {
		batch_show_faults(problems, args->json);
		batch_show_sums(problems, b->rows, &b->sums);
		resumed_show(b);
		code = run_in_session(b);
		batch_table_close(&b->table);
	}
	for (unsigned i = 0; b != NULL && b->rows != NULL && i < problems->problem_count; i++)
		batch_row_free(&b->rows[i]);
	if (b != NULL)
		free(b->rows);
	free(b);
	return code;
}
