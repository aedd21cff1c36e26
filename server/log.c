/* SPDX-License-Identifier: MIT
 * log.c - one write(2) a line, so that lines of several processes do not mix.
 *
 * The rate limit is a window per area rather than a bucket for all: a flood of
 * broken connections must not silence a listener that cannot accept. Errors
 * count like the rest; an endless loop of one error is what limits are for.
 */
#include "server/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
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
	int level; /* -1 = off */
	window_t windows[LOG_AREAS];
} state = {.level = LOG_INFO};

void log_init(log_level_t level)
{
	state.level = (int)level;
}

void log_off(void)
{
	state.level = -1;
}

bool log_wanted(log_level_t level)
{
	return (int)level <= state.level;
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
	if (write(STDERR_FILENO, line, length) < 0)
		return; /* nobody to tell */
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
