/* SPDX-License-Identifier: MIT
 * interrupt.c - see interrupt.h.
 *
 * Design     The handler stores the signal; only interrupt_wait looks at it. It keeps the signals
 *            blocked from its look until ppoll unblocks them, so that none can come between the
 *            two. Everywhere else they are unblocked, so that the second one always ends the
 *            process, even in a call that waits for a daemon.
 */
#include "clients/cli/interrupt.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#include "clients/c/tesuji.h"

enum { SIGNAL_EXIT_BASE = 128, MS_A_SECOND = 1000, NS_A_MS = 1000000 };

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

exit_t interrupt_exit(void)
{
	return (exit_t)(SIGNAL_EXIT_BASE + caught);
}

int64_t interrupt_now(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * MS_A_SECOND + now.tv_nsec / NS_A_MS;
}

int64_t interrupt_until(int64_t time_ms)
{
	return time_ms <= 0 ? INTERRUPT_NEVER : interrupt_now() + time_ms + TESUJI_TIMEOUT_MS;
}

/* left returns the time until until_ms; NULL for INTERRUPT_NEVER. */
static const struct timespec *left(int64_t until_ms, struct timespec *room)
{
	const int64_t ms = until_ms - interrupt_now();

	if (until_ms == INTERRUPT_NEVER)
		return NULL;
	*room = (struct timespec){0};
	if (ms > 0)
		*room = (struct timespec){ms / MS_A_SECOND, ms % MS_A_SECOND * NS_A_MS};
	return room;
}

interrupt_t interrupt_wait(int fd, int64_t until_ms)
{
	struct timespec room;
	struct pollfd poller = {.fd = fd, .events = POLLIN};
	sigset_t both, former;
	int ready = -1;

	both_signals(&both);
	(void)pthread_sigmask(SIG_BLOCK, &both, &former);
	while (ready < 0 && (caught == 0 || reported))
		ready = ppoll(&poller, 1, left(until_ms, &room), &former);
	(void)pthread_sigmask(SIG_SETMASK, &former, NULL);
	if (ready >= 0)
		return ready > 0 ? INTERRUPT_INPUT : INTERRUPT_LATE;
	reported = true;
	return INTERRUPT_SIGNAL;
}
