/* SPDX-License-Identifier: MIT
 * test_lend.c - jobs that are searched elsewhere: a lent job ends once, as its result says, or as
 * it would have ended here. */
#include "engine/solve/lend.h"
#include "engine/base/clock.h"
#include "engine/solve/solver_parts.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum { ANSWERS = 64, EACH = 4, ROUNDS = 400, SHORT_MS = 1, TURN_NS = 1000 * 1000 };

/* make_by_turns makes a solver in which nothing happens but in solver_turn. */
static solver_t *make_by_turns(void)
{
	const solver_config_t config = {
	        .table_bytes = TABLE_BYTES, .answers = ANSWERS, .by_turns = true};
	solver_t *s = NULL;

	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	return s;
}

static job_t *submit(solver_t *s, request_t r)
{
	errinfo_t why = {.code = ERR_OK};
	job_t *job;

	if (solver_submit(s, &r, &job, &why) != ERR_OK)
		fail_msg("refused: %s", why.text);
	return job;
}

static bool all_suit(const job_t *job, uint64_t ran_ns, void *context)
{
	(void)job;
	(void)ran_ns;
	(void)context;
	return true;
}

static job_t *lend(solver_t *s)
{
	return lend_next(s, all_suit, NULL);
}

/* lie is a result that no search here gives. */
static result_t lie(void)
{
	return (result_t){.state = JOB_DONE,
	                  .value = VALUE_DISPROVEN,
	                  .scope = SCOPE_ORDER,
	                  .order = 1,
	                  .depth = 3,
	                  .best = MOVE_NONE,
	                  .nodes = 12345,
	                  .worked_ns = 1000,
	                  .workers = 1};
}

static result_t result_of(job_t *job)
{
	result_t result;

	assert_true(job_is_final(job));
	job_result(job, &result);
	job_release(job);
	return result;
}

static void the_result_of_a_lent_job_is_told(void **state)
{
	const result_t given = lie();
	solver_t *s = make_by_turns();
	job_t *job = submit(s, ask(CORNER, "A3", 1)), *lent = lend(s);
	const request_t again = ask(CORNER, "A3", 1);
	result_t result;

	(void)state;
	assert_ptr_equal(lent, job);
	assert_null(lend(s));
	assert_false(solver_turn(s, TURN_NS)); /* nobody here works on it */
	assert_false(job_is_final(job));
	assert_true(lend_settle(lent, &given));
	assert_false(lend_settle(lent, &given));
	assert_false(lend_return(lent));
	job_release(lent);
	result = result_of(job);
	assert_int_equal(result.value, VALUE_DISPROVEN);
	assert_int_equal(result.nodes, given.nodes);
	assert_int_equal(result.worked_ns, given.worked_ns);
	assert_int_equal(solve(s, &again).value, VALUE_PROVEN); /* it is not remembered */
	solver_destroy(s);
}

static void who_asks_the_same_follows_a_lent_job(void **state)
{
	const result_t given = lie();
	solver_t *s = make_by_turns();
	job_t *job = submit(s, ask(CORNER, "A3", 1)), *lent = lend(s);
	job_t *before = submit(s, ask(CORNER, "A3", 1));

	(void)state;
	assert_null(lend(s));
	assert_true(lend_settle(lent, &given));
	job_release(lent);
	assert_int_equal(result_of(job).value, VALUE_DISPROVEN);
	assert_int_equal(result_of(before).value, VALUE_DISPROVEN);
	solver_destroy(s);
}

/* Two solvers that had lent each other the same job waited for each other. */
static void bug_a_borrowed_job_followed_one_that_was_lent(void **state)
{
	request_t borrowed = ask(CORNER, "A3", 1);
	solver_t *s = make_by_turns();
	job_t *job = submit(s, borrowed), *lent = lend(s), *other;

	(void)state;
	borrowed.borrowed = true;
	other = submit(s, borrowed);
	assert_true(solver_turn(s, TURN_NS));
	assert_int_equal(result_of(other).value, VALUE_PROVEN);
	assert_false(job_is_final(job));
	assert_true(lend_return(lent));
	job_release(lent);
	solver_wait(job);
	assert_int_equal(result_of(job).value, VALUE_PROVEN);
	solver_destroy(s);
}

