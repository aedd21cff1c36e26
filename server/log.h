/* SPDX-License-Identifier: MIT
 * log.h - the log of the daemon, on stderr: lines "<n>area key=value", where n is the syslog
 * priority that journald understands, or JSON objects, one a line, with the same keys (log_json.h).
 *
 * Every area may write LOG_BURST lines within LOG_WINDOW_S seconds. Further lines are counted,
 * and the count is logged when the area next writes a line.
 *
 * Writing never waits. A line that stderr does not take at once (a full pipe that nobody reads,
 * a stopped terminal) is dropped and counted, and the count is logged as soon as stderr takes
 * lines again: "server event=log-dropped lines=12".
 *
 * Threads   the loop thread, or main while there is no loop.
 * Errors    none: a line that cannot be written is lost.
 */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	LOG_BURST = 100,
	LOG_WINDOW_S = 5,
	LOG_LINE_MAX = 512,  /* bytes of a line as text, */
	LOG_BYTES_MAX = 1536 /* and as it is written */
};

/* In the order of the words of the setting log_level. */
typedef enum { LOG_ERROR, LOG_WARNING, LOG_NOTICE, LOG_INFO, LOG_DEBUG, LOG_LEVELS } log_level_t;

typedef enum {
	LOG_SERVER,
	LOG_CONF,
	LOG_LISTEN,
	LOG_CONN,
	LOG_JOB,
	LOG_AUDIT,
	LOG_AREAS
} log_area_t;

/* In the order of the words of the setting log_format. */
typedef enum { LOG_TEXT, LOG_JSON } log_format_t;

/* log_init sets the level and the form. log_off turns the log off, for a server inside another
 * program. */
void log_init(log_level_t level, log_format_t format);
void log_off(void);

/* log_open opens stderr once more, in a mode in which writing does not wait. Without it a write
 * may wait on a pipe that other programs fill at the same moment. */
void log_open(void);

/* log_retry logs the count of dropped lines, if there are any and stderr takes a line now. */
void log_retry(void);

/* log_wanted tells whether lines of that level are written. */
bool log_wanted(log_level_t level);

/* log_line writes one line. The text is "key=value key=value"; a value with blanks stands in
 * quotes, and if a client has made it, it comes from log_quoted. Control characters become '?', so
 * that nobody can forge a line. */
void log_line(log_level_t level, log_area_t area, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

/* log_quoted writes the text in quotes, with a backslash before quotes and backslashes in it, cut
 * to fit into `size` bytes, and returns `out`. size > 2. */
const char *log_quoted(char *out, size_t size, const char *text);

#endif
