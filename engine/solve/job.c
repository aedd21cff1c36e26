/* SPDX-License-Identifier: MIT
 * job.c - what a job is, apart from who runs it (pool.c). */
#include "engine/solve/job.h"

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/solve/store_probe.h"

#define TO(s) (1u << (s))

static const uint16_t may_go[JOB_STATES] = {
        [JOB_QUEUED] = TO(JOB_RUNNING) | TO(JOB_CANCELLED) | TO(JOB_EXPIRED) | TO(JOB_FAILED),
        [JOB_RUNNING] = TO(JOB_DONE) | TO(JOB_CANCELLED) | TO(JOB_EXPIRED) | TO(JOB_FAILED),
}; /* the others are final */

static const char *const state_names[JOB_STATES] = {
        [JOB_QUEUED] = "queued",       [JOB_RUNNING] = "running", [JOB_DONE] = "done",
        [JOB_CANCELLED] = "cancelled", [JOB_EXPIRED] = "expired", [JOB_FAILED] = "failed",
};

const char *job_state_name(job_state_t state)
{
	CHECK((unsigned)state < JOB_STATES);
	return state_names[state];
}

void job_set_state(job_t *job, job_state_t to)
{
	int from = atomic_load_explicit(&job->shared.state, memory_order_relaxed);

	CHECK(may_go[from] & TO(to));
	if (from == JOB_QUEUED && job->request.queued != NULL)
		atomic_fetch_sub_explicit(job->request.queued, 1, memory_order_relaxed);
	/* Release: who sees a final state may read the result. */
	atomic_store_explicit(&job->shared.state, (int)to, memory_order_release);
}

bool job_is_final(const job_t *job)
{
	return may_go[atomic_load_explicit(&job->shared.state, memory_order_acquire)] == 0;
}

bool job_is_queued(const job_t *job)
{
	return atomic_load_explicit(&job->shared.state, memory_order_relaxed) == JOB_QUEUED;
}

void job_destroy(job_t *job)
{
	assert(job->crew.primary == NULL); /* a task is its worker's or the queue's */
	marks_free(job->tables.own_marks);
	ttable_free(job->tables.own_table);
	position_free(job->root);
	problem_forget(job->request.problem);
	store_probe_free(job->request.form);
	coalesce_key_free(&job->join.key);
	progress_fini(&job->progress);
	mem_free(job, sizeof(*job));
}

bool job_is_ending_locked(const job_t *job)
{
	return job->end.state != JOB_QUEUED;
}

void job_recall_locked(job_t *job)
{
	atomic_fetch_add_explicit(&job->shared.serial, 1, memory_order_relaxed);
}

void job_end_locked(job_t *job, job_state_t state)
{
	assert(may_go[JOB_RUNNING] & TO(state));
	if (job_is_ending_locked(job))
		return;
	if (inquiry_settle(&job->inquiry) && state == JOB_EXPIRED &&
	    job->inquiry.found.value == VALUE_DISPROVEN)
		state = JOB_DONE; /* its question was answered */
	job->end.state = state;
	job_recall_locked(job);
}

void job_progress(job_t *job, progress_t *out)
{
	uint64_t nodes = atomic_load_explicit(&job->shared.nodes, memory_order_relaxed);
	uint64_t ns = clock_now_ns() - job->request.submitted_ns;

	if (!progress_read(&job->progress, out))
		*out = (progress_t){.driver = job->request.limits.driver,
		                    .value = VALUE_UNDECIDED,
		                    .best = MOVE_NONE};
	out->state = (job_state_t)atomic_load_explicit(&job->shared.state, memory_order_acquire);
	/* Of a job that is lent the snapshot has what is elsewhere, else 0 (lend.c). */
	out->workers += atomic_load_explicit(&job->shared.active, memory_order_relaxed);
	nodes += out->nodes;
	if (job_is_final(job)) {
		nodes = job->result.nodes;
		ns = job->result.time_ns;
		out->value = job->result.value;
		out->driver = job->result.driver;
		out->order = job->result.order;
		out->depth = job->result.depth;
		out->best = job->result.best;
	}
	out->nodes = nodes;
	out->time_ns = ns;
	out->nodes_per_s = ns > 0 ? (uint64_t)((double)nodes * NS_PER_S / (double)ns) : 0;
}

void job_result(const job_t *job, result_t *out)
{
	CHECK(job_is_final(job));
	*out = job->result;
}

const position_t *job_position(const job_t *job)
{
	return job->root;
}

uint64_t job_question(const job_t *job)
{
	const coalesce_key_t *key = &job->join.key;

	return key->text == NULL ? 0 : key->hash != 0 ? key->hash : 1;
}

void *job_context(const job_t *job)
{
	return job->request.context;
}

void job_hold(job_t *job)
{
	/* Relaxed: who holds one reference may make another. */
	atomic_fetch_add_explicit(&job->shared.references, 1, memory_order_relaxed);
}

void job_release(job_t *job)
{
	assert(atomic_load_explicit(&job->shared.references, memory_order_relaxed) > 0);
	/* acq_rel: what others did with the job happened before it is destroyed. */
	if (atomic_fetch_sub_explicit(&job->shared.references, 1, memory_order_acq_rel) == 1)
		job_destroy(job);
}

search_env_t job_env(job_t *job)
{
	return (search_env_t){.table = job->tables.table,
	                      .driver = job->request.limits.driver,
	                      .algorithm = job->request.limits.engine,
	                      .zoning = job->request.limits.zoning,
	                      .most = (unsigned)job->request.limits.order,
	                      .marks = job->tables.marks,
	                      .limit = job->request.limits.nodes,
	                      .nodes = &job->shared.nodes,
	                      .serial = &job->shared.serial};
}

bool job_is_spent(const job_t *job, uint64_t nodes, uint64_t now_ns)
{
	return (job->request.limits.nodes > 0 && nodes >= job->request.limits.nodes) ||
	       (job->request.deadline_ns > 0 && now_ns >= job->request.deadline_ns);
}