static void bug_a_job_was_lent_that_a_borrowed_one_follows(void **state)
{
	request_t r = ask(open_board, "K10", HARD_ORDER);
	solver_t *s = make_by_turns();
	job_t *first = submit(s, r), *borrowed, *second, *lent;

	(void)state;
	r.borrowed = true;
	borrowed = submit(s, r);
	r.borrowed = false;
	second = submit(s, r);
	assert_null(lend(s));
	solver_cancel(first); /* and the second has those that follow */
	solver_wait(first);
	assert_null(lend(s));
	solver_cancel(borrowed);
	solver_wait(borrowed);
	lent = lend(s);
	assert_ptr_equal(lent, second);
	job_release(lent);
	solver_cancel(second);
	solver_wait(second);
	job_release(first);
	job_release(borrowed);
	job_release(second);
	solver_destroy(s);
}

static void a_lent_job_can_be_cancelled_and_another_goes_on(void **state)
{
	const result_t given = lie();
	solver_t *s = make_by_turns();
	job_t *job = submit(s, ask(CORNER, "A3", 1)), *lent = lend(s);
	job_t *other = submit(s, ask(CORNER, "A3", 1));

	(void)state;
	solver_cancel(job);
	assert_false(lend_settle(lent, &given));
	assert_false(lend_return(lent));
	job_release(lent);
	while (solver_turn(s, TURN_NS))
		;
	assert_int_equal(result_of(job).state, JOB_CANCELLED);
	assert_int_equal(result_of(other).value, VALUE_PROVEN); /* searched here */
	solver_destroy(s);
}

static void a_job_that_comes_back_is_searched(void **state)
{
	solver_t *s = make_by_turns();
	job_t *job = submit(s, ask(CORNER, "A3", 1)), *lent = lend(s);

	(void)state;
	assert_true(lend_return(lent));
	job_release(lent);
	lent = lend(s); /* and may be lent again */
	assert_ptr_equal(lent, job);
	assert_true(lend_return(lent));
	job_release(lent);
	while (solver_turn(s, TURN_NS))
		;
	assert_int_equal(result_of(job).value, VALUE_PROVEN);
	solver_destroy(s);
}

static void the_time_of_a_lent_job_passes(void **state)
{
	solver_t *s = make_by_turns();
	request_t r = ask(open_board, "K10", HARD_ORDER);
	job_t *job, *lent;

	(void)state;
	r.limits.time_ms = SHORT_MS;
	job = submit(s, r);
	lent = lend(s);
	while (!job_is_final(job)) {
		lend_expire(s);
		(void)solver_turn(s, TURN_NS);
	}
	assert_false(lend_return(lent));
	job_release(lent);
	assert_true(result_of(job).time_ns >= LEND_GRACE_MS * NS_PER_MS);
	solver_destroy(s);
}

/* A job that comes back has the time that it was given, without the grace of one that is lent. */
static void a_job_that_comes_back_has_no_grace(void **state)
{
	solver_t *s = make_by_turns();
	request_t r = ask(open_board, "K10", HARD_ORDER);
	job_t *job, *lent;

	(void)state;
	r.limits.time_ms = SHORT_MS;
	job = submit(s, r);
	assert_true(due_has_come(&s->dues, job->request.deadline_ns));
	lent = lend(s);
	assert_false(due_has_come(&s->dues, job->request.deadline_ns));
	assert_true(due_has_come(&s->dues, job->request.deadline_ns + LEND_GRACE_MS * NS_PER_MS));
	assert_true(lend_return(lent));
	assert_true(due_has_come(&s->dues, job->request.deadline_ns));
	job_release(lent);
	while (!job_is_final(job))
		(void)solver_turn(s, TURN_NS);
	assert_int_equal(result_of(job).state, JOB_EXPIRED);
	assert_null(s->dues.first);
	solver_destroy(s);
}

static void a_solver_ends_with_lent_jobs(void **state)
{
	solver_t *s = make_by_turns();
	job_t *job = submit(s, ask(CORNER, "A3", 1)), *lent = lend(s);

	(void)state;
	solver_destroy(s);
	assert_true(job_is_final(lent));
	job_release(lent);
	assert_int_equal(result_of(job).state, JOB_CANCELLED);
}

