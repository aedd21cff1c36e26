/* SPDX-License-Identifier: MIT
 * async_batch.c - tesuji_async_batch_watch: a query that asks for results until there are no more.
 *
 * Design     The daemon answers when there are results, when the batch has ended, after FOLLOW_MS,
 *            or when it ends itself; then the query goes back to its turn, with the `from` that
 *            follows. It takes no place among jobs, as the daemon counts none for it.
 */
#include "clients/c/async_batch.h"

#include "clients/c/async_ask.h"
#include "clients/c/async_take.h"
#include "clients/c/batch.h"
#include "clients/c/convert.h"
#include "clients/c/link.h"

enum { FOLLOW_MS = 30000 }; /* how long an answer may wait for a result */

/* put_request writes the request for what follows. */
static void put_request(query_t *q)
{
	wirebuf_fini(&q->bytes);
	wirebuf_init(&q->bytes, FRAME_BYTES_MAX);
	rpc_put_request(&q->bytes, q->number, methods_row(METHOD_BATCH_WATCH)->name);
	msg_batch_watch_write(&q->bytes, &q->follow->ref);
}

int tesuji_async_batch_watch(tesuji_async_t *a, const tesuji_batch_ref_t *ref, uint64_t from,
                             void (*told)(tesuji_async_t *a, const tesuji_report_t *result,
                                          uint64_t next, void *user),
                             const tesuji_query_t *query, tesuji_error_t *why)
{
	follow_t follow = {.told = told};
	int rc = batch_ref(ref, &follow.ref, why);
	query_t *q = rc == TESUJI_OK ? async_query(a, query, &rc, why) : NULL;

	if (q == NULL)
		return rc;
	q->kind = QUERY_BATCH;
	q->follow = mem_alloc(sizeof(*q->follow));
	if (q->follow == NULL) {
		async_free(q);
		return fail_with(why, TESUJI_E_NOMEM, "out of memory");
	}
	follow.ref.from = from;
	follow.ref.wait_ms = FOLLOW_MS;
	*q->follow = follow;
	put_request(q);
	return async_ask(a, q, why);
}

/* tell_results tells the results of an answer; an error means that it makes no sense. */
static err_t tell_results(tesuji_async_t *a, query_t *q, const node_t *answer, uint32_t count,
                          errinfo_t *why)
{
	msg_done_t *done = &a->link->scratch.done;
	follow_t *follow = q->follow;

	for (uint32_t i = 0; i < count && !q->is_told; i++) {
		const err_t rc = msg_batch_result_read(answer, i, done, why);

		if (rc != ERR_OK)
			return rc;
		convert_done(done, &a->report);
		follow->told(a, &a->report, ++follow->ref.from, q->asked.user);
	}
	return ERR_OK;
}

void async_batch_told(tesuji_async_t *a, query_t *q, const rpc_t *message)
{
	errinfo_t why = {.code = ERR_OK};
	msg_batch_results_t told;
	tesuji_error_t error = {.code = TESUJI_OK};

	if (async_refused(a, q, message))
		return;
	if (msg_batch_results_read(&message->result, &told, &why) != ERR_OK ||
	    tell_results(a, q, &message->result, told.count, &why) != ERR_OK) {
		async_nonsense(a, &why);
		return; /* it is answered with the loss of the connection */
	}
	if (batch_has_ended(&told) ||
	    batch_is_left(&told, deadline_after(0) - q->sent, FOLLOW_MS, &error))
		async_fail(a, q, &error);
	if (q->is_told) {
		async_retire(a, q);
		return;
	}
	put_request(q);
	if (q->bytes.failed == ERR_OK)
		async_again(a, q, 0);
	else
		(void)link_lose(a->link, TESUJI_E_NOMEM, "out of memory");
}
