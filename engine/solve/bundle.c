/* SPDX-License-Identifier: MIT
 * bundle.c - a job for each question, and the counting of those that are out.
 *
 * Order      So many as WINDOW are submitted at once, in the order of `next`; when one ends the
 *            next follows. The pool looks at each for a moment and puts aside what takes long, so
 *            easy ones are decided within milliseconds whatever stands before them, unless a
 *            whole window is hard. Without a window a dense board would cost its 512 searches
 *            of 480 KB at once, and the caller their making; twice this window, and 32 bundles
 *            of a daemon take a gigabyte.
 *
 * Pump       Whoever frees a place fills it; one at a time, in a loop, since a question may be
 *            answered from memory while it is being submitted. All of them may be: 512
 *            questions that take 10 ms. So the caller asks TURN of them, or for TURN_NS, and comes
 *            again; a worker goes on to the end.
 *
 * End        `out` counts the questions without an end, and one more until bundle_more says
 *            false. What `ended` asks, and what follows in the window, is counted on before the
 *            question that ended is counted off. Who takes the last off is the last to touch the
 *            bundle: `done` may have it freed.
 *
 * Locks      `lock` protects the window and what a cancel needs: the jobs and whether there was
 *            one. The solver's is taken inside it, and no callback is called under either. A cancel
 *            reaches the jobs through `first`, the list of questions in flight. */
#include "engine/solve/bundle.h"

#include <limits.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"

enum {
	WINDOW = 32,             /* limit: jobs at once */
	TURN = 32,               /* latency: questions of one call of bundle_more */
	TURN_NS = NS_PER_MS / 2, /* latency: or so long, for questions that are dear to make */
};

void bundle_init(bundle_t *b, const bundle_config_t *config)
{
	*b = (bundle_t){.config = *config, .began_ns = clock_now_ns()};
	pthread_mutex_init(&b->lock, NULL);
	atomic_init(&b->out, 1);
}

void bundle_fini(bundle_t *b)
{
	assert(b->first == NULL);
	pthread_mutex_destroy(&b->lock);
}

uint64_t bundle_time(const bundle_t *b)
{
	return clock_now_ns() - b->began_ns;
}

cost_t bundle_cost(const bundle_t *b)
{
	return (cost_t){.worked_ns = atomic_load_explicit(&b->worked_ns, memory_order_relaxed),
	                .nodes = atomic_load_explicit(&b->nodes, memory_order_relaxed)};
}

static void count_off(bundle_t *b)
{
	const unsigned before = atomic_fetch_sub_explicit(&b->out, 1, memory_order_acq_rel);

	assert(before > 0);
	if (before == 1)
		b->config.done(b->config.context);
}

/* time_left writes the milliseconds that a question has, 0: no limit; false when there are none. */
static bool time_left(const bundled_t *q, uint64_t *out)
{
	const bundle_t *b = q->bundle;
	const uint64_t gone = bundle_time(b) / NS_PER_MS;

	*out = b->config.time_ms > 0 ? b->config.time_ms - gone : 0;
	if (q->time_ms > 0 && (b->config.time_ms == 0 || q->time_ms < *out))
		*out = q->time_ms;
	return b->config.time_ms == 0 || gone < b->config.time_ms;
}

static bool is_cancelled(bundle_t *b)
{
	bool is;

	pthread_mutex_lock(&b->lock);
	is = b->is_cancelled;
	pthread_mutex_unlock(&b->lock);
	return is;
}

/* keep_job holds on to a job as long as it runs, for a cancel; one that came meanwhile reaches it
 * here. */
static void keep_job(bundled_t *q, job_t *job)
{
	bundle_t *b = q->bundle;
	bool is_over;

	pthread_mutex_lock(&b->lock);
	is_over = q->is_over;
	assert(q->job == NULL); /* a question is asked once */
	if (!is_over) {
		q->job = job;
		q->before = NULL;
		q->after = b->first;
		if (b->first != NULL)
			b->first->before = q;
		b->first = q;
	}
	if (b->is_cancelled)
		solver_cancel(job);
	pthread_mutex_unlock(&b->lock);
	if (is_over)
		job_release(job);
}

/* drop_job gives a job back that has ended: with its board, and all that hangs on it. */
static void drop_job(bundled_t *q)
{
	bundle_t *b = q->bundle;
	job_t *job;

	pthread_mutex_lock(&b->lock);
	q->is_over = true;
	job = q->job;
	q->job = NULL;
	if (job != NULL) {
		if (q->before != NULL)
			q->before->after = q->after;
		else
			b->first = q->after;
		if (q->after != NULL)
			q->after->before = q->before;
	}
	pthread_mutex_unlock(&b->lock);
	if (job != NULL)
		job_release(job);
}

