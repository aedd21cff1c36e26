/* SPDX-License-Identifier: MIT
 * task.c - tasks, and the snapshots that they make of their jobs. */
#include "engine/solve/task.h"

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/search/core/key.h"
#include "engine/solve/coalesce.h"

err_t task_create(job_t *job, bool is_primary,
                  poll_t (*poll)(void *context, search_t *search, unsigned nodes), task_t **out)
{
	task_t *t = mem_alloc(sizeof(*t));

	*out = NULL;
	if (t == NULL)
		return ERR_NOMEM;
	t->job = job;
	t->poll = poll;
	t->is_primary = is_primary;
	*out = t;
	return ERR_OK;
}

err_t task_open(task_t *t)
{
	search_env_t env = job_env(t->job);

	if (t->search != NULL)
		return ERR_OK;
	env.poll = t->poll;
	env.context = t;
	return search_create(t->job->root, &env, &t->search);
}

void task_free(task_t *t)
{
	if (t == NULL)
		return;
	assert(!t->queued);
	search_free(t->search);
	mem_free(t, sizeof(*t));
}

/* publish makes a snapshot of the job as this task sees it. */
static void publish(task_t *t, uint64_t now_ns)
{
	job_t *job = t->job;
	uint64_t due = atomic_load_explicit(&job->shared.progress_due, memory_order_relaxed);
	progress_t p = {.value = VALUE_UNDECIDED, .best = MOVE_NONE};
	ttentry_t e;

	if (job->request.progress_ns == 0 || now_ns < due)
		return;
	if (!atomic_compare_exchange_strong_explicit(&job->shared.progress_due, &due,
	                                             now_ns + job->request.progress_ns,
	                                             memory_order_relaxed, memory_order_relaxed))
		return;
	search_question(t->search, &p.order, &p.depth);
	p.driver = search_driver(t->search);
	p.order = inquiry_shown_order(p.driver, p.order);
	p.line_length = search_line(t->search, p.line, LINE_MAX_MOVES);
	key_probe(job->tables.table, job->request.limits.driver, job->request.limits.zoning,
	          job->root, &e);
	p.best = e.move != MOVE_NONE || p.line_length == 0 ? e.move : p.line[0];
	progress_publish(&job->progress, &p);
	job->request.on_progress(job, job->request.context);
	coalesce_progress(job, &p);
}

bool task_count(task_t *t, unsigned nodes, uint64_t now_ns)
{
	job_t *job = t->job;
	uint64_t total =
	        nodes + atomic_fetch_add_explicit(&job->shared.nodes, nodes, memory_order_relaxed);

	t->nodes += nodes;
	if (job_is_spent(job, total, now_ns))
		return true;
	publish(t, now_ns);
	return false;
}
