/* SPDX-License-Identifier: MIT
 * handle_batch.c - batch.submit, status, watch, cancel and ack.
 *
 * The jobs of a durable batch are written to the journal as they come, and its head last: a batch
 * without a head, whose connection or daemon ended before, is none. */
#include "server/handle_batch.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/strbuf.h"
#include "server/access.h"
#include "server/batch_run.h"
#include "server/batch_wait.h"
#include "server/handle_durable.h"
#include "server/handle_job.h"
#include "server/log.h"
#include "server/quota.h"

/* A batch.watch that waits for news. */
typedef struct {
	link_t link; /* in batch->watchers */
	batch_t *batch;
	uint64_t conn_id, due_ms;
	uint32_t msgid, from, most;
} watcher_t;

/* find finds the batch that is named, if who asks may see it. */
static err_t find(call_t *call, const msg_batch_ref_t *ref, batch_t **out, errinfo_t *why)
{
	const batches_t *b = &call->server->batches;

	*out = ref->batch != 0 ? batches_find(b, ref->batch)
	                       : batches_find_key(b, handle_job_account(call->conn), ref->key);
	if (*out == NULL) {
		(void)err_at(why, ERR_JOB, ref->batch != 0 ? "params.batch" : "params.key",
		             "there is no such batch (any more)");
		return ERR_JOB;
	}
	if (access_sees(call->server, call->conn, (*out)->account))
		return ERR_OK;
	(void)err_at(why, ERR_OWNER, "params.batch", "the batch %llu is not of %s",
	             (unsigned long long)ref->batch, call->conn->peer->text);
	return ERR_OWNER;
}

/* find_named finds the batch that the parameters of a request name. */
static err_t find_named(call_t *call, batch_t **out, errinfo_t *why)
{
	msg_batch_ref_t ref;
	const err_t err = msg_batch_ref_read(call->params, &ref, why);

	return err == ERR_OK ? find(call, &ref, out, why) : err;
}

/* admit tells whether a batch may have `more` jobs more. */
static err_t admit(const call_t *call, const batch_t *batch, uint32_t more, errinfo_t *why)
{
	const batches_t *b = &call->server->batches;
	const peer_t *peer = call->conn->peer;
	const account_t *account = peer->account;

	if (more > BATCH_JOBS_MAX - batch->count)
		return err_at(why, ERR_RANGE, "params.jobs", "a batch has at most %d jobs",
		              BATCH_JOBS_MAX);
	if (batch->is_repeat)
		return ERR_OK;
	if (account != NULL && account->most.batch_jobs > 0 &&
	    account->counts.batch_jobs + more > account->most.batch_jobs)
		return err_fail(why, ERR_QUOTA,
		                "%llu jobs of batches of the account %s are kept, and it may have "
		                "%llu: take results with batch.ack",
		                (unsigned long long)account->counts.batch_jobs, account->name,
		                (unsigned long long)account->most.batch_jobs);
	if (b->jobs + more > b->most || b->bytes > (size_t)b->most * BATCH_BODY_BYTES)
		return err_fail(why, ERR_BUSY,
		                "%u jobs of batches are kept of the %u that this server may have "
		                "(max_batch_jobs): take results with batch.ack",
		                b->jobs, b->most);
	if (account != NULL &&
	    account->counts.batch_jobs + more >
	            peers_most(peer, account->counts.batch_jobs, b->jobs, b->most))
		return err_fail(
		        why, ERR_BUSY,
		        "%llu jobs of batches of the account %s are kept, and with these it "
		        "had more than its share of this server's %u (max_batch_jobs, "
		        "peer_share): take results with batch.ack",
		        (unsigned long long)account->counts.batch_jobs, account->name, b->most);
	return ERR_OK;
}

