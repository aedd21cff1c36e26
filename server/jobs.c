/* SPDX-License-Identifier: MIT
 * jobs.c - the registry, and the path of news from a worker to connections.
 *
 *   worker:  on_progress --(flag was clear)--> bridge --> loop: latest snapshot,
 *            on_done ------------------------> bridge --> loop: result, once
 *
 * A job's progress is in the bridge at most once however often the engine
 * reports: the loop clears the flag, then copies what is newest. on_done comes
 * after the last on_progress and the bridge keeps the order of one producer, so
 * when done_cb runs nothing of the record is queued any more. A job of many
 * workers may post progress from one thread and done from another: on_done runs
 * after every on_progress has returned, hence after its enqueue.
 *
 * Subscriptions (sub_t) hang in two lists, of the record and of the connection;
 * either side that goes takes them along. The submitter is a subscriber with
 * `own` set. Intervals are kept per subscriber; the engine reports at the least
 * interval the server allows, and only while somebody wants it.
 *
 * Finished jobs keep their last words already encoded, and let the engine's
 * memory (which may include a table) go.
 */
#include "server/jobs.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "server/log.h"
#include "server/report.h"
#include "server/threads.h"

/* One connection's interest in one active job. */
typedef struct {
	link_t of_record, of_conn;
	record_t *record;
	uint64_t conn_id;
	uint64_t progress_ms, due_ms; /* 0 = wants none; next not before */
	uint64_t sequence;            /* of the one sent last */
	outq_slot_t slot;             /* its latest progress in the connection's queue */
	bool own;                     /* the submitter's */
} sub_t;

void jobs_init(jobs_t *jobs, uv_loop_t *loop, conns_t *conns, void *context)
{
	*jobs = (jobs_t){.loop = loop, .conns = conns, .context = context};
	list_init(&jobs->active);
	list_init(&jobs->finished);
	idmap_init(&jobs->map);
}

static void record_free(record_t *record)
{
	assert(list_empty(&record->subs) && record->job == NULL);
	if (record->done != NULL)
		outbuf_release(record->done);
	proof_drop(record->proof);
	mem_free(record, sizeof(*record));
}

static void forget_oldest(jobs_t *jobs)
{
	record_t *record = LIST_ENTRY(jobs->finished.next, record_t, link);

	list_drop(&record->link);
	idmap_remove(&jobs->map, &record->node);
	jobs->finished_count--;
	record_free(record);
}

void jobs_expire(jobs_t *jobs)
{
	uint64_t now = uv_now(jobs->loop);

	while (jobs->finished_count > jobs->keep_finished)
		forget_oldest(jobs);
	while (!list_empty(&jobs->finished) &&
	       now - LIST_ENTRY(jobs->finished.next, record_t, link)->finished_ms > jobs->keep_ms)
		forget_oldest(jobs);
}

void jobs_fini(jobs_t *jobs)
{
	assert(jobs->active_count == 0);
	while (!list_empty(&jobs->finished))
		forget_oldest(jobs);
	idmap_fini(&jobs->map);
}

/* wanted_update tells the workers whether progress is worth posting. */
static void wanted_update(record_t *record)
{
	bool wanted = false;

	for (link_t *at = record->subs.next; at != &record->subs; at = at->next)
		wanted = wanted || LIST_ENTRY(at, sub_t, of_record)->progress_ms > 0;
	atomic_store_explicit(&record->wanted, wanted, memory_order_relaxed);
}

static uint64_t interval(const jobs_t *jobs, uint64_t progress_ms)
{
	if (progress_ms == 0 || progress_ms >= jobs->progress_min_ms)
		return progress_ms;
	return jobs->progress_min_ms;
}

/* sub_link makes an allocated sub hear of the record. */
static void sub_link(sub_t *sub, record_t *record, conn_t *conn, uint64_t progress_ms, bool own)
{
	sub->record = record;
	sub->conn_id = conn->node.id;
	sub->progress_ms = interval(record->jobs, progress_ms);
	sub->own = own;
	list_add(&record->subs, &sub->of_record);
	list_add(&conn->subs, &sub->of_conn);
	conn->sub_count++;
	conn->jobs += own;
	wanted_update(record);
}

static void sub_drop(sub_t *sub, conn_t *conn)
{
	assert(conn->sub_count > 0 && conn->jobs >= (unsigned)sub->own);
	conn->sub_count--;
	conn->jobs -= sub->own;
	list_drop(&sub->of_record);
	list_drop(&sub->of_conn);
	wanted_update(sub->record);
	mem_free(sub, sizeof(*sub));
}

static void on_progress(job_t *job, void *context) /* a worker thread */
{
	record_t *record = context;

	(void)job;
	if (!atomic_load_explicit(&record->wanted, memory_order_relaxed))
		return;
	/* acq_rel: pairs with the loop's clearing, so that whoever finds it clear
	 * posts after the loop has let go of the node. */
	if (!atomic_exchange_explicit(&record->progress_posted, true, memory_order_acq_rel))
		bridge_post(record->jobs->bridge, &record->progress_node);
}

