/* SPDX-License-Identifier: MIT
 * search.h - a search that runs while lines are read, and the time that it may take.
 *
 * Units     milliseconds; moments on the monotonic clock.
 * Ownership everything is borrowed while search_run runs.
 * Threads   one thread at a time.
 * Errors    search_run returns a tesuji_code_t; the daemon's last error has the text.
 */
#ifndef CLIENTS_FRONT_SEARCH_H
#define CLIENTS_FRONT_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "clients/c/tesuji.h"
#include "clients/front/lines.h"

typedef struct {
	tesuji_t *daemon;
	lines_t *lines; /* NULL: none are read */
	void *context;

	/* on_line gets each line that comes during a search, and may set `stops`. on_progress,
	 * which may be NULL, gets what the search tells of itself. */
	void (*on_line)(void *context, const lines_t *lines);
	void (*on_progress)(void *context, const tesuji_report_t *report);
	int64_t until;  /* when to stop, or 0: never */
	bool stops;     /* stop as soon as possible */
	uint64_t nodes; /* searched since the caller last set it to 0 */
} search_t;

/* search_now is the present moment. */
int64_t search_now(void);

/* search_over tells whether it was asked to stop, or its time is over. */
bool search_over(const search_t *search);

/* search_run solves a problem. Lines are taken meanwhile; at `until`, when `stops` is set and at
 * the end of the input the job is cancelled and its final report waited for. */
int search_run(search_t *search, const tesuji_request_t *request, tesuji_report_t *out);

/* What a game's clock says of the side to move. */
typedef struct {
	int64_t left, increment; /* left < 0: there is no clock */
	int64_t moves_to_go;     /* to the next time control; 0: the rest of the game */
} search_clock_t;

/* search_budget is how long a move may take by that clock: less than what is left, by a margin for
 * the way to the controller, and at least 1. */
int64_t search_budget(const search_clock_t *clock);

#endif
