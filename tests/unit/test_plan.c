/* SPDX-License-Identifier: MIT
 * test_plan.c - the tables of a job's plan: every stage with every value, and every stage of a
 * verdict by ko with either answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/base/guard.h"
#include "engine/game/game.h"
#include "engine/solve/plan.h"

/* The stages whose condition holds, one bit each. */
static bool is_open(const void *context, plan_stage_t stage)
{
	assert_in_range(stage, 0, PLAN_OVER - 1); /* nobody asks whether PLAN_OVER is open */
	return (*(const unsigned *)context >> stage & 1) != 0;
}

#define OPEN(stage) (1u << (stage))

/* Every row: after `stage` with `value`, the stages that may follow, best first. */
static const struct {
	plan_stage_t stage;
	value_t value;
	unsigned count;
	plan_stage_t follow[PLAN_STAGES];
} rows[] = {
        {PLAN_ITERATION, VALUE_PROVEN, 0, {0}},
        {PLAN_ITERATION, VALUE_DISPROVEN, 1, {PLAN_BEYOND}},
        {PLAN_ITERATION, VALUE_UNDECIDED, 4, {PLAN_DFPN, PLAN_ITERATION, PLAN_CYCLES, PLAN_BEYOND}},
        {PLAN_DFPN, VALUE_PROVEN, 0, {0}},
        {PLAN_DFPN, VALUE_DISPROVEN, 1, {PLAN_BEYOND}},
        {PLAN_DFPN, VALUE_UNDECIDED, 1, {PLAN_ITERATION}},
        {PLAN_CYCLES, VALUE_PROVEN, 0, {0}},
        {PLAN_CYCLES, VALUE_DISPROVEN, 1, {PLAN_BEYOND}},
        {PLAN_CYCLES, VALUE_UNDECIDED, 1, {PLAN_BEYOND}},
        {PLAN_BEYOND, VALUE_PROVEN, 0, {0}},
        {PLAN_BEYOND, VALUE_DISPROVEN, 0, {0}},
        {PLAN_BEYOND, VALUE_UNDECIDED, 0, {0}},
};

/* With any stages open, the first open one of the row follows, or PLAN_OVER. */
static void every_stage_and_value_has_its_row(void **state)
{
	bool seen[PLAN_OVER][VALUE_PROVEN + 1] = {{false}};

	(void)state;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		seen[rows[i].stage][rows[i].value] = true;
		for (unsigned open = 0; open < OPEN(PLAN_OVER); open++) {
			plan_stage_t want = PLAN_OVER;

			for (unsigned k = rows[i].count; k-- > 0;)
				if ((open & OPEN(rows[i].follow[k])) != 0)
					want = rows[i].follow[k];
			assert_int_equal(plan_next(rows[i].stage, rows[i].value, is_open, &open),
			                 want);
		}
	}
	for (unsigned s = 0; s < PLAN_OVER; s++)
		for (unsigned v = 0; v <= VALUE_PROVEN; v++)
			assert_true(seen[s][v]);
}

/* A plan ends: what needs no deepening comes at most once after another. */
static void a_plan_ends(void **state)
{
	const unsigned open = ~OPEN(PLAN_ITERATION); /* the deepening has nothing left */
	plan_stage_t stage = PLAN_ITERATION;
	unsigned steps = 0;

	(void)state;
	for (; stage != PLAN_OVER && steps <= PLAN_STAGES; steps++)
		stage = plan_next(stage, VALUE_UNDECIDED, is_open, &open);
	assert_int_equal(stage, PLAN_OVER);
	assert_in_range(steps, 1, PLAN_STAGES);
}

static void every_stage_of_a_ko_has_its_row(void **state)
{
	enum { ANY = THREATS_UNLIMITED };
	static const struct {
		ko_stage_t stage;
		unsigned mover, other;
		plan_ko_step_t succeeds, fails;
	} ko[] = {
	        {KO_STAGE_SURE, 0, ANY, {KO_NONE, KO_STAGES}, {KO_UNASKED, KO_STAGE_ANY}},
	        {KO_STAGE_ANY, ANY, 0, {KO_UNASKED, KO_STAGE_0}, {KO_FAILS, KO_STAGES}},
	        {KO_STAGE_0, 0, 0, {KO_FIGHT, KO_STAGES}, {KO_UNASKED, KO_STAGE_1}},
	        {KO_STAGE_1, 1, 0, {KO_FIGHT, KO_STAGES}, {KO_UNASKED, KO_STAGE_2}},
	        {KO_STAGE_2, 2, 0, {KO_FIGHT, KO_STAGES}, {KO_UNASKED, KO_STAGE_MORE}},
	        {KO_STAGE_MORE, ANY, 0, {KO_FIGHT, KO_STAGES}, {KO_UNASKED, KO_STAGES}},
	};

	(void)state;
	assert_int_equal(sizeof(ko) / sizeof(ko[0]), KO_STAGES);
	for (unsigned i = 0; i < KO_STAGES; i++) {
		unsigned mover = 99, other = 99;
		plan_ko_step_t step;

		assert_int_equal(ko[i].stage, i);
		plan_ko_stock(ko[i].stage, &mover, &other);
		assert_int_equal(mover, ko[i].mover);
		assert_int_equal(other, ko[i].other);
		step = plan_ko_next(ko[i].stage, true);
		assert_int_equal(step.verdict, ko[i].succeeds.verdict);
		if (step.verdict == KO_UNASKED)
			assert_int_equal(step.next, ko[i].succeeds.next);
		if (ko[i].stage == KO_STAGE_MORE)
			continue;
		step = plan_ko_next(ko[i].stage, false);
		assert_int_equal(step.verdict, ko[i].fails.verdict);
		if (step.verdict == KO_UNASKED)
			assert_int_equal(step.next, ko[i].fails.next);
	}
}

/* With any number of threats the mover has succeeded: it cannot fail so later. */
static void fail_at_last(void *context)
{
	(void)context;
	(void)plan_ko_next(KO_STAGE_MORE, false);
}

static void what_cannot_be_is_a_fault(void **state)
{
	fault_t fault = {.what = NULL};

	(void)state;
	assert_false(guard_run(fail_at_last, NULL, GUARD_OWNS, &fault));
	assert_non_null(fault.what);
}

static void stages_have_names(void **state)
{
	(void)state;
	for (unsigned s = 0; s < PLAN_STAGES; s++)
		for (unsigned t = 0; t < s; t++)
			assert_string_not_equal(plan_stage_name((plan_stage_t)s),
			                        plan_stage_name((plan_stage_t)t));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(every_stage_and_value_has_its_row),
	        cmocka_unit_test(a_plan_ends),
	        cmocka_unit_test(every_stage_of_a_ko_has_its_row),
	        cmocka_unit_test(what_cannot_be_is_a_fault),
	        cmocka_unit_test(stages_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
