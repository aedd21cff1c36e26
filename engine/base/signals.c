/* SPDX-License-Identifier: MIT
 * signals.c - the mask of a thread, set and restored.
 */
#include "engine/base/signals.h"

#include <stddef.h>

static const int faults[] = {SIGBUS, SIGFPE, SIGILL, SIGSEGV};

sigset_t signals_hold(void)
{
	sigset_t all, former;

	(void)sigfillset(&all);
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		(void)sigdelset(&all, faults[i]);
	(void)sigemptyset(&former);
	(void)pthread_sigmask(SIG_SETMASK, &all, &former);
	return former;
}

void signals_restore(const sigset_t *former)
{
	(void)pthread_sigmask(SIG_SETMASK, former, NULL);
}
