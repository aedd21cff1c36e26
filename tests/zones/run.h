/* SPDX-License-Identifier: MIT
 * run.h - cases of refills: a problem, its solve, and changes outside of the zone.
 *
 * A case is told by one number: everything random in it follows from that.
 *
 * Ownership values; the library and the solver are borrowed.
 * Threads   one at a time.
 */
#ifndef TESTS_ZONES_RUN_H
#define TESTS_ZONES_RUN_H

#include "tests/zones/judge.h"
#include "tests/zones/make.h"

enum { STEP_TEXT_MAX = 96 };

/* Who solves a board first, and again after a refill: each drawn at random for every board,
 * or always the same. */
typedef enum { BY_EITHER, BY_ALPHABETA, BY_DFPN } by_t;

typedef struct {
	judge_t *judge;
	const library_t *library;
	make_wish_t wish;
	unsigned refills_each; /* of one problem */
	unsigned steps_each;   /* of one board of Go, see steps.h */
	bool bare;             /* always judge without zones, the unchanged board as well */
	bool quiet;            /* tell of no failure */
	bool verbose;          /* tell of every case */
	by_t engines;
	rng_t draws; /* of engines: apart, so that the boards are the same by any of them */

	/* Counts. */
	unsigned cases;               /* problems made */
	unsigned again;               /* solved with a table that knew them already */
	unsigned limited;             /* whose first solve ran into its limit of nodes */
	unsigned blind;               /* that came without a zone: nothing to refill */
	unsigned full;                /* in whose zone there was nothing left to change */
	unsigned refills;             /* boards compared */
	unsigned side[BOARD_MAX + 1]; /* by the longer side of their boards */
	unsigned by[3];               /* by the value before: disproven, undecided, proven */
	unsigned regions;             /* of them about a small region */
	unsigned plain_first;         /* of these solved first without lambda */
	unsigned plain_judged;        /* judged so */
	unsigned second_first;        /* with the defender to move */
	unsigned dfpn_first;          /* of them solved first by df-pn */
	unsigned dfpn_judged;         /* of them judged by df-pn */
	unsigned bare_ones;           /* of them judged without zones */
	unsigned open;                /* whose second solve ran into its limit of nodes */
	unsigned weaker;              /* that are undecided now, and were disproven */
	unsigned steps;               /* steps tried */
	unsigned failed;              /* that disagree */
	char step[STEP_TEXT_MAX];     /* what a step that is wrong does; "" = a verdict differs */
	char caught[2 * SCENE_LINE_MAX]; /* the last disagreement, as a line for a list of pairs */
} run_t;

/* run_case makes a problem of `game` out of `seed`, and refills it. */
void run_case(run_t *run, const game_t *game, uint64_t seed);

/* run_scene refills one problem `times` times; run_pair compares it with one given
 * board. run_pair is false when the zone does not allow that board. */
void run_scene(run_t *run, const scene_t *scene, unsigned times, rng_t *rng);
bool run_pair(run_t *run, const scene_t *before, const scene_t *after);

#endif
