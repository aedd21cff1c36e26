/* SPDX-License-Identifier: MIT
 * judge.h - solves scenes, and tells whether two results agree.
 *
 * Every solve has one worker and, but for judge_again, a table of its own.
 *
 * Ownership judge_open's solver is closed by judge_close.
 * Threads   one at a time.
 */
#ifndef TESTS_ZONES_JUDGE_H
#define TESTS_ZONES_JUDGE_H

#include "tests/zones/scene.h"

typedef struct {
	solver_t *solver;
	uint64_t nodes; /* searched so far */
} judge_t;

typedef enum {
	MATCH_SAME,
	MATCH_OPEN,   /* the second solve ran into its limit of nodes */
	MATCH_WEAKER, /* decided before, now undecided however deep: ko without end; or by df-pn */
	MATCH_DIFFERENT,  /* the zone was wrong */
	MATCH_IMPOSSIBLE, /* the solver failed */
} match_t;

/* judge_open starts a solver. A judge has one worker, so that what it finds can be repeated. */
err_t judge_open(judge_t *judge, unsigned workers, errinfo_t *why);
void judge_close(judge_t *judge);

/* judge_first solves a scene under its own limits, with zones. False: the solver would
 * not have it, which *why explains. */
bool judge_first(judge_t *judge, const scene_t *scene, result_t *out, errinfo_t *why);

/* judge_again does the same with a table in which `other`, the same problem under other
 * limits, was solved before, and with several workers: what is known already, or to
 * somebody else, comes with a zone, too. */
bool judge_again(judge_t *judge, const scene_t *scene, const scene_t *other, unsigned workers,
                 result_t *out, errinfo_t *why);

/* judge_match solves `after`, by its engine, a scene that the zone of `first` says is the same as
 * the one that `first` was the result of, and compares:
 *
 *     proven     must be proven by that order and depth; by df-pn, which does not look
 *                for the least depth, or by another driver, at any depth
 *     disproven  must be disproven, at whatever depth; never proven
 *     undecided  must not be proven under the same limits
 *
 * *second is the last solve's result. */
match_t judge_match(judge_t *judge, const scene_t *after, const result_t *first, zoning_t zoning,
                    result_t *second);

#endif
