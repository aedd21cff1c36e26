/* SPDX-License-Identifier: MIT
 * store_help.h - stores in folders of their own, and solvers with them. */
#ifndef TESTS_UNIT_STORE_HELP_H
#define TESTS_UNIT_STORE_HELP_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/rng.h"
#include "engine/store/store.h"
#include "tests/unit/solver_help.h"

enum { FOLDER_BYTES = 64, STORE_BYTES = 64 << 20, FACT_SIDE = 15 };

/* folder_make makes an empty folder, in memory where there is room for one: no test is about
 * how long a disk takes. folder_drop removes it with the store in it. */
static inline void folder_make(char folder[FOLDER_BYTES])
{
	const char *parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";

	(void)snprintf(folder, FOLDER_BYTES, "%s/tesuji-store-XXXXXX", parent);
	assert_non_null(mkdtemp(folder));
}

static inline void folder_drop(const char *folder)
{
	static const char *const names[] = {"data.mdb", "lock.mdb", "tesuji.lock"};
	char path[FOLDER_BYTES + 16];

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		(void)unlink(path);
	}
	assert_int_equal(rmdir(folder), 0);
}

static inline store_t *store_at(const char *folder, size_t bytes)
{
	const store_config_t config = {.folder = folder, .bytes = bytes};
	errinfo_t why = {.code = ERR_OK};
	store_t *store;

	if (store_open(&config, &store, &why) != ERR_OK)
		fail_msg("%s", why.text);
	return store;
}

static inline void commit(store_t *store)
{
	errinfo_t why = {.code = ERR_OK};

	if (store_commit(store, &why) != ERR_OK)
		fail_msg("%s", why.text);
}

/* make_storing makes a solver that knows what the store does, and nothing besides. */
static inline solver_t *make_storing(store_t *store)
{
	const solver_config_t config = {.workers = 1,
	                                .table_bytes = TABLE_BYTES,
	                                .store = store,
	                                .priority = PRIORITY_NORMAL};
	solver_t *s;

	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	return s;
}

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
