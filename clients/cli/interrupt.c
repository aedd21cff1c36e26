/* SPDX-License-Identifier: MIT
 * interrupt.c - Ctrl-C: the first asks, the second ends the process at once.
 *
 * Design     The handler notes the signal; only interrupt_wait looks. It keeps
 *            the signals blocked from its look until ppoll opens them, so that
 *            none can fall between the two. Everywhere else they are open, so
 *            that the second one always ends the process, even inside a call
 *            that waits for a daemon.
 */
#include "clients/cli/interrupt.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

enum { SIGNAL_EXIT_BASE = 128 };

static volatile sig_atomic_t caught; /* the first signal; written by the handler */
static bool reported;

static void on_signal(int number)
{
	if (caught != 0) {
		if (isatty(STDERR_FILENO) == 1)
			(void)!write(STDERR_FILENO, "\n", 1);
		_exit(SIGNAL_EXIT_BASE + number);
	}
	caught = number;
}

static void both_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
}

void interrupt_catch(void)
{
	struct sigaction action = {.sa_handler = on_signal};

	both_signals(&action.sa_mask);
	(void)sigaction(SIGINT, &action, NULL);
	(void)sigaction(SIGTERM, &action, NULL);
}

int interrupt_signal(void)
{
	return caught;
}

int interrupt_wait(int fd)
{
	struct pollfd poller = {.fd = fd, .events = POLLIN};
	sigset_t both, former;
	int ready = 0;

	both_signals(&both);
	(void)pthread_sigmask(SIG_BLOCK, &both, &former);
	while (ready <= 0 && (caught == 0 || reported))
		ready = ppoll(&poller, 1, NULL, &former);
	(void)pthread_sigmask(SIG_SETMASK, &former, NULL);
	if (ready <= 0)
		reported = true;
	return ready > 0;
}
