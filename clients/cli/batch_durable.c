/* SPDX-License-Identifier: MIT
 * batch_durable.c - see batch_durable.h.
 *
 * Shape      It is an option of `solve`, not a command: what is asked, what comes out, --json, the
 *            table, its resuming and the exit codes are those of `tesuji solve COLLECTION`, and
 *            --durable KEY means for a collection what it means for one problem. Coming back is the
 *            same command again. A command of its own would need all options of solve a second
 *            time, and two commands, one to hand in and one to take, would need the file for both,
 *            since a row of the table is told by its place in the file; and whoever does not know
 *            whether the first was heard would have to know which one to call. What needs no file,
 *            since a key is all that it is about, is `tesuji batch ACTION KEY`.
 *
 * Same       A batch is known again by its jobs in their order, so the whole collection is handed
 * in every time, also problems that stand in the table. What a message cannot hold is left out,
 * each time the same.
 *
 * Results    come in an order that stays, so all are asked for from the first one on: a run that
 *            comes back tells the same rows. Those that stand in the table are passed over.
 */
#include "clients/cli/batch_durable.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clients/c/tesuji_batch.h"
#include "clients/cli/batch_refusal.h"
#include "clients/cli/complain.h"
#include "clients/cli/interrupt.h"
#include "clients/cli/request.h"
#include "clients/cli/verdict_exit.h"

enum {
	WAIT_MS = 500,   /* for a result; a signal waits for so long at most */
	TRIES_MOST = 10, /* at a daemon that is busy */
};

typedef struct {
	batch_answers_t *answers;
	tesuji_request_t *requests;
	bool *is_left_out; /* of each problem */
	unsigned *places;  /* the problem of each job that was handed in */
	unsigned handed_in;
} handing_t;

/* of_problem returns an error about a request of a batch as if that had been asked alone: without
 * "jobs[17]" in its path. */
static tesuji_error_t of_problem(const tesuji_error_t *why)
{
	static const char begin[] = "params.jobs[", root[] = "params";
	const char *end =
	        strncmp(why->text, begin, strlen(begin)) == 0 ? strchr(why->text, ']') : NULL;
	tesuji_error_t alone = *why;

	if (end != NULL)
		(void)snprintf(alone.text, sizeof(alone.text), "%s%s", root, end + 1);
	return alone;
}

/* refused is called for a request that cannot be taken; 0: the others are. */
static int refused(unsigned at, const tesuji_error_t *why, void *user)
{
	handing_t *h = user;
	const tesuji_error_t alone = of_problem(why);
	const batch_refusal_t is = batch_refusal_of(&alone, h->answers->args);

	if (is.of != BATCH_REFUSAL_PROBLEM)
		return 1;
	h->is_left_out[at] = true;
	if (h->answers->rows[at].verdict == BATCH_OPEN)
		batch_answers_refuse(h->answers, at, is.text);
	return h->answers->stopping;
}

/* hand_in hands in all problems; false: the run is over. */
static bool hand_in(handing_t *h)
{
	batch_answers_t *b = h->answers;
	const unsigned count = b->problems->problem_count;
	const tesuji_lot_t lot = {.key = b->args->durable,
	                          .label = b->args->label,
	                          .requests = h->requests,
	                          .count = count,
	                          .refused = refused,
	                          .user = h};
	tesuji_error_t why;
	int rc = TESUJI_E_BUSY;

	for (unsigned i = 0; i < count; i++)
		request_fill(&h->requests[i], b->args, &b->problems->problems[i], 0);
	/* Another run may be handing it in at this moment. */
	for (unsigned i = 0; i < TRIES_MOST && rc == TESUJI_E_BUSY && interrupt_signal() == 0;
	     i++) {
		if (i > 0)
			(void)interrupt_wait(-1, interrupt_now() + WAIT_MS);
		rc = tesuji_batch_submit(b->session.handle, &lot, NULL, NULL);
	}
	for (unsigned i = 0; i < count; i++)
		if (!h->is_left_out[i])
			h->places[h->handed_in++] = i;
	if (rc == TESUJI_OK)
		return true;
	if (rc == TESUJI_E_BUSY && interrupt_signal() != 0) { /* perhaps before the first try */
		live_erase(&b->live);
		complain("the batch was not handed in");
	} else if (h->handed_in > 0 && !b->stopping) {
		live_erase(&b->live);
		why = of_problem(tesuji_last_error(b->session.handle));
		batch_answers_stop(b, request_wrong(&why, b->args));
	}
	return false;
}

/* take takes a result: what makes no sense is refused, as if it had been asked alone. */
static void take(const handing_t *h, const tesuji_report_t *report)
{
	batch_answers_t *b = h->answers;
	unsigned problem;

	if (report->job < 1 || report->job > h->handed_in)
		return;
	problem = h->places[report->job - 1];
	if (b->rows[problem].verdict != BATCH_OPEN)
		return;
	if (report->state == TESUJI_FAILED) {
		const batch_refusal_t is = batch_refusal_of(&report->error, b->args);

		if (is.of == BATCH_REFUSAL_PROBLEM) {
			batch_answers_refuse(b, problem, is.text);
			return;
		}
	}
	batch_answers_take(b, problem, report);
}