static void leave_place(bundle_t *b)
{
	pthread_mutex_lock(&b->lock);
	assert(b->in_flight > 0);
	b->in_flight--;
	pthread_mutex_unlock(&b->lock);
}

static void on_job_done(job_t *job, void *context);

/* ask submits a question that has a place and is counted. Who calls it has something counted as
 * well, so the bundle is there afterwards. */
static void ask(bundle_t *b, bundled_t *q)
{
	request_t request = {.problem = q->problem,
	                     .limits = b->config.limits,
	                     .fresh = b->config.fresh,
	                     .client = b->config.client,
	                     .weight = b->config.weight,
	                     .ko = q->ko,
	                     .on_done = on_job_done,
	                     .context = q};
	errinfo_t why;
	job_t *job;

	assert(!q->is_over);
	q->bundle = b;
	request.limits.workers = q->workers;
	if (!is_cancelled(b) && time_left(q, &request.limits.time_ms) &&
	    solver_submit(b->config.solver, &request, &job, &why) == ERR_OK) {
		keep_job(q, job);
		return;
	}
	b->config.ended(q, NULL, NULL, b->config.context);
	leave_place(b);
	count_off(b);
}

static bool has_places_locked(const bundle_t *b)
{
	return b->in_flight < WINDOW && !b->is_empty;
}

/* ask_next asks the next question; false: there is none. Its place is taken. */
static bool ask_next(bundle_t *b)
{
	bundled_t *q = b->config.next(b->config.context);

	if (q == NULL) {
		leave_place(b);
		return false;
	}
	atomic_fetch_add_explicit(&b->out, 1, memory_order_relaxed);
	ask(b, q);
	return true;
}

/* pump asks up to `most` questions as long as there are places, for `ns` or one that takes longer.
 * True: there are more that nobody else will ask. Something is counted. */
static bool pump(bundle_t *b, unsigned most, uint64_t ns)
{
	const uint64_t began_ns = clock_now_ns();
	bool more;

	pthread_mutex_lock(&b->lock);
	if (b->is_pumping) { /* and will look again */
		pthread_mutex_unlock(&b->lock);
		return false;
	}
	b->is_pumping = true;
	while (most-- > 0 && has_places_locked(b)) {
		const unsigned resumed = b->resumed;
		bool any;

		b->in_flight++;
		pthread_mutex_unlock(&b->lock);
		any = ask_next(b);
		pthread_mutex_lock(&b->lock);
		b->is_empty = !any && b->resumed == resumed;
		if (clock_now_ns() - began_ns >= ns)
			break;
	}
	b->is_pumping = false;
	more = has_places_locked(b);
	pthread_mutex_unlock(&b->lock);
	return more;
}

static void on_job_done(job_t *job, void *context)
{
	bundled_t *q = context;
	bundle_t *b = q->bundle;
	result_t result;

	job_result(job, &result);
	if (result.worked_ns > 0) {
		atomic_fetch_add_explicit(&b->worked_ns, result.worked_ns, memory_order_relaxed);
		atomic_fetch_add_explicit(&b->nodes, result.nodes, memory_order_relaxed);
	}
	b->config.ended(q, job, &result, b->config.context);
	drop_job(q);
	leave_place(b);
	(void)pump(b, UINT_MAX, UINT64_MAX);
	count_off(b);
}

bool bundle_more(bundle_t *b)
{
	const bool more = pump(b, TURN, TURN_NS);

	if (!more)
		count_off(b);
	return more;
}

void bundle_ask(bundle_t *b, bundled_t *q)
{
	pthread_mutex_lock(&b->lock);
	b->in_flight++;
	pthread_mutex_unlock(&b->lock);
	atomic_fetch_add_explicit(&b->out, 1, memory_order_relaxed);
	ask(b, q);
}

void bundle_resume(bundle_t *b)
{
	pthread_mutex_lock(&b->lock);
	b->is_empty = false;
	b->resumed++;
	pthread_mutex_unlock(&b->lock);
}

void bundle_cancel(bundle_t *b)
{
	pthread_mutex_lock(&b->lock);
	b->is_cancelled = true;
	for (bundled_t *q = b->first; q != NULL; q = q->after)
		solver_cancel(q->job);
	pthread_mutex_unlock(&b->lock);
}
