/* SPDX-License-Identifier: MIT
 * stones.h - a game in which stones are put on a grid and stay, and questions about its board.
 *
 * Units     points are y * width + x, y = 0 the top row; colours are colour_t.
 * Ownership values, without pointers.
 * Threads   one thread at a time.
 * Errors    functions return false and change nothing where something is not possible.
 */
#ifndef CLIENTS_FRONT_STONES_H
#define CLIENTS_FRONT_STONES_H

#include "clients/front/asking.h"
#include "engine/game/game.h"
#include "engine/game/grid.h"

typedef struct {
	grid_t grid;
	uint16_t played[GRID_AREA_MAX]; /* the points, in order */
	unsigned count;
} stones_t;

/* What the daemon is asked: does the attacker, moving first, win? */
typedef struct {
	const char *game, *options; /* as a request has them */
	colour_t attacker;
	int64_t order, nodes; /* TESUJI_DEFAULT; 0: not limited */
	const char *driver;   /* as a request has it; NULL: the default */
	unsigned workers;
} stones_question_t;

/* What is known of the answer. */
typedef struct {
	bool proven, disproven;   /* for all moves, not only up to an order */
	bool stopped;             /* by a limit, the user or a failure, before it was known */
	unsigned best;            /* a winning point, or GRID_NO_POINT */
	bool zone[GRID_AREA_MAX]; /* points on which it rests; all where that is not known */
} stones_answer_t;

void stones_clear(stones_t *stones, unsigned width, unsigned height);

/* stones_place puts a stone on an empty point; stones_take takes the last one back. */
bool stones_place(stones_t *stones, unsigned point, colour_t colour);
bool stones_take(stones_t *stones);

/* stones_turn is whose turn it is where black begins and nobody passes. */
colour_t stones_turn(const stones_t *stones);

static inline unsigned stones_area(const stones_t *stones)
{
	return stones->grid.width * stones->grid.height;
}

static inline colour_t stones_other(colour_t colour)
{
	return colour == COLOUR_BLACK ? COLOUR_WHITE : COLOUR_BLACK;
}

/* stones_position makes the engine's position of the board; NULL: there is no memory, or the game
 * does not allow it, as where the attacker has won. */
position_t *stones_position(const stones_t *stones, const stones_question_t *question);

/* stones_ask asks. Where the daemon cannot answer nothing is known, and false returned; its last
 * error says why. */
bool stones_ask(asking_t *asking, const stones_t *stones, const stones_question_t *question,
                stones_answer_t *out);

#endif
