/* SPDX-License-Identifier: MIT
 * log.c - one write(2) a line, so that lines of several processes do not mix.
 *
 * The rate is limited by a window for each area and not by one for all: a flood of broken
 * connections must not silence a listener that cannot accept. Errors count like other lines,
 * because limits are for an endless loop of one error.
 *
 * Writing without waiting: O_NONBLOCK is a property of the open file, which stderr shares with
 * the shell and other programs, so this process may not set it. A socket (the journal's) takes
 * MSG_DONTWAIT with each line. A pipe or a terminal is opened a second time, by /proc/self/fd/2,
 * with a mode of its own. Where that is not allowed, a poll comes before each write. A pipe that
 * is ready takes a whole line (less than PIPE_BUF) at once, unless another program fills it in
 * between; that case is accepted. Files on a disk are always ready.
 *
 * A thread with a queue is needed for none of these. It would lose the last lines before a
 * crash, and would only move the place where lines are dropped: the pipe is a queue of 64 KiB
 * already.
 */
#include "server/log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "server/log_json.h"

static const struct {
	const char *name;
	int priority;
} levels[LOG_LEVELS] = {
        [LOG_ERROR] = {"error", 3}, [LOG_WARNING] = {"warning", 4}, [LOG_NOTICE] = {"notice", 5},
        [LOG_INFO] = {"info", 6},   [LOG_DEBUG] = {"debug", 7},
};

static const char *const areas[LOG_AREAS] = {
        [LOG_SERVER] = "server", [LOG_CONF] = "conf", [LOG_LISTEN] = "listen",
        [LOG_CONN] = "conn",     [LOG_JOB] = "job",   [LOG_AUDIT] = "audit",
};

typedef struct {
	uint64_t began_ns; /* of the window */
	unsigned lines;    /* written in it */
	unsigned lost;     /* lines left out since the area last wrote one */
} window_t;

/* Loop thread only. */
static struct {
	int level; /* -1 = off */
	bool is_json;
	int own_fd;       /* stderr, opened by log_open; -1 = it was not */
	uint64_t dropped; /* lines that stderr has not taken since the last that it took */
	size_t left;      /* bytes of `rest`: the end of a line that stderr took in part */
	char rest[LOG_BYTES_MAX];
	window_t windows[LOG_AREAS];
} state = {.level = LOG_INFO, .own_fd = -1};

void log_init(log_level_t level, log_format_t format)
{
	state.level = (int)level;
	state.is_json = format == LOG_JSON;
}

const char *log_quoted(char *out, size_t size, const char *text)
{
	size_t used = 0;

	assert(size > 2);
	out[used++] = '"';
	for (; *text != '\0'; text++) {
		const bool escapes = *text == '"' || *text == '\\';

		if (used + escapes + 3 > size) /* itself, the quote and the NUL */
			break;
		if (escapes)
			out[used++] = '\\';
		out[used++] = *text;
	}
	out[used++] = '"';
	out[used] = '\0';
	return out;
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

/* write_now writes what stderr takes at once and returns how many bytes that is; -1 with errno:
 * none. */
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

/* put_rest writes the end of a line that was taken in part. True: nothing of it is left. */
static bool put_rest(void)
{
	ssize_t n;

	if (state.left == 0)
		return true;
	n = write_now(state.rest, state.left);
	if (n <= 0)
		return false;
	assert((size_t)n <= state.left && state.left <= sizeof(state.rest));
	state.left -= (size_t)n;
	memmove(state.rest, state.rest + n, state.left);
	return state.left == 0;
}

/* put_bytes writes one line of at most LOG_BYTES_MAX bytes, now or its end later. False: nothing
 * of it. */
static bool put_bytes(const char *line, size_t length)
{
	ssize_t n;

	assert(length <= sizeof(state.rest));
	if (!put_rest())
		return false;
	n = write_now(line, length);
	if (n <= 0)
		return false;
	state.left = length - (size_t)n;
	memcpy(state.rest, line + n, state.left);
	return true;
}

static double wall_seconds(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_REALTIME, &now); /* cannot fail */
	return (double)now.tv_sec + (double)now.tv_nsec / NS_PER_S;
}

/* form writes a line with its newline into out[LOG_BYTES_MAX], and returns its length. */
static size_t form(char out[LOG_BYTES_MAX], log_level_t level, log_area_t area, const char *text)
{
	size_t length;

	if (state.is_json)
		length = log_json(out, LOG_BYTES_MAX - 1, wall_seconds(), levels[level].name,
		                  areas[area], text);
	else
		length = (size_t)snprintf(out, LOG_BYTES_MAX - 1, "<%d>%s %s",
		                          levels[level].priority, areas[area], text);
	assert(length < LOG_BYTES_MAX - 1); /* the text is shorter by far */
	out[length++] = '\n';
	return length;
}

void log_retry(void)
{
	char text[LOG_LINE_MAX], line[LOG_BYTES_MAX];

	if (state.dropped == 0) {
		(void)put_rest();
		return;
	}
	(void)snprintf(text, sizeof(text), "event=log-dropped lines=%llu",
	               (unsigned long long)state.dropped);
	if (put_bytes(line, form(line, LOG_WARNING, LOG_SERVER, text)))
		state.dropped = 0;
}

static void put_line(log_level_t level, log_area_t area, const char *format, va_list args)
{
	char text[LOG_LINE_MAX], line[LOG_BYTES_MAX];

	(void)vsnprintf(text, sizeof(text), format, args);
	for (char *c = text; *c != '\0'; c++)
		if ((unsigned char)*c < 0x20 || *c == 0x7f)
			*c = '?';
	if (state.dropped > 0)
		log_retry();
	if (state.dropped > 0 || !put_bytes(line, form(line, level, area, text)))
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

/* window_admits tells whether the area may write one more line now, and counts the line. */
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
