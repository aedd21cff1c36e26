/* SPDX-License-Identifier: MIT
 * choose.h - which of several moves that work to tell.
 *
 * Threads   one thread at a time.
 * Errors    as ask.h.
 */
#ifndef CLIENTS_GTP_CHOOSE_H
#define CLIENTS_GTP_CHOOSE_H

#include "clients/gtp/ask.h"

/* choose_move looks for a move that a player would rather make than that of an answer about the
 * block at `point`, to attack or to defend it, and works as well; *answer has it then. */
bool choose_move(ask_t *ask, const sgf_board_t *board, int point, bool attacks, answer_t *answer);

#endif
