/* SPDX-License-Identifier: MIT
 * mapped.c - a handler of faults that leaves by a jump.
 *
 * Weighed: reading by pread instead of mapping (LMDB cannot), a lock against cutting the file short
 * (there is none that others must heed), a process apart that has the file (a lookup would cost
 * several times as much). The handler jumps only from a fault of the thread that is within
 * mapped_read: there SIGBUS comes from a read of the mapping, LMDB's or the store's, and never from
 * malloc or a lock, whose memory has no file behind it. All other faults go to the handler that was
 * there before, or end the process as they always did. */
#include "engine/store/mapped.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

static _Thread_local sigjmp_buf *volatile current;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct sigaction former_bus, former_segv;

static void on_fault(int number, siginfo_t *info, void *context)
{
	const struct sigaction *former = number == SIGBUS ? &former_bus : &former_segv;
	sigjmp_buf *frame = current;

	/* A code above 0: the kernel's, not one that somebody has sent. */
	if (frame != NULL && info->si_code > 0)
		siglongjmp(*frame, 1);
	if ((former->sa_flags & SA_SIGINFO) != 0)
		former->sa_sigaction(number, info, context);
	else if (former->sa_handler != SIG_DFL && former->sa_handler != SIG_IGN)
		former->sa_handler(number);
	else
		(void)signal(number, SIG_DFL); /* it comes again at once, and ends the process */
}

static void install(void)
{
	/* The mask stays as it is, so the jump has none to restore. */
	struct sigaction action = {.sa_flags = SA_SIGINFO | SA_NODEFER};

	action.sa_sigaction = on_fault;
	(void)sigemptyset(&action.sa_mask);
	(void)sigaction(SIGBUS, &action, &former_bus);
	(void)sigaction(SIGSEGV, &action, &former_segv);
}

bool mapped_read(void (*run)(void *context), void *context)
{
	sigjmp_buf frame;
	sigjmp_buf *volatile outer = current;
	volatile bool done = false;

	(void)pthread_once(&once, install);
	if (sigsetjmp(frame, 0) == 0) {
		current = &frame;
		run(context);
		done = true;
	}
	current = outer;
	return done;
}

void mapped_leave(void)
{
	if (current != NULL)
		siglongjmp(*current, 1);
}
