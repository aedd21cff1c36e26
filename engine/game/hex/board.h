/* SPDX-License-Identifier: MIT
 * board.h - a Hex position: both sides' views, the attacker's distance, the way back.
 *
 * Units     a move is its cell, y * width + x, y = 0 the top row.
 * Ownership hex_board_create's block is the caller's: position_free releases it.
 * Threads   a board: one thread at a time.
 */
#ifndef ENGINE_GAME_HEX_BOARD_H
#define ENGINE_GAME_HEX_BOARD_H

#include "engine/game/grid.h"
#include "engine/game/hex/view.h"

/* What a move changes and undo puts back. */
typedef struct {
	hashkey_t key;
	uint16_t move;
	uint16_t distance;
	uint32_t spare;
} hex_frame_t;

typedef struct {
	position_t base;
	hashkey_t key;
	uint16_t plies;    /* moves and passes that stand played */
	uint16_t distance; /* of the attacker; 0 = joined, HEX_FAR = cut off */
	uint8_t width, height;
	uint8_t colour[2]; /* by side */
	view_t view[2];    /* by side */
	hex_frame_t played[];
} hex_t;

/* hex_board_create makes a position with `turn` to move; *out is NULL when there is no
 * memory. Nothing is asked of the stones. */
err_t hex_board_create(const grid_t *grid, colour_t attacker, side_t turn, hex_t **out);

/* hex_board_play makes a legal move, or passes; hex_board_undo takes it back. */
void hex_board_play(hex_t *hex, move_t move);
void hex_board_undo(hex_t *hex);

/* hex_board_at returns the colour of a cell. */
colour_t hex_board_at(const hex_t *hex, unsigned cell);

/* hex_board_cell returns the cell of the board that a side's view has at (x,y). */
unsigned hex_board_cell(const hex_t *hex, side_t side, unsigned x, unsigned y);

/* hex_board_key computes what hex->key must be, from nothing. */
hashkey_t hex_board_key(const hex_t *hex);

#endif
