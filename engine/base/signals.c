/* SPDX-License-Identifier: MIT
 * signals.c - a thread's mask, held and brought back. */
#include "engine/base/signals.h"

#include <stddef.h>

sigset_t signals_hold(void)
{
	sigset_t all, former;

	(void)sigfillset(&all);
	(void)sigemptyset(&former);
	(void)pthread_sigmask(SIG_SETMASK, &all, &former);
	return former;
}

void signals_restore(const sigset_t *former)
{
	(void)pthread_sigmask(SIG_SETMASK, former, NULL);
}
