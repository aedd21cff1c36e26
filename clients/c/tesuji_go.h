/* SPDX-License-Identifier: MIT
 * tesuji_go.h - boards of Go that the daemon keeps, so that a program sends moves instead of
 * boards.
 *
 * A board belongs to its connection and has a number that the caller chooses, from 1 to what the
 * daemon allows (16 by default). It is set once. Then moves are played on it, and
 * `request.board` of tesuji_submit(), tesuji_solve() and tesuji_go_status() asks about it. The
 * daemon remembers answers that a move has not affected and gives them at once.
 *
 * Ownership as in tesuji.h.
 * Threads   as in tesuji.h.
 * Errors    as in tesuji.h. A change is made as a whole or not at all: after an error the board is
 *           as before. TESUJI_E_VALUE: the board was never set, or a text is no point;
 *           TESUJI_E_POSITION: a move is not legal.
 */
#ifndef TESUJI_GO_H
#define TESUJI_GO_H

#include "tesuji.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is done with a board: it is set, moves are taken back, moves are played, in this order.
 * With none of these the call only tells the board. Call tesuji_change_init() first. */
typedef struct {
	unsigned board; /* its number; default 1 */

	/* Set the board to one of these two. */
	const char *sgf;  /* a game record (SGF): the position after its main line */
	const char *rows; /* "...X/.OOX/...", Black to play */
	int64_t move;     /* with sgf: the position after that many moves; default: all moves */
	const char *ko;   /* a stone was just taken here, and its owner is to play; default: as the
	                   * record tells */

	unsigned
	        undo; /* how many moves are taken back; only moves played since the board was set */

	/* Moves: "D4", "pass", "white D4"; without a colour the side to play. At most 512. */
	const char *const *play;
	unsigned play_count;
} tesuji_change_t;

/* A board after a change. */
typedef struct {
	unsigned board;
	unsigned moves; /* how many moves can be taken back, passes included */
	tesuji_colour_t to_play;
	char ko[TESUJI_POINT_BYTES]; /* where to_play may not retake a ko; "" = nowhere */
	char rows[TESUJI_ROWS_BYTES];
} tesuji_board_t;

/* tesuji_change_init sets every member to its default. */
TESUJI_API void tesuji_change_init(tesuji_change_t *change);

/* tesuji_go_position changes a board and writes the board after the change to *out. */
TESUJI_API int tesuji_go_position(tesuji_t *t, const tesuji_change_t *change, tesuji_board_t *out);

/* tesuji_go_play plays one move on board 1. */
TESUJI_API int tesuji_go_play(tesuji_t *t, const char *move, tesuji_board_t *out);

#ifdef __cplusplus
}
#endif

#endif
