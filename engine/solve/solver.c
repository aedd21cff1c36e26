/* SPDX-License-Identifier: MIT
 * solver.c - the public face: making and ending a solver, and what a caller
 * may do with a job. Who runs a job when is in pool.c. */
#include "engine/solve/solver.h"

#include <unistd.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/solve/coalesce.h"
#include "engine/solve/ending.h"
#include "engine/solve/expire.h"
#include "engine/solve/failpoint.h"
#include "engine/solve/pool.h"
#include "engine/solve/submission.h"
#include "engine/solve/worker.h"

enum {
	WORKERS_MAX = 1024,       /* limit: of solver_config_t */
	YOUNG_NS = 2 * NS_PER_MS, /* latency: a small query takes some 0.2 ms, a tenth of it */
	TURN_NS = 10 * NS_PER_MS, /* latency: where nothing waits for the end of one */
};

static const size_t DEFAULT_TABLE_BYTES = (size_t)256 << 20; /* size: documented */

static unsigned count_cores(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : (unsigned)n;
}

static err_t create_parts(solver_t *s, const solver_config_t *config)
{
	size_t bytes = config->table_bytes > 0 ? config->table_bytes : DEFAULT_TABLE_BYTES;
	err_t err;

	s->worker = mem_alloc_array(s->workers + 1, sizeof(worker_t));
	if (s->worker == NULL)
		return ERR_NOMEM;
	if ((err = ttable_create(bytes, &s->table)) != ERR_OK)
		return err;
	if (config->table_touched)
		ttable_touch(s->table);
	if ((err = marks_create(&s->marks)) != ERR_OK)
		return err;
	return config->answers > 0 ? answer_cache_create(config->answers, &s->memory) : ERR_OK;
}

static err_t start_workers(solver_t *s)
{
	s->worker[0].solver = s;
	while (!s->by_turns && s->started < s->workers) {
		worker_t *w = &s->worker[s->started];

		w->solver = s;
		if (pthread_create(&w->thread, NULL, worker_main, w) != 0)
			return ERR_NOMEM;
		s->started++;
	}
	if (s->by_turns || s->priority == PRIORITY_NORMAL)
		return ERR_OK;
	s->worker[s->workers].solver = s;
	s->has_starter = pthread_create(&s->worker[s->workers].thread, NULL, worker_starter_main,
	                                &s->worker[s->workers]) == 0;
	return s->has_starter ? ERR_OK : ERR_NOMEM;
}

err_t solver_create(const solver_config_t *config, solver_t **out, errinfo_t *why)
{
	solver_t *s = NULL;
	err_t err = ERR_NOMEM;

	*out = NULL;
	if (config->workers > WORKERS_MAX)
		return err_fail(why, ERR_RANGE, "workers: %u is not in 0..%d", config->workers,
		                WORKERS_MAX);
	if ((err = failpoint_arm(why)) != ERR_OK)
		return err;
	if ((s = mem_alloc(sizeof(*s))) == NULL)
		return err_fail(why, ERR_NOMEM, "no memory for a solver");
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->work, NULL);
	pthread_cond_init(&s->start, NULL);
	pthread_cond_init(&s->ended, NULL);
	s->by_turns = config->by_turns;
	s->workers = s->by_turns ? 1 : config->workers > 0 ? config->workers : count_cores();
	s->priority = config->priority;
	s->store = config->store;
	s->on_fault = config->on_fault;
	s->fault_context = config->fault_context;
	s->young_ns = config->young_us > 0 ? config->young_us * NS_PER_US : YOUNG_NS;
	if ((err = create_parts(s, config)) != ERR_OK) {
		err_fail(why, err, "cannot make a table of %zu bytes: %s", config->table_bytes,
		         err_text(err));
		goto fail;
	}
	if ((err = start_workers(s)) != ERR_OK) {
		err_fail(why, err, "cannot start %u worker threads", s->workers);
		goto fail;
	}
	*out = s;
	return ERR_OK;

fail:
	solver_destroy(s);
	return err;
}

