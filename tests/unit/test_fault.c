/* SPDX-License-Identifier: MIT
 * test_fault.c - a check that fails in a job's work costs that job: it ends as failed and says what
 * failed, nothing leaks, the table is not believed, and the same question is answered afterwards.
 */
#include <stdatomic.h>

#include "engine/solve/failpoint.h"
#include "engine/solve/proven.h"
#include "tests/unit/solver_help.h"

enum { WORKERS = 4, CROWD = 8, HARD_NODES = 200000, MOST = 1000000 };

typedef struct {
	_Atomic unsigned count;
	_Atomic(const char *) work;
} heard_t;

static void on_fault(const solver_fault_t *fault, void *context)
{
	heard_t *heard = context;

	assert_string_equal(fault->fault.file, "failpoint.c");
	assert_string_equal(fault->problem->game, "go");
	atomic_store(&heard->work, fault->work);
	atomic_fetch_add(&heard->count, 1);
}

static solver_t *make_heard(unsigned workers, heard_t *heard, bool by_turns)
{
	const solver_config_t config = {.workers = workers,
	                                .table_bytes = TABLE_BYTES,
	                                .answers = 100,
	                                .priority = PRIORITY_NORMAL,
	                                .by_turns = by_turns,
	                                .on_fault = on_fault,
	                                .fault_context = heard};
	solver_t *s = NULL;

	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	return s;
}

/* A net: some hundred nodes. */
static request_t net(void)
{
	return ask_for("capture",
	               "......../......../......O./......../..X...../..XO..../...XX.../........",
	               "D3", 3);
}

static void is_a_fault(const result_t *r)
{
	assert_int_equal(r->state, JOB_FAILED);
	assert_int_equal(r->error, ERR_INTERNAL);
	assert_string_equal(r->fault.what, "!broken_on_purpose");
	assert_int_equal(r->value, VALUE_UNDECIDED);
	assert_int_equal(r->best, MOVE_NONE);
	assert_int_equal(r->line_length, 0);
	assert_int_equal(r->zone.areas, 0);
}

static void costs_one_job(failpoint_t place, const char *work, bool by_turns)
{
	heard_t heard = {0};
	solver_t *s = make_heard(1, &heard, by_turns);
	request_t r = net();
	result_t result;

	failpoint_set(place, 1);
	result = solve(s, &r);
	is_a_fault(&result);
	assert_int_equal(heard.count, 1);
	assert_string_equal(heard.work, work);
	result = solve(s, &r); /* the answer was not remembered, and the worker is there */
	assert_int_equal(result.state, JOB_DONE);
	assert_int_equal(result.value, VALUE_PROVEN);
	assert_false(result.remembered);
	assert_null(result.fault.what);
	solver_destroy(s);
}

static void a_fault_costs_one_job(void **state)
{
	(void)state;
	costs_one_job(FAILPOINT_SLICE, "search", false);
	costs_one_job(FAILPOINT_SEARCH, "search", false);
	costs_one_job(FAILPOINT_RESULT, "result", false);
}

static void likewise_by_turns(void **state)
{
	(void)state;
	costs_one_job(FAILPOINT_SLICE, "search", true);
	costs_one_job(FAILPOINT_SEARCH, "search", true);
	costs_one_job(FAILPOINT_RESULT, "result", true);
}

/* A verdict by ko asks several questions in a row; one of them fails. */
static void no_verdict_by_ko_is_told(void **state)
{
	(void)state;
	for (long nth = 1; nth <= 3; nth++) {
		heard_t heard = {0};
		solver_t *s = make_heard(1, &heard, false);
		request_t r = net();
		result_t result;

		r.ko = true;
		failpoint_set(FAILPOINT_SEARCH, nth);
		result = solve(s, &r);
		failpoint_set(FAILPOINT_SEARCH, 0);
		if (result.state == JOB_FAILED) {
			is_a_fault(&result);
			assert_int_equal(result.ko, KO_UNASKED);
		}
		result = solve(s, &r);
		assert_int_equal(result.ko, KO_NONE);
		solver_destroy(s);
	}
}