static void on_done(job_t *job, void *context) /* a worker thread */
{
	record_t *record = context;

	(void)job;
	bridge_post(record->jobs->bridge, &record->done_node);
}

static void progress_cb(bridge_node_t *node)
{
	record_t *record = LIST_ENTRY(node, record_t, progress_node);
	uint64_t now = uv_now(record->jobs->loop);
	outbuf_t *buf = NULL;
	progress_t progress;

	/* release: see on_progress. Cleared first: a snapshot that comes after the
	 * copy below posts again; one that comes in between does so for nothing. */
	atomic_store_explicit(&record->progress_posted, false, memory_order_release);
	job_progress(record->job, &progress);
	for (link_t *at = record->subs.next, *next; at != &record->subs; at = next) {
		sub_t *sub = LIST_ENTRY(at, sub_t, of_record);
		conn_t *conn = conns_find(record->jobs->conns, sub->conn_id);

		next = at->next; /* conn_send may end a connection, and its sub */
		if (conn == NULL || sub->progress_ms == 0 || now < sub->due_ms ||
		    progress.sequence <= sub->sequence)
			continue;
		if (buf == NULL && (buf = report_progress(record, &progress)) == NULL)
			return;
		sub->due_ms = now + sub->progress_ms;
		sub->sequence = progress.sequence;
		conn_send_latest(conn, buf, &sub->slot);
	}
	if (buf != NULL)
		outbuf_release(buf);
}

/* deliver sends the last message to everybody who wanted it. */
static void deliver(record_t *record)
{
	jobs_t *jobs = record->jobs;

	while (!list_empty(&record->subs)) {
		sub_t *sub = LIST_ENTRY(record->subs.next, sub_t, of_record);
		conn_t *conn = conns_find(jobs->conns, sub->conn_id);

		assert(conn != NULL); /* one that goes takes its subs along */
		sub_drop(sub, conn);
		if (record->done == NULL)
			conn_abort(conn, "no memory for a result");
		else
			conn_send(conn, record->done);
		conn_settle(conn);
	}
}

static void release_work(uv_work_t *work) /* a thread of libuv's pool */
{
	job_release(work->data);
}

static void released_cb(uv_work_t *work, int status)
{
	(void)status;
	mem_free(work, sizeof(*work));
}

/* let_go gives the record's job back. With a table of its own that may unmap
 * gigabytes, which takes too long for this thread. */
static void let_go(record_t *record)
{
	job_t *job = record->job;
	uv_work_t *work =
	        record->table_bytes > 0 && threads_have_pool() ? mem_alloc(sizeof(*work)) : NULL;

	record->job = NULL;
	if (work != NULL) {
		work->data = job;
		if (uv_queue_work(record->jobs->loop, work, release_work, released_cb) == 0)
			return;
		mem_free(work, sizeof(*work));
	}
	job_release(job);
}

static void done_cb(bridge_node_t *node)
{
	record_t *record = LIST_ENTRY(node, record_t, done_node);
	jobs_t *jobs = record->jobs;
	result_t result;

	assert(record->job != NULL && job_is_final(record->job));
	job_result(record->job, &result);
	report_row(record, &record->row);
	record->done = report_done(record, &result);
	record->finished_ms = uv_now(jobs->loop);
	if (result.value != VALUE_UNDECIDED)
		record->proof = proof_of(jobs->proofs, record->job, record->node.id);
	let_go(record);
	jobs->mean_ms += (record->row.time_ms - jobs->mean_ms) / 16;
	jobs->refused = 0;
	log_line(result.error == ERR_INTERNAL ? LOG_ERROR : LOG_DEBUG, LOG_JOB,
	         "job=%llu state=%s value=%s nodes=%llu ms=%.3f",
	         (unsigned long long)record->node.id, job_state_name(result.state),
	         value_name(result.value), (unsigned long long)result.nodes, record->row.time_ms);

	list_drop(&record->link);
	list_add(&jobs->finished, &record->link);
	jobs->active_count--;
	jobs->table_bytes -= record->table_bytes;
	jobs->finished_count++;
	deliver(record);
	jobs_expire(jobs);
	if (jobs->active_count == 0)
		jobs->idle_cb(jobs);
}

/* retry_after returns about when a place is free for all who were told to come
 * back, with `sharing` jobs in flight where they wait. */
static uint64_t retry_after(jobs_t *jobs, unsigned sharing)
{
	double wait_ms;

	assert(sharing > 0);
	jobs->refused++;
	wait_ms = jobs->mean_ms * jobs->refused / sharing;
	return wait_ms < RETRY_LEAST_MS  ? RETRY_LEAST_MS
	       : wait_ms > RETRY_MOST_MS ? RETRY_MOST_MS
	                                 : (uint64_t)wait_ms;
}

