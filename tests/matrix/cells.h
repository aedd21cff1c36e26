/* SPDX-License-Identifier: MIT
 * cells.h - the matrix: every way in which a kind of problem can be asked, and how often it was.
 *
 * A cell is (kind, first, driver, engine, zone, ko, workers, fresh, store); problems.h has the
 * kinds. Table size, limits and repetition are drawn for each question and are no axes.
 *
 * Threads   one.
 */
#ifndef TESTS_MATRIX_CELLS_H
#define TESTS_MATRIX_CELLS_H

#include "engine/base/rng.h"
#include "engine/solve/solver.h"
#include "tests/matrix/problems.h"

/* How a problem is asked. */
typedef struct {
	driver_t driver;
	algorithm_t engine;
	zoning_t zoning;
	bool ko, crowd, fresh, stored; /* crowd: a solver of several workers */
} way_t;

enum { WAYS = 2 * 3 * 3 * 2 * 2 * 2 * 2 };

/* way_of makes the way of an index below WAYS; false: there is none such for the kind. */
bool way_of(const kind_t *kind, unsigned index, way_t *out);

/* cells_choose picks the way that was asked least of the kind so far, one of them at random, and
 * counts it. */
unsigned cells_choose(rng_t *rng, unsigned kind, side_t first);

/* cells_print writes all counts, a line for each kind, side, driver, engine, zone and ko. */
void cells_print(void);

/* cells_least returns the least count of a cell; *cells how many there are. */
unsigned cells_least(unsigned *cells);

#endif