static bool has_ended(const tesuji_batch_t *batch)
{
	return batch->state == TESUJI_BATCH_DONE ||
	       (batch->state == TESUJI_BATCH_CANCELLED && batch->running == 0);
}

/* follow takes results until there are no more. */
static void follow(const handing_t *h)
{
	static tesuji_report_t results[TESUJI_BATCH_RESULTS]; /* large */
	batch_answers_t *b = h->answers;
	const tesuji_batch_ref_t ref = {.key = b->args->durable};
	tesuji_batch_t batch = {.state = TESUJI_BATCH_RUNNING};
	uint64_t from = 0;
	int got = 0;

	while (!b->stopping && interrupt_signal() == 0 && (got > 0 || !has_ended(&batch))) {
		batch_answers_bar(b);
		got = tesuji_batch_watch(b->session.handle, &ref, from, WAIT_MS, results,
		                         TESUJI_BATCH_RESULTS, &batch);
		for (int i = 0; i < got && !b->stopping; i++)
			take(h, &results[i]);
		from += got > 0 ? (uint64_t)got : 0;
		if (got < 0) {
			live_erase(&b->live);
			batch_answers_stop(b, session_failed(&b->session));
		}
	}
	live_erase(&b->live);
	if (interrupt_signal() != 0 && !has_ended(&batch))
		complain("the batch goes on: the same command tells the rest, and 'tesuji batch "
		         "cancel %s' ends it",
		         b->args->durable);
	else if (!b->stopping && batch.state == TESUJI_BATCH_CANCELLED)
		complain("the batch was cancelled");
}

void batch_durable_run(batch_answers_t *answers)
{
	const unsigned count = answers->problems->problem_count;
	handing_t h = {.answers = answers};

	if (count > TESUJI_BATCH_JOBS) {
		complain(
		        "--durable: there are %u problems, and a batch has at most %d: divide them",
		        count, TESUJI_BATCH_JOBS);
		batch_answers_stop(answers, EXIT_USAGE);
		return;
	}
	if (count == 0)
		return;
	h.requests = calloc(count, sizeof(*h.requests));
	h.is_left_out = calloc(count, sizeof(*h.is_left_out));
	h.places = calloc(count, sizeof(*h.places));
	if (h.requests == NULL || h.is_left_out == NULL || h.places == NULL) {
		complain("%s", tesuji_code_text(TESUJI_E_NOMEM));
		batch_answers_stop(answers, EXIT_NO_MEMORY);
	} else if (hand_in(&h)) {
		follow(&h);
	}
	free(h.requests);
	free(h.is_left_out);
	free(h.places);
}

/* tell writes how far a batch is. */
static void tell(const tesuji_batch_t *batch, const args_t *args)
{
	json_t j;

	if (!args->json) {
		printf("%s: %s, %u of %u have ended: %u proven, %u disproven, %u undecided",
		       args->key, tesuji_batch_state_name(batch->state), batch->ended, batch->jobs,
		       batch->proven, batch->disproven, batch->undecided);
		if (batch->failed > 0)
			printf(" (%u failed)", batch->failed);
		printf("\n");
		return;
	}
	json_init(&j, stdout);
	json_open(&j, NULL, '{');
	json_text(&j, "key", args->key);
	json_text(&j, "label", batch->label);
	json_text(&j, "state", tesuji_batch_state_name(batch->state));
	json_count(&j, "jobs", batch->jobs);
	json_count(&j, "ended", batch->ended);
	json_count(&j, "running", batch->running);
	json_count(&j, "proven", batch->proven);
	json_count(&j, "disproven", batch->disproven);
	json_count(&j, "undecided", batch->undecided);
	json_count(&j, "failed", batch->failed);
	json_close(&j, '}');
}

exit_t batch_durable_command(const args_t *args)
{
	const struct {
		const char *action;
		int (*call)(tesuji_t *t, const tesuji_batch_ref_t *ref, tesuji_batch_t *out);
	} actions[] = {{"status", tesuji_batch_status},
	               {"cancel", tesuji_batch_cancel},
	               {"ack", tesuji_batch_ack}};
	const tesuji_batch_ref_t ref = {.key = args->key};
	tesuji_batch_t batch;
	session_t session;
	exit_t code = session_open(&session, args, false);

	if (code != EXIT_PROVEN)
		return code;
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
		if (strcmp(actions[i].action, args->operand) != 0)
			continue;
		if (actions[i].call(session.handle, &ref, &batch) == TESUJI_OK)
			tell(&batch, args);
		else
			code = session_failed(&session);
	}
	session_close(&session);
	return code;
}
