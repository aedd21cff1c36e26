/* SPDX-License-Identifier: MIT
 * plan.c - the tables of plan.h.
 *
 * Order of ko stages   Most movers that succeed do so whatever the other side has: one question.
 *                      Most that fail do so whatever they have: two questions. Only a ko takes
 *                      more. */
#include "engine/solve/plan.h"

#include "engine/base/check.h"
#include "engine/game/game.h"

/* After a question at [stage] that has left the job with [value]: the stages to go to, the first
 * open one of the list. Every list ends with PLAN_OVER.
 *
 * DFPN       is asked only while an iteration is left, so after an undecided answer of DFPN an
 *            iteration follows.
 * CYCLES     comes only when no iteration is left, and once. In a game with zugzwang it and DFPN
 *            ask without lambda already, and BEYOND is not open after them.
 * BEYOND     undecided: lambda's answer, which was there before, is the job's. */
static const plan_stage_t stage_after[PLAN_OVER][VALUE_PROVEN + 1][PLAN_STAGES] = {
        [PLAN_ITERATION] = {[VALUE_PROVEN] = {PLAN_OVER},
                            [VALUE_DISPROVEN] = {PLAN_BEYOND, PLAN_OVER},
                            [VALUE_UNDECIDED] = {PLAN_DFPN, PLAN_ITERATION, PLAN_CYCLES,
                                                 PLAN_BEYOND, PLAN_OVER}},
        [PLAN_DFPN] = {[VALUE_PROVEN] = {PLAN_OVER},
                       [VALUE_DISPROVEN] = {PLAN_BEYOND, PLAN_OVER},
                       [VALUE_UNDECIDED] = {PLAN_ITERATION, PLAN_OVER}},
        [PLAN_CYCLES] = {[VALUE_PROVEN] = {PLAN_OVER},
                         [VALUE_DISPROVEN] = {PLAN_BEYOND, PLAN_OVER},
                         [VALUE_UNDECIDED] = {PLAN_BEYOND, PLAN_OVER}},
        [PLAN_BEYOND] = {[VALUE_PROVEN] = {PLAN_OVER},
                         [VALUE_DISPROVEN] = {PLAN_OVER},
                         [VALUE_UNDECIDED] = {PLAN_OVER}},
};

plan_stage_t plan_next(plan_stage_t stage, value_t value,
                       bool (*is_open)(const void *context, plan_stage_t stage),
                       const void *context)
{
	const plan_stage_t *list;

	CHECK((unsigned)stage < PLAN_OVER && (unsigned)value <= VALUE_PROVEN);
	list = stage_after[stage][value];
	while (*list != PLAN_OVER && !is_open(context, *list))
		list++;
	return *list;
}

/* A stage of a verdict by ko: the stocks, and what follows either answer. */
static const struct {
	unsigned mover, other;
	plan_ko_step_t succeeds, fails;
} ko_row[KO_STAGES] = {
/*      stage            mover             other              it succeeds          it fails */
#define NEXT(stage)                 \
	{                           \
		KO_UNASKED, (stage) \
	}
#define VERDICT(verdict)             \
	{                            \
		(verdict), KO_STAGES \
	}
        /* clang-format off */
        [KO_STAGE_SURE] = {0, THREATS_UNLIMITED, VERDICT(KO_NONE),  NEXT(KO_STAGE_ANY)},
        [KO_STAGE_ANY]  = {THREATS_UNLIMITED, 0, NEXT(KO_STAGE_0),  VERDICT(KO_FAILS)},
        [KO_STAGE_0]    = {0, 0,                 VERDICT(KO_FIGHT), NEXT(KO_STAGE_1)},
        [KO_STAGE_1]    = {1, 0,                 VERDICT(KO_FIGHT), NEXT(KO_STAGE_2)},
        [KO_STAGE_2]    = {2, 0,                 VERDICT(KO_FIGHT), NEXT(KO_STAGE_MORE)},
        [KO_STAGE_MORE] = {THREATS_UNLIMITED, 0, VERDICT(KO_FIGHT), NEXT(KO_STAGES)},
/* clang-format on */
#undef NEXT
#undef VERDICT
};

void plan_ko_stock(ko_stage_t stage, unsigned *mover, unsigned *other)
{
	CHECK((unsigned)stage < KO_STAGES);
	*mover = ko_row[stage].mover;
	*other = ko_row[stage].other;
}

plan_ko_step_t plan_ko_next(ko_stage_t stage, bool succeeds)
{
	plan_ko_step_t step;

	CHECK((unsigned)stage < KO_STAGES);
	step = succeeds ? ko_row[stage].succeeds : ko_row[stage].fails;
	CHECK(step.verdict != KO_UNASKED || step.next < KO_STAGES);
	return step;
}

const char *plan_stage_name(plan_stage_t stage)
{
	static const char *const names[PLAN_STAGES] = {[PLAN_ITERATION] = "iteration",
	                                               [PLAN_DFPN] = "dfpn",
	                                               [PLAN_CYCLES] = "cycles",
	                                               [PLAN_BEYOND] = "beyond",
	                                               [PLAN_OVER] = "over"};

	CHECK((unsigned)stage < PLAN_STAGES);
	return names[stage];
}
