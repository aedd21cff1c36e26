/* SPDX-License-Identifier: MIT
 * batch_run.c - see batch_run.h.
 *
 * A run is what a job of a batch needs while the solver has it; a batch of ten thousand has some
 * dozens. A job that cannot be begun has failed, and its result says why. */
#include "server/batch_run.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "server/admission.h"
#include "server/fleet/front.h"
#include "server/handle_job.h"
#include "server/inside.h"
#include "server/log.h"
#include "server/quota.h"
#include "server/report.h"

enum {
	RUNS_A_WORKER = 2, /* limit: jobs of an owner in the solver for each worker, and */
	RUNS_MORE = 2,     /* so many more */
	BEGUN_A_TURN = 8,  /* limit: jobs that are begun at once; each takes some 50 us */
};

typedef struct {
	bridge_node_t node;
	link_t link; /* in batch->runs */
	batch_item_t *item;
	job_t *job;
	msg_goal_t goal;
	char label[MSG_LABEL_BYTES], options[MSG_OPTIONS_BYTES];
} run_t;

static void told(batch_item_t *item)
{
	batch_t *batch = item->batch;

	if (!batches_told(item)) {
		item->state = ITEM_UNWRITTEN; /* tried again later */
		batch->unwritten++;
		return;
	}
	batches_settle(batch);
	batch->batches->news_cb(batch);
}

static void result_cb(journal_entry_t *entry, const errinfo_t *why)
{
	batch_item_t *item = LIST_ENTRY(entry, batch_item_t, entry);
	batch_t *batch = item->batch;
	const bool is_gone = batch->is_gone;

	batches_written(item); /* first: the batch may have ended with this */
	if (!is_gone && (why == NULL || journal_is_lost(batch->batches->journal))) {
		told(item);
	} else if (!is_gone) {
		item->state = ITEM_UNWRITTEN;
		batch->unwritten++;
	}
}

/* write_result has a durable job's result written. */
static void write_result(batch_item_t *item)
{
	batch_t *batch = item->batch;
	durable_record_t record = {.at_ms = durable_wall(),
	                           .number = ++batch->last_n,
	                           .bytes = item->bytes,
	                           .count = item->count};
	const ledger_name_t name = {batch->id, item->index, DURABLE_ENDED};

	if (durable_record_put(&item->entry.change, name, &record, &item->record,
	                       &item->record_capacity) != ERR_OK) {
		item->state = ITEM_UNWRITTEN;
		batch->unwritten++;
		return;
	}
	item->state = ITEM_WRITING;
	item->entry.written_cb = result_cb;
	batch->writing++;
	journal_append(batch->batches->journal, &item->entry);
}

/* begin_again has a job begun anew. */
static void begin_again(batch_item_t *item)
{
	batch_t *batch = item->batch;

	item->state = ITEM_WAITING;
	if (batch->begun > item->index)
		batch->begun = item->index;
	if (list_empty(&batch->of_owner) && !batch->is_cancelled)
		list_add(&batch->owner->batches, &batch->of_owner);
}

/* end_item takes the end of a job. */
static void end_item(batch_item_t *item, msg_done_t *done)
{
	wirebuf_t out;

	done->job = item->index + UINT64_C(1);
	item->value = done->value;
	item->has_failed = done->state == MSG_FAILED;
	wirebuf_init(&out, REPLY_BYTES_MAX);
	msg_done_write(&out, done);
	if (out.failed != ERR_OK) { /* no memory: the result is lost, and it is searched again */
		wirebuf_fini(&out);
		begin_again(item);
		return;
	}
	batches_hold(item, &out);
	if (item->batch->id != 0)
		write_result(item);
	else
		told(item);
}

static void on_done(job_t *job, void *context) /* a worker thread */
{
	run_t *run = context;

	(void)job;
	bridge_post(((server_t *)run->item->batch->batches->server)->bridge, &run->node);
}

/* feed begins jobs of an owner. True: there are more that could be begun now. */
static bool feed(batches_t *b, batch_owner_t *owner);

/* ended takes the result of a run, and says whether it counts: a job that is cancelled because the
 * daemon ends does not. */
