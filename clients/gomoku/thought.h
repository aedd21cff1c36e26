/* SPDX-License-Identifier: MIT
 * thought.h - chooses a move of Gomoku: a proven win, a defence against one, or a sensible point.
 *
 * Ownership everything is borrowed.
 * Threads   one thread at a time.
 * Errors    where the daemon cannot answer, moves are chosen without it.
 */
#ifndef CLIENTS_GOMOKU_THOUGHT_H
#define CLIENTS_GOMOKU_THOUGHT_H

#include "clients/gomoku/pattern.h"

enum { THOUGHT_BEST_MOST = 32 };

typedef struct {
	asking_t *asking; /* its daemon may be NULL; `until` is when the move must be chosen */
	pattern_rule_t rule;
	unsigned workers;
} thought_t;

/* A point and what is known of it. */
typedef struct {
	unsigned point;
	int worth;
	bool wins;        /* proven */
	bool passed_over; /* it leaves a threat as it is, or another one holds */
} thought_move_t;

/* thought_move returns the best `most` moves of the colour to move, the best first: how many are
 * set in *count. None: the board has no legal point. */
void thought_move(const thought_t *thought, const stones_t *stones, colour_t colour, unsigned most,
                  thought_move_t *out, unsigned *count);

/* thought_forbidden marks the empty points where black may not play, and returns how many. */
unsigned thought_forbidden(const thought_t *thought, const stones_t *stones,
                           bool out[GRID_AREA_MAX]);

#endif
