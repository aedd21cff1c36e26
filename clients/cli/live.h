/* SPDX-License-Identifier: MIT
 * live.h - shows progress while a job runs: on a terminal one line that is rewritten, else a new
 * line for each report. With boards, each report is a line, and below it the board with the
 * variation that is being searched, numbered.
 *
 * Ownership the stream is borrowed.
 * Threads   one.
 * Errors    those of the stream are ignored.
 */
#ifndef CLIENTS_CLI_LIVE_H
#define CLIENTS_CLI_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "clients/c/tesuji.h"

enum {
	LIVE_TERMINAL_MS = 100, /* between reports on a terminal */
	LIVE_LINES_MS = 1000,   /* between lines in a log, and between boards */
	LIVE_COLUMNS_MAX = 256,
};

typedef struct {
	FILE *out; /* NULL: quiet */
	bool terminal;
	size_t shown;                 /* characters of the line that is shown */
	bool boards;                  /* set after live_init */
	const tesuji_report_t *start; /* has the board; NULL: unknown */
} live_t;

/* live_init prepares to show progress on `out`, by whether that is a terminal. With `quiet`
 * nothing is ever shown. */
void live_init(live_t *live, FILE *out, bool quiet);

/* live_board gives the report that has the board of the job whose progress will be shown:
 * progress reports have none. It is borrowed. */
void live_board(live_t *live, const tesuji_report_t *start);

/* live_interval returns the progress_ms to request from the daemon. */
int64_t live_interval(const live_t *live);

void live_show(live_t *live, const tesuji_report_t *report);

/* live_line shows a text of ASCII, cut to the width; on a terminal only. */
void live_line(live_t *live, const char *text);

/* live_bar shows in such a line how many of so many things are done, figures, and how long the rest
 * will take, if that is known (else `left_ms` is below 0). */
void live_bar(live_t *live, unsigned done, unsigned count, const char *figures, double left_ms);

/* live_erase removes the line, before anything else is written. */
void live_erase(live_t *live);

#endif