static bool ended(run_t *run, msg_done_t *done)
{
	batch_item_t *item = run->item;
	batch_t *batch = item->batch;
	batches_t *b = batch->batches;
	result_t result;

	job_result(run->job, &result);
	(void)front_ended(b->server->jobs.front, run->job, &result);
	report_result(run->job, &result, done);
	memcpy(done->label, run->label, sizeof(done->label));
	memcpy(done->options, run->options, sizeof(done->options));
	done->goal = run->goal;
	metrics_ended(&b->server->metrics, batch->account, &result);
	quota_spend(batch->account, quota_now(), result.worked_ns > 0 ? result.nodes : 0,
	            result.worked_ns);
	return !b->is_stopping || batch->is_cancelled || result.state != JOB_CANCELLED;
}

static void done_cb(bridge_node_t *node)
{
	run_t *run = LIST_ENTRY(node, run_t, node);
	batch_item_t *item = run->item;
	batch_t *batch = item->batch;
	batches_t *b = batch->batches;
	batch_owner_t *owner = batch->owner;
	const bool was_full = b->running >= b->server->jobs.max_jobs;
	msg_done_t done;
	const bool counts = ended(run, &done);

	job_release(run->job);
	list_drop(&run->link);
	mem_free(run, sizeof(*run));
	assert(batch->running > 0 && owner->running > 0 && b->running > 0);
	batch->running--;
	owner->running--;
	b->running--;
	if (counts)
		end_item(item, &done);
	else
		item->state = ITEM_WAITING; /* of the next daemon */
	batches_settle(batch);
	b->news_cb(batch);
	if (feed(b, owner) || was_full)
		batches_wake(b, true);
	if (b->running == 0)
		b->idle_cb(b);
}

/* codec_of returns a codec, since the server's may be in use; NULL: no memory. */
static codec_t *codec_of(batches_t *b)
{
	if (b->codec == NULL)
		b->codec = codec_create();
	return b->codec;
}

/* submit gives a job to the solver. */
static err_t submit(batch_item_t *item, run_t *run, msg_submit_t *msg, errinfo_t *why)
{
	batch_t *batch = item->batch;
	server_t *server = batch->batches->server;
	msg_submitted_t granted = {.job = 0};
	msg_board_t board;
	request_t request;
	codec_t *codec = codec_of(batch->batches);
	err_t err = codec != NULL ? durable_record_submit(codec, item->bytes, item->count, msg, why)
	                          : err_fail(why, ERR_NOMEM, "out of memory");

	if (err == ERR_OK)
		err = admission_job(&server->conf, msg, &granted, why);
	if (err == ERR_OK)
		err = handle_job_request(NULL, msg, &board, &request, why);
	if (err != ERR_OK)
		return err;
	request.limits.nodes = msg->limits.nodes;
	request.limits.time_ms = msg->limits.time_ms;
	request.client = batch->owner->client;
	request.weight = batch->owner->weight;
	request.priority = (unsigned)msg->priority;
	request.on_done = on_done;
	request.context = run;
	run->node.run = done_cb;
	run->item = item;
	run->goal = msg->goal;
	memcpy(run->label, msg->label, sizeof(run->label));
	memcpy(run->options, msg->options, sizeof(run->options));
	err = handle_job_path(solver_submit(server->solver, &request, &run->job, why),
	                      handle_job_form(msg), why);
	if (err == ERR_OK)
		front_offer(server->jobs.front, run->job, 0, msg, request.problem.game, NULL);
	return err;
}

/* begin begins the next job of a batch. False: not now, there is no memory. */
static bool begin(batch_t *batch)
{
	batches_t *b = batch->batches;
	batch_item_t *item = batches_item(batch, batch->begun);
	run_t *run;
	msg_submit_t msg;
	msg_done_t done;
	errinfo_t why;
	err_t err;

	msg_submit_init(&msg);
	if (item->state != ITEM_WAITING) { /* it had ended before the daemon was started */
		batch->begun++;
		return true;
	}
	run = mem_alloc(sizeof(*run));
	if (run == NULL)
		return false;
	batch->begun++;
	list_init(&run->link);
	err = submit(item, run, &msg, &why);
	if (err != ERR_OK)
		mem_free(run, sizeof(*run));
	if (err == ERR_NOMEM) {
		batch->begun--;
		return false;
	}
	if (err != ERR_OK) {
		report_failed(&msg, &why, &done);
		end_item(item, &done);
		return true;
	}
	item->state = ITEM_RUNNING;
	list_add(&batch->runs, &run->link);
	batch->running++;
	batch->owner->running++;
	b->running++;
	metrics_submitted(&b->server->metrics, batch->account);
	return true;
}

