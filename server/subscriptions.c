/* SPDX-License-Identifier: MIT
 * subscriptions.c - subscriptions to jobs.
 *
 * A subscription is a member of two lists, its record's and its connection's. The connection
 * that has submitted the job has a subscription with `own` set. Each subscription has its own
 * interval.
 *
 * Cost       Ten thousand connections may watch one job. Dropping a subscription is O(1), because
 *            the record counts those that want progress. The subscription of a connection is looked
 *            for in the connection's list, whose length is bounded, and not in the record's.
 *            Telling ten thousand takes 50 ms with the writing. So SUBS_TURN and the time that is
 *            left bound what all records together do in a turn of the loop, and a record with more
 *            to tell waits in `telling`. A subscription that was looked at goes to the end of the
 *            record's list. So no cursor is needed, which a connection that closes could
 *            invalidate.
 *
 * Progress   A subscriber that is told in a later turn gets the snapshot of that turn. When the job
 *            ends meanwhile, the end is sent instead.
 */
#include "server/subscriptions.h"

#include <assert.h>

#include "engine/base/mem.h"
#include "server/conns.h"
#include "server/report.h"

struct sub {
	link_t of_record, of_conn;
	record_t *record;
	uint64_t conn_id;
	uint64_t progress_ms, due_ms; /* interval, 0 = no progress; no progress is sent before */
	uint64_t sequence;            /* of the progress sent last */
	outq_slot_t slot;             /* place of that in the connection's queue */
	bool own;                     /* the connection submitted the job */
};

/* set_wanting tells the workers whether progress is worth posting. */
static void set_wanting(record_t *record, unsigned wanting)
{
	assert(wanting <= record->sub_count + 2); /* one may be on its way in; and a front's */
	record->wanting = wanting;
	atomic_store_explicit(&record->wanted, wanting > 0, memory_order_relaxed);
}

void subscriptions_want(record_t *record, bool is_wanted)
{
	assert(is_wanted || record->wanting > 0);
	set_wanting(record, is_wanted ? record->wanting + 1 : record->wanting - 1);
}

static void set_interval(sub_t *sub, uint64_t progress_ms)
{
	record_t *record = sub->record;
	const uint64_t least = record->jobs->progress_min_ms;
	const unsigned others = record->wanting - (sub->progress_ms > 0);

	sub->progress_ms = progress_ms > 0 && progress_ms < least ? least : progress_ms;
	set_wanting(record, others + (sub->progress_ms > 0));
}

sub_t *subscriptions_add(record_t *record, conn_t *conn, uint64_t progress_ms, bool own)
{
	sub_t *sub = mem_alloc(sizeof(*sub));

	if (sub == NULL)
		return NULL;
	list_init(&sub->of_record);
	list_init(&sub->of_conn);
	sub->record = record;
	sub->conn_id = conn->node.id;
	sub->own = own;
	set_interval(sub, progress_ms);
	list_add(&record->subs, &sub->of_record);
	list_add(&conn->subs, &sub->of_conn);
	record->sub_count++;
	conn->sub_count++;
	conn->jobs += own;
	return sub;
}

bool subscriptions_change(record_t *record, conn_t *conn, uint64_t progress_ms)
{
	for (link_t *at = conn->subs.next; at != &conn->subs; at = at->next) {
		sub_t *sub = LIST_ENTRY(at, sub_t, of_conn);

		if (sub->record != record)
			continue;
		set_interval(sub, progress_ms);
		return true;
	}
	return false;
}

void subscriptions_drop(sub_t *sub, conn_t *conn)
{
	assert(sub->conn_id == conn->node.id);
	assert(conn->sub_count > 0 && conn->jobs >= (unsigned)sub->own);
	assert(sub->record->sub_count > 0);
	assert(sub->record->wanting >= (unsigned)(sub->progress_ms > 0));
	sub->record->sub_count--;
	conn->sub_count--;
	conn->jobs -= sub->own;
	list_drop(&sub->of_record);
	list_drop(&sub->of_conn);
	set_wanting(sub->record, sub->record->wanting - (sub->progress_ms > 0));
	mem_free(sub, sizeof(*sub));
}

/* has_left tells whether more subscriptions may be looked at in this turn of the loop. */
static bool has_left(jobs_t *jobs)
{
	const uint64_t turn = jobs->conns->pace.turns;

	if (jobs->told_turn != turn)
		jobs->told = 0;
	jobs->told_turn = turn;
	return jobs->told < SUBS_TURN && !pace_over(&jobs->conns->pace, PACE_TELLING);
}

static void count(jobs_t *jobs, unsigned work)
{
	jobs->told += work;
	jobs->told_in_all += work;
}

/* tell_progress goes through the list once, as far as this turn allows. It makes *buf for the
 * first subscriber that is to have it. False: no memory; nobody more is told. */
