/* SPDX-License-Identifier: MIT
 * handle_durable.c - requests that are answered when the journal has them.
 *
 * The job of a submission is begun at once: its board is checked so, it has its number, and a small
 * one is solved while the disk is waited for. Its answer is put off. While it waits the connection
 * may go, and so may the job: an asking_t knows both by name. */
#include "server/handle_durable.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/strbuf.h"
#include "protocol/methods.h"
#include "server/handle_job.h"
#include "server/log.h"

typedef enum { ASK_SUBMIT, ASK_AGAIN, ASK_CANCEL, ASK_ACK } ask_t;

/* A request that waits for the journal. */
typedef struct {
	journal_entry_t entry;
	server_t *server;
	ask_t what;
	uint64_t conn_id;
	uint32_t msgid;
	uint64_t id; /* of the job in the journal */
	char account[MSG_ACCOUNT_BYTES];
	msg_submitted_t answer; /* its key names the job, whatever is asked */
	uint64_t progress_ms;
	uint8_t *bytes; /* of the entry */
	size_t capacity;
} asking_t;

static kept_t *kept_of(const asking_t *a)
{
	kept_t *kept = durable_find(a->server->durable, a->account, a->answer.key);

	return kept != NULL && kept->id == a->id ? kept : NULL;
}

static void write_submitted(wirebuf_t *out, const void *msg)
{
	msg_submitted_write(out, msg);
}

static void write_cancelled(wirebuf_t *out, const void *msg)
{
	msg_cancelled_write(out, msg);
}

static void write_kept(wirebuf_t *out, const void *msg)
{
	msg_kept_write(out, msg);
}

