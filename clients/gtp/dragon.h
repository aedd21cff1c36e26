/* SPDX-License-Identifier: MIT
 * dragon.h - questions about dragons, answered by a tesujid: by a proof where it finds one within a
 * small part of the limits, else by its judgement.
 *
 * Units, ownership, threads and errors are those of ask.h.
 */
#ifndef CLIENTS_GTP_DRAGON_H
#define CLIENTS_GTP_DRAGON_H

#include "clients/gtp/ask.h"

typedef struct {
	answer_t answer;
	double chance; /* of a judged one: it is true with this probability, 0..1; else 1 */
} dragon_answer_t;

/* dragon_attack asks whether the enemy of the dragon with the stone on `point` captures it, moving
 * first; dragon_defend whether its owner, moving first, prevents that. What is neither proven nor
 * judged (the daemon has no memory) counts as a failure with the chance 0.5. */
bool dragon_attack(ask_t *ask, const sgf_board_t *board, int point, dragon_answer_t *out);
bool dragon_defend(ask_t *ask, const sgf_board_t *board, int point, dragon_answer_t *out);

#endif
