/* SPDX-License-Identifier: MIT
 * test_due.c - a heap of what is due, against a list that is searched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/solve/due.h"
#include "tests/unit/seed.h"

enum { ENTRIES = 600, STEPS = 40000, TIMES = 200, MANY = 20000, RANK_MOST = 15 };

/* check compares the heap's soonest with that of all entries. */
static void check(const dues_t *dues, const due_t *entry, const uint64_t *at)
{
	uint64_t soonest = 0;

	for (unsigned i = 0; i < ENTRIES; i++) {
		assert_int_equal(entry[i].rank > 0, at[i] > 0);
		if (at[i] > 0 && (soonest == 0 || at[i] < soonest))
			soonest = at[i];
	}
	assert_int_equal(dues->first != NULL ? dues->first->at_ns : 0, soonest);
	assert_int_equal(due_has_come(dues, soonest), soonest > 0);
	assert_false(soonest > 0 && due_has_come(dues, soonest - 1));
}

static void the_soonest_is_first_whoever_comes_and_goes(void **state)
{
	static due_t entry[ENTRIES];
	uint64_t at[ENTRIES] = {0};
	dues_t dues = {.first = NULL};
	rng_t rng = seed_take();

	(void)state;
	memset(entry, 0, sizeof(entry));
	for (unsigned step = 0; step < STEPS; step++) {
		const unsigned i = rng_below(&rng, ENTRIES);

		if (at[i] == 0) {
			at[i] = 1 + rng_below(&rng, TIMES);
			due_put(&dues, &entry[i], at[i]);
		} else {
			at[i] = 0;
			due_drop(&dues, &entry[i]);
			due_drop(&dues, &entry[i]); /* it is in none: nothing happens */
		}
		if (step % 16 == 0)
			check(&dues, entry, at);
	}
	check(&dues, entry, at);
	while (dues.first != NULL) {
		at[dues.first - entry] = 0;
		due_drop(&dues, dues.first);
		check(&dues, entry, at);
	}
}

/* In whatever order they come, no way down to the right is longer than log2 of how many there are:
 * what a step may take. */
static void no_step_looks_at_many(void **state)
{
	static due_t entry[MANY];
	dues_t dues = {.first = NULL};

	(void)state;
	for (unsigned order = 0; order < 3; order++) {
		memset(entry, 0, sizeof(entry));
		for (unsigned i = 0; i < MANY; i++)
			due_put(&dues, &entry[i], order == 0 ? i + 1 : order == 1 ? MANY - i : 7);
		for (unsigned i = 0; i < MANY; i++)
			assert_in_range(entry[i].rank, 1, RANK_MOST);
		for (unsigned i = 0; i < MANY; i++)
			due_drop(&dues, &entry[i * 7 % MANY]);
		assert_null(dues.first);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(the_soonest_is_first_whoever_comes_and_goes),
	        cmocka_unit_test(no_step_looks_at_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
