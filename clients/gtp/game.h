/* SPDX-License-Identifier: MIT
 * game.h - the game that a GTP controller has told: the board, what was captured, and the
 * way back.
 *
 * Units     points as sgf_board.h has them, GAME_PASS for a pass; colours are those of
 *           sgf_colour_t.
 * Ownership game_init and game_fini; everything in between is the game's own.
 * Threads   one thread at a time.
 * Errors    a move that is not legal, or no memory for it, changes nothing.
 */
#ifndef CLIENTS_GTP_GAME_H
#define CLIENTS_GTP_GAME_H

#include <stdbool.h>

#include "protocol/sgf_board.h"

enum { GAME_PASS = -2, GAME_SIDE_DEFAULT = 19 };

/* What a move changes. */
typedef struct {
	sgf_board_t board;
	unsigned captured[SGF_WHITE + 1]; /* stones of that colour taken off */
} game_state_t;

typedef struct {
	game_state_t now;
	game_state_t *before; /* each move, the oldest first */
	unsigned moves, room;
	unsigned tried; /* of the moves, at the end: hypothetical ones */
	double komi;
} game_t;

void game_init(game_t *game);
void game_fini(game_t *game);

/* game_clear empties the board and makes it `side` points wide and high. */
void game_clear(game_t *game, unsigned side);

/* game_set begins anew from a position. */
void game_set(game_t *game, const sgf_position_t *position);

bool game_is_empty(const game_t *game);

/* game_legal: may that colour play there? A pass is always legal. */
bool game_legal(const game_t *game, int point, unsigned colour);

/* game_play plays a legal move; game_undo takes the last one back. */
bool game_play(game_t *game, int point, unsigned colour);
bool game_undo(game_t *game);

/* game_try plays a hypothetical move, game_untry takes the last of these back. game_play
 * makes all of them real. */
bool game_try(game_t *game, int point, unsigned colour);
bool game_untry(game_t *game);

static inline unsigned game_enemy(unsigned colour)
{
	return colour == SGF_BLACK ? SGF_WHITE : SGF_BLACK;
}

#endif