void solver_destroy(solver_t *s)
{
	if (s == NULL)
		return;
	pthread_mutex_lock(&s->lock);
	s->stopping = true;
	for (job_t *j = s->newest; j != NULL; j = j->place.older)
		pool_end_locked(s, j, JOB_CANCELLED);
	pthread_cond_broadcast(&s->work);
	pthread_cond_broadcast(&s->start);
	pthread_mutex_unlock(&s->lock);
	while (s->by_turns && s->newest != NULL && solver_turn(s, TURN_NS))
		;
	for (unsigned i = 0; i < s->started; i++)
		pthread_join(s->worker[i].thread, NULL);
	if (s->has_starter)
		pthread_join(s->worker[s->workers].thread, NULL);
	assert(s->newest == NULL && s->queue.count == 0);
	answer_cache_free(s->memory);
	marks_free(s->marks);
	ttable_free(s->table);
	mem_free(s->worker, (s->workers + 1) * sizeof(worker_t));
	pthread_cond_destroy(&s->ended);
	pthread_cond_destroy(&s->work);
	pthread_cond_destroy(&s->start);
	pthread_mutex_destroy(&s->lock);
	mem_free(s, sizeof(*s));
}

bool solver_turn(solver_t *s, uint64_t ns)
{
	return worker_turn(s, ns);
}

unsigned solver_workers(const solver_t *s)
{
	return s->workers;
}

void solver_table(const solver_t *s, ttable_stats_t *out)
{
	ttable_stats(s->table, out);
}

void solver_met(const solver_t *s, uint64_t *known, uint64_t *marked)
{
	*known = *marked = 0;
	for (unsigned i = 0; i < s->workers + s->has_starter; i++) {
		*known += atomic_load_explicit(&s->worker[i].known, memory_order_relaxed);
		*marked += atomic_load_explicit(&s->worker[i].marked, memory_order_relaxed);
	}
}

bool solver_ticking(solver_t *s)
{
	bool all = true;

	pthread_mutex_lock(&s->lock);
	for (unsigned i = 0; i < s->workers + s->has_starter; i++) {
		worker_t *w = &s->worker[i];
		uint64_t ticks = atomic_load_explicit(&w->ticks, memory_order_relaxed);

		if (w->task != NULL && ticks == w->ticks_seen)
			all = false;
		w->ticks_seen = ticks;
	}
	pthread_mutex_unlock(&s->lock);
	return all;
}

err_t solver_submit(solver_t *s, const request_t *request, job_t **out, errinfo_t *why)
{
	job_t *job, *leader;
	err_t err = submission_make(s, request, &job, why);

	*out = NULL;
	if (err != ERR_OK)
		return err;
	if (job->request.queued != NULL)
		atomic_fetch_add_explicit(job->request.queued, 1, memory_order_relaxed);
	if (job->result.remembered) {
		*out = job;
		ending_answer(s, job);
		return ERR_OK;
	}
	assert(job->crew.primary != NULL && job->crew.tasks == 1);
	job_hold(job); /* the pool's own reference */
	job->place.own = (turn_t){.client = request->client,
	                          .weight = request->weight > 0 ? request->weight : 1,
	                          .priority = request->priority};
	job->place.turn = job->place.own;
	job->crew.primary->priority = request->priority;
	job->crew.primary->weight = job->place.own.weight;
	*out = job;
	pthread_mutex_lock(&s->lock);
	CHECK(!s->stopping);
	s->weighs |= job->place.own.weight > 1;
	job->place.older = s->newest;
	if (s->newest != NULL)
		s->newest->place.newer = job;
	s->newest = job;
	expire_note_locked(s, job);
	leader = coalesce_locked(s, job);
	if (leader != NULL)
		pool_joined_locked(s, leader, job);
	else
		pool_enqueue_locked(s, job->crew.primary, QUEUE_YOUNG);
	pthread_mutex_unlock(&s->lock);
	return ERR_OK;
}

void solver_cancel(job_t *job)
{
	if (!job_is_final(job)) /* else its solver may be gone */
		pool_cancel(job);
}

void solver_wait(job_t *job)
{
	solver_t *s = job->solver;

	while (s->by_turns && !job_is_final(job))
		(void)solver_turn(s, TURN_NS);
	pthread_mutex_lock(&s->lock);
	while (!job->end.done_called)
		pthread_cond_wait(&s->ended, &s->lock);
	pthread_mutex_unlock(&s->lock);
}
