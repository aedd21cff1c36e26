/* SPDX-License-Identifier: MIT
 * test_beyond.c - jobs of games in which lambda gives way to a search of all moves once its orders
 * have failed, and jobs that ask for nothing but lambda.
 */
#include "tests/unit/solver_help.h"

typedef struct {
	const char *game, *options;
	value_t value;
} open_case_t;

/* Boards on which orders up to three fail. What is true there is known by hand, or was counted out
 * by tests/vectors/exhaust.py. */
static const open_case_t cases[] = {
        {"gomoku", "size=3 k=3", VALUE_DISPROVEN},
        {"gomoku", "size=3 k=3 rule=standard", VALUE_DISPROVEN},
        {"atarigo", "size=3", VALUE_DISPROVEN},
        {"atarigo", "size=3 stuck=loses pass=no", VALUE_PROVEN},
};
enum { CASES = sizeof(cases) / sizeof(cases[0]) };

/* Three orders of it are soon disproven, and all moves are millions of nodes. */
static const open_case_t large = {"gomoku", "size=4 k=4", VALUE_DISPROVEN};

static result_t solve_case(unsigned workers, const open_case_t *c, limits_t limits)
{
	solver_t *solver = make(workers);
	const request_t request = {.problem = {.game = c->game, .options = c->options},
	                           .limits = limits};
	const result_t result = solve(solver, &request);

	solver_destroy(solver);
	return result;
}

static void told_by_lambda(const result_t *r)
{
	assert_int_equal(r->state, JOB_DONE);
	assert_int_equal(r->value, VALUE_DISPROVEN);
	assert_int_equal(r->driver, DRIVER_LAMBDA);
	assert_int_equal(r->scope, SCOPE_ORDER);
	assert_int_equal(r->order, 3);
}

static void a_job_that_names_nothing_goes_beyond(void **state)
{
	(void)state;
	for (unsigned i = 0; i < CASES; i++)
		for (unsigned workers = 1; workers <= 2; workers++) {
			const result_t r = solve_case(workers, &cases[i],
			                              (limits_t){.order = -1, .nodes = 5000000});

			assert_int_equal(r.state, JOB_DONE);
			assert_int_equal(r.value, cases[i].value);
			assert_int_equal(r.driver, DRIVER_PLAIN);
			assert_int_equal(r.engine, ALGORITHM_DFPN);
			assert_int_equal(r.scope, SCOPE_ABSOLUTE);
			assert_int_equal(r.order, 0);
			assert_int_equal(r.zone.areas, 0); /* lambda's zone is not its */
			assert_true((r.line_length > 0) == (r.value == VALUE_PROVEN));
		}
}

/* The default named is an order named. */
static void an_order_named_is_the_last(void **state)
{
	(void)state;
	for (unsigned i = 0; i < CASES; i++) {
		const result_t r =
		        solve_case(1, &cases[i], (limits_t){.order = 3, .nodes = 5000000});

		told_by_lambda(&r);
	}
}

static void a_schedule_named_is_obeyed(void **state)
{
	const result_t r =
	        solve_case(1, &cases[0], (limits_t){.order = -1, .schedule = SCHEDULE_DEPTH});

	(void)state;
	told_by_lambda(&r);
}

/* What lambda has said stands, with its zone, when what is left does not suffice. */
static void lambda_stands_where_no_more_is_found(void **state)
{
	const limits_t named = {.order = 3};
	const result_t alone = solve_case(1, &large, named);
	const result_t r =
	        solve_case(1, &large, (limits_t){.order = -1, .nodes = alone.nodes + 300});

	(void)state;
	told_by_lambda(&r);
	assert_true(r.nodes > alone.nodes);
	assert_int_equal(r.zone.areas, alone.zone.areas);
	assert_true(r.zone.areas > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(a_job_that_names_nothing_goes_beyond),
	        cmocka_unit_test(an_order_named_is_the_last),
	        cmocka_unit_test(a_schedule_named_is_obeyed),
	        cmocka_unit_test(lambda_stands_where_no_more_is_found),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
