/* SPDX-License-Identifier: MIT
 * scaling.h - parts of the program `scaling`: images of a problem, and workers that take turns.
 *
 * Units     nodes; bytes.
 * Ownership plain storage.
 * Threads   one.
 */
#ifndef TESTS_BENCH_SCALING_H
#define TESTS_BENCH_SCALING_H

#include "tests/bench/reduction.h"

/* The same problem drawn otherwise, which is searched in another order: as it is; mirrored in a
 * diagonal, in Hex with the colours swapped; turned by 180 degrees; both. In chess: mirrored left
 * to right, or not. */
enum { IMAGES = 4, IMAGE_TURNED = 2 };

/* image_make writes an image of the case; false: its options name points, it has only one. */
bool image_make(const case_t *c, unsigned image, case_t *out);

/* How workers that take turns are to search. */
typedef struct {
	unsigned workers;
	driver_t driver;
	size_t table_bytes;
} turns_t;

/* turns_solve solves the case by df-pn, in this thread alone. out->time_ns: TURNS_NODE_NS for each
 * node that there was time for, as if each worker had a core. False: there was no memory. */
enum { TURNS_NODE_NS = 1000 };
bool turns_solve(const turns_t *turns, const case_t *c, result_t *out);

#endif
