/* SPDX-License-Identifier: MIT
 * store_facts.h - facts for a store that nobody has to search for. */
#ifndef TESTS_UNIT_STORE_FACTS_H
#define TESTS_UNIT_STORE_FACTS_H

#include "engine/base/rng.h"
#include "engine/game/game.h"
#include "tests/unit/store_help.h"

enum { FACT_SIDE = 15 };

/* make_form draws a board of Gomoku, which no search has to be made for. */
static inline bool make_form(rng_t *rng, canonical_t *form)
{
	char rows[FACT_SIDE * (FACT_SIDE + 1) + 1], *c = rows;
	const problem_t problem = {.game = "gomoku", .rows = rows, .attacker = COLOUR_BLACK};
	position_t *pos;
	bool made;

	for (unsigned y = 0; y < FACT_SIDE; y++, *c++ = '/')
		for (unsigned x = 0; x < FACT_SIDE; x++)
			*c++ = ".......XO"[rng_below(rng, 9)];
	c[-1] = '\0';
	if (game_create(&problem, &pos, NULL) != ERR_OK)
		return false;
	made = canonical_make(&problem, pos, (canonical_wish_t){.verdict = CANONICAL_NO_VERDICT},
	                      form);
	assert_true(made);
	position_free(pos);
	return true;
}

static inline fact_t make_fact(uint64_t nodes)
{
	return (fact_t){.value = VALUE_PROVEN,
	                .scope = SCOPE_ABSOLUTE,
	                .order = 2,
	                .depth = 5,
	                .best = 7,
	                .line_length = 2,
	                .line = {7, MOVE_PASS},
	                .nodes = nodes};
}

/* put_facts notes so many facts about boards of a seed. */
static inline void put_facts(store_t *store, uint64_t seed, unsigned count, uint64_t nodes)
{
	rng_t rng = {seed};
	canonical_t form;

	for (unsigned i = 0; i < count; i++) {
		const fact_t fact = make_fact(nodes);

		if (make_form(&rng, &form))
			store_keep(store, &form, &fact);
	}
}

/* count_found counts those that are there. */
static inline unsigned count_found(store_t *store, uint64_t seed, unsigned count)
{
	rng_t rng = {seed};
	unsigned found = 0;
	canonical_t form;
	fact_t fact;

	for (unsigned i = 0; i < count; i++) {
		if (!make_form(&rng, &form) ||
		    !store_find(store, &form, (wanted_t){.order = 9}, &fact))
			continue;
		assert_int_equal(fact.best, 7);
		assert_int_equal(fact.line_length, 2);
		assert_int_equal(fact.line[1], MOVE_PASS);
		found++;
	}
	return found;
}

#endif