/* begin_batch makes a batch that the connection fills. */
static err_t begin_batch(call_t *call, const msg_batch_t *msg, batch_t **out, errinfo_t *why)
{
	server_t *server = call->server;
	conn_t *conn = call->conn;
	const char *account = handle_job_account(conn);
	err_t err;

	if (conn->batch != 0)
		return err_at(why, ERR_VALUE, "params.batch",
		              "this connection is filling the batch %llu: end that first",
		              (unsigned long long)conn->batch);
	err = msg->durable ? durable_usable(server->durable, why) : ERR_OK;
	if (err == ERR_OK)
		err = quota_admit(conn->peer->account, quota_now(), &call->retry_ms, why);
	if (err != ERR_OK)
		return err;
	*out = batches_create(&server->batches, conn->peer->account, account, msg);
	if (*out == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	(*out)->is_repeat =
	        msg->durable && batches_find_key(&server->batches, account, msg->key) != NULL;
	if (msg->durable && !(*out)->is_repeat)
		(*out)->id = journal_next_id(server->journal);
	conn->batch = (*out)->node.id;
	return ERR_OK;
}

/* add_all adds the jobs of a request, or none of them. */
static err_t add_all(const call_t *call, batch_t *batch, uint32_t count, errinfo_t *why)
{
	const uint32_t before = batch->count;
	const sha256_t sha = batch->sha;
	err_t err = admit(call, batch, count, why);

	for (uint32_t i = 0; i < count && err == ERR_OK; i++) {
		wirebuf_t body;
		msg_submit_t msg;

		err = msg_batch_job_read(call->params, i, &msg, why);
		if (err != ERR_OK)
			break;
		wirebuf_init(&body, LEDGER_RECORD_MOST);
		durable_record_body(&body, &msg);
		err = body.failed != ERR_OK ? body.failed : batches_add(batch, &body);
		wirebuf_fini(&body);
		if (err != ERR_OK)
			(void)err_fail(why, err, "a job: %s", err_text(err));
	}
	if (err != ERR_OK)
		batches_cut(batch, before, &sha);
	return err;
}

static void item_cb(journal_entry_t *entry, const errinfo_t *why)
{
	batch_item_t *item = LIST_ENTRY(entry, batch_item_t, entry);

	item->batch->has_failed |= why != NULL;
	batches_written(item);
}

/* write_items has the jobs from `from` on written. */
static err_t write_items(batch_t *batch, uint32_t from, errinfo_t *why)
{
	size_t size = 0;

	for (uint32_t i = from; i < batch->count; i++)
		size += ledger_size(batches_item(batch, i)->count);
	if (!journal_has_room(batch->batches->journal, size))
		return journal_full(why);
	for (uint32_t i = from; i < batch->count; i++) {
		batch_item_t *item = batches_item(batch, i);
		const durable_record_t record = {
		        .at_ms = durable_wall(), .bytes = item->bytes, .count = item->count};
		const ledger_name_t name = {batch->id, i, DURABLE_ITEM};

		item->entry.written_cb = item_cb;
		item->entry.change = (ledger_change_t){.what = LEDGER_LOOK, .name = name};
		batch->has_failed |=
		        durable_record_put(&item->entry.change, name, &record, &item->record,
		                           &item->record_capacity) != ERR_OK;
		batch->writing++;
		journal_append(batch->batches->journal, &item->entry);
	}
	return ERR_OK;
}

/* give_up lets go of a batch that the connection is filling. */
static void give_up(conn_t *conn, batch_t *batch)
{
	conn->batch = 0;
	batches_give_up(batch);
}

/* answer_known ends a batch whose key is known: it is the same one, or a mistake. */
static err_t answer_known(call_t *call, batch_t *batch, const batch_t *known, errinfo_t *why)
{
	msg_batched_t answer = {.batch = known->node.id, .jobs = known->count, .known = true};
	const bool is_same = batch->count == known->count &&
	                     memcmp(batch->digest, known->digest, sizeof(batch->digest)) == 0;

	strbuf_copy(answer.key, sizeof(answer.key), known->key);
	give_up(call->conn, batch);
	if (!is_same)
		return err_at(
		        why, ERR_KEY, "params.key",
		        "a batch of that key is kept, and has other jobs: take another key, or "
		        "take its results by batch.ack first");
	if (known->state < BATCH_RUNNING)
		return err_at(why, ERR_BUSY, "params.key", "that batch is being written");
	msg_batched_write(&call->out, &answer);
	return ERR_OK;
}

/* seal ends the filling of a batch: its jobs are begun, when the journal has it. */
static err_t seal(call_t *call, batch_t *batch, errinfo_t *why)
{
	batches_t *b = &call->server->batches;
	durable_record_t head = {.at_ms = durable_wall(), .number = batch->count};
	msg_batched_t told = {.batch = batch->node.id, .jobs = batch->count};
	const batch_t *known =
	        batch->key[0] != '\0' ? batches_find_key(b, batch->account_name, batch->key) : NULL;
	err_t err;

	assert(batch->count > 0);
	sha256_end(&batch->sha, batch->digest);
	if (known != NULL)
		return answer_known(call, batch, known, why);
	if (batch->is_repeat) { /* the one that was known is gone */
		give_up(call->conn, batch);
		return err_at(why, ERR_BUSY, "params.key",
		              "the batch of that key is gone now: again");
	}
	if (batches_own(batch, call->conn->peer, call->conn->node.id) != ERR_OK) {
		give_up(call->conn, batch);
		return err_fail(why, ERR_NOMEM, "out of memory");
	}
	call->conn->batch = 0;
	if (batch->id == 0) {
		batch_run_start(batch);
		msg_batched_write(&call->out, &told);
		return ERR_OK;
	}
	batches_name(batch);
	batch->state = BATCH_SEALING;
	strbuf_copy(head.account, sizeof(head.account), batch->account_name);
	memcpy(head.key, batch->key, sizeof(head.key));
	memcpy(head.label, batch->label, sizeof(head.label));
	err = batch_wait_put_off(call, BATCH_WAIT_SEAL, batch, DURABLE_BATCH, &head, why);
	if (err != ERR_OK)
		batches_give_up(batch);
	return err;
}

/* tell_filled answers that a batch has got the jobs of a request, and that more are to come. */
static void tell_filled(call_t *call, const batch_t *batch)
{
	msg_batched_t told = {.batch = batch->node.id, .jobs = batch->count};

	memcpy(told.key, batch->key, sizeof(told.key));
	msg_batched_write(&call->out, &told);
}

err_t handle_batch_submit(call_t *call, errinfo_t *why)
{
	batch_t *batch = NULL;
	uint32_t count, before;
	msg_batch_t msg;
	err_t err = msg_batch_read(call->params, &msg, &count, why);

	if (err == ERR_OK)
		err = dispatch_admit_later(call, why);
	if (err == ERR_OK && msg.batch == 0)
		err = begin_batch(call, &msg, &batch, why);
	else if (err == ERR_OK && msg.batch == call->conn->batch)
		batch = batches_find(&call->server->batches, msg.batch);
	if (err != ERR_OK)
		return err;
	if (batch == NULL)
		return err_at(why, ERR_JOB, "params.batch", "this connection fills no batch %llu",
		              (unsigned long long)msg.batch);
	before = batch->count;
	err = add_all(call, batch, count, why);
	if (err == ERR_OK && batch->count == 0 && !msg.more)
		err = err_at(why, ERR_VALUE, "params.jobs", "a batch has one job at least");
	if (err == ERR_OK && batch->id != 0)
		err = write_items(batch, before, why);
	if (err == ERR_OK && !msg.more)
		err = seal(call, batch, why);
	else if (err == ERR_OK)
		tell_filled(call, batch);
	else if (msg.batch == 0 || err == ERR_JOURNAL)
		give_up(call->conn, batch); /* nothing of it was promised */
	if (err == ERR_OK && msg.batch == 0)
		quota_take(call->conn->peer->account);
	return err;
}

/* put_status answers with how far a batch is. */
static void put_status(call_t *call, const batch_t *batch)
{
	msg_batch_status_t status;

	batches_status(batch, &status);
	msg_batch_status_write(&call->out, &status);
}

err_t handle_batch_status(call_t *call, errinfo_t *why)
{
	batch_t *batch;
	const err_t err = find_named(call, &batch, why);

	if (err == ERR_OK)
		put_status(call, batch);
	return err;
}

/* What is put into an answer to batch.watch. */
typedef struct {
	const batch_t *batch;
	uint32_t from, most;
} slice_t;

static void write_results(wirebuf_t *out, const void *context)
{
	const slice_t *slice = context;
	const batch_t *batch = slice->batch;
	msg_batch_results_t msg;
	size_t bytes = 0;

	batches_status(batch, &msg.status);
	msg.count = 0;
	while (msg.count < slice->most && slice->from + msg.count < batch->ended &&
	       bytes < BATCH_RESULTS_BYTES) {
		bytes += batches_item(batch, batch->order[slice->from + msg.count])->count;
		msg.count++;
	}
	msg.next = slice->from + UINT64_C(0) + msg.count;
	msg_batch_results_open(out, &msg);
	for (uint32_t i = 0; i < msg.count; i++) {
		const batch_item_t *item = batches_item(batch, batch->order[slice->from + i]);

		put_raw(out, item->bytes, item->count);
	}
}

static void answer_watcher(watcher_t *watcher)
{
	const slice_t slice = {watcher->batch, watcher->from, watcher->most};
	const conns_t *conns = &watcher->batch->batches->server->conns;
	conn_t *conn = conns_find(conns, watcher->conn_id);

	list_drop(&watcher->link);
	if (conn != NULL)
		dispatch_answer(conn, watcher->msgid, NULL, write_results, &slice);
	dispatch_answered(conns, watcher->conn_id);
	mem_free(watcher, sizeof(*watcher));
}

/* has_news: would an answer tell anything that is new, or will nothing new come? */
static bool has_news(const batch_t *batch, uint32_t from)
{
	return batch->ended > from || batch->state == BATCH_FINAL || batch->batches->is_stopping;
}

void handle_batch_news(batch_t *batch)
{
	link_t waiting;

	list_take(&waiting, &batch->watchers);
	while (!list_empty(&waiting)) {
		watcher_t *watcher = LIST_ENTRY(waiting.next, watcher_t, link);

		list_drop(&watcher->link);
		list_add(&batch->watchers, &watcher->link);
		if (has_news(batch, watcher->from))
			answer_watcher(watcher);
	}
}

void handle_batch_tick(batches_t *b)
{
	const uint64_t now = uv_now(b->server->loop);

	batch_run_retry(b);
	for (size_t i = b->map.count; i > 0 && !list_empty(&b->all); i--) {
		batch_t *batch = batches_rotate(b);

		for (link_t *w = batch->watchers.next, *next; w != &batch->watchers; w = next) {
			watcher_t *watcher = LIST_ENTRY(w, watcher_t, link);

			next = w->next;
			if (now >= watcher->due_ms)
				answer_watcher(watcher);
		}
	}
}

void handle_batch_stop(batches_t *b)
{
	batch_run_stop(b);
	for (size_t i = b->map.count; i > 0 && !list_empty(&b->all); i--)
		handle_batch_news(batches_rotate(b));
}

err_t handle_batch_watch(call_t *call, errinfo_t *why)
{
	msg_batch_ref_t ref;
	watcher_t *watcher;
	batch_t *batch;
	slice_t slice;
	err_t err = msg_batch_watch_read(call->params, &ref, why);

	if (err == ERR_OK)
		err = find(call, &ref, &batch, why);
	if (err != ERR_OK)
		return err;
	if (batch->state < BATCH_RUNNING)
		return err_at(why, ERR_VALUE, "params.batch", "it is being filled");
	if (ref.from > batch->ended)
		return err_at(why, ERR_RANGE, "params.from", "%u results have come", batch->ended);
	slice = (slice_t){batch, (uint32_t)ref.from, (uint32_t)ref.most};
	if (ref.wait_ms == 0 || has_news(batch, slice.from)) {
		write_results(&call->out, &slice);
		return ERR_OK;
	}
	err = dispatch_admit_later(call, why);
	if (err != ERR_OK)
		return err;
	watcher = mem_alloc(sizeof(*watcher));
	if (watcher == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	*watcher = (watcher_t){.batch = batch,
	                       .conn_id = call->conn->node.id,
	                       .due_ms = uv_now(call->server->loop) + ref.wait_ms,
	                       .msgid = call->msgid,
	                       .from = slice.from,
	                       .most = slice.most};
	list_init(&watcher->link);
	list_add(&batch->watchers, &watcher->link);
	dispatch_later(call);
	return ERR_OK;
}

err_t handle_batch_cancel(call_t *call, errinfo_t *why)
{
	const durable_record_t record = {.at_ms = durable_wall()};
	batch_t *batch;
	const err_t err = find_named(call, &batch, why);

	if (err != ERR_OK)
		return err;
	if (batch->state == BATCH_FILLING && call->conn->batch == batch->node.id) {
		put_status(call, batch);
		give_up(call->conn, batch);
		return ERR_OK;
	}
	if (batch->state < BATCH_RUNNING)
		return err_at(why, ERR_VALUE, "params.batch", "it is being filled");
	if (batch->id != 0 && !batch->is_cancelled && batch->state == BATCH_RUNNING)
		return batch_wait_put_off(call, BATCH_WAIT_CANCEL, batch, DURABLE_STOP, &record,
		                          why);
	if (batch->state == BATCH_RUNNING && !batch->is_cancelled)
		batch_run_cancel(batch);
	put_status(call, batch);
	return ERR_OK;
}

err_t handle_batch_ack(call_t *call, errinfo_t *why)
{
	batch_t *batch;
	const err_t err = find_named(call, &batch, why);

	if (err != ERR_OK)
		return err;
	if (batch->state != BATCH_FINAL || batch->running > 0 || batch->writing > 0)
		return err_fail(why, ERR_VALUE, "it has not ended yet: wait, or cancel it first");
	if (batch->id != 0)
		return batch_wait_put_off(call, BATCH_WAIT_ACK, batch, DURABLE_BATCH, NULL, why);
	put_status(call, batch);
	batches_drop(batch);
	return ERR_OK;
}

void handle_batch_conn_gone(conn_t *conn)
{
	server_t *server = conn->conns->context;
	batch_t *batch = conn->batch != 0 ? batches_find(&server->batches, conn->batch) : NULL;

	if (batch != NULL)
		give_up(conn, batch);
	conn->batch = 0;
}