/* watch has a connection hear of a job that was known: of its end, if that has come. */
static err_t watch(kept_t *kept, conn_t *conn, uint64_t progress_ms, outbuf_t **after,
                   errinfo_t *why)
{
	record_t *record = kept->record;

	*after = NULL;
	if (record->job != NULL)
		return jobs_watch(record, conn, progress_ms, why);
	if (record->done == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	*after = outq_buffer_hold(record->done);
	return ERR_OK;
}

/* answer_again answers who has submitted a job whose submission was being written. */
static void answer_again(const asking_t *a, conn_t *conn, kept_t *kept, errinfo_t *why)
{
	outbuf_t *after;

	if (watch(kept, conn, a->progress_ms, &after, why) != ERR_OK) {
		dispatch_answer(conn, a->msgid, why, NULL, NULL);
		return;
	}
	dispatch_answer(conn, a->msgid, NULL, write_submitted, &a->answer);
	if (after == NULL)
		return;
	conn_send(conn, after);
	outq_buffer_release(after);
}

/* answer_begun answers who has submitted a job: it has not ended, as long as its end is not
 * told. */
static void answer_begun(const asking_t *a, conn_t *conn, kept_t *kept)
{
	errinfo_t why;

	dispatch_answer(conn, a->msgid, NULL, write_submitted, &a->answer);
	conn = conns_find(&a->server->conns, a->conn_id); /* the answer may have closed it */
	if (conn != NULL && conn->state == CONN_OPEN &&
	    jobs_own(kept->record, conn, a->progress_ms, &why) != ERR_OK)
		conn_abort(conn, "no memory for a subscription");
}

/* answer_good answers a request that the journal has; `conn` may be gone. */
static void answer_good(asking_t *a, conn_t *conn, kept_t *kept)
{
	msg_cancelled_t cancelled = {.job = a->answer.job, .state = MSG_CANCELLED};
	const msg_kept_t gone = {.job = a->answer.job};
	msg_kept_t acked = gone;

	switch (a->what) {
	case ASK_SUBMIT:
		durable_open_now(kept);
		if (conn != NULL)
			answer_begun(a, conn, kept);
		break;
	case ASK_CANCEL:
		kept->is_cancelled = true;
		if (conn != NULL && kept->record != NULL)
			cancelled = handle_job_stop(kept->record, conn->peer);
		else if (kept->record != NULL && kept->record->job != NULL)
			solver_cancel(kept->record->job);
		if (conn != NULL)
			dispatch_answer(conn, a->msgid, NULL, write_cancelled, &cancelled);
		break;
	case ASK_ACK:
		strbuf_copy(acked.key, sizeof(acked.key), a->answer.key);
		durable_forget(kept);
		if (conn != NULL)
			dispatch_answer(conn, a->msgid, NULL, write_kept, &acked);
		break;
	case ASK_AGAIN:
		break; /* answer_again */
	}
}

/* answer answers a request: `from` is why the journal has not taken it, NULL: it has. */
static void answer(asking_t *a, conn_t *conn, const errinfo_t *from)
{
	kept_t *kept = kept_of(a);
	errinfo_t why;

	if (from == NULL && kept == NULL)
		(void)err_at(&why, ERR_JOB, "params.key", "that job is gone");
	else if (from != NULL)
		(void)journal_refusal(from, &why);
	if (from != NULL && kept != NULL && a->what == ASK_SUBMIT)
		durable_refuse(kept);
	if ((from != NULL || kept == NULL) && conn != NULL)
		dispatch_answer(conn, a->msgid, &why, NULL, NULL);
	else if (from == NULL && kept != NULL && a->what != ASK_AGAIN)
		answer_good(a, conn, kept);
	else if (from == NULL && kept != NULL && conn != NULL)
		answer_again(a, conn, kept, &why);
}

static void asking_free(asking_t *a)
{
	if (a == NULL)
		return;
	mem_free(a->bytes, a->capacity);
	mem_free(a, sizeof(*a));
}

static void asked_cb(journal_entry_t *entry, const errinfo_t *why)
{
	asking_t *a = LIST_ENTRY(entry, asking_t, entry);
	const conns_t *conns = &a->server->conns;

	answer(a, conns_find(conns, a->conn_id), why);
	dispatch_answered(conns, a->conn_id);
	asking_free(a);
}

/* asking_create makes what is needed to put an answer off. */
static asking_t *asking_create(call_t *call, ask_t what, const char *account, const char *key)
{
	asking_t *a = mem_alloc(sizeof(*a));

	if (a == NULL)
		return NULL;
	a->server = call->server;
	a->what = what;
	a->conn_id = call->conn->node.id;
	a->msgid = call->msgid;
	strbuf_copy(a->account, sizeof(a->account), account);
	strbuf_copy(a->answer.key, sizeof(a->answer.key), key);
	a->entry.written_cb = asked_cb;
	return a;
}

/* put_off has the journal write what was asked about a job, and then answer. */
static void put_off(call_t *call, asking_t *a, const kept_t *kept)
{
	a->id = kept->id;
	a->entry.change.name.id = kept->id;
	a->answer.job = kept->record->node.id;
	dispatch_later(call);
	journal_append(call->server->journal, &a->entry);
}

/* put_record makes a record of a job in the journal the change of the request. */
static err_t put_record(asking_t *a, durable_kind_t kind, const durable_record_t *record,
                        errinfo_t *why)
{
	const ledger_name_t name = {.kind = (uint8_t)kind}; /* put_off has its number */
	const err_t err =
	        durable_record_put(&a->entry.change, name, record, &a->bytes, &a->capacity);

	return err == ERR_OK ? ERR_OK : err_fail(why, err, "the journal: %s", err_text(err));
}

/* submit_again answers the submission of a job whose key is known. */
static err_t submit_again(call_t *call, kept_t *kept, const msg_submit_t *msg,
                          const wirebuf_t *body, errinfo_t *why)
{
	msg_submitted_t known = {.known = true};
	uint8_t digest[SHA256_BYTES];
	asking_t *a;

	durable_record_digest(body->data, body->length, digest);
	if (memcmp(digest, kept->digest, sizeof(digest)) != 0)
		return err_at(why, ERR_KEY, "params.key",
		              "a durable job of that key is kept, and is another one: take another "
		              "key, or take its result by job.ack first");
	if (kept->record == NULL)
		return err_at(why, ERR_BUSY, "params.key", "that job is being taken up again");
	known.job = kept->record->node.id;
	strbuf_copy(known.key, sizeof(known.key), kept->key);
	if (kept->state != KEPT_NEW) {
		const err_t err = watch(kept, call->conn, msg->progress_ms, &call->after, why);

		if (err == ERR_OK)
			msg_submitted_write(&call->out, &known);
		return err;
	}
	a = asking_create(call, ASK_AGAIN, kept->account, kept->key);
	if (a == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	a->answer = known;
	a->progress_ms = msg->progress_ms;
	a->entry.change.what = LEDGER_LOOK;
	put_off(call, a, kept);
	return ERR_OK;
}

/* submit_new begins a durable job of a new key. */
static err_t submit_new(call_t *call, msg_submit_t *msg, wirebuf_t *body, errinfo_t *why)
{
	const char *account = handle_job_account(call->conn);
	durable_t *durable = call->server->durable;
	durable_record_t record = {
	        .at_ms = durable_wall(), .bytes = body->data, .count = body->length};
	asking_t *a = asking_create(call, ASK_SUBMIT, account, msg->key);
	kept_t *kept = NULL;
	record_t *begun;
	err_t err;

	if (a == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	strbuf_copy(record.account, sizeof(record.account), account);
	strbuf_copy(record.key, sizeof(record.key), msg->key);
	if ((err = durable_admit(durable, call->conn->peer, body->length, why)) != ERR_OK ||
	    (err = handle_job_admit(call, why)) != ERR_OK ||
	    (err = put_record(a, DURABLE_JOB, &record, why)) != ERR_OK)
		goto fail;
	kept = durable_reserve(durable, account, msg->key, body);
	if (kept == NULL) {
		err = ERR_NOMEM;
		(void)err_fail(why, err, "out of memory");
		goto fail;
	}
	msg->detach = true;
	a->progress_ms = msg->progress_ms;
	err = handle_job_begin(call, msg, &a->answer, &begun, why);
	if (err != ERR_OK)
		goto fail;
	durable_attach(kept, begun);
	put_off(call, a, kept);
	return ERR_OK;

fail:
	durable_release(kept);
	asking_free(a);
	return err;
}

/* submit_durable begins a durable job, or finds that its key is known. */
static err_t submit_durable(call_t *call, msg_submit_t *msg, errinfo_t *why)
{
	kept_t *kept =
	        durable_find(call->server->durable, handle_job_account(call->conn), msg->key);
	wirebuf_t body;
	err_t err;

	wirebuf_init(&body, LEDGER_RECORD_MOST);
	durable_record_body(&body, msg);
	err = body.failed;
	if (err != ERR_OK)
		(void)err_fail(why, err, "the submission: %s", err_text(err));
	else if (kept != NULL)
		err = submit_again(call, kept, msg, &body, why);
	else
		err = submit_new(call, msg, &body, why);
	wirebuf_fini(&body);
	return err;
}

err_t handle_durable_submit(call_t *call, errinfo_t *why)
{
	const node_t durable = codec_field(call->params, "durable");
	const node_t key = codec_field(call->params, "key");
	msg_submit_t msg;
	err_t err;

	if (codec_kind(&durable) == NODE_ABSENT && codec_kind(&key) == NODE_ABSENT)
		return handle_job_submit(call, why);
	err = dispatch_admit_later(call, why);
	if (err == ERR_OK)
		err = msg_submit_read(call->params, &msg, why);
	if (err == ERR_OK)
		err = msg.durable ? submit_durable(call, &msg, why) : handle_job_submit(call, why);
	return err;
}

err_t handle_durable_cancel(call_t *call, errinfo_t *why)
{
	const durable_record_t record = {.at_ms = durable_wall()};
	msg_cancelled_t now;
	record_t *job;
	msg_ref_t ref;
	asking_t *a;
	err_t err = msg_ref_read(call->params, &ref, why);

	if (err == ERR_OK)
		err = handle_job_find(call, &ref, &job, why);
	if (err != ERR_OK)
		return err;
	if (job->kept == NULL || job->job == NULL || job->kept->is_cancelled) {
		now = handle_job_stop(job, call->conn->peer);
		msg_cancelled_write(&call->out, &now);
		return ERR_OK;
	}
	err = dispatch_admit_later(call, why);
	if (err != ERR_OK)
		return err;
	a = asking_create(call, ASK_CANCEL, job->kept->account, job->key);
	err = a != NULL ? put_record(a, DURABLE_CANCEL, &record, why)
	                : err_fail(why, ERR_NOMEM, "out of memory");
	if (err == ERR_OK)
		put_off(call, a, job->kept);
	else
		asking_free(a);
	return err;
}

err_t handle_durable_ack(call_t *call, errinfo_t *why)
{
	record_t *job;
	msg_ref_t ref;
	asking_t *a;
	err_t err = msg_ref_read(call->params, &ref, why);

	if (err == ERR_OK)
		err = handle_job_find(call, &ref, &job, why);
	if (err != ERR_OK)
		return err;
	if (job->kept == NULL)
		return err_at(why, ERR_VALUE, "params.job", "it is not a durable job");
	if (job->job != NULL)
		return err_fail(why, ERR_VALUE,
		                "it has not ended yet: wait for job.done, or cancel it first");
	err = dispatch_admit_later(call, why);
	if (err != ERR_OK)
		return err;
	a = asking_create(call, ASK_ACK, job->kept->account, job->key);
	if (a == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	a->entry.change.what = LEDGER_DROP;
	put_off(call, a, job->kept);
	return ERR_OK;
}