err_t jobs_admit_table(jobs_t *jobs, uint64_t bytes, uint64_t most, uint64_t *retry_ms,
                       errinfo_t *why)
{
	if (bytes > most)
		return err_fail(why, ERR_RANGE,
		                "params.limits.table_bytes: %llu is above this server's %llu",
		                (unsigned long long)bytes, (unsigned long long)most);
	if (bytes == 0 || jobs->table_bytes <= most - bytes)
		return ERR_OK;
	*retry_ms = retry_after(jobs, jobs->active_count);
	return err_fail(why, ERR_BUSY,
	                "params.limits.table_bytes: jobs in flight have %llu of this server's %llu",
	                (unsigned long long)jobs->table_bytes, (unsigned long long)most);
}

err_t jobs_admit(jobs_t *jobs, const conn_t *conn, uint64_t *retry_ms, errinfo_t *why)
{
	unsigned most = jobs->max_jobs;
	bool own = conn->jobs >= jobs->max_jobs_per_connection;

	if (!own && jobs->active_count < most)
		return ERR_OK;
	if (own)
		most = jobs->max_jobs_per_connection;
	*retry_ms = retry_after(jobs, own ? conn->jobs : jobs->active_count);
	return err_fail(why, ERR_BUSY, "%u jobs of this %s are in flight already", most,
	                own ? "connection" : "server");
}

static record_t *record_create(jobs_t *jobs, const msg_submit_t *msg)
{
	record_t *record = mem_alloc(sizeof(*record));

	if (record == NULL)
		return NULL;
	record->jobs = jobs;
	list_init(&record->link);
	list_init(&record->subs);
	memcpy(record->label, msg->label, sizeof(record->label));
	record->goal = msg->goal;
	record->detach = msg->detach;
	record->table_bytes = msg->limits.table_bytes;
	record->progress_node.run = progress_cb;
	record->done_node.run = done_cb;
	return record;
}

err_t jobs_submit(jobs_t *jobs, conn_t *conn, request_t *request, const msg_submit_t *msg,
                  uint64_t *id, errinfo_t *why)
{
	record_t *record = record_create(jobs, msg);
	sub_t *sub = mem_alloc(sizeof(*sub));
	err_t err;

	if (record == NULL || sub == NULL) {
		err = err_fail(why, ERR_NOMEM, "out of memory");
		goto fail;
	}
	list_init(&sub->of_record);
	list_init(&sub->of_conn);
	sub_link(sub, record, conn, msg->progress_ms, true);
	request->client = conn->node.id;
	request->progress_ms = jobs->progress_min_ms;
	request->on_progress = on_progress;
	request->on_done = on_done;
	request->context = record;
	err = solver_submit(jobs->solver, request, &record->job, why);
	if (err != ERR_OK) {
		sub_drop(sub, conn);
		sub = NULL;
		goto fail;
	}
	/* It may have finished already; done_cb comes in a later turn. */
	idmap_add(&jobs->map, &record->node);
	list_add(&jobs->active, &record->link);
	jobs->active_count++;
	jobs->table_bytes += record->table_bytes;
	*id = record->node.id;
	return ERR_OK;

fail:
	mem_free(sub, sizeof(*sub));
	if (record != NULL)
		record_free(record);
	return err;
}

record_t *jobs_find(jobs_t *jobs, uint64_t id)
{
	idnode_t *node;

	jobs_expire(jobs);
	node = idmap_find(&jobs->map, id);
	return node != NULL ? LIST_ENTRY(node, record_t, node) : NULL;
}

err_t jobs_watch(record_t *record, conn_t *conn, uint64_t progress_ms, errinfo_t *why)
{
	sub_t *sub;

	assert(record->job != NULL);
	for (link_t *at = record->subs.next; at != &record->subs; at = at->next) {
		sub = LIST_ENTRY(at, sub_t, of_record);
		if (sub->conn_id == conn->node.id) {
			sub->progress_ms = interval(record->jobs, progress_ms);
			wanted_update(record);
			return ERR_OK;
		}
	}
	if (conn->sub_count - conn->jobs >= record->jobs->max_jobs_per_connection)
		return err_fail(why, ERR_BUSY, "this connection watches %u jobs already",
		                conn->sub_count - conn->jobs);
	sub = mem_alloc(sizeof(*sub));
	if (sub == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	sub_link(sub, record, conn, progress_ms, false);
	return ERR_OK;
}

void jobs_cancel_all(jobs_t *jobs)
{
	for (link_t *at = jobs->active.next; at != &jobs->active; at = at->next)
		job_cancel(LIST_ENTRY(at, record_t, link)->job);
}

void jobs_conn_ended(jobs_t *jobs, conn_t *conn)
{
	(void)jobs;
	for (link_t *at = conn->subs.next, *next; at != &conn->subs; at = next) {
		sub_t *sub = LIST_ENTRY(at, sub_t, of_conn);

		next = at->next;
		if (sub->own && !sub->record->detach)
			job_cancel(sub->record->job);
		else
			sub_drop(sub, conn);
	}
}

void jobs_conn_gone(jobs_t *jobs, conn_t *conn)
{
	jobs_conn_ended(jobs, conn);
	while (!list_empty(&conn->subs))
		sub_drop(LIST_ENTRY(conn->subs.next, sub_t, of_conn), conn);
}
