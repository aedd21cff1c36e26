/* SPDX-License-Identifier: MIT
 * async_take.c - what becomes of a query: by a message, by a cancel, by the end of the
 * connection.
 *
 * Design     A query is answered once, and may live on: the daemon has its job, and the place of
 *            that job, until job.done. So a query that is cancelled or late is answered at once,
 *            and its place becomes free when the daemon says so.
 *
 * Busy       A query for which the daemon had no room goes back to its turn, before those that were
 *            asked later, so that no change overtakes a query about a board. Certificates wait
 *            apart: the daemon makes few at a time, and has room for all else meanwhile.
 */
#include "clients/c/async_take.h"

#include <assert.h>
#include <string.h>

#include "clients/c/async_batch.h"
#include "clients/c/async_call.h"
#include "clients/c/async_fetch.h"
#include "clients/c/async_map.h"
#include "clients/c/async_run.h"
#include "clients/c/board.h"
#include "clients/c/convert.h"
#include "clients/c/link.h"

void async_queue_init(queue_t *queue)
{
	queue->first = NULL;
	queue->last = &queue->first;
	queue->retry_at = -1;
}

static queue_t *queue_of(tesuji_async_t *a, const query_t *q)
{
	return q->kind == QUERY_PROOF ? &a->proofs : &a->waiting;
}

void async_add(tesuji_async_t *a, query_t *q)
{
	queue_t *queue = queue_of(a, q);
	query_t *sooner;

	q->next = NULL;
	q->turn = a->turns++;
	*queue->last = q;
	queue->last = &q->next;
	q->older = a->newest;
	if (a->newest != NULL)
		a->newest->newer = q;
	a->newest = q;
	if (q->due < 0)
		return;
	/* Deadlines usually come in the order of asking, so the search begins at the end. */
	for (sooner = a->last_due; sooner != NULL && sooner->due > q->due;)
		sooner = sooner->sooner;
	q->sooner = sooner;
	q->later = sooner != NULL ? sooner->later : a->first_due;
	*(sooner != NULL ? &sooner->later : &a->first_due) = q;
	*(q->later != NULL ? &q->later->sooner : &a->last_due) = q;
}

/* forget_deadline takes a query out of the list of deadlines, if it is in it. */
static void forget_deadline(tesuji_async_t *a, query_t *q)
{
	if (q->due < 0)
		return;
	*(q->sooner != NULL ? &q->sooner->later : &a->first_due) = q->later;
	*(q->later != NULL ? &q->later->sooner : &a->last_due) = q->sooner;
	q->due = -1;
}

void async_unfetch(query_t *q)
{
	mem_free(q->proof, q->bytes_all);
	q->proof = NULL;
	q->fetched = q->offset;
	q->bytes_all = 0;
}

void async_free(query_t *q)
{
	wirebuf_fini(&q->bytes);
	if (q->follow != NULL)
		mem_free(q->follow, sizeof(*q->follow));
	mem_free(q, sizeof(*q));
}

void async_retire(tesuji_async_t *a, query_t *q)
{
	assert(q->is_told);
	forget_deadline(a, q);
	if (q->older != NULL)
		q->older->newer = q->newer;
	*(q->newer != NULL ? &q->newer->older : &a->newest) = q->older;
	async_unfetch(q);
	if (q->verdicts != NULL)
		mem_free(q->verdicts, sizeof(*q->verdicts) +
		                              q->verdicts->room * sizeof(q->verdicts->verdict[0]));
	async_free(q);
}

void async_tell(tesuji_async_t *a, query_t *q, tesuji_answer_t *answer)
{
	if (q->is_told)
		return;
	q->is_told = true;
	forget_deadline(a, q);
	assert(tesuji_async_open_queries(a) > 0);
	atomic_fetch_sub_explicit(&a->open, 1, memory_order_relaxed);
	a->told++;
	answer->tag = q->asked.tag;
	answer->user = q->asked.user;
	q->asked.answered(a, answer);
}

void async_fail(tesuji_async_t *a, query_t *q, const tesuji_error_t *error)
{
	tesuji_answer_t answer = {.code = error->code, .error = error};

	async_tell(a, q, &answer);
}

