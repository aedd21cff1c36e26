/* SPDX-License-Identifier: MIT
 * test_reduction.c - the formula behind the column "figure 12" of docs/reduction.md, against
 * what it comes to when written out by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/bench/reduction.h"

/* all is the number of positions of a full search. */
static double all(unsigned depth, double wide)
{
	double sum = 0;

	for (unsigned d = 0; d <= depth; d++)
		sum += pow(wide, d);
	return sum;
}

static void same(double got, double expected)
{
	assert_true(fabs(got - expected) <= 1e-9 * expected);
}

/* At order 1 each of the lambda nodes asks order 0 about all B moves, B positions each. */
static void order_one(void **state)
{
	static const double pairs[][2] = {{4, 40}, {8, 40}, {1.5, 350.5}, {1, 3}};

	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		const double b = pairs[i][0], wide = pairs[i][1];
		double nodes = 0;

		for (unsigned d = 3; d <= 11; d += 2) {
			nodes += pow(b, d - 3) + pow(b, d - 2);
			same(theory_reduction(1, d, b, wide), all(d, wide) / (nodes * wide * wide));
		}
	}
}

static void order_two(void **state)
{
	const double b = 4, wide = 40;
	const double zero = wide, low = (1 + b) * wide * zero;       /* order 0; order 1, 3 plies */
	const double high = low + (b * b + b * b * b) * wide * zero; /* order 1, 5 plies */

	(void)state;
	same(theory_reduction(2, 5, b, wide), all(5, wide) / ((1 + b) * wide * (zero + low)));
	same(theory_reduction(2, 7, b, wide),
	     all(7, wide) /
	             ((1 + b) * wide * (zero + high) + (b * b + b * b * b) * wide * (zero + low)));
}

/* For large b and B the paper has an approximation: (B/b)^(d-n-1), divided by the number of
 * ways to choose n-1 of (d-3)/2. */
static void large_numbers(void **state)
{
	const double b = 1e4, wide = 1e6;

	(void)state;
	assert_true(fabs(theory_reduction(1, 7, b, wide) / pow(wide / b, 5) - 1) < 0.01);
	assert_true(fabs(theory_reduction(2, 7, b, wide) * 2 / pow(wide / b, 4) - 1) < 0.01);
	assert_true(fabs(theory_reduction(3, 9, b, wide) * 3 / pow(wide / b, 5) - 1) < 0.01);
}

/* The leaves of the least tree: B to the power of either half of the depth, less one. */
static void least_trees(void **state)
{
	(void)state;
	same(theory_least_tree(0, 40), 1);
	same(theory_least_tree(3, 1), 4);
	same(theory_least_tree(3, 40), 1 + 40 + (40 + 40 - 1) + (40 + 1600 - 1));
}

static void too_large(void **state)
{
	(void)state;
	same(theory_reduction(1, 201, 2, 40), 0);
	same(theory_reduction(1, 199, 2, 360), 0);
	same(theory_reduction(1, 3, 1, 1), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(order_one),     cmocka_unit_test(order_two),
	        cmocka_unit_test(large_numbers), cmocka_unit_test(least_trees),
	        cmocka_unit_test(too_large),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
