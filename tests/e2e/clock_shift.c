/* SPDX-License-Identifier: MIT
 * clock_shift.c - preloaded into a daemon, it shifts the wall clock, and no other clock: by
 * TESUJI_CLOCK_S seconds, and by as many as the file TESUJI_CLOCK_FILE says, which may change while
 * the daemon runs: it holds an int64_t. */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long shift_s;
static const _Atomic int64_t *moving_s; /* NULL: there is no such file */

__attribute__((constructor)) static void read_environment(void)
{
	const char *seconds = getenv("TESUJI_CLOCK_S"), *path = getenv("TESUJI_CLOCK_FILE");
	int fd;
	void *map;

	if (seconds != NULL)
		shift_s = strtol(seconds, NULL, 10);
	if (path == NULL || (fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
		return;
	map = mmap(NULL, sizeof(*moving_s), PROT_READ, MAP_SHARED, fd, 0);
	(void)close(fd);
	if (map != MAP_FAILED)
		moving_s = map;
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
	const int rc = (int)syscall(SYS_clock_gettime, clock, out);

	if (rc == 0 && clock == CLOCK_REALTIME) {
		out->tv_sec += shift_s;
		if (moving_s != NULL)
			out->tv_sec += (time_t)atomic_load_explicit(moving_s, memory_order_relaxed);
	}
	return rc;
}
