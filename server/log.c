/* SPDX-License-Identifier: MIT
 * log.c - one write(2) a line, so that lines of several processes do not mix.
 *
 * The rate limit is a window per area rather than a bucket for all: a flood of
 * broken connections must not silence a listener that cannot accept. Errors
 * count like the rest; an endless loop of one error is what limits are for.
 *
 * Not waiting: O_NONBLOCK is a property of the open file, which stderr shares with
 * the shell and the programs beside us, so it is not ours to set. A socket (the
 * journal's) takes MSG_DONTWAIT with each line. A pipe or a terminal is opened a
 * second time, by /proc/self/fd/2, with a mode of its own. Where that is not allowed
 * a poll comes before each write: a pipe that is ready takes a whole line (less than
 * PIPE_BUF) at once, unless somebody else fills it in between; that window is
 * accepted. Files on a disk are always ready. A thread with a queue would be needed
 * for none of these, would lose the last lines of a crash, and would only move the
 * place where lines are dropped: the pipe is a queue of 64 KiB already.
 */
#include "server/log.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/clock.h"

static const struct {
	const char *name;
	int priority;
} levels[LOG_LEVELS] = {
        [LOG_ERROR] = {"error", 3}, [LOG_WARNING] = {"warning", 4}, [LOG_NOTICE] = {"notice", 5},
        [LOG_INFO] = {"info", 6},   [LOG_DEBUG] = {"debug", 7},
};

static const char *const areas[LOG_AREAS] = {
        [LOG_SERVER] = "server", [LOG_CONF] = "conf", [LOG_LISTEN] = "listen",
        [LOG_CONN] = "conn",     [LOG_JOB] = "job",
};

typedef struct {
	uint64_t began_ns; /* of the window */
	unsigned lines;    /* written in it */
	unsigned lost;     /* kept back since the area last spoke */
} window_t;

/* Loop thread only. */
static struct {
	int level;        /* -1 = off */
	int own_fd;       /* stderr opened for us alone, without waiting; -1 = is not */
	uint64_t dropped; /* lines that stderr has not taken since the last that it took */
	size_t left;      /* bytes of a line that it took a part of */
	char rest[LOG_LINE_MAX];
	window_t windows[LOG_AREAS];
} state = {.level = LOG_INFO, .own_fd = -1};

void log_init(log_level_t level)
{
	state.level = (int)level;
}

void log_open(void)
{
	struct stat status;

	if (state.own_fd >= 0 || fstat(STDERR_FILENO, &status) != 0)
		return;
	if (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode))
		state.own_fd = open("/proc/self/fd/2",
		                    O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_APPEND);
}

void log_off(void)
{
	state.level = -1;
}

bool log_wanted(log_level_t level)
{
	return (int)level <= state.level;
}

/* write_now writes what stderr takes at once; -1: nothing, with errno. */
static ssize_t write_now(const char *bytes, size_t length)
{
	struct pollfd ready = {.fd = STDERR_FILENO, .events = POLLOUT};
	ssize_t n;

	if (state.own_fd >= 0)
		return write(state.own_fd, bytes, length);
	n = send(STDERR_FILENO, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
	if (n >= 0 || errno != ENOTSOCK)
		return n;
	if (poll(&ready, 1, 0) == 1 && (ready.revents & POLLOUT) != 0)
		return write(STDERR_FILENO, bytes, length);
	errno = EAGAIN;
	return -1;
}

/* put_rest writes the end of a line that was taken in part, before anything else. */
static bool put_rest(void)
{
	ssize_t n;

	if (state.left == 0)
		return true;
	n = write_now(state.rest, state.left);
	if (n <= 0)
		return false;
	state.left -= (size_t)n;
	memmove(state.rest, state.rest + n, state.left);
	return state.left == 0;
}

/* put_bytes writes one line, all of it in the end; false: nothing of it. */
static bool put_bytes(const char *line, size_t length)
{
	ssize_t n;

	if (!put_rest())
		return false;
	n = write_now(line, length);
	if (n <= 0)
		return false;
	state.left = length - (size_t)n;
	memcpy(state.rest, line + n, state.left);
	return true;
}

void log_retry(void)
{
	char line[LOG_LINE_MAX];
	int length;

	if (state.dropped == 0) {
		(void)put_rest();
		return;
	}
	length = snprintf(line, sizeof(line), "<%d>%s event=log-dropped lines=%llu\n",
	                  levels[LOG_WARNING].priority, areas[LOG_SERVER],
	                  (unsigned long long)state.dropped);
	if (put_bytes(line, (size_t)length))
		state.dropped = 0;
}

static void put_line(log_level_t level, log_area_t area, const char *format, va_list args)
{
	char line[LOG_LINE_MAX];
	int head = snprintf(line, sizeof(line), "<%d>%s ", levels[level].priority, areas[area]);
	int body = vsnprintf(line + head, sizeof(line) - (size_t)head - 1, format, args);
	size_t length = (size_t)head + (body < 0 ? 0 : (size_t)body);

	if (length > sizeof(line) - 2)
		length = sizeof(line) - 2;
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)line[i] < 0x20 || line[i] == 0x7f)
			line[i] = '?';
	line[length++] = '\n';
	if (state.dropped > 0)
		log_retry();
	if (state.dropped > 0 || !put_bytes(line, length))
		state.dropped++;
}

static void put(log_level_t level, log_area_t area, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

static void put(log_level_t level, log_area_t area, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_line(level, area, format, args);
	va_end(args);
}

/* window_admits counts a line against its area. */
static bool window_admits(window_t *w, log_area_t area)
{
	uint64_t now = clock_now_ns();

	if (now - w->began_ns >= (uint64_t)LOG_WINDOW_S * NS_PER_S) {
		unsigned lost = w->lost;

		*w = (window_t){.began_ns = now};
		if (lost > 0)
			put(LOG_WARNING, area, "suppressed=%u", lost);
	}
	if (w->lines >= LOG_BURST) {
		w->lost++;
		return false;
	}
	w->lines++;
	return true;
}

void log_line(log_level_t level, log_area_t area, const char *format, ...)
{
	va_list args;

	if (!log_wanted(level) || !window_admits(&state.windows[area], area))
		return;
	va_start(args, format);
	put_line(level, area, format, args);
	va_end(args);
}
