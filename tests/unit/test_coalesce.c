/* SPDX-License-Identifier: MIT
 * test_coalesce.c - identical questions in flight: one search, and everybody gets his answer, by
 * his own deadline, whoever else is cancelled. */
#include <semaphore.h>

#include "engine/solve/task.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum { NODES = 100000, SHORT_MS = 400, ROUNDS = 1500, AT_ONCE = 6, PROGRESS_MS = 1 };

/* A job that is watched; `hold`: its first progress waits until it is let go. */
typedef struct {
	job_t *job;
	sem_t told, go;
	atomic_bool hold;
	_Atomic unsigned progress, done;
} watched_t;

static void on_progress(job_t *job, void *context)
{
	watched_t *w = context;

	(void)job;
	atomic_fetch_add(&w->progress, 1);
	sem_post(&w->told);
	if (atomic_exchange(&w->hold, false))
		while (sem_wait(&w->go) != 0)
			;
}

static void on_done(job_t *job, void *context)
{
	watched_t *w = context;

	(void)job;
	atomic_fetch_add(&w->done, 1);
}

static request_t hard(void)
{
	request_t r = ask(open_board, "K10", HARD_ORDER);

	r.progress_ms = PROGRESS_MS;
	r.on_progress = on_progress;
	r.on_done = on_done;
	return r;
}

static void start(solver_t *s, request_t r, watched_t *w, bool hold)
{
	errinfo_t why = {.code = ERR_OK};

	memset(w, 0, sizeof(*w));
	sem_init(&w->told, 0, 0);
	sem_init(&w->go, 0, 0);
	atomic_init(&w->hold, hold);
	r.context = w;
	if (solver_submit(s, &r, &w->job, &why) != ERR_OK)
		fail_msg("refused: %s", why.text);
	if (hold)
		while (sem_wait(&w->told) != 0)
			;
}

static void wait_progress(watched_t *w)
{
	while (sem_trywait(&w->told) == 0)
		;
	while (sem_wait(&w->told) != 0)
		;
}

static result_t end(watched_t *w)
{
	result_t result;

	solver_wait(w->job);
	assert_int_equal(atomic_load(&w->done), 1);
	job_result(w->job, &result);
	job_release(w->job);
	sem_destroy(&w->told);
	sem_destroy(&w->go);
	return result;
}

static void one_search_answers_all(void **state)
{
	solver_t *s = make(1);
	request_t r = hard();
	watched_t a, b, c;
	result_t first, second;

	(void)state;
	r.limits.nodes = NODES;
	start(s, r, &a, true);
	start(s, r, &b, false);
	r.limits.time_ms = 3600000; /* his own, and far */
	start(s, r, &c, false);
	assert_ptr_equal(b.job->join.leader, a.job);
	assert_ptr_equal(c.job->join.leader, a.job);
	sem_post(&a.go);
	first = end(&a);
	second = end(&b);
	assert_true(atomic_load(&b.progress) > 0);
	assert_int_equal(first.state, JOB_EXPIRED);
	assert_int_equal(second.state, JOB_EXPIRED);
	assert_true(first.nodes >= NODES);
	assert_int_equal(first.nodes, second.nodes);
	assert_int_equal(end(&c).nodes, first.nodes);
	solver_destroy(s);
}

static void a_cancel_is_of_one(void **state)
{
	solver_t *s = make(1);
	watched_t a, b, c;

	(void)state;
	start(s, hard(), &a, true);
	start(s, hard(), &b, false);
	start(s, hard(), &c, false);
	solver_cancel(c.job); /* one that follows */
	sem_post(&a.go);
	assert_int_equal(end(&c).state, JOB_CANCELLED);
	assert_false(job_is_final(a.job));
	assert_false(job_is_final(b.job));
	solver_cancel(a.job); /* one that leads */
	assert_int_equal(end(&a).state, JOB_CANCELLED);
	wait_progress(&b); /* it goes on by itself */
	assert_false(job_is_final(b.job));
	solver_cancel(b.job);
	assert_int_equal(end(&b).state, JOB_CANCELLED);
	solver_destroy(s);
}

static void deadlines_are_kept(void **state)
{
	solver_t *s = make(1);
	request_t limited = hard();
	watched_t a, b;

	(void)state;
	limited.limits.time_ms = SHORT_MS;
	start(s, hard(), &a, true);
	start(s, limited, &b, false);
	assert_ptr_equal(b.job->join.leader, a.job);
	sem_post(&a.go);
	assert_int_equal(end(&b).state, JOB_EXPIRED);
	assert_false(job_is_final(a.job));
	solver_cancel(a.job);
	assert_int_equal(end(&a).state, JOB_CANCELLED);

	start(s, limited, &a, true);
	start(s, hard(), &b, false);
	assert_ptr_equal(b.job->join.leader, a.job);
	sem_post(&a.go);
	assert_int_equal(end(&a).state, JOB_EXPIRED);
	wait_progress(&b);
	assert_false(job_is_final(b.job));
	solver_cancel(b.job);
	assert_int_equal(end(&b).state, JOB_CANCELLED);
	solver_destroy(s);
}

