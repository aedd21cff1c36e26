/* SPDX-License-Identifier: MIT
 * plan.h - which kind of question a job asks its searches next: two tables.
 *
 * A job asks one question after the other. Each question has a stage (plan_stage_t) and ends with
 * a value. The table in plan.c names, for every stage and value, the stages to go to in the order
 * of preference; the first one whose condition holds is taken. Stages and conditions:
 *
 *   stage      asks                          within         condition (inquiry.c, is_open)
 *   ITERATION  the algorithm and driver of   one order and  deepening.c has an iteration left
 *              the request                   depth
 *   DFPN       df-pn, of the highest order   a budget       both algorithms work by turns, and
 *                                                           df-pn's turn is due
 *   CYCLES     df-pn, of the highest order   a budget       lambda by both algorithms, and there
 *                                                           may be cycles: alpha-beta cuts a cycle
 *                                                           at any depth, df-pn may find a way
 *   BEYOND     df-pn without lambda          a budget       the job goes beyond lambda (inquiry.c,
 *                                                           Blindness), which was asked last, and
 *                                                           the goal is not out of reach
 *   OVER       nothing                       -              none: it always holds
 *
 * A verdict by ko asks the whole series several times, each time with other stocks of ko threats:
 * ko_stage_t and its table. More threats never hurt the side that has them, so that a few stocks
 * are enough. "Succeeds" is said of the mover, who moves first: the attacker reaches the goal, or
 * the defender prevents it.
 *
 * Threads   constant tables; functions of their arguments alone.
 */
#ifndef ENGINE_SOLVE_PLAN_H
#define ENGINE_SOLVE_PLAN_H

#include <stdbool.h>

#include "engine/base/verdict.h"

typedef enum {
	PLAN_ITERATION,
	PLAN_DFPN,
	PLAN_CYCLES,
	PLAN_BEYOND,
	PLAN_OVER,
	PLAN_STAGES
} plan_stage_t;

/* plan_next returns the stage after a question at `stage` with which the job's value has become
 * `value`. `is_open` tells whether the condition of a stage holds; it is called for the stages of
 * the table's list in turn, never for PLAN_OVER. `stage` is not PLAN_OVER. */
plan_stage_t plan_next(plan_stage_t stage, value_t value,
                       bool (*is_open)(const void *context, plan_stage_t stage),
                       const void *context);

/* The stocks of ko threats of a verdict by ko, in the order in which they are asked about. */
typedef enum {
	KO_STAGE_SURE, /* none against any number: does the mover succeed whatever happens? */
	KO_STAGE_ANY,  /* any number against none: does it succeed at all? */
	KO_STAGE_0,    /* none against none, */
	KO_STAGE_1,    /* one, */
	KO_STAGE_2,    /* two: how many does the mover need? */
	KO_STAGE_MORE, /* as KO_STAGE_ANY, again, for the move and the line */
	KO_STAGES
} ko_stage_t;

/* What follows a stage of a verdict by ko. */
typedef struct {
	ko_t verdict;    /* KO_UNASKED: none yet, */
	ko_stage_t next; /* ask about this stock */
} plan_ko_step_t;

/* plan_ko_stock returns the mover's and the other side's stock at a stage; THREATS_UNLIMITED: any
 * number. */
void plan_ko_stock(ko_stage_t stage, unsigned *mover, unsigned *other);

/* plan_ko_next returns what follows `stage` when the mover succeeded with its stocks, or did not.
 * KO_STAGE_MORE has succeeded as KO_STAGE_ANY before: failing there is a broken invariant. */
plan_ko_step_t plan_ko_next(ko_stage_t stage, bool succeeds);

/* Names of stages, for tests and debuggers. */
const char *plan_stage_name(plan_stage_t stage);

#endif