/* What the table has is not believed after it: the question takes as many nodes as the first
 * time. */
static void the_table_is_not_believed(void **state)
{
	heard_t heard = {0};
	solver_t *s = make_heard(1, &heard, false);
	request_t r = net(), other = ask(CORNER, "A3", 3);
	uint64_t first;
	result_t result;

	(void)state;
	r.fresh = other.fresh = true;
	first = solve(s, &r).nodes;
	assert_true(solve(s, &r).nodes < first);
	failpoint_set(FAILPOINT_SLICE, 1);
	result = solve(s, &other);
	is_a_fault(&result);
	assert_int_equal(solve(s, &r).nodes, first);
	assert_true(solve(s, &r).nodes < first);
	solver_destroy(s);
}

static err_t drop_attack(void *context, move_t move, uint32_t child)
{
	(void)context;
	(void)move;
	(void)child;
	return ERR_OK;
}

static err_t drop_defence(void *context, uint32_t rest, const proof_reply_t *replies,
                          unsigned count)
{
	(void)context;
	(void)rest;
	(void)replies;
	(void)count;
	return ERR_OK;
}

static void a_certificate_fails_alone(void **state)
{
	const proof_sink_t sink = {.attack = drop_attack, .defend = drop_defence};
	const _Atomic bool never = false;
	const budget_t budget = {.nodes = MOST, .cancel = &never};
	heard_t heard = {0};
	solver_t *s = make_heard(1, &heard, false);
	request_t r = net();
	proof_built_t built;
	errinfo_t why;
	job_t *job;

	(void)state;
	assert_int_equal(solver_submit(s, &r, &job, NULL), ERR_OK);
	solver_wait(job);
	failpoint_set(FAILPOINT_CERTIFICATE, 1);
	assert_int_equal(proven_strategy_of_job(job, &budget, &sink, &built, &why), ERR_INTERNAL);
	assert_non_null(strstr(why.text, "check failed at failpoint.c"));
	assert_string_equal(heard.work, "certificate");
	assert_int_equal(proven_strategy_of_job(job, &budget, &sink, &built, &why), ERR_OK);
	assert_true(built.searched > 0);
	job_release(job);
	solver_destroy(s);
}

/* One of several workers on one long job fails, while others ask small things; and who waits for
 * the same answer asks for himself. */
static void others_have_their_answers(void **state)
{
	heard_t heard = {0};
	solver_t *s = make_heard(WORKERS, &heard, false);
	request_t hard = ask(open_board, "K10", HARD_ORDER), small = net();
	unsigned failed = 0;
	job_t *job[CROWD];
	result_t result;

	(void)state;
	hard.limits.nodes = HARD_NODES;
	small.fresh = true;
	failpoint_set(FAILPOINT_SEARCH, 500);
	for (unsigned i = 0; i < CROWD; i++)
		assert_int_equal(solver_submit(s, i < 2 ? &hard : &small, &job[i], NULL), ERR_OK);
	for (unsigned i = 0; i < CROWD; i++) {
		solver_wait(job[i]);
		job_result(job[i], &result);
		job_release(job[i]);
		if (result.state == JOB_FAILED) {
			is_a_fault(&result);
			failed++;
			continue;
		}
		assert_int_equal(result.state, i < 2 ? JOB_EXPIRED : JOB_DONE);
		assert_int_equal(result.value, i < 2 ? VALUE_UNDECIDED : VALUE_PROVEN);
	}
	assert_int_equal(failed, 1);
	assert_int_equal(heard.count, 1);
	solver_destroy(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(a_fault_costs_one_job),
	        cmocka_unit_test(likewise_by_turns),
	        cmocka_unit_test(no_verdict_by_ko_is_told),
	        cmocka_unit_test(the_table_is_not_believed),
	        cmocka_unit_test(a_certificate_fails_alone),
	        cmocka_unit_test(others_have_their_answers),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