static void other_questions_are_not_joined(void **state)
{
	solver_t *s = make(1);
	request_t r = hard();
	watched_t a, others[4];

	(void)state;
	start(s, r, &a, true);
	r.fresh = true;
	start(s, r, &others[0], false);
	r = hard();
	r.limits.order = HARD_ORDER - 1;
	start(s, r, &others[1], false);
	r = hard();
	r.limits.nodes = NODES;
	start(s, r, &others[2], false);
	r = hard();
	r.problem.first = SIDE_DEFENDER;
	start(s, r, &others[3], false);
	sem_post(&a.go);
	for (unsigned i = 0; i < 4; i++) {
		assert_null(others[i].job->join.leader);
		solver_cancel(others[i].job);
		(void)end(&others[i]);
	}
	solver_cancel(a.job);
	(void)end(&a);
	solver_destroy(s);
}

/* Jobs come and go on two workers; everyone ends once, with the value there is. */
static void everyone_ends_once(void **state)
{
	static const char *const rows[] = {CORNER, "OX./.X./...", "..O.../.XOX../..X.../......"};
	static const char *const targets[] = {"A3", "A3", "C4"};
	rng_t rng = seed_take();
	solver_t *s = make(2);
	unsigned cancelled = 0;

	(void)state;
	for (unsigned i = 0; i < ROUNDS; i++) {
		watched_t w[AT_ONCE];

		for (unsigned k = 0; k < AT_ONCE; k++) {
			const unsigned which = rng_below(&rng, 3);
			request_t r = ask(rows[which], targets[which], (int)rng_below(&rng, 2));

			r.on_done = on_done;
			start(s, r, &w[k], false);
			if (rng_below(&rng, 3) == 0)
				solver_cancel(w[rng_below(&rng, k + 1)].job);
		}
		for (unsigned k = 0; k < AT_ONCE; k++) {
			const result_t got = end(&w[k]);

			cancelled += got.state == JOB_CANCELLED;
			assert_true(got.state == JOB_CANCELLED ||
			            (got.state == JOB_DONE && got.value != VALUE_UNDECIDED));
		}
	}
	print_message("%u of %u cancelled\n", cancelled, ROUNDS * AT_ONCE);
	solver_destroy(s);
}

/* A solver that ends takes leaders and followers along. */
static void a_solver_ends_them_all(void **state)
{
	solver_t *s = make(2);
	watched_t w[AT_ONCE];

	(void)state;
	for (unsigned k = 0; k < AT_ONCE; k++)
		start(s, hard(), &w[k], false);
	solver_destroy(s);
	for (unsigned k = 0; k < AT_ONCE; k++) {
		assert_true(job_is_final(w[k].job));
		assert_int_equal(atomic_load(&w[k].done), 1);
		job_release(w[k].job);
	}
}

/* Whoever leaves, in whatever order, the others stay in the list, and their leader has the turn of
 * the best of them. */
static void who_leaves_takes_nobody_along(void **state)
{
	enum { MANY = 60 };
	const solver_config_t config = {.table_bytes = TABLE_BYTES, .by_turns = true};
	solver_t *s = NULL;
	job_t *job[MANY], *leader;
	unsigned follow = MANY - 1;

	(void)state;
	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	for (unsigned i = 0; i < MANY; i++) {
		request_t r = ask(open_board, "K10", HARD_ORDER);

		r.client = 1 + i % 3;
		r.priority = i == 0 ? 0 : i / 10;
		r.weight = i % 3 == 0 ? 1 : 8;
		assert_int_equal(solver_submit(s, &r, &job[i], NULL), ERR_OK);
	}
	leader = job[0];
	for (unsigned step = 1; step < MANY; step++) {
		const unsigned leaves = 1 + step * 7 % (MANY - 1);
		unsigned listed = 0, weight = 1;

		solver_cancel(job[leaves]);
		follow--;
		for (const job_t *f = leader->join.first, *before = NULL; f != NULL;
		     before = f, f = f->join.next, listed++) {
			assert_ptr_equal(f->join.previous, before);
			assert_ptr_equal(f->join.leader, leader);
			if (f->place.own.weight > weight)
				weight = f->place.own.weight;
		}
		assert_int_equal(listed, follow);
		assert_int_equal(atomic_load(&leader->join.follows), follow);
		assert_int_equal(leader->place.turn.weight, weight);
		assert_int_equal(leader->crew.primary->weight, weight);
	}
	assert_int_equal(leader->place.turn.client, 1);
	assert_int_equal(leader->place.turn.priority, 0);
	solver_destroy(s);
	for (unsigned i = 0; i < MANY; i++)
		job_release(job[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(one_search_answers_all),
	        cmocka_unit_test(a_cancel_is_of_one),
	        cmocka_unit_test(deadlines_are_kept),
	        cmocka_unit_test(other_questions_are_not_joined),
	        cmocka_unit_test(who_leaves_takes_nobody_along),
	        cmocka_unit_test(everyone_ends_once),
	        cmocka_unit_test(a_solver_ends_them_all),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
