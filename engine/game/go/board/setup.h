/* SPDX-License-Identifier: MIT
 * setup.h - makes a board of Go from its stones, its goal and all else that a problem says.
 *
 * Units     as board.h.
 * Ownership the board belongs to the caller, who releases it with position_free. setup_t is a
 *           value; the goal that it points at is a constant.
 * Threads   any; no state.
 * Errors    ERR_NOMEM, and there is no board then.
 */
#ifndef ENGINE_GAME_GO_BOARD_SETUP_H
#define ENGINE_GAME_GO_BOARD_SETUP_H

#include "engine/game/go/board/board.h"

/* What a board is made from. Fields that go_t has too mean the same there. */
typedef struct {
	unsigned width, height;
	uint8_t at[AREA_MAX]; /* colour_t of each point */
	const go_goal_t *goal;
	unsigned target, second; /* points of stones, or POINT_NONE: as the goal takes them */
	bits_t stones;           /* likewise, of a goal that names many */
	bits_t region;           /* empty: the whole board */
	colour_t attacker;
	unsigned ko;         /* an empty point, or POINT_NONE */
	unsigned threats[2]; /* by side, 0..THREATS_UNLIMITED */
} setup_t;

/* setup_board makes a board with `turn` to move. The setup must fit its goal (board.h, goal.h): the
 * reading of problems (problem.h) sees to that. Blocks without liberties are accepted, but nothing
 * may be played on a board that has one. On failure *out is NULL. */
err_t setup_board(const setup_t *setup, side_t turn, go_t **out);

#endif
