/* SPDX-License-Identifier: MIT
 * test_deepening.c - which (order, depth) comes next, for both schedules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/solve/deepening.h"

/* depth: every pair once, by depth and then by order, none that cannot differ
 * from a lower order. */
static void test_depth_is_by_depth_then_order(void **state)
{
	unsigned order, depth, last_depth = 0, last_order = 0, count = 0;
	deepening_t plan;

	(void)state;
	deepening_init(&plan, SCHEDULE_DEPTH, 3, 21);
	while (deepening_next(&plan, &order, &depth)) {
		assert_true(depth > last_depth || (depth == last_depth && order > last_order));
		assert_true(depth >= 2 * order + 1);
		deepening_record(&plan, order, depth,
		                 order == 0 ? VALUE_DISPROVEN : VALUE_UNDECIDED, 1000 * order);
		last_depth = depth;
		last_order = order;
		count++;
	}
	assert_int_equal(last_depth, 21);
	assert_int_equal(last_order, 3);
	assert_int_equal(count, 1 + 10 + 9 + 8);
	assert_false(deepening_is_disproven(&plan));
}

static void test_disproof_leaves_out_lower_orders(void **state)
{
	unsigned order, depth;
	deepening_t plan;

	(void)state;
	deepening_init(&plan, SCHEDULE_DEPTH, 2, 99);
	for (int i = 0; i < 4; i++) {
		assert_true(deepening_next(&plan, &order, &depth));
		deepening_record(&plan, order, depth,
		                 order == 1 ? VALUE_UNDECIDED : VALUE_DISPROVEN, 1);
	}
	assert_true(deepening_is_disproven(&plan));
	assert_false(deepening_next(&plan, &order, &depth));
}

/* auto: a ladder of 80 plies is read to its end before much is spent on wide
 * orders, and the depth limit itself is searched. */
static void test_auto_reads_ladders_first(void **state)
{
	uint64_t wide = 0;
	unsigned order, depth, deepest = 0;
	deepening_t plan;

	(void)state;
	deepening_init(&plan, SCHEDULE_AUTO, 3, 507);
	while (deepest < 79) {
		assert_true(deepening_next(&plan, &order, &depth));
		if (order == 1)
			deepest = depth;
		if (order > 1)
			wide += 4000;
		deepening_record(&plan, order, depth,
		                 order == 0 ? VALUE_DISPROVEN : VALUE_UNDECIDED,
		                 order == 0   ? 1
		                 : order == 1 ? 3 * depth
		                              : 4000);
	}
	assert_in_range(wide, 0, 8000);
}

static void test_auto_ends_at_the_depth_limit(void **state)
{
	unsigned order, depth, deepest[4] = {0};
	deepening_t plan;

	(void)state;
	deepening_init(&plan, SCHEDULE_AUTO, 3, 33);
	while (deepening_next(&plan, &order, &depth)) {
		assert_true(depth > deepest[order]);
		deepest[order] = depth;
		deepening_record(&plan, order, depth,
		                 order == 0 ? VALUE_DISPROVEN : VALUE_UNDECIDED, 50);
	}
	assert_int_equal(deepest[1], 33);
	assert_int_equal(deepest[2], 33);
	assert_int_equal(deepest[3], 33);
}

/* Mates were missed: checks go on for ever, the tree of order 1 trebles with every
 * two plies, and order 2, which needs 5,000 nodes, was not asked before millions. */
static void test_auto_does_not_follow_endless_checks(void **state)
{
	uint64_t checks = 0, cost = 10;
	unsigned order, depth, before = 0;
	deepening_t plan;

	(void)state;
	deepening_init(&plan, SCHEDULE_AUTO, 3, 507);
	for (unsigned asked = 0; asked < 2;) {
		assert_true(deepening_next(&plan, &order, &depth));
		asked += order == 2;
		if (order == 1) {
			for (unsigned d = before; d < depth; d += 2)
				cost *= 3;
			before = depth;
			checks += cost;
		}
		deepening_record(&plan, order, depth,
		                 order == 0 ? VALUE_DISPROVEN : VALUE_UNDECIDED,
		                 order == 1 ? cost : 1000);
	}
	assert_in_range(checks, 0, 50000);
}

/* df-pn gets about as many nodes as the iterations, and none where there is a schedule. */
static void test_auto_asks_df_pn_for_as_much(void **state)
{
	uint64_t iterations = 0, numbers = 0;
	unsigned order, depth;
	deepening_t plan, by_depth;

	(void)state;
	deepening_init(&plan, SCHEDULE_AUTO, 3, 507);
	deepening_init(&by_depth, SCHEDULE_DEPTH, 3, 507);
	for (uint64_t cost = 10; cost < 1000000; cost += cost / 2) {
		const uint64_t due = deepening_dfpn(&plan);

		assert_true(iterations >= 2000 || due == 0);
		deepening_record_dfpn(&plan, due, false);
		numbers += due;
		assert_true(deepening_next(&plan, &order, &depth));
		deepening_record(&plan, order, depth, VALUE_UNDECIDED, cost);
		iterations += cost;
		assert_true(deepening_next(&by_depth, &order, &depth));
		deepening_record(&by_depth, order, depth, VALUE_UNDECIDED, cost);
		assert_int_equal(deepening_dfpn(&by_depth), 0);
		assert_in_range(numbers, 0, 3 * iterations);
	}
	assert_in_range(numbers, iterations / 2, 2 * iterations);
	assert_true(deepening_dfpn(&plan) > 0);
	deepening_record_dfpn(&plan, 0, true);
	assert_true(deepening_dfpn(&plan) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_depth_is_by_depth_then_order),
	        cmocka_unit_test(test_disproof_leaves_out_lower_orders),
	        cmocka_unit_test(test_auto_reads_ladders_first),
	        cmocka_unit_test(test_auto_does_not_follow_endless_checks),
	        cmocka_unit_test(test_auto_asks_df_pn_for_as_much),
	        cmocka_unit_test(test_auto_ends_at_the_depth_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
