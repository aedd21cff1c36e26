/* SPDX-License-Identifier: MIT
 * sequel.h - the question that is left when the first move of a problem has been played: the board
 * after it, with the other side to move. It is a problem of its own, so that it can be asked,
 * remembered, stored and certified as any other.
 *
 * Units     as types.h.
 * Ownership a sequel owns its texts; sequel_problem points at them, and at the names of the game
 *           and of the goal in the problem that it was made from.
 * Threads   values.
 * Errors    sequel_make: ERR_NOMEM, and whatever game_create says of the problem.
 */
#ifndef ENGINE_GAME_SEQUEL_H
#define ENGINE_GAME_SEQUEL_H

#include "engine/game/types.h"

enum {
	SEQUEL_TARGET_BYTES = 64,   /* a target that names sixteen stones */
	SEQUEL_OPTIONS_BYTES = 256, /* what a request has room for */
};

typedef enum {
	SEQUEL_OPEN,     /* there is a question left */
	SEQUEL_REACHED,  /* the move has reached the goal: nothing is left to ask */
	SEQUEL_LOST,     /* after it the goal is out of reach for good */
	SEQUEL_UNSTATED, /* the rules leave a question that no problem can state */
} sequel_state_t;

/* What a move leaves of a problem besides its board. A game writes what it has of it. */
typedef struct {
	char target[SEQUEL_TARGET_BYTES];
	char ko[MOVE_TEXT_MAX]; /* "" = no point is banned */
	unsigned threats[2];    /* by side */
} sequel_rest_t;

typedef struct {
	sequel_state_t state;
	side_t first; /* who moves next */
	colour_t attacker;
	char move[MOVE_TEXT_MAX];   /* the first move, as the game writes it */
	char coords[MOVE_TEXT_MAX]; /* its points, in a game whose moves have names; else "" */
	char rows[ROWS_TEXT_MAX];   /* the board after it */
	char options[SEQUEL_OPTIONS_BYTES];
	sequel_rest_t rest;
} sequel_t;

/* sequel_moves makes the position of a problem and writes its legal first moves, the pass included
 * where the rules let the side to move pass, or where it reaches the goal: likely ones first, as
 * the game orders its candidates. `out` has room for MOVES_MAX + 1. The caller releases *pos with
 * position_free. */
err_t sequel_moves(const problem_t *problem, position_t **pos, move_t *out, unsigned *count,
                   errinfo_t *why);

/* sequel_make writes the sequel of a legal first move on `pos`, the position of `problem`. The move
 * is taken back before it returns. */
void sequel_make(const problem_t *problem, position_t *pos, move_t move, sequel_t *out);

/* sequel_problem returns the question of a sequel that is open. */
problem_t sequel_problem(const problem_t *problem, const sequel_t *sequel);

#endif
