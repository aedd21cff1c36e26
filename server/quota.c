/* SPDX-License-Identifier: MIT
 * quota.c - see quota.h. */
#include "server/quota.h"

#include <assert.h>
#include <time.h>

#include "engine/base/clock.h"

enum { MS_A_DAY = 86400000 };

quota_moment_t quota_now(void)
{
	struct timespec wall;

	(void)clock_gettime(CLOCK_REALTIME, &wall); /* cannot fail */
	return (quota_moment_t){.steady_ms = clock_now_ns() / NS_PER_MS,
	                        .wall_ms = (uint64_t)wall.tv_sec * MS_PER_S +
	                                   (uint64_t)wall.tv_nsec / NS_PER_MS};
}

/* fill lets submissions come since the last look, and begins a new day. */
static void fill(account_t *account, quota_moment_t now)
{
	const double most = (double)account->most.submits_per_s;
	const uint64_t day = now.wall_ms / MS_A_DAY;
	account_use_t *use = &account->use;

	use->submits += most * (double)(now.steady_ms - use->filled_ms) / MS_PER_S;
	if (use->submits > most || use->filled_ms == 0)
		use->submits = most;
	use->filled_ms = now.steady_ms;
	if (day > use->day) {
		use->nodes = 0;
		use->seconds = 0;
	}
	use->day = day;
}

static uint64_t to_midnight(uint64_t now_ms)
{
	return MS_A_DAY - now_ms % MS_A_DAY;
}

/* admit_day tells whether there is anything left of the account's day. */
static err_t admit_day(const account_t *account, quota_moment_t now, uint64_t *retry_ms,
                       errinfo_t *why)
{
	const account_limits_t *most = &account->most;
	const account_use_t *use = &account->use;

	*retry_ms = to_midnight(now.wall_ms);
	if (most->nodes_per_day > 0 && use->nodes >= most->nodes_per_day)
		return err_fail(why, ERR_QUOTA,
		                "the account %s has searched its %llu nodes of today: wait for "
		                "midnight (UTC), or ask for more",
		                account->name, (unsigned long long)most->nodes_per_day);
	if (most->seconds_per_day > 0 && use->seconds >= (double)most->seconds_per_day)
		return err_fail(why, ERR_QUOTA,
		                "the account %s has searched for its %llu s of today: wait for "
		                "midnight (UTC), or ask for more",
		                account->name, (unsigned long long)most->seconds_per_day);
	*retry_ms = 0;
	return ERR_OK;
}

err_t quota_admit(account_t *account, quota_moment_t now, uint64_t *retry_ms, errinfo_t *why)
{
	const account_limits_t *most;
	const account_use_t *use;

	if (account == NULL)
		return ERR_OK;
	fill(account, now);
	most = &account->most;
	use = &account->use;
	if (most->submits_per_s > 0 && use->submits < 1) {
		*retry_ms =
		        (uint64_t)((1 - use->submits) * MS_PER_S / (double)most->submits_per_s) + 1;
		return err_fail(why, ERR_QUOTA,
		                "the account %s may submit %llu jobs a second: wait %llu ms",
		                account->name, (unsigned long long)most->submits_per_s,
		                (unsigned long long)*retry_ms);
	}
	return admit_day(account, now, retry_ms, why);
}

err_t quota_admit_day(account_t *account, quota_moment_t now, uint64_t *retry_ms, errinfo_t *why)
{
	if (account == NULL)
		return ERR_OK;
	fill(account, now);
	return admit_day(account, now, retry_ms, why);
}

static void lower(uint64_t *limit, uint64_t most, uint64_t *told)
{
	most = most > 0 ? most : 1;
	if (*limit == 0 || *limit > most)
		*limit = *told = most;
}

void quota_limit(const account_t *account, unsigned workers, msg_limits_t *limits,
                 msg_submitted_t *told)
{
	const account_limits_t *most;
	uint64_t left;

	if (account == NULL)
		return;
	most = &account->most;
	if (most->nodes_per_day > account->use.nodes)
		lower(&limits->nodes, most->nodes_per_day - account->use.nodes, &told->nodes);
	left = quota_time_ms(account, workers, MS_A_DAY);
	if (left < MS_A_DAY)
		lower(&limits->time_ms, left, &told->time_ms);
}

uint64_t quota_time_ms(const account_t *account, unsigned workers, uint64_t time_ms)
{
	double left;

	assert(workers > 0);
	if (account == NULL || account->most.seconds_per_day == 0)
		return time_ms;
	left = ((double)account->most.seconds_per_day - account->use.seconds) * MS_PER_S / workers;
	return left < 1 ? 1 : left < (double)time_ms ? (uint64_t)left : time_ms;
}

void quota_take(account_t *account)
{
	if (account != NULL && account->most.submits_per_s > 0)
		account->use.submits -= 1;
}

void quota_spend(account_t *account, quota_moment_t now, uint64_t nodes, uint64_t worked_ns)
{
	if (account == NULL)
		return;
	fill(account, now);
	account->use.nodes += nodes;
	account->use.seconds += (double)worked_ns / NS_PER_S;
}
