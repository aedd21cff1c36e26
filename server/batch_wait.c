/* SPDX-License-Identifier: MIT
 * batch_wait.c - see batch_wait.h. Meanwhile the connection may go, and so may the batch: both are
 * known by their numbers. */
#include "server/batch_wait.h"

#include "engine/base/mem.h"
#include "engine/base/strbuf.h"
#include "server/batch_run.h"

/* A request that waits for the journal. */
typedef struct {
	journal_entry_t entry;
	server_t *server;
	batch_wait_t what;
	uint64_t conn_id, batch;
	uint32_t msgid;
	uint8_t *bytes;
	size_t capacity;
} waiting_t;

static void write_status(wirebuf_t *out, const void *msg)
{
	msg_batch_status_write(out, msg);
}

static void write_batched(wirebuf_t *out, const void *msg)
{
	msg_batched_write(out, msg);
}

static void put_back(waiting_t *w)
{
	if (w == NULL)
		return;
	mem_free(w->bytes, w->capacity);
	mem_free(w, sizeof(*w));
}

/* answer_sealed answers the last batch.submit of a durable batch. */
static void answer_sealed(const waiting_t *w, conn_t *conn, batch_t *batch, const errinfo_t *from)
{
	msg_batched_t answer = {.batch = w->batch, .jobs = batch->count};
	errinfo_t why;

	strbuf_copy(answer.key, sizeof(answer.key), batch->key);
	if (from == NULL && !batch->has_failed) {
		batch_run_start(batch);
		if (conn != NULL)
			dispatch_answer(conn, w->msgid, NULL, write_batched, &answer);
		return;
	}
	if (from != NULL)
		(void)journal_refusal(from, &why);
	else
		(void)err_fail(&why, ERR_JOURNAL, "the journal has not taken some of its jobs");
	batches_give_up(batch);
	if (conn != NULL)
		dispatch_answer(conn, w->msgid, &why, NULL, NULL);
}

static void answer(const waiting_t *w, conn_t *conn, const errinfo_t *from)
{
	batch_t *batch = batches_find(&w->server->batches, w->batch);
	msg_batch_status_t status;
	errinfo_t why;

	if (batch == NULL) {
		(void)err_at(&why, ERR_JOB, "params.batch", "that batch is gone");
	} else if (w->what == BATCH_WAIT_SEAL) {
		answer_sealed(w, conn, batch, from);
		return;
	} else if (from != NULL) {
		(void)journal_refusal(from, &why);
	} else {
		if (w->what == BATCH_WAIT_CANCEL)
			batch_run_cancel(batch);
		batches_status(batch, &status);
		if (w->what == BATCH_WAIT_ACK)
			batches_drop(batch);
		if (conn != NULL)
			dispatch_answer(conn, w->msgid, NULL, write_status, &status);
		return;
	}
	if (conn != NULL)
		dispatch_answer(conn, w->msgid, &why, NULL, NULL);
}

static void asked_cb(journal_entry_t *entry, const errinfo_t *why)
{
	waiting_t *w = LIST_ENTRY(entry, waiting_t, entry);

	answer(w, conns_find(&w->server->conns, w->conn_id), why);
	dispatch_answered(&w->server->conns, w->conn_id);
	put_back(w);
}

err_t batch_wait_put_off(call_t *call, batch_wait_t what, const batch_t *batch, durable_kind_t kind,
                         const durable_record_t *record, errinfo_t *why)
{
	const ledger_name_t name = {batch->id, 0, (uint8_t)kind};
	const err_t err = dispatch_admit_later(call, why);
	waiting_t *w;

	if (err != ERR_OK)
		return err;
	w = mem_alloc(sizeof(*w));
	if (w == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	w->server = call->server;
	w->what = what;
	w->conn_id = call->conn->node.id;
	w->batch = batch->node.id;
	w->msgid = call->msgid;
	w->entry.written_cb = asked_cb;
	w->entry.change = (ledger_change_t){.what = LEDGER_DROP, .name = name};
	if (record != NULL &&
	    durable_record_put(&w->entry.change, name, record, &w->bytes, &w->capacity) != ERR_OK) {
		put_back(w);
		return err_fail(why, ERR_NOMEM, "out of memory");
	}
	dispatch_later(call);
	journal_append(call->server->journal, &w->entry);
	return ERR_OK;
}
