/* SPDX-License-Identifier: MIT
 * expire.c - see expire.h.
 *
 * A search that runs sees to the deadline of its job, and knows which move it was looking at then
 * (poll.c): it is left alone. Where it has not ended the job after a while, it was put aside before
 * it looked, and the job is ended here. */
#include "engine/solve/expire.h"

#include <stdatomic.h>
#include <stddef.h>

#include "engine/base/clock.h"
#include "engine/solve/lend.h"
#include "engine/solve/pool.h"

enum {
	AGAIN_NS = 2 * NS_PER_MS, /* latency: until one that runs is looked at again */
	MOST = 64, /* latency: jobs that are ended at once, by some list operations each */
};

void expire_note_locked(solver_t *solver, job_t *job)
{
	const uint64_t grace_ns = job->crew.is_lent ? LEND_GRACE_MS * NS_PER_MS : 0;

	due_drop(&solver->dues, &job->place.due);
	if (job->request.deadline_ns > 0)
		due_put(&solver->dues, &job->place.due, job->request.deadline_ns + grace_ns);
}

void expire_locked(solver_t *solver, uint64_t now_ns)
{
	for (unsigned i = 0; i < MOST && due_has_come(&solver->dues, now_ns); i++) {
		due_t *due = solver->dues.first;
		job_t *job = (job_t *)(void *)((char *)due - offsetof(job_t, place.due));

		due_drop(&solver->dues, due);
		if (job_is_ending_locked(job))
			continue;
		if (atomic_load_explicit(&job->shared.active, memory_order_relaxed) > 0)
			due_put(&solver->dues, due, now_ns + AGAIN_NS);
		else
			pool_end_locked(solver, job, JOB_EXPIRED);
	}
}