static bool tell_progress(record_t *record, const progress_t *progress, outbuf_t **buf)
{
	const uint64_t now = uv_now(record->jobs->loop);

	for (; record->left > 0 && !list_empty(&record->subs) && has_left(record->jobs);
	     record->left--) {
		sub_t *sub = LIST_ENTRY(record->subs.next, sub_t, of_record);
		conn_t *conn = conns_find(record->jobs->conns, sub->conn_id);

		list_drop(&sub->of_record);
		list_add(&record->subs, &sub->of_record);
		count(record->jobs, 1);
		if (conn == NULL || sub->progress_ms == 0 || now < sub->due_ms ||
		    progress->sequence <= sub->sequence)
			continue;
		if (*buf == NULL && (*buf = report_progress(record, progress)) == NULL)
			return false;
		sub->due_ms = now + sub->progress_ms;
		sub->sequence = progress->sequence;
		count(record->jobs, SUBS_SENDING);
		conn_send_latest(conn, *buf, &sub->slot); /* which may end it, and its sub */
	}
	if (list_empty(&record->subs))
		record->left = 0;
	return true;
}

static void progress_turn(record_t *record)
{
	outbuf_t *buf = NULL;
	progress_t progress;

	job_progress(record->job, &progress);
	if (!tell_progress(record, &progress, &buf))
		record->left = 0;
	if (buf != NULL)
		outq_buffer_release(buf);
}

/* done_turn sends the end to the subscribers, as far as this turn allows, and drops their
 * subscriptions. */
static void done_turn(record_t *record)
{
	jobs_t *jobs = record->jobs;

	while (!list_empty(&record->subs) && has_left(jobs)) {
		sub_t *sub = LIST_ENTRY(record->subs.next, sub_t, of_record);
		conn_t *conn = conns_find(jobs->conns, sub->conn_id);

		assert(conn != NULL); /* a connection that closes drops its subscriptions */
		subscriptions_drop(sub, conn);
		count(jobs, SUBS_SENDING);
		if (record->done == NULL)
			conn_abort(conn, "no memory for a result");
		else
			conn_send(conn, record->done);
		conn_settle(conn);
	}
}

/* tell sends what this turn allows. True: everything was sent. */
static bool tell(record_t *record)
{
	if (record->job != NULL && has_left(record->jobs))
		progress_turn(record);
	else if (record->job == NULL)
		done_turn(record);
	return record->job != NULL ? record->left == 0 : list_empty(&record->subs);
}

/* leave takes a record that has nothing more to send out of `telling`. */
static void leave(record_t *record)
{
	jobs_t *jobs = record->jobs;

	list_drop(&record->of_telling);
	if (record->job != NULL)
		return;
	assert(jobs->telling_count > 0 && record->sub_count == 0);
	jobs->telling_count--;
	jobs->told_cb(record);
}

/* turn_cb continues with the records that have more to send, in turn. */
static void turn_cb(uv_idle_t *turn)
{
	jobs_t *jobs = turn->data;
	link_t todo;

	list_take(&todo, &jobs->telling);
	while (!list_empty(&todo)) {
		record_t *record = LIST_ENTRY(todo.next, record_t, of_telling);

		list_drop(&record->of_telling);
		list_add(&jobs->telling, &record->of_telling);
		if (tell(record))
			leave(record);
	}
	if (list_empty(&jobs->telling))
		(void)uv_idle_stop(turn);
}

void subscriptions_tell(record_t *record)
{
	jobs_t *jobs = record->jobs;
	const bool waits = !list_empty(&record->of_telling), is_done = record->job == NULL;

	assert(pace_is_here(&jobs->conns->pace));
	if (!is_done)
		record->left = record->sub_count;
	if (is_done)
		list_drop(&record->of_telling); /* the rest is not sent its progress */
	if (waits && !is_done)
		return;
	if (tell(record))
		return;
	list_add(&jobs->telling, &record->of_telling);
	jobs->telling_count += is_done;
	(void)uv_idle_start(&jobs->turn, turn_cb);
}

void subscriptions_init(jobs_t *jobs, void (*told_cb)(record_t *record))
{
	list_init(&jobs->telling);
	jobs->told_cb = told_cb;
	(void)uv_idle_init(jobs->loop, &jobs->turn); /* cannot fail */
	jobs->turn.data = jobs;
}

void subscriptions_close(jobs_t *jobs)
{
	assert(list_empty(&jobs->telling));
	uv_close((uv_handle_t *)&jobs->turn, NULL);
}

void subscriptions_conn_ended(jobs_t *jobs, conn_t *conn)
{
	(void)jobs;
	for (link_t *at = conn->subs.next, *next; at != &conn->subs; at = next) {
		sub_t *sub = LIST_ENTRY(at, sub_t, of_conn);

		next = at->next;
		if (!sub->own || sub->record->detach)
			subscriptions_drop(sub, conn);
		else if (sub->record->job != NULL) /* else the end is about to be sent */
			solver_cancel(sub->record->job);
	}
}

void subscriptions_conn_gone(jobs_t *jobs, conn_t *conn)
{
	subscriptions_conn_ended(jobs, conn);
	while (!list_empty(&conn->subs))
		subscriptions_drop(LIST_ENTRY(conn->subs.next, sub_t, of_conn), conn);
}
