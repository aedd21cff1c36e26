/* SPDX-License-Identifier: MIT
 * link.h - can two stones be joined, can they be cut? Where the search does not tell, it is judged.
 *
 * Units     points as sgf_board.h has them.
 * Ownership everything is borrowed.
 * Threads   one thread at a time.
 * Errors    as in ask.h. out->basis says whether the answer is proven or judged.
 */
#ifndef CLIENTS_GTP_LINK_H
#define CLIENTS_GTP_LINK_H

#include "clients/gtp/ask.h"

/* link_connect asks whether the owner of two stones of one colour, moving first, can make them one
 * block; link_disconnect whether the enemy, moving first, can prevent it, or capture one of them
 * all the same. */
bool link_connect(ask_t *ask, const sgf_board_t *board, const int points[2], answer_t *out);
bool link_disconnect(ask_t *ask, const sgf_board_t *board, const int points[2], answer_t *out);

#endif
