/* SPDX-License-Identifier: MIT
 * facts.h - what the answers to one problem say, and whether two of them contradict each other.
 *
 * A proof is one of (order, stocks of threats); so is a disproof, for all orders up to its own, or
 * absolutely. More threats never hurt who has them, so a proof contradicts each disproof with as
 * many threats of the attacker and as few of the defender, of its order or higher. What rests on a
 * guess (scope heuristic) or is undecided says nothing. A denial within some moves of the attacker
 * contradicts each proof whose depth has no more of them, by whatever search it was found.
 *
 * Threads   one.
 */
#ifndef TESTS_MATRIX_FACTS_H
#define TESTS_MATRIX_FACTS_H

#include "engine/solve/solver.h"

enum { FACTS_MAX = 128 };

typedef struct {
	bool proven, absolute; /* absolute: of every order; a proof by all moves has none */
	bool has_order;        /* of a proof: its order is one of lambda */
	unsigned order;
	unsigned within; /* of a denial within moves: so many; 0: it has no bound */
	unsigned moves;  /* of a proof: the attacker's, at most */
	unsigned threats[2];
	unsigned question; /* the number of who said so */
} said_t;

typedef struct {
	unsigned count;
	said_t said[FACTS_MAX];
} facts_t;

/* facts_take adds what a result says, of a problem with these stocks of threats, or of a verdict by
 * ko; NULL, or what it contradicts. */
const said_t *facts_take(facts_t *facts, const result_t *r, const problem_t *problem, bool ko,
                         unsigned question);

#endif
