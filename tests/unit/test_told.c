/* SPDX-License-Identifier: MIT
 * test_told.c - whether what was told of a job is true: compared with a certificate's claim, and
 * with what a search finds. */
#include "engine/solve/told.h"
#include "engine/solve/certify.h"
#include "engine/solve/lend.h"
#include "tests/unit/solver_help.h"

enum { NODES = 100000, TURN_NS = 1000 * 1000 };

/* A block with three liberties and nobody near: not taken by ladders. */
#define FREE "......./......./......./...O.../......./......./......."

static bool all_suit(const job_t *job, uint64_t ran_ns, void *context)
{
	(void)job;
	(void)ran_ns;
	(void)context;
	return true;
}

/* told_that returns a job that was lent, and of which so much was told. */
static job_t *told_that(solver_t *s, request_t r, result_t given)
{
	errinfo_t why = {.code = ERR_OK};
	job_t *job, *lent;

	given.state = JOB_DONE;
	given.workers = 1;
	given.nodes = NODES;
	if (solver_submit(s, &r, &job, &why) != ERR_OK)
		fail_msg("refused: %s", why.text);
	lent = lend_next(s, all_suit, NULL);
	assert_ptr_equal(lent, job);
	assert_true(lend_settle(lent, &given));
	job_release(lent);
	return job;
}

/* search searches for what was told, and compares. */
static told_verdict_t search(solver_t *s, const told_t *told)
{
	request_t r = {.client = 7, .weight = 1};
	errinfo_t why = {.code = ERR_OK};
	told_verdict_t verdict;
	job_t *job;

	if (told_ask(s, told, &r, NODES, &job, &why) != ERR_OK)
		fail_msg("refused: %s", why.text);
	while (solver_turn(s, TURN_NS))
		;
	assert_true(job_is_final(job));
	verdict = told_compare(told, job);
	job_release(job);
	return verdict;
}

/* verdict_of is that about a result that is told of a request. */
static told_verdict_t verdict_of(request_t r, result_t given)
{
	const solver_config_t config = {.table_bytes = TABLE_BYTES, .by_turns = true};
	solver_t *s = NULL;
	told_t told = {.nodes = 0};
	told_verdict_t verdict;
	errinfo_t why;
	job_t *job;

	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	job = told_that(s, r, given);
	assert_int_equal(told_of_job(job, &told, &why), ERR_OK);
	assert_int_equal(told.nodes, NODES);
	job_release(job);
	verdict = search(s, &told);
	told_fini(&told);
	solver_destroy(s);
	return verdict;
}

static result_t proof(unsigned order)
{
	return (result_t){.value = VALUE_PROVEN,
	                  .scope = SCOPE_ABSOLUTE,
	                  .order = order,
	                  .depth = 3,
	                  .best = 1};
}

static result_t denial(scope_t scope, unsigned order)
{
	return (result_t){.value = VALUE_DISPROVEN,
	                  .scope = scope,
	                  .order = order,
	                  .denied = order,
	                  .depth = 3,
	                  .best = MOVE_NONE};
}

static void what_a_search_finds_too_is_true(void **state)
{
	(void)state;
	assert_int_equal(verdict_of(ask(CORNER, "A3", 1), proof(1)), TOLD_TRUE);
	assert_int_equal(verdict_of(ask(FREE, "D4", 1), denial(SCOPE_ORDER, 1)), TOLD_TRUE);
}

static void what_a_search_finds_otherwise_is_false(void **state)
{
	(void)state;
	assert_int_equal(verdict_of(ask(CORNER, "A3", 1), denial(SCOPE_ORDER, 1)), TOLD_FALSE);
	assert_int_equal(verdict_of(ask(CORNER, "A3", 3), denial(SCOPE_ABSOLUTE, 3)), TOLD_FALSE);
	assert_int_equal(verdict_of(ask(CORNER, "A3", 3), denial(SCOPE_WITHIN, 2)), TOLD_FALSE);
	assert_int_equal(verdict_of(ask(FREE, "D4", 1), proof(1)), TOLD_FALSE);
}

/* A denial up to an order says nothing of higher ones, nor one within some moves of more. */
static void what_says_less_is_not_false(void **state)
{
	(void)state;
	assert_int_equal(verdict_of(ask(CORNER, "A3", 3), denial(SCOPE_ORDER, 0)), TOLD_TRUE);
	assert_int_equal(verdict_of(ask(CORNER, "A3", 3), denial(SCOPE_WITHIN, 1)), TOLD_TRUE);
}

/* claim_of is the claim of the certificate for a request that is proven. */
static certificate_header_t claim_of(solver_t *s, request_t r, told_t *told)
{
	certificate_header_t claim;
	errinfo_t why;
	job_t *job;

	assert_int_equal(solver_submit(s, &r, &job, &why), ERR_OK);
	solver_wait(job);
	assert_int_equal(told_of_job(job, told, &why), ERR_OK);
	assert_int_equal(certify_claim(&told->proven, &claim, &why), ERR_OK);
	job_release(job);
	return claim;
}

static void a_claim_is_about_one_question(void **state)
{
	solver_t *s = make(1);
	told_t a, b;
	certificate_header_t of_a = claim_of(s, ask(CORNER, "A3", 1), &a);
	const certificate_header_t of_b = claim_of(s, ask(FREE, "D4", 1), &b);
	errinfo_t why;

	(void)state;
	assert_int_equal(told_is_claim(&a, &of_a, &why), ERR_OK);
	assert_int_equal(told_is_claim(&b, &of_b, &why), ERR_OK);
	assert_int_equal(told_is_claim(&a, &of_b, &why), ERR_VALUE);
	assert_int_equal(told_is_claim(&b, &of_a, &why), ERR_VALUE);
	of_a.black = !of_a.black;
	assert_int_equal(told_is_claim(&a, &of_a, &why), ERR_VALUE);
	assert_string_equal(why.text, "its certificate is of another position");
	told_fini(&a);
	told_fini(&b);
	solver_destroy(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(what_a_search_finds_too_is_true),
	        cmocka_unit_test(what_a_search_finds_otherwise_is_false),
	        cmocka_unit_test(what_says_less_is_not_false),
	        cmocka_unit_test(a_claim_is_about_one_question),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
