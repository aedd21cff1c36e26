/* SPDX-License-Identifier: MIT
 * asking.h - a search that runs while lines are read, and the time that it may take.
 *
 * Units     milliseconds; moments on the monotonic clock.
 * Ownership everything is borrowed while asking_run runs.
 * Threads   one thread at a time.
 * Errors    asking_run returns a tesuji_code_t; the daemon's last error has the text.
 */
#ifndef CLIENTS_FRONT_ASKING_H
#define CLIENTS_FRONT_ASKING_H

#include <stdbool.h>
#include <stdint.h>

#include "clients/c/tesuji.h"
#include "clients/front/lines.h"

typedef struct {
	tesuji_t *daemon;
	lines_t *lines; /* NULL: none are read */
	void *context;

	/* on_line gets each line that comes during a search, and may set `stops`; a line that it
	 * keeps (lines_keep) is the last that it gets, and is there after the search. on_progress,
	 * which may be NULL, gets what the search tells of itself. */
	void (*on_line)(void *context, const lines_t *lines);
	void (*on_progress)(void *context, const tesuji_report_t *report);
	int64_t until;  /* when to stop, or 0: never */
	bool stops;     /* stop as soon as possible */
	uint64_t nodes; /* searched since the caller last set it to 0 */
} asking_t;

/* asking_now is the present moment. */
int64_t asking_now(void);

/* asking_over tells whether it was asked to stop, or its time is over. */
bool asking_over(const asking_t *search);

/* asking_run solves a problem. Lines are taken meanwhile; at `until`, when `stops` is set and at
 * the end of the input the job is cancelled and its final report waited for. */
int asking_run(asking_t *search, const tesuji_request_t *request, tesuji_report_t *out);

/* What a game's clock says of the side to move. */
typedef struct {
	int64_t left, increment; /* left < 0: there is no clock */
	int64_t moves_to_go;     /* to the next time control; 0: the rest of the game */
} asking_clock_t;

/* asking_budget is how long a move may take by that clock: less than what is left, by a margin for
 * the way to the controller, and at least 1. */
int64_t asking_budget(const asking_clock_t *clock);

#endif
