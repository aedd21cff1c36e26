/* SPDX-License-Identifier: MIT
 * game.h - the game as a GTP controller has told it: the board, the stones captured, and the
 * states to take back to.
 *
 * Units     points as sgf_board.h has them, GAME_PASS for a pass; colours as sgf_colour_t has them.
 * Ownership game_init makes a game, game_fini frees its memory.
 * Threads   one thread at a time.
 * Errors    functions return false and change nothing if a move is not legal, if there is no memory
 *           for it, or if there is none to take back.
 */
#ifndef CLIENTS_GTP_GAME_H
#define CLIENTS_GTP_GAME_H

#include <stdbool.h>

#include "protocol/sgf_board.h"

enum { GAME_PASS = -2, GAME_SIDE_DEFAULT = 19 };

/* The state that a move changes. */
typedef struct {
	sgf_board_t board;
	unsigned captured[SGF_WHITE + 1]; /* stones taken off the board, by their colour */
} game_state_t;

typedef struct {
	game_state_t now;
	game_state_t *before; /* the states before each move, the oldest first */
	unsigned moves, room;
	unsigned tried; /* how many of the last moves are hypothetical; <= moves */
	double komi;
} game_t;

void game_init(game_t *game);
void game_fini(game_t *game);

/* game_clear empties the board and makes it `side` points wide and high. */
void game_clear(game_t *game, unsigned side);

/* game_set starts a new game from a position. */
void game_set(game_t *game, const sgf_position_t *position);

bool game_is_empty(const game_t *game);

/* game_legal tells whether the colour may play there. A pass is always legal. */
bool game_legal(const game_t *game, int point, unsigned colour);

/* game_play plays a move; hypothetical moves before it become real. game_undo takes the last
 * move back, unless there are hypothetical ones. */
bool game_play(game_t *game, int point, unsigned colour);
bool game_undo(game_t *game);

/* game_try plays a hypothetical move; game_untry takes the last one back. */
bool game_try(game_t *game, int point, unsigned colour);
bool game_untry(game_t *game);

static inline unsigned game_enemy(unsigned colour)
{
	return colour == SGF_BLACK ? SGF_WHITE : SGF_BLACK;
}

#endif
