/* SPDX-License-Identifier: MIT
 * msg_submit.h - the board of a submission, whichever way it came.
 *
 * Ownership nothing is kept; what is read was copied.
 * Threads   any; no state.
 * Errors    err_t, and a path that begins with "params" in *why.
 */
#ifndef PROTOCOL_MSG_SUBMIT_H
#define PROTOCOL_MSG_SUBMIT_H

#include "protocol/msg.h"
#include "protocol/sgf.h"

/* msg_submit_board gives the board of a submission, whichever way it came, and
 * what comes along with it:
 *   game      the one given, else the one that the SGF or the FEN is of, else "go"
 *   rows      the board in rows, or a FEN
 *   attacker  the one given, else, where no target tells it, who is to move
 *             after the SGF, or with the defender first who is not
 *   ko        the one given, else the point that the SGF's last move took, if it
 *             is who moves first who may not retake it */
typedef struct {
	char game[MSG_NAME_BYTES];
	char rows[MSG_ROWS_BYTES]; /* "" = none was given */
	unsigned attacker;         /* msg_colour_t */
	char ko[MSG_POINT_BYTES];  /* "" = none */
} msg_board_t;

err_t msg_submit_board(const msg_submit_t *msg, msg_board_t *board, errinfo_t *why);

/* msg_submit_held does the same for a submission that names a board that is kept, which is `held`.
 * As if its record had been sent; only Go has such boards. */
err_t msg_submit_held(const msg_submit_t *msg, const sgf_position_t *held, msg_board_t *board,
                      errinfo_t *why);

#endif
