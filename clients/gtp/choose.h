/* SPDX-License-Identifier: MIT
 * choose.h - chooses among several moves that work.
 *
 * Ownership everything is borrowed.
 * Threads   one thread at a time.
 * Errors    as in ask.h.
 */
#ifndef CLIENTS_GTP_CHOOSE_H
#define CLIENTS_GTP_CHOOSE_H

#include "clients/gtp/ask.h"

/* choose_move replaces the move of *answer, an answer of ask_attack (`attacks`) or ask_defend
 * about the block at `point`, by a move that works as surely and that a player would prefer, if
 * it finds one. */
bool choose_move(ask_t *ask, const sgf_board_t *board, int point, bool attacks, answer_t *answer);

#endif
