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
 * Who hears of it is in subscriptions.c. The engine reports at the least interval the server
 * allows, and only while somebody wants it.
 *
 * Finished jobs keep their last words already encoded, and let the engine's
 * memory (which may include a table) go.
 */
#include "server/jobs.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/probe.h"
#include "server/fleet/front.h"
#include "server/log.h"
#include "server/quota.h"
#include "server/report.h"
#include "server/subscriptions.h"
#include "server/threads.h"

static void record_free(record_t *record)
{
	assert(list_empty(&record->subs) && list_empty(&record->of_telling) &&
	       record->job == NULL && record->peer == NULL);
	if (record->done != NULL)
		outq_buffer_release(record->done);
	proofs_drop(record->proof);
	accounts_drop(record->owner);
	mem_free(record, sizeof(*record));
}

void jobs_forget(record_t *record)
{
	jobs_t *jobs = record->jobs;
	unsigned *count = record->kept != NULL ? &jobs->kept_count : &jobs->finished_count;

	assert(record->job == NULL && *count > 0);
	list_drop(&record->link);
	idmap_remove(&jobs->map, &record->node);
	record->kept = NULL;
	record->key = "";
	--*count;
	if (list_empty(&record->of_telling))
		record_free(record);
	else
		record->is_forgotten =
		        true; /* subscriptions.c has it, also when nobody is left to be told */
}

static void forget_oldest(link_t *list)
{
	assert(!list_empty(list));
	jobs_forget(LIST_ENTRY(list->next, record_t, link));
}

static void told_cb(record_t *record)
{
	jobs_t *jobs = record->jobs;

	if (record->is_forgotten)
		record_free(record);
	if (jobs_in_flight(jobs) == 0)
		jobs->idle_cb(jobs);
}

void jobs_init(jobs_t *jobs, uv_loop_t *loop, conns_t *conns, void *context)
{
	*jobs = (jobs_t){.loop = loop, .conns = conns, .context = context};
	list_init(&jobs->active);
	list_init(&jobs->finished);
	list_init(&jobs->kept);
	subscriptions_init(jobs, told_cb);
	idmap_init(&jobs->map);
}

void jobs_expire(jobs_t *jobs)
{
	uint64_t now = uv_now(jobs->loop);

	while (jobs->finished_count > jobs->keep_finished)
		forget_oldest(&jobs->finished);
	while (!list_empty(&jobs->finished) &&
	       now - LIST_ENTRY(jobs->finished.next, record_t, link)->finished_ms > jobs->keep_ms)
		forget_oldest(&jobs->finished);
}

