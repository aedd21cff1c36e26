/* SPDX-License-Identifier: MIT
 * lines.c - see lines.h.
 *
 * Awake      A program that asks a thousand times a second sends the next command at once, and to
 *            wake a sleeping thread, and its core, takes longer than many an answer. So where the
 *            caller sets stays_awake the thread polls for a tenth of a millisecond before it
 *            sleeps, if there is a second core. (The median of GNU Go's tests is answered within
 *            0.96 ms with it and 1.06 ms without.)
 */
#include "clients/front/lines.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
	NS_PER_S = 1000000000,
	AWAKE_NS = 100000, /* twice as long as a fast controller takes to ask again */
};

static int wake_pipe[2] = {-1, -1};

void lines_init(lines_t *in, int fd, char comment, char *text, size_t room)
{
	assert(room > 1);
	*in = (lines_t){.fd = fd,
	                .wake_fd = -1,
	                .comment = comment,
	                .text = text,
	                .room = room,
	                .taken = true};
	text[0] = '\0';
}

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * NS_PER_S + t.tv_nsec;
}

/* has_cores tells whether this process may run on a second core, where a controller would run. */
static bool has_cores(void)
{
	static int known = -1;
	cpu_set_t cores;

	if (known < 0)
		known = sched_getaffinity(0, sizeof(cores), &cores) == 0 && CPU_COUNT(&cores) > 1;
	return known != 0;
}

/* stay_awake polls for input for AWAKE_NS, without sleeping. */
static void stay_awake(int fd)
{
	struct pollfd more = {.fd = fd, .events = POLLIN};
	const int64_t until = now_ns() + AWAKE_NS;

	while (poll(&more, 1, 0) == 0 && now_ns() < until)
		;
}

/* can_read waits until the input can be read; it returns false if it cannot now and `wait` is
 * not set, and sets in->ended when the program shall end. */
static bool can_read(lines_t *in, bool wait)
{
	struct pollfd fds[2] = {{.fd = in->fd, .events = POLLIN},
	                        {.fd = in->wake_fd, .events = POLLIN}};
	int n;

	do
		n = poll(fds, 2, wait ? -1 : 0);
	while (n < 0 && errno == EINTR);
	if (n > 0 && fds[1].revents != 0)
		in->ended = true;
	return n > 0 && !in->ended && fds[0].revents != 0;
}

/* fill reads more bytes. Returns false if there are none. */
static bool fill(lines_t *in, bool wait)
{
	ssize_t held;

	if (in->ended)
		return false;
	if (in->stays_awake && wait && has_cores())
		stay_awake(in->fd);
	in->stays_awake = false;
	do {
		/* The descriptor may be shared, and have been set not to block. */
		if (!can_read(in, wait))
			return false;
		held = read(in->fd, in->bytes, sizeof(in->bytes));
	} while (held < 0 && (errno == EINTR || errno == EAGAIN));
	in->ended = held <= 0;
	in->error = held < 0 ? errno : 0;
	in->held = held > 0 ? (size_t)held : 0;
	in->at = 0;
	return !in->ended;
}

/* add puts a byte at the end of the line that is being read. */
static void add(lines_t *in, char c)
{
	const char byte = c == '\t' ? ' ' : c;

	in->in_comment |= in->comment != '\0' && byte == in->comment;
	if (in->in_comment || (unsigned char)byte < ' ' || byte == 0x7f)
		return;
	if (in->length == in->room - 1)
		in->is_long = true;
	else
		in->text[in->length++] = byte;
}

static lines_got_t take(lines_t *in)
{
	assert(in->length < in->room);
	in->text[in->length] = '\0';
	in->taken = true;
	in->in_comment = false;
	return LINES_LINE;
}

lines_got_t lines_take(lines_t *in, bool wait)
{
	if (in->kept) {
		in->kept = false;
		return LINES_LINE;
	}
	if (in->taken) {
		in->length = 0;
		in->is_long = in->taken = false;
	}
	for (;;) {
		while (in->at < in->held) {
			const char c = in->bytes[in->at++];

			if (c == '\n')
				return take(in);
			add(in, c);
		}
		if (fill(in, wait))
			continue;
		if (!in->ended)
			return LINES_NONE;
		return in->length > 0 ? take(in) : LINES_END;
	}
}

void lines_keep(lines_t *in)
{
	assert(in->taken);
	in->kept = true;
}

bool lines_leave(const lines_t *in)
{
	if (in->at < in->held)
		(void)lseek(in->fd, -(off_t)(in->held - in->at), SEEK_CUR);
	errno = in->error;
	return in->error == 0;
}

static void on_sigterm(int number)
{
	const int before = errno;

	(void)number;
	(void)!write(wake_pipe[1], "", 1);
	errno = before;
}

bool lines_end_on_sigterm(lines_t *in)
{
	struct sigaction act = {.sa_handler = on_sigterm, .sa_flags = (int)SA_RESETHAND};

	if (wake_pipe[0] < 0 && pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
		return false;
	in->wake_fd = wake_pipe[0];
	return sigaction(SIGTERM, &act, NULL) == 0;
}

unsigned lines_split(char *text, char **words, unsigned most)
{
	char *rest = NULL;
	unsigned count = 0;

	for (char *word = strtok_r(text, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest)) {
		if (count == most)
			return most + 1;
		words[count++] = word;
	}
	return count;
}
