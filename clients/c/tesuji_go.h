/* SPDX-License-Identifier: MIT
 * tesuji_go.h - boards of Go that the daemon keeps, so that a program sends it moves.
 *
 * A board belongs to its connection and has a number of the caller's choosing, from 1 to what the
 * daemon allows (16, as a rule). It is set once; then it is played on, and asked about by
 * `request.board` of tesuji_submit(), tesuji_solve() and tesuji_go_status(). What a move has not
 * touched the daemon remembers: such answers come at once.
 *
 * Ownership, threads and errors as in tesuji.h. A change is made whole or not at all: after an
 * error the board stands as before.
 */
#ifndef TESUJI_GO_H
#define TESUJI_GO_H

#include "tesuji.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is done with a board, in this order; with nothing given it is only told. Fill with
 * tesuji_change_init() first. */
typedef struct {
	unsigned board; /* its number; default 1 */

	/* Begin anew with one of these two. */
	const char *sgf;  /* a game record; the position after its main line */
	const char *rows; /* "...X/.OOX/...", Black to play */
	int64_t move;     /* with sgf: after that many moves only; default: all */
	const char *ko;   /* a stone was just taken here, and its owner is to play; default: the
	                   * record's */

	unsigned undo; /* so many moves are taken back, none from before it was set */

	/* Moves: "D4", "pass", "white D4"; without a colour who is to play. At most 512. */
	const char *const *play;
	unsigned play_count;
} tesuji_change_t;

/* A board as it stands. */
typedef struct {
	unsigned board;
	unsigned moves; /* that can be taken back, passes too */
	tesuji_colour_t to_play;
	char ko[TESUJI_POINT_BYTES]; /* where who is to play may not retake; "" = nowhere */
	char rows[TESUJI_ROWS_BYTES];
} tesuji_board_t;

/* tesuji_change_init makes every field its default. */
TESUJI_API void tesuji_change_init(tesuji_change_t *change);

/* tesuji_go_position changes a board and tells how it stands then. */
TESUJI_API int tesuji_go_position(tesuji_t *t, const tesuji_change_t *change, tesuji_board_t *out);

/* tesuji_go_play makes one move on board 1, the commonest change. */
TESUJI_API int tesuji_go_play(tesuji_t *t, const char *move, tesuji_board_t *out);

#ifdef __cplusplus
}
#endif

#endif