/* Jobs of two clients, all of one submitted before those of the other, are lent by turns. */
static void clients_have_turns_in_what_is_lent(void **state)
{
	solver_t *s = make_by_turns();
	job_t *jobs[2][EACH], *lent[EACH];
	unsigned of_first = 0;

	(void)state;
	for (unsigned c = 0; c < 2; c++)
		for (unsigned i = 0; i < EACH; i++) {
			request_t r = ask(open_board, "K10", HARD_ORDER);

			r.client = c + 1;
			r.limits.nodes = 1000 * (EACH * c + i + 1); /* else they would be one */
			jobs[c][i] = submit(s, r);
		}
	for (unsigned i = 0; i < EACH; i++) {
		lent[i] = lend(s);
		for (unsigned k = 0; k < EACH; k++)
			of_first += lent[i] == jobs[0][k];
	}
	assert_int_equal(of_first, EACH / 2);
	for (unsigned i = 0; i < EACH; i++)
		job_release(lent[i]);
	for (unsigned i = 0; i < 2 * EACH; i++)
		solver_cancel(jobs[i / EACH][i % EACH]);
	solver_destroy(s);
	for (unsigned i = 0; i < 2 * EACH; i++)
		assert_int_equal(result_of(jobs[i / EACH][i % EACH]).state, JOB_CANCELLED);
}

static void count_done(job_t *job, void *context)
{
	(void)job;
	atomic_fetch_add((atomic_uint *)context, 1);
}

static void the_progress_of_a_lent_job_is_told(void **state)
{
	const progress_t there = {.driver = DRIVER_LAMBDA,
	                          .order = 3,
	                          .depth = 11,
	                          .nodes = 12345,
	                          .workers = 4,
	                          .best = MOVE_NONE};
	solver_t *s = make_by_turns();
	request_t r = ask(CORNER, "A3", 1);
	atomic_uint told = 0;
	progress_t here;
	job_t *job, *lent;

	(void)state;
	r.progress_ms = 1;
	r.on_progress = count_done;
	r.context = &told;
	job = submit(s, r);
	lent = lend(s);
	lend_progress(lent, &there);
	assert_int_equal(atomic_load(&told), 1);
	job_progress(job, &here);
	assert_int_equal(here.state, JOB_RUNNING);
	assert_int_equal(here.value, VALUE_UNDECIDED);
	assert_int_equal(here.order, there.order);
	assert_int_equal(here.nodes, there.nodes);
	assert_int_equal(here.workers, there.workers);
	assert_true(lend_return(lent));
	lend_progress(lent, &there); /* which comes too late */
	assert_int_equal(atomic_load(&told), 1);
	job_release(lent);
	while (solver_turn(s, TURN_NS))
		;
	assert_int_equal(result_of(job).value, VALUE_PROVEN);
	solver_destroy(s);
}

/* Jobs are lent while workers take them, and are settled, given back or cancelled. */
static void every_job_ends_once_whoever_has_it(void **state)
{
	const result_t given = lie();
	rng_t rng = seed_take();
	atomic_uint done = 0;
	solver_t *s = make(2);

	(void)state;
	for (unsigned i = 0; i < ROUNDS; i++) {
		request_t r = ask(CORNER, "A3", 1 + (int)(i % 3));
		job_t *job, *lent;

		r.on_done = count_done;
		r.context = &done;
		job = submit(s, r);
		lent = lend(s);
		if (lent != NULL) {
			switch (rng_below(&rng, 4)) {
			case 0:
				(void)lend_settle(lent, &given);
				break;
			case 1:
				(void)lend_return(lent);
				break;
			case 2:
				solver_cancel(lent);
				(void)lend_settle(lent, &given);
				break;
			default:
				lend_expire(s);
				assert_true(lend_return(lent));
			}
			job_release(lent);
		}
		solver_wait(job);
		job_release(job);
	}
	solver_destroy(s);
	assert_int_equal(atomic_load(&done), ROUNDS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(the_result_of_a_lent_job_is_told),
	        cmocka_unit_test(who_asks_the_same_follows_a_lent_job),
	        cmocka_unit_test(bug_a_borrowed_job_followed_one_that_was_lent),
	        cmocka_unit_test(bug_a_job_was_lent_that_a_borrowed_one_follows),
	        cmocka_unit_test(a_lent_job_can_be_cancelled_and_another_goes_on),
	        cmocka_unit_test(a_job_that_comes_back_is_searched),
	        cmocka_unit_test(the_time_of_a_lent_job_passes),
	        cmocka_unit_test(a_job_that_comes_back_has_no_grace),
	        cmocka_unit_test(a_solver_ends_with_lent_jobs),
	        cmocka_unit_test(clients_have_turns_in_what_is_lent),
	        cmocka_unit_test(the_progress_of_a_lent_job_is_told),
	        cmocka_unit_test(every_job_ends_once_whoever_has_it),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