void jobs_fini(jobs_t *jobs)
{
	assert(jobs->active_count == 0);
	while (!list_empty(&jobs->finished))
		forget_oldest(&jobs->finished);
	while (!list_empty(&jobs->kept))
		forget_oldest(&jobs->kept);
	assert(jobs->finished_count == 0 && jobs->kept_count == 0 && jobs->telling_count == 0 &&
	       jobs->table_bytes == 0);
	idmap_fini(&jobs->map);
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
	const jobs_t *jobs = record->jobs;

	/* release: see on_progress. The flag is cleared before the snapshot is read. So a
	 * snapshot that comes after the reading posts again; one that comes between the two
	 * posts for nothing. */
	atomic_store_explicit(&record->progress_posted, false, memory_order_release);
	assert(record->job != NULL); /* done_cb has not run: it comes last */
	subscriptions_tell(record);
	if (record->errand != NULL)
		jobs->errand_progress_cb(record);
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

/* let_go releases the record's reference to its job. With a table of its own that may unmap
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

/* peer_takes and peer_gives count an active job for its peer, all of whose connections may be
 * closed before the job ends. */
static void peer_takes(record_t *record, peer_t *peer)
{
	record->peer = peers_hold(peer);
	peer->jobs++;
	peer->table_bytes += record->table_bytes;
}

static void peer_gives(record_t *record)
{
	peer_t *peer = record->peer;

	assert(peer->jobs > 0 && peer->table_bytes >= record->table_bytes);
	record->peer = NULL;
	peer->jobs--;
	peer->table_bytes -= record->table_bytes;
	peers_drop(peer);
}

/* log_done writes the line of a job that has ended, with whose it is and what he calls it, and the
 * name of the daemon that has searched it, "": this one. */
static void log_done(const record_t *record, const result_t *result, const char *worker)
{
	char label[2 * MSG_LABEL_BYTES + 3];
	const account_t *account = record->owner;

	log_line(result->error == ERR_INTERNAL ? LOG_ERROR : LOG_DEBUG, LOG_JOB,
	         "job=%llu state=%s value=%s nodes=%llu ms=%.3f%s%s%s%s%s%s",
	         (unsigned long long)record->node.id, job_state_name(result->state),
	         value_name(result->value), (unsigned long long)result->nodes, record->row.time_ms,
	         account != NULL ? " account=" : "", account != NULL ? account->name : "",
	         record->label[0] != '\0' ? " label=" : "",
	         record->label[0] != '\0' ? log_quoted(label, sizeof(label), record->label) : "",
	         worker[0] != '\0' ? " worker=" : "", worker);
}

/* file puts a record that has ended among those of its kind. */
static void file(record_t *record)
{
	jobs_t *jobs = record->jobs;
	const bool is_kept = record->kept != NULL;

	record->finished_ms = uv_now(jobs->loop);
	list_drop(&record->link);
	list_add(is_kept ? &jobs->kept : &jobs->finished, &record->link);
	jobs->kept_count += is_kept;
	jobs->finished_count += !is_kept;
}

/* end tells of the end of a job. */
static void end(record_t *record, const result_t *result)
{
	jobs_t *jobs = record->jobs;
	const bool is_errand = record->errand != NULL;
	const char *worker = front_ended(jobs->front, record->job, result);

	record->is_held = false;
	report_row(record, &record->row);
	if (record->done == NULL && (!is_errand || record->sub_count > 0))
		record->done = report_done(record, result);
	if (result->value != VALUE_UNDECIDED && !is_errand)
		record->proof = proofs_of(jobs->proofs, record->job, record->node.id);
	if (is_errand)
		jobs->errand_ended_cb(record, result);
	metrics_ended(jobs->metrics, record->owner, result);
	PROBE5(job__done, record->job, record->node.id, (int)result->state, result->nodes,
	       result->time_ns);
	let_go(record);
	jobs->mean_ms += (record->row.time_ms - jobs->mean_ms) / 16;
	jobs->refused = 0;
	log_done(record, result, worker);
	quota_spend(record->owner, quota_now(), result->worked_ns > 0 ? result->nodes : 0,
	            result->worked_ns);
	file(record);
	jobs->active_count--;
	jobs->table_bytes -= record->table_bytes;
	peer_gives(record);
	subscriptions_tell(record);
	if (is_errand)
		jobs_forget(record);
	jobs_expire(jobs);
	if (jobs_in_flight(jobs) == 0)
		jobs->idle_cb(jobs);
}

void jobs_end(record_t *record)
{
	result_t result;

	assert(record->is_held);
	job_result(record->job, &result);
	end(record, &result);
}

static void done_cb(bridge_node_t *node)
{
	record_t *record = LIST_ENTRY(node, record_t, done_node);
	jobs_t *jobs = record->jobs;
	result_t result;

	assert(record->job != NULL && job_is_final(record->job));
	assert(jobs->active_count > 0 && jobs->table_bytes >= record->table_bytes);
	assert(!atomic_load_explicit(&record->progress_posted, memory_order_relaxed));
	job_result(record->job, &result);
	assert(record->is_held == (record->kept != NULL));
	if (record->kept != NULL)
		jobs->ended_cb(record, &result);
	else
		end(record, &result);
}

/* record_blank makes a record that is in no list; NULL: no memory. */
static record_t *record_blank(jobs_t *jobs)
{
	record_t *record = mem_alloc(sizeof(*record));

	if (record == NULL)
		return NULL;
	record->jobs = jobs;
	list_init(&record->link);
	list_init(&record->subs);
	list_init(&record->of_telling);
	return record;
}

static record_t *record_create(jobs_t *jobs, const msg_submit_t *msg)
{
	record_t *record = record_blank(jobs);

	if (record == NULL)
		return NULL;
	memcpy(record->label, msg->label, sizeof(record->label));
	record->goal = msg->goal;
	memcpy(record->options, msg->options, sizeof(record->options));
	record->detach = msg->detach;
	record->key = "";
	record->table_bytes = msg->limits.table_bytes;
	record->progress_node.run = progress_cb;
	record->done_node.run = done_cb;
	return record;
}

err_t jobs_submit(jobs_t *jobs, peer_t *peer, uint64_t conn, request_t *request,
                  const msg_submit_t *msg, record_t **out, errinfo_t *why)
{
	record_t *record = record_create(jobs, msg);
	err_t err;

	if (record == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	request->client = peers_client(peer, conn, &request->weight);
	request->priority = (unsigned)msg->priority;
	request->progress_ms = jobs->progress_min_ms;
	request->on_progress = on_progress;
	request->on_done = on_done;
	request->context = record;
	request->queued = &jobs->queued;
	request->borrowed = peer->kind == PEER_FLEET;
	err = solver_submit(jobs->solver, request, &record->job, why);
	if (err != ERR_OK) {
		record_free(record);
		return err;
	}
	/* It may have finished already; done_cb comes in a later turn. */
	idmap_add(&jobs->map, &record->node);
	list_add(&jobs->active, &record->link);
	jobs->active_count++;
	jobs->table_bytes += record->table_bytes;
	peer_takes(record, peer);
	record->owner = accounts_hold(peer->account);
	metrics_submitted(jobs->metrics, record->owner);
	PROBE2(job__submit, record->job, record->node.id);
	if (peer->kind != PEER_FLEET) /* which have left home already */
		front_offer(jobs->front, record->job, record->node.id, msg, request->problem.game,
		            &record->wanted);
	*out = record;
	return ERR_OK;
}

err_t jobs_own(record_t *record, conn_t *conn, uint64_t progress_ms, errinfo_t *why)
{
	assert(record->job != NULL);
	return subscriptions_add(record, conn, progress_ms, true) != NULL
	               ? ERR_OK
	               : err_fail(why, ERR_NOMEM, "out of memory");
}

/* row_of makes the row of a job of which *done tells. */
static void row_of(const msg_done_t *done, msg_row_t *row)
{
	*row = (msg_row_t){.job = done->job,
	                   .state = done->state,
	                   .order = done->order,
	                   .depth = done->depth,
	                   .value = done->value,
	                   .nodes = done->nodes,
	                   .time_ms = done->time_ms,
	                   .workers = done->workers};
	memcpy(row->label, done->label, sizeof(row->label));
	memcpy(row->key, done->key, sizeof(row->key));
}

record_t *jobs_restore(jobs_t *jobs, struct kept *kept, account_t *owner, msg_done_t *done)
{
	record_t *record = record_blank(jobs);

	if (record == NULL)
		return NULL;
	memcpy(record->label, done->label, sizeof(record->label));
	record->goal = done->goal;
	memcpy(record->options, done->options, sizeof(record->options));
	record->detach = true;
	record->kept = kept;
	record->key = done->key;
	idmap_add(&jobs->map, &record->node);
	done->job = record->node.id;
	record->done = report_restored(done);
	row_of(done, &record->row);
	record->owner = accounts_hold(owner);
	file(record);
	return record;
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
	assert(record->job != NULL && conn->sub_count >= conn->jobs);
	if (subscriptions_change(record, conn, progress_ms))
		return ERR_OK;
	if (conn->sub_count - conn->jobs >= record->jobs->max_jobs_per_connection)
		return err_fail(why, ERR_BUSY, "this connection watches %u jobs already",
		                conn->sub_count - conn->jobs);
	if (subscriptions_add(record, conn, progress_ms, false) == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	return ERR_OK;
}

unsigned jobs_in_flight(const jobs_t *jobs)
{
	return jobs->active_count + jobs->telling_count;
}

void jobs_cancel_all(jobs_t *jobs)
{
	for (link_t *at = jobs->active.next; at != &jobs->active; at = at->next)
		solver_cancel(LIST_ENTRY(at, record_t, link)->job);
}
