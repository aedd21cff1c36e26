/* SPDX-License-Identifier: MIT
 * check.c - what a failed CHECK does.
 *
 * The line goes straight to the descriptor: nothing is buffered, no lock of stdio can be held by
 * the thread that is about to die. Where stderr takes nothing, a pipe or a journal that nobody
 * reads, the line is lost: whoever waits for the end of this process should not wait for that. As
 * in server/log.c, a poll before the write leaves one case open, that somebody else fills the pipe
 * in between.
 */
#include "engine/base/check.h"

#include "engine/base/guard.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LINE_BYTES = 512, WAIT_MS = 100 };

/* tell writes what stderr takes within WAIT_MS. */
static void tell(const char *line, size_t length)
{
	struct pollfd ready = {.fd = STDERR_FILENO, .events = POLLOUT};

	if (poll(&ready, 1, WAIT_MS) == 1 && (ready.revents & POLLOUT) != 0)
		(void)!write(STDERR_FILENO, line, length);
}

void check_failed(const char *what, const char *file, int line)
{
	char text[LINE_BYTES];
	int length;

	guard_leave(what, file, line);
	length = snprintf(text, sizeof(text), "%s:%d: check failed: %.256s\n", file, line, what);
	if (length > 0)
		tell(text, (size_t)length < sizeof(text) ? (size_t)length : sizeof(text) - 1);
	abort();
}
