/* SPDX-License-Identifier: MIT
 * quota.h - what an account may submit, and what its work may cost in a day.
 *
 * Submissions are counted by a token bucket: submits_per_s come in each second, and as many may
 * have gathered, one at least. A day begins at midnight UTC. What a job may still search is set as
 * its limits, so it ends where the day's part is used up; jobs in flight at once may go beyond that
 * by what each was allowed. What another
 * job's search has answered costs nothing. A certificate counts with what was searched for it.
 *
 * The bucket goes by a clock that does not jump. Where the wall clock jumps back, what was used
 * stays used until the next midnight that it passes.
 *
 * Units     ms; nodes; seconds of one worker.
 * Threads   the loop thread.
 */
#ifndef SERVER_QUOTA_H
#define SERVER_QUOTA_H

#include "protocol/msg.h"
#include "server/accounts.h"

/* A moment by both clocks: `wall_ms` since 1970. quota_now returns the present one. */
typedef struct {
	uint64_t steady_ms, wall_ms;
} quota_moment_t;

quota_moment_t quota_now(void);

/* quota_admit tells whether the account, NULL: none, may submit at `now`. ERR_QUOTA, with
 * *retry_ms. */
err_t quota_admit(account_t *account, quota_moment_t now, uint64_t *retry_ms, errinfo_t *why);

/* quota_admit_day tells so of work that is not submitted now. */
err_t quota_admit_day(account_t *account, quota_moment_t now, uint64_t *retry_ms, errinfo_t *why);

/* quota_limit lowers the limits of a job of `workers` workers to what is left of the day, and tells
 * it in *told. After quota_admit at the same moment. */
void quota_limit(const account_t *account, unsigned workers, msg_limits_t *limits,
                 msg_submitted_t *told);

/* quota_time_ms returns `time_ms` of a status, or what the account has left for it where that is
 * less. */
uint64_t quota_time_ms(const account_t *account, unsigned workers, uint64_t time_ms);

/* quota_take counts a submission that was accepted, quota_spend what work has cost. */
void quota_take(account_t *account);
void quota_spend(account_t *account, quota_moment_t now, uint64_t nodes, uint64_t worked_ns);

#endif
