/* SPDX-License-Identifier: MIT
 * answer.h - which answer the defender plays to a move of the attacker in a denial (denial.c).
 *
 * Ownership the owner of an answerer_t makes and releases all that is in it, but what is
 *           borrowed.
 * Threads   one at a time; the table may be in use. */
#ifndef ENGINE_PROOF_ANSWER_H
#define ENGINE_PROOF_ANSWER_H

#include "engine/proof/visited.h"
#include "engine/proof/claims.h"
#include "engine/proof/shared.h"

typedef struct {
	position_t *pos; /* at which it is asked */
	const game_t *game;
	bool lambda;
	bool bounded; /* it is denied within some moves: then an order is how many are left */
	const zone_ops_t *rules; /* of what a denial rests on; NULL: on the whole board */
	claims_t claims;
	visited_t met;   /* positions by answer_key: what is in it need not be answered again */
	shared_t shared; /* nodes that serve more than one position */
	uint32_t stop;   /* node of those met that are not done with */
	zone_t zone;     /* an empty one of the problem */
} answerer_t;

/* answer_key is that of the position with the order that is asked. */
hashkey_t answer_key(const answerer_t *a, unsigned order);

/* answer_is_held: is the attacker, to move, kept from the goal by the rules alone, as is soon told?
 * answer_held adds on what that rests; only where there are rules for it. */
bool answer_is_held(const answerer_t *a, unsigned order);
void answer_held(const answerer_t *a, unsigned order, zone_t *zone);

/* answer_is_met: has the position a node already? It is written, and its zone, if there are
 * rules. */
bool answer_is_met(const answerer_t *a, unsigned order, uint32_t *node, zone_t *zone);

/* answer_may_rest: may the defender pass here? answer_list writes what he may play, the pass
 * first, MOVES_MAX + 1 at most. */
bool answer_may_rest(const answerer_t *a);
unsigned answer_list(const answerer_t *a, move_t *out);

/* answer_below returns the order after an answer; `opens`: he is first to move in the question. */
unsigned answer_below(const answerer_t *a, move_t answer, unsigned order, bool opens);

/* answer_choose returns the defender's answer; MOVE_NONE: none is found, see claims.failed. */
move_t answer_choose(answerer_t *a, unsigned order, bool opens);

/* answer_is_over: is the defender to move, and needs none, since the goal is out of reach?
 * Stalemate is such an end. */
bool answer_is_over(const answerer_t *a);

#endif
