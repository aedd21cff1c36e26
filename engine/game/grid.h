/* SPDX-License-Identifier: MIT
 * grid.h - what games on a board of points have in common: rows of stones, names
 * of points, whose turn it is, the eight symmetries.
 *
 * Points are numbered row by row from the top left, y * width + x.
 *
 * Threads   everything here may be called from any thread.
 * Errors    complaints name the field and the place in it, "position.rows: row 3
 *           has 8 points, expected 9".
 */
#ifndef ENGINE_GAME_GRID_H
#define ENGINE_GAME_GRID_H

#include "engine/game/game.h"

enum {
	GRID_AREA_MAX = BOARD_MAX * BOARD_MAX,
	GRID_NO_POINT = GRID_AREA_MAX,
	GRID_SYMMETRIES = 8,
};

typedef struct {
	unsigned width, height;
	uint8_t at[GRID_AREA_MAX]; /* colour_t */
} grid_t;

/* The sides of boards that a game takes. */
typedef struct {
	unsigned least, most;
} grid_sides_t;

/* grid_read reads rows of '.', 'X', 'O', separated by '/'. */
err_t grid_read(const char *rows, grid_sides_t sides, grid_t *out, errinfo_t *why);

/* grid_setup reads problem->rows, or makes an empty board of `size` (the value of
 * an OPTION_SIZE) when there are none. Both must agree when both are given. */
err_t grid_setup(const problem_t *problem, int size, grid_sides_t sides, grid_t *out,
                 errinfo_t *why);

/* grid_attacker finds who attacks in a game in which black begins and stones stay: the problem's
 * attacker, or, by the number of stones, who is to move, or if the defender moves first his
 * opponent. */
err_t grid_attacker(const problem_t *problem, const grid_t *grid, colour_t *out, errinfo_t *why);

/* grid_add_rows is the inverse of grid_read. */
void grid_add_rows(const uint8_t *at, unsigned width, unsigned height, strbuf_t *out);

/* grid_add_point writes a point as "D4"; grid_parse_point reads it, in either
 * case, and returns GRID_NO_POINT when it is none of that board. */
void grid_add_point(board_style_t style, unsigned point, unsigned width, unsigned height,
                    strbuf_t *out);
unsigned grid_parse_point(board_style_t style, const char *text, unsigned width, unsigned height);

/* grid_add_move and grid_parse_move are the same for moves that are points, or
 * "pass"; MOVE_NONE when it is none of that board. */
void grid_add_move(board_style_t style, move_t move, unsigned width, unsigned height,
                   strbuf_t *out);
move_t grid_parse_move(board_style_t style, const char *text, unsigned width, unsigned height);

/* grid_mirror returns where a point goes under symmetry s < GRID_SYMMETRIES: bit
 * 0 turns left and right around, bit 1 top and bottom, bit 2, done last, is the
 * reflection in the main diagonal (the mirrored board is height wide). */
unsigned grid_mirror(unsigned point, unsigned width, unsigned height, unsigned s);
move_t grid_mirror_move(move_t move, unsigned width, unsigned height, unsigned s);

#endif
