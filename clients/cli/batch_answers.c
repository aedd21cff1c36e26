/* SPDX-License-Identifier: MIT
 * batch_answers.c - see batch_answers.h.
 */
#include "clients/cli/batch_answers.h"

#include "clients/cli/complain.h"
#include "clients/cli/interrupt.h"

void batch_answers_stop(batch_answers_t *b, exit_t code)
{
	if (b->code == EXIT_PROVEN)
		b->code = code;
	b->stopping = true;
}

/* settle tells the answer that a row has got. */
static void settle(batch_answers_t *b, unsigned problem, const tesuji_report_t *report)
{
	const collection_problem_t *p = &b->problems->problems[problem];
	batch_row_t *row = &b->rows[problem];
	exit_t code = EXIT_PROVEN;

	if (row->verdict == BATCH_OPEN)
		return;
	b->sums.verdicts[BATCH_OPEN]--;
	b->sums.verdicts[row->verdict]++;
	if (row->verdict == BATCH_REFUSED || row->verdict == BATCH_FAILED) {
		live_erase(&b->live);
		batch_show_refused(p, row->answer != NULL ? row->answer : "the search failed");
	}
	if (row->verdict != BATCH_FAILED)
		code = batch_table_add(&b->table, p, row);
	if (b->args->json)
		batch_show_json(p, row, report, b->session.where);
	if (code != EXIT_PROVEN)
		batch_answers_stop(b, code);
}

void batch_answers_take(batch_answers_t *b, unsigned problem, const tesuji_report_t *report)
{
	if (!batch_row_take(&b->rows[problem], report)) {
		complain("%s", tesuji_code_text(TESUJI_E_NOMEM));
		b->rows[problem].verdict = BATCH_OPEN;
		batch_answers_stop(b, EXIT_NO_MEMORY);
		return;
	}
	settle(b, problem, report);
}

void batch_answers_refuse(batch_answers_t *b, unsigned problem, const char *why)
{
	if (!batch_row_refuse(&b->rows[problem], why))
		batch_answers_stop(b, EXIT_NO_MEMORY);
	settle(b, problem, NULL);
}

void batch_answers_bar(batch_answers_t *b)
{
	const int64_t now = interrupt_now();

	if (now < b->shown_ms + LIVE_TERMINAL_MS)
		return;
	b->shown_ms = now;
	batch_show_bar(&b->live, &b->sums, b->problems->problem_count, now - b->start_ms);
}
