/* SPDX-License-Identifier: MIT
 * reduction.h - problems and what each search makes of them: shared by the parts of the
 * program `reduction` (reduction.c says what it is for).
 *
 * Units     nodes; milliseconds; depth in plies.
 * Ownership plain storage; texts are inside.
 * Threads   one.
 */
#ifndef TESTS_BENCH_REDUCTION_H
#define TESTS_BENCH_REDUCTION_H

#include "engine/base/rng.h"
#include "engine/solve/solver.h"

enum { CASES_MAX = 1024, CASE_NAME_MAX = 48, CASE_TEXT_MAX = 128, CASE_GAME_MAX = 16 };

/* The searches compared. The first is what the others are measured by. */
typedef enum {
	PLAIN_ALPHABETA,
	PLAIN_DFPN,
	LAMBDA_BY_DEPTH, /* alpha-beta by schedule "depth", as plain alpha-beta deepens */
	LAMBDA_ALPHABETA,
	LAMBDA_ALPHABETA_ZONES,
	LAMBDA_DFPN,
	LAMBDA_DFPN_ZONES,
	METHODS
} method_t;

typedef struct {
	bool asked, solved; /* not solved: the nodes were used up */
	double nodes, ms;
} measured_t;

typedef struct {
	char game[CASE_GAME_MAX], name[CASE_NAME_MAX];
	char goal[CASE_GAME_MAX], ko[MOVE_TEXT_MAX];            /* "" = the game's first, none */
	char options[CASE_TEXT_MAX], target[2 * MOVE_TEXT_MAX]; /* "" = none */
	char rows[ROWS_TEXT_MAX];
	colour_t attacker;
	side_t first;
	unsigned attacker_threats, defender_threats;
	unsigned limit;  /* order limit it was given with */
	unsigned within; /* depth limit, for scaling alone; 0 = none */

	/* Of case_classify. */
	value_t value;
	unsigned order, depth; /* of a win: the least depth, and order for it; depth 0: not known */

	/* Of case_branching; 0 = not known. */
	double narrow, wide; /* b and B of Thomsen's section 3.1 */
	double theory;       /* the reduction that his figure 12 gives for them */
	double least_tree;   /* nodes of the least tree of alpha-beta over all moves */

	measured_t by[METHODS];
} case_t;

typedef struct {
	case_t at[CASES_MAX];
	unsigned count;
} cases_t;

/* case_problem borrows the texts of the case. */
problem_t case_problem(const case_t *c);

/* cases_read adds those of a list that are of `game`, or all, if that is NULL; see reduction_list.c
 * for the forms. */
bool cases_read(cases_t *cases, const char *path, const char *game);

/* What problems to make: so many of a game, that are classified within `most` nodes but not
 * within `least`. */
typedef struct {
	const char *game;
	unsigned count;
	uint64_t seed, least, most;
} wanted_t;

/* cases_make prints problems made at random, as a list that cases_read reads. */
void cases_make(const wanted_t *wanted);

/* case_classify finds value, order and depth within so many nodes; false: it did not, or
 * hardly a node was needed. */
bool case_classify(case_t *c, uint64_t nodes);

/* case_measure solves it by one search. False: the answer contradicts the value. */
bool case_measure(case_t *c, method_t method, uint64_t nodes);

/* method_applies: is that a search of its own in this game, for this problem? */
bool method_applies(const case_t *c, method_t method);

/* case_branching measures b and B of a win whose depth is known. */
void case_branching(case_t *c, uint64_t seed);

/* theory_reduction: by figure 12, of a win at that order and depth. 0: too large to say. */
double theory_reduction(unsigned order, unsigned depth, double narrow, double wide);

/* theory_least_tree: the nodes of alpha-beta that always tries the best move first (Knuth and
 * Moore 1975), in a full tree of that depth. */
double theory_least_tree(unsigned depth, double wide);

/* cases_print writes the tables of one game. */
void cases_print(const cases_t *cases, const char *game, uint64_t nodes);

#endif
