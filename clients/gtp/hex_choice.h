/* SPDX-License-Identifier: MIT
 * hex_choice.h - chooses a move of Hex: a proven win, else a point on which an opponent's proof
 * rests, else one that joins well.
 *
 * Threads   one thread at a time.
 * Errors    functions return false where the daemon cannot answer; its last error says why.
 */
#ifndef CLIENTS_GTP_HEX_CHOICE_H
#define CLIENTS_GTP_HEX_CHOICE_H

#include "clients/front/stones.h"

/* What the questions are bounded by. */
typedef struct {
	asking_t *asking;
	int64_t order, nodes, time_ms; /* for each question; 0: no limit of nodes or time */
	unsigned workers;
} hex_choice_t;

/* hex_choice_won tells whether a colour has joined its sides. */
bool hex_choice_won(const stones_t *stones, colour_t colour);

/* hex_choice_ask asks whether a colour, moving first, wins. `driver` is as in a request. */
bool hex_choice_ask(const hex_choice_t *choice, const stones_t *stones, colour_t colour,
                    const char *driver, stones_answer_t *out);

/* hex_choice_move sets *out to a point; nobody has won yet, and there is an empty point. */
bool hex_choice_move(const hex_choice_t *choice, const stones_t *stones, colour_t colour,
                     unsigned *out);

#endif
