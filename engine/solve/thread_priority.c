/* SPDX-License-Identifier: MIT
 * thread_priority.c - a solver keeps every core busy, and a thread that wakes beside equal
 * ones may wait a scheduler tick (4 ms) for its core. Beside threads at nice 19 it
 * gets one within some 50 us, mostly: since Linux 6.6 a thread that has had more
 * than its share of late may find its core taken for the rest of a tick, whatever
 * the nice value of the other. Only SCHED_IDLE gives way at once, always. Linux
 * keeps both by thread; SCHED_IDLE comes on top of nice 19, for kernels and
 * filters that refuse it. */
#include "engine/solve/thread_priority.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NICE = 19 }; /* bound: the lowest priority that Linux has */

void thread_priority_set(worker_priority_t priority)
{
	struct sched_param none = {.sched_priority = 0};

	if (priority == PRIORITY_NORMAL)
		return;
	(void)setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICE);
	if (priority == PRIORITY_IDLE)
		(void)sched_setscheduler(0, SCHED_IDLE, &none);
}