void async_fail_all(tesuji_async_t *a, const tesuji_error_t *error)
{
	/* The oldest is answered first. */
	query_t *q = a->newest;

	while (q != NULL && q->older != NULL)
		q = q->older;
	for (query_t *newer; q != NULL; q = newer) {
		newer = q->newer;
		async_fail(a, q, error);
		async_retire(a, q);
	}
	async_queue_init(&a->waiting);
	async_queue_init(&a->proofs);
	async_map_free(&a->by_number);
	async_map_free(&a->by_job);
	async_map_free(&a->by_status);
	async_map_free(&a->by_proof);
	a->in_flight = 0;
	a->statuses = 0;
	a->unsettled = 0;
}

/* send_cancel asks the daemon to stop a job. The answer, under the msgid 0, is ignored. */
static void send_cancel(tesuji_async_t *a, const query_t *q)
{
	const msg_ref_t ref = {.job = q->by_job.key};
	wirebuf_t bytes;

	wirebuf_init(&bytes, FRAME_BYTES_MAX);
	rpc_put_request(&bytes, 0, methods_row(METHOD_CANCEL)->name);
	msg_ref_write(&bytes, &ref);
	if (bytes.failed != ERR_OK)
		(void)link_lose(a->link, TESUJI_E_NOMEM, "out of memory");
	else
		async_send(a, bytes.data, bytes.length);
	wirebuf_fini(&bytes);
}

void async_stop(tesuji_async_t *a, query_t *q, tesuji_code_t code, const char *text)
{
	tesuji_error_t error;

	if (q->is_told)
		return;
	(void)fail_with(&error, code, "%s", text);
	if (q->state == QUERY_ACCEPTED && q->kind == QUERY_PROBLEM && !q->is_durable)
		send_cancel(a, q);
	else if (q->state == QUERY_ACCEPTED && q->kind == QUERY_STATUS)
		async_cancel_status(a, q);
	async_fail(a, q, &error);
}

void async_again(tesuji_async_t *a, query_t *q, uint64_t retry_ms)
{
	const deadline_t then = deadline_after((int)retry_ms);
	queue_t *queue = queue_of(a, q);
	query_t **at = &queue->first;

	assert(q->state == QUERY_SENT && !q->is_told);
	q->state = QUERY_WAITING;
	while (*at != NULL && (*at)->turn < q->turn)
		at = &(*at)->next;
	q->next = *at;
	if (*at == NULL)
		queue->last = &q->next;
	*at = q;
	if (then > queue->retry_at)
		queue->retry_at = then;
}

void async_nonsense(tesuji_async_t *a, const errinfo_t *why)
{
	(void)link_lose(a->link, why->code == ERR_NOMEM ? TESUJI_E_NOMEM : TESUJI_E_PROTOCOL, "%s",
	                why->text);
}

bool async_error(tesuji_async_t *a, const rpc_t *message, tesuji_error_t *out)
{
	errinfo_t why = {.code = ERR_OK};

	if (codec_kind(&message->error) == NODE_ABSENT || codec_kind(&message->error) == NODE_NIL)
		return false;
	if (msg_error_read(&message->error, &a->link->scratch.error, &why) == ERR_OK)
		convert_error(&a->link->scratch.error, out);
	else
		(void)fail_with(out, TESUJI_E_PROTOCOL, "an error that makes no sense: %s",
		                why.text);
	return true;
}

bool async_refused(tesuji_async_t *a, query_t *q, const rpc_t *message)
{
	tesuji_error_t error;

	if (!async_error(a, message, &error))
		return false;
	if (error.code == TESUJI_E_BUSY && error.retry_ms > 0 && !q->is_told) {
		async_unfetch(q); /* q->bytes asks from the beginning */
		async_again(a, q, error.retry_ms < INT32_MAX ? error.retry_ms : INT32_MAX);
		return true;
	}
	async_fail(a, q, &error);
	async_retire(a, q);
	return true;
}

/* take_submitted takes the answer to job.submit. */
static void take_submitted(tesuji_async_t *a, query_t *q, const rpc_t *message)
{
	tesuji_error_t error;
	errinfo_t why = {.code = ERR_OK};
	msg_submitted_t told;

	assert(a->in_flight > 0 && a->unsettled >= (unsigned)q->is_about_board);
	if (q->is_about_board)
		a->unsettled--;
	if (async_error(a, message, &error)) {
		a->in_flight--;
		if (error.code == TESUJI_E_BUSY && error.retry_ms > 0 && !q->is_told) {
			async_again(a, q, error.retry_ms < INT32_MAX ? error.retry_ms : INT32_MAX);
			return;
		}
		async_fail(a, q, &error);
		async_retire(a, q);
		return;
	}
	if (msg_submitted_read(&message->result, &told, &why) != ERR_OK) {
		async_nonsense(a, &why);
		return;
	}
	q->state = QUERY_ACCEPTED;
	wirebuf_fini(&q->bytes);
	q->by_job = (node_by_t){.key = told.job, .query = q};
	if (!async_map_put(&a->by_job, &q->by_job))
		(void)link_lose(a->link, TESUJI_E_NOMEM, "out of memory");
	if (q->is_told && !q->is_durable)
		send_cancel(a, q);
}

