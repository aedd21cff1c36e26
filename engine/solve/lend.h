/* SPDX-License-Identifier: MIT
 * lend.h - jobs that are searched elsewhere: a job is lent, and its result comes from there.
 *
 *   waits --lend_next--> lent --lend_settle--> ends as the result says
 *     ^                     |  \--cancelled, or its time is up--> ends; lend_settle is refused
 *     \----lend_return------/
 *
 * A lent job keeps its place in the solver: others that ask the same follow it, it can be
 * cancelled, and it expires. It is charged to its client as a turn of QUEUE_DEBT_NS (queue.h), so
 * that clients have turns in what is lent as in what is searched here. No worker here helps it.
 * What it had found out before it was lent stays in the table.
 *
 * A job that another solver has lent to this one (request_t.borrowed) is searched here: it follows
 * no lent job, and whom it follows is not lent. So no two solvers wait for each other.
 *
 * The result is believed: whoever settles answers for it. It is neither remembered nor stored.
 *
 * Ownership lend_next gives the caller a reference (job_release).
 * Threads   any; on_progress and on_done run on the thread that calls, under the rules of solver.h.
 */
#ifndef ENGINE_SOLVE_LEND_H
#define ENGINE_SOLVE_LEND_H

#include "engine/solve/solver.h"

/* latency: so much later than another job a lent one expires here, since its result, which
 * says how far it got, has to come back first. */
enum { LEND_GRACE_MS = 200 };

/* Says whether a job that waits, of which ran_ns have been searched here, may be lent. Called with
 * the solver's lock: it must call nothing of the solver. */
typedef bool (*lend_suits_t)(const job_t *job, uint64_t ran_ns, void *context);

/* lend_next takes the next job in turn that waits and that suits. Of a client only the first of
 * its young and the first of its old ones are looked at. NULL: there is none. */
job_t *lend_next(solver_t *solver, lend_suits_t suits, void *context);

/* lend_settle ends a lent job with its result, of which time_ns, wait_ns and what the table has are
 * measured here. false: it is not lent any more; nothing happens. */
bool lend_settle(job_t *job, const result_t *result);

/* lend_return has a lent job searched here after all. false: as above. */
bool lend_return(job_t *job);

/* lend_progress passes on where a lent job stands; of *progress state, sequence, value, rate and
 * time are not used. Its nodes and workers are told beside those that it has had here. */
void lend_progress(job_t *job, const progress_t *progress);

/* lend_expire ends what is past its time; for a solver whose own workers have nothing to do. */
void lend_expire(solver_t *solver);

#endif
