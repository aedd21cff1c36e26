/* SPDX-License-Identifier: MIT
 * deadline.c - moments on the monotonic clock, for waiting with poll. */
#include "clients/c/deadline.h"

#include <limits.h>

#include "engine/base/clock.h"

static int64_t now_ms(void)
{
	return (int64_t)(clock_now_ns() / NS_PER_MS);
}

deadline_t deadline_after(int timeout_ms)
{
	return timeout_ms < 0 ? -1 : now_ms() + timeout_ms;
}

int deadline_left(deadline_t deadline)
{
	int64_t left;

	if (deadline < 0)
		return -1;
	left = deadline - now_ms();
	return left <= 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}