/* has_room tells whether one more job of an owner may be begun. */
static bool has_room(const batches_t *b, const batch_owner_t *owner)
{
	const unsigned workers =
	        solver_workers(b->server->solver) + front_places(b->server->jobs.front);

	return !b->is_stopping && owner->running < RUNS_A_WORKER * workers + RUNS_MORE &&
	       b->running < b->server->jobs.max_jobs;
}

/* next returns the batch of an owner whose turn it is, which goes to the end of the list; NULL:
 * there is none that may begin a job now. */
static batch_t *next(batch_owner_t *owner)
{
	batch_t *batch;
	uint64_t retry_ms;
	errinfo_t why;

	if (list_empty(&owner->batches))
		return NULL;
	batch = LIST_ENTRY(owner->batches.next, batch_t, of_owner);
	if (quota_admit_day(batch->account, quota_now(), &retry_ms, &why) != ERR_OK)
		return NULL;
	list_drop(&batch->of_owner);
	list_add(&owner->batches, &batch->of_owner);
	return batch;
}

static bool feed(batches_t *b, batch_owner_t *owner)
{
	for (unsigned i = 0; i < BEGUN_A_TURN; i++) {
		batch_t *batch = has_room(b, owner) ? next(owner) : NULL;

		if (batch == NULL || !begin(batch))
			return false;
		if (batch->begun == batch->count)
			list_drop(&batch->of_owner);
	}
	return has_room(b, owner) && !list_empty(&owner->batches);
}

void batch_run_turn(batches_t *b)
{
	bool is_wanted = false;

	for (link_t *at = b->owners.next; at != &b->owners; at = at->next)
		is_wanted |= feed(b, LIST_ENTRY(at, batch_owner_t, link));
	batches_wake(b, is_wanted);
}

void batch_run_start(batch_t *batch)
{
	batches_t *b = batch->batches;

	assert(batch->owner != NULL && batch->state < BATCH_RUNNING);
	batch->state = BATCH_RUNNING;
	batches_settle(batch);
	if (batch->state != BATCH_RUNNING || batch->is_cancelled)
		return;
	list_add(&batch->owner->batches, &batch->of_owner);
	if (feed(b, batch->owner))
		batches_wake(b, true);
}

void batch_run_cancel(batch_t *batch)
{
	batch->is_cancelled = true;
	list_drop(&batch->of_owner);
	for (link_t *at = batch->runs.next; at != &batch->runs; at = at->next)
		solver_cancel(LIST_ENTRY(at, run_t, link)->job);
	batches_settle(batch);
	batch->batches->news_cb(batch);
}

/* retry_batch has the results of a batch written that were not; it looks at all of its jobs. */
static void retry_batch(batch_t *batch)
{
	for (uint32_t i = 0; i < batch->count && batch->unwritten > 0; i++) {
		batch_item_t *item = batches_item(batch, i);

		if (item->state != ITEM_UNWRITTEN)
			continue;
		batch->unwritten--;
		if (batch->id != 0 && !journal_is_lost(batch->batches->journal))
			write_result(item);
		else
			told(item);
	}
}

void batch_run_retry(batches_t *b)
{
	for (link_t *at = b->all.next; at != &b->all; at = at->next) {
		batch_t *batch = LIST_ENTRY(at, batch_t, all);

		if (batch->unwritten > 0 && batch->writing == 0)
			retry_batch(batch);
	}
	if (!list_empty(&b->owners))
		batch_run_turn(b);
}

void batch_run_stop(batches_t *b)
{
	b->is_stopping = true;
}

void batch_run_end(batches_t *b)
{
	for (link_t *at = b->all.next; at != &b->all; at = at->next) {
		const batch_t *batch = LIST_ENTRY(at, batch_t, all);

		for (link_t *run = batch->runs.next; run != &batch->runs; run = run->next)
			solver_cancel(LIST_ENTRY(run, run_t, link)->job);
	}
}
