/* SPDX-License-Identifier: MIT
 * tesuji_moves.h - which first moves of a problem work?
 *
 * Each legal first move is asked about as a question of its own: the board after it, with the other
 * side to move. The daemon asks all of them; each verdict is an event TESUJI_EVENT_MOVE, and
 * TESUJI_EVENT_MOVES comes last.
 *
 * Ownership as in tesuji.h.
 * Threads   as in tesuji.h.
 * Errors    as in tesuji.h. TESUJI_E_BUSY: the daemon takes no more of these now.
 */
#ifndef TESUJI_MOVES_H
#define TESUJI_MOVES_H

#include "tesuji.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the daemon says at once. Large, 1 KB. */
typedef struct {
	uint64_t status;  /* the number, which the events have */
	unsigned moves;   /* how many first moves there are: so many verdicts come */
	uint64_t time_ms; /* for all of them together */
	char game[TESUJI_NAME_BYTES];
	char style[TESUJI_NAME_BYTES];
	char rows[TESUJI_ROWS_BYTES];
	tesuji_colour_t attacker;
	char goal[TESUJI_GOAL_BYTES];
	char target[TESUJI_TARGET_BYTES];
	tesuji_side_t first;
} tesuji_moves_t;

/* tesuji_moves asks about every first move of the problem of `request`, which is that of
 * tesuji_submit() without detach, ko_verdict, table_bytes, label and progress_ms; time_ms is for
 * all moves together, a minute by default, and nodes for each. */
TESUJI_API int tesuji_moves(tesuji_t *t, const tesuji_request_t *request, tesuji_moves_t *out);

/* tesuji_moves_cancel ends it sooner: what is not decided is told as open, and the last event
 * still comes. TESUJI_E_JOB: it has ended. */
TESUJI_API int tesuji_moves_cancel(tesuji_t *t, uint64_t status);

/* tesuji_moves_question makes the request that asks a verdict's question alone, to have its
 * certificate made for example. Its texts are those of the event, and are borrowed from it.
 * TESUJI_E_VALUE: the move left no question (tried.has_question is 0). */
TESUJI_API int tesuji_moves_question(const tesuji_event_t *event, tesuji_request_t *request);

#ifdef __cplusplus
}
#endif

#endif
