/* SPDX-License-Identifier: MIT
 * live.h - progress while a job runs: one line that is rewritten when the
 * stream is a terminal, a line of its own for each report when it is not. With
 * boards, each report is a line and below it the board with the line of play that is
 * being looked at, numbered.
 *
 * Ownership the stream is borrowed. Threads: one.
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
	size_t shown;                 /* characters on the line now */
	bool boards;                  /* set after live_init */
	const tesuji_report_t *start; /* tells the board; NULL = not known */
} live_t;

/* live_init looks whether `out` is a terminal. quiet: nothing is ever shown. */
void live_init(live_t *live, FILE *out, bool quiet);

/* live_board names a report that tells the board of the job whose progress will be
 * shown, which progress does not; it is borrowed. */
void live_board(live_t *live, const tesuji_report_t *start);

/* live_interval is the progress_ms to ask the daemon for. */
int64_t live_interval(const live_t *live);

void live_show(live_t *live, const tesuji_report_t *report);

/* live_erase takes the line away, before anything else is written. */
void live_erase(live_t *live);

/* live_format writes the report into `text` of columns + 1 bytes: the figures
 * first, then as much of the line of play as fits. Returns its length. */
size_t live_format(char *text, size_t columns, const tesuji_report_t *report);

#endif
