/* SPDX-License-Identifier: MIT
 * enclosed_draw.h - problems of life and death in closed regions, drawn at random, as the engine
 * has them and as the judge of tests/unit/go_enclosed.h has them.
 *
 * One side holds a connected patch of 7x7, in a corner, at a side or in the centre, with a wall of
 * the other side's around it that cannot be captured; up to 3 points of that wall are left empty,
 * outside liberties. The option region names the patch and these. Within, most of the points beside
 * the wall have a stone of the side inside, the others few of either colour. Each side has 0 to 2
 * ko threats.
 *
 * Ownership plain storage; the request borrows the texts of its problem.
 * Threads   any.
 */
#ifndef TESTS_BENCH_ENCLOSED_DRAW_H
#define TESTS_BENCH_ENCLOSED_DRAW_H

#include "engine/base/rng.h"
#include "engine/solve/solver.h"
#include "tests/unit/go_enclosed.h"

enum { ENCLOSED_SIDE = 7, ENCLOSED_PLACES = 3, ENCLOSED_GOALS = 4, ENCLOSED_TEXT = 160 };

typedef struct {
	char name[48], rows[ENCLOSED_SIDE * (ENCLOSED_SIDE + 1)];
	char target[16], options[ENCLOSED_TEXT];
	enclosed_goal_t goal;
	unsigned place, empty, outside; /* outside: liberties in the wall */
	request_t request;
	enclosed_board_t board;
	uint64_t region, named;
} enclosed_problem_t;

/* enclosed_goal_name and enclosed_place_name are the words for them. */
const char *enclosed_goal_name(enclosed_goal_t goal);
const char *enclosed_place_name(unsigned place);

/* enclosed_draw makes problem `number` of a seed, with `least` to `most` empty points, 4 to 18. The
 * kinds, which are the goals by who moves first, come by turns, and so do the places. */
void enclosed_draw(uint64_t seed, unsigned number, unsigned least, unsigned most,
                   enclosed_problem_t *out);

/* enclosed_ask has the judge decide a problem; its answer is that of enclosed_judge. */
int enclosed_ask(enclosed_t *judge, const enclosed_problem_t *p);

#endif
