/* SPDX-License-Identifier: MIT
 * clock.c - clock_gettime in one 64-bit word; the vDSO answers without a
 * system call for CLOCK_MONOTONIC. */
#include "engine/base/clock.h"

#include "engine/base/check.h"

#include <time.h>

static uint64_t read_ns(clockid_t id)
{
	struct timespec t;

	CHECK(clock_gettime(id, &t) == 0);
	assert(t.tv_sec >= 0 && t.tv_nsec >= 0 && t.tv_nsec < NS_PER_S);
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_nsec;
}

uint64_t clock_now_ns(void)
{
	return read_ns(CLOCK_MONOTONIC);
}

uint64_t clock_cpu_ns(void)
{
	return read_ns(CLOCK_THREAD_CPUTIME_ID);
}
