/* SPDX-License-Identifier: MIT
 * reduction_theory.c - the formula of Thomsen's figure 12: what lambda-search should save over a
 * search of all moves, by order, depth, b and B. */
#include "tests/bench/reduction.h"

#include <math.h>

#include "engine/base/check.h"

enum { THEORY_DEPTH = 200 }; /* plies; beyond it the numbers are too large */

/* figure_12 counts the positions of a search, `lambdaMovesGenerated` of the paper. Its
 * recursion goes to lower orders and depths: here they are filled in, upwards. */
static double figure_12(unsigned order, unsigned depth, double narrow, double wide)
{
	static double made[ORDER_MAX + 1][THEORY_DEPTH + 1];

	for (unsigned d = 0; d <= depth; d++)
		made[0][d] = wide;
	for (unsigned n = 1; n <= order; n++) {
		for (unsigned d = 0; d <= depth; d++) {
			made[n][d] = 0;
			for (unsigned i = 2; i + 2 * n <= d + 1; i += 2)
				for (unsigned j = 0; j < n; j++)
					made[n][d] += (pow(narrow, i - 2) + pow(narrow, i - 1)) *
					              wide * made[j][d - i];
		}
	}
	return made[order][depth];
}

double theory_reduction(unsigned order, unsigned depth, double narrow, double wide)
{
	double all, lambda;

	CHECK(order >= 1 && order <= ORDER_MAX && depth >= 2 * order + 1);
	if (depth > THEORY_DEPTH || wide <= 1)
		return 0;
	all = (pow(wide, depth + 1) - 1) / (wide - 1);
	lambda = figure_12(order, depth, narrow, wide);
	return isfinite(all) && isfinite(lambda) ? all / lambda : 0;
}

double theory_least_tree(unsigned depth, double wide)
{
	double nodes = 0;

	for (unsigned d = 0; d <= depth && depth <= THEORY_DEPTH; d++) {
		const unsigned half = d / 2;

		nodes += pow(wide, half) + pow(wide, d - half) - 1;
	}
	return nodes;
}
