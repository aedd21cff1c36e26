/* SPDX-License-Identifier: MIT
 * clock_shift.c - preloaded into a daemon, it shifts the wall clock by TESUJI_CLOCK_S seconds, and
 * no other clock. */
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *out)
{
	const char *seconds = getenv("TESUJI_CLOCK_S");
	const int rc = (int)syscall(SYS_clock_gettime, clock, out);

	if (rc == 0 && clock == CLOCK_REALTIME && seconds != NULL)
		out->tv_sec += strtol(seconds, NULL, 10);
	return rc;
}