/* take_changed takes the answer to go.position. */
static void take_changed(tesuji_async_t *a, query_t *q, const rpc_t *message)
{
	const tesuji_error_t fine = {.code = TESUJI_OK};
	tesuji_answer_t answer = {.code = TESUJI_OK, .error = &fine};
	tesuji_error_t error;
	tesuji_board_t board;
	errinfo_t why = {.code = ERR_OK};

	if (async_error(a, message, &error)) {
		async_fail(a, q, &error);
	} else if (msg_held_read(&message->result, &a->link->scratch.held, &why) != ERR_OK) {
		async_nonsense(a, &why);
		return; /* it is answered with the loss of the connection */
	} else {
		board_held(&a->link->scratch.held, &board);
		answer.board = &board;
		async_tell(a, q, &answer);
	}
	async_retire(a, q);
}

/* end_job answers the queries of a job, which are several if they have the same key, and forgets
 * them. */
static void end_job(tesuji_async_t *a, uint64_t job, tesuji_answer_t *answer)
{
	query_t *q;

	while ((q = async_map_take(&a->by_job, job)) != NULL) {
		assert(a->in_flight > 0 && q->state == QUERY_ACCEPTED);
		a->in_flight--;
		async_tell(a, q, answer);
		async_retire(a, q);
	}
}

static void take_done(tesuji_async_t *a, const rpc_t *message)
{
	const tesuji_error_t fine = {.code = TESUJI_OK};
	tesuji_answer_t answer = {.code = TESUJI_OK, .error = &fine, .report = &a->report};
	msg_done_t *done = &a->link->scratch.done;
	errinfo_t why = {.code = ERR_OK};

	if (msg_done_read(&message->params, done, &why) != ERR_OK) {
		async_nonsense(a, &why);
		return;
	}
	convert_done(done, &a->report);
	end_job(a, done->job, &answer);
}

static void take_kept(tesuji_async_t *a, const rpc_t *message)
{
	msg_kept_t *kept = &a->link->scratch.kept;
	errinfo_t why = {.code = ERR_OK};
	tesuji_error_t error;

	if (msg_kept_read(&message->params, kept, &why) != ERR_OK) {
		async_nonsense(a, &why);
		return;
	}
	convert_kept(kept, &error);
	end_job(a, kept->job, &(tesuji_answer_t){.code = error.code, .error = &error});
}

static void take_note(tesuji_async_t *a, const rpc_t *message)
{
	static const struct {
		const char *name;
		void (*take)(tesuji_async_t *a, const rpc_t *message);
	} notes[] = {{NOTIFY_DONE, take_done},
	             {NOTIFY_KEPT, take_kept},
	             {NOTIFY_CERTIFIED, async_certified},
	             {NOTIFY_VERDICT, async_verdict},
	             {NOTIFY_ENDED, async_ended}};

	async_notice(a, message);
	for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); i++)
		if (strcmp(message->method, notes[i].name) == 0)
			notes[i].take(a, message);
}

bool async_take(tesuji_t *t, const rpc_t *message)
{
	static void (*const takes[])(tesuji_async_t * a, query_t * q, const rpc_t *message) = {
	        [QUERY_PROBLEM] = take_submitted, [QUERY_CHANGE] = take_changed,
	        [QUERY_STATUS] = async_begun,     [QUERY_PROOF] = async_piece,
	        [QUERY_CALL] = async_returned,    [QUERY_BATCH] = async_batch_told,
	};
	tesuji_async_t *a = t->taker;
	query_t *q;

	if (message->kind == RPC_NOTIFICATION && strcmp(message->method, NOTIFY_ERROR) != 0) {
		take_note(a, message);
		return true;
	}
	if (message->kind != RPC_RESPONSE)
		return false;
	q = async_map_take(&a->by_number, message->msgid);
	if (q != NULL)
		takes[q->kind](a, q, message);
	return true;
}
