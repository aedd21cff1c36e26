/* SPDX-License-Identifier: MIT
 * priority.c - a solver keeps every core busy, and a thread that wakes beside equal
 * ones may wait a scheduler tick (4 ms) for its core. Beside threads at nice 19 it
 * gets one within some 50 us. Linux keeps nice values by thread. */
#include "engine/solve/priority.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NICE = 19 };

void priority_set(worker_priority_t priority)
{
	struct sched_param none = {.sched_priority = 0};

	if (priority == PRIORITY_NICE)
		(void)setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICE);
	else if (priority == PRIORITY_IDLE)
		(void)sched_setscheduler(0, SCHED_IDLE, &none);
}
