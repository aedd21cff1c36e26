/* SPDX-License-Identifier: MIT
 * msg_submit.h - the board of a submission, in whichever form it came.
 *
 * Ownership nothing is kept; what is read is copied.
 * Threads   any; no state.
 * Errors    with a path that begins with "params" in *why.
 */
#ifndef PROTOCOL_MSG_SUBMIT_H
#define PROTOCOL_MSG_SUBMIT_H

#include "protocol/msg.h"
#include "protocol/sgf.h"

/* What the board of a submission tells:
 *   game      the game that is given, else that of the SGF or FEN, else "go"
 *   rows      the board in rows, or a FEN
 *   attacker  the colour that is given; else, where no target tells it, the side to move after
 *             the SGF, or its opponent if the defender moves first
 *   ko        the point that is given; else the point that the SGF's last move took, if the
 *             side that may not retake there is the one that moves first */
typedef struct {
	char game[MSG_NAME_BYTES];
	char rows[MSG_ROWS_BYTES]; /* "" = none was given */
	unsigned attacker;         /* msg_colour_t */
	char ko[MSG_POINT_BYTES];  /* "" = none */
} msg_board_t;

/* msg_submit_board fills *board from a submission that names no kept board. ERR_SYNTAX,
 * ERR_VALUE, ERR_RANGE: the SGF is wrong (sgf.h), or of another game. */
err_t msg_submit_board(const msg_submit_t *msg, msg_board_t *board, errinfo_t *why);

/* msg_submit_held does the same for a submission that names a kept board, which is *held, as if
 * the record of that board had been sent. ERR_VALUE: the submission is of another game than Go. */
err_t msg_submit_held(const msg_submit_t *msg, const sgf_position_t *held, msg_board_t *board,
                      errinfo_t *why);

#endif
