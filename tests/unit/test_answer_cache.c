/* SPDX-License-Identifier: MIT
 * test_answer_cache.c - answers found again on boards that agree on the zone: each against a search
 * of its own, while stones come and go. */
#include "engine/solve/answer_cache.h"
#include "tests/unit/go_random.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum { SIZE = 9, STEPS = 300, AT_ONCE = 6, ANSWERS = 4096, ROWS_BYTES = SIZE * (SIZE + 1) + 1 };

static solver_t *make_remembering(size_t answers)
{
	solver_config_t config = {.workers = 1,
	                          .table_bytes = TABLE_BYTES,
	                          .answers = answers,
	                          .priority = PRIORITY_NORMAL};
	solver_t *s;

	assert_int_equal(solver_create(&config, &s, NULL), ERR_OK);
	return s;
}

static bool stands(const request_t *r)
{
	position_t *pos;

	if (game_create(&r->problem, &pos, NULL) != ERR_OK)
		return false;
	position_free(pos);
	return true;
}

/* change puts a stone on a random point, or takes one away. */
static void change(char *rows, rng_t *rng)
{
	char *at = go_cell(rows, SIZE, (unsigned)(rng_next(rng) % (SIZE * SIZE)));
	const char was = *at;
	const unsigned dice = (unsigned)(rng_next(rng) % 5);

	*at = was != '.' ? '.' : dice < 3 ? 'X' : 'O';
	for (unsigned p = 0; p < SIZE * SIZE; p++) {
		char target[4];
		const request_t r = ask(rows, target, 1);

		go_name(SIZE, p, target);
		if (*go_cell(rows, SIZE, p) != '.' && !stands(&r)) {
			*at = was; /* some block would have no liberty */
			return;
		}
	}
}

/* check asks the same of both; true when it was remembered. */
static bool check(solver_t *remembering, solver_t *fresh, request_t r)
{
	const result_t got = solve(remembering, &r);
	const result_t want = solve(fresh, &r);

	assert_false(want.remembered);
	if (got.remembered)
		assert_int_equal(got.nodes, 0);
	if (got.value == VALUE_UNDECIDED || want.value == VALUE_UNDECIDED)
		return got.remembered;
	if (got.value != want.value || got.ko != want.ko || got.threats != want.threats)
		fail_msg("%s %s order %d first %d ko %d: %s %s, not %s %s", r.problem.rows,
		         r.problem.target, r.limits.order, r.problem.first, r.ko,
		         value_name(got.value), ko_name(got.ko), value_name(want.value),
		         ko_name(want.ko));
	if (got.remembered)
		assert_int_equal(got.zone.areas, 1);
	return got.remembered;
}

static void what_is_remembered_is_true(void **state)
{
	rng_t rng = seed_take();
	solver_t *remembering = make_remembering(ANSWERS), *fresh = make(1);
	char rows[ROWS_BYTES];
	unsigned asked = 0, found = 0;

	(void)state;
	memset(rows, '.', sizeof(rows));
	for (unsigned y = 1; y < SIZE; y++)
		rows[y * (SIZE + 1) - 1] = '/';
	rows[ROWS_BYTES - 2] = '\0';
	for (unsigned i = 0; i < SIZE * SIZE / 3; i++)
		change(rows, &rng);
	for (unsigned i = 0; i < STEPS; i++) {
		change(rows, &rng);
		for (unsigned k = 0; k < AT_ONCE; k++) {
			const unsigned p = (unsigned)(rng_next(&rng) % (SIZE * SIZE));
			char target[4];
			request_t r = ask(rows, target, (int)(rng_next(&rng) % 3));

			go_name(SIZE, p, target);
			r.problem.first = (side_t)(rng_next(&rng) % 2);
			r.ko = rng_next(&rng) % 2 == 0;
			r.limits.nodes = 20000;
			if (*go_cell(rows, SIZE, p) == '.' || !stands(&r))
				continue;
			asked++;
			found += check(remembering, fresh, r);
		}
	}
	print_message("%u of %u remembered\n", found, asked);
	assert_true(found > asked / 40);
	solver_destroy(fresh);
	solver_destroy(remembering);
}

static void a_far_stone_does_not_matter(void **state)
{
	solver_t *s = make_remembering(ANSWERS);
	request_t r = ask("O......../.X......./........./........./........./........./"
	                  "........./........./.........",
	                  "A9", 2);
	result_t got;

	(void)state;
	got = solve(s, &r);
	assert_int_equal(got.value, VALUE_PROVEN);
	assert_false(got.remembered);
	r.problem.rows = "O......../.X......./........./........./........./........./"
	                 "........./.......X./......O..";
	got = solve(s, &r);
	assert_true(got.remembered);
	assert_int_equal(got.value, VALUE_PROVEN);
	assert_int_equal(got.line_length, got.depth);
	r.fresh = true;
	assert_false(solve(s, &r).remembered);
	r.fresh = false;
	r.problem.rows = "OO......./.X......./........./........./........./........./"
	                 "........./.......X./......O..";
	assert_false(solve(s, &r).remembered);
	r.limits.depth = 9; /* not a question about any depth */
	assert_false(solve(s, &r).remembered);
	r.limits.depth = 0;
	r.limits.schedule = SCHEDULE_DEPTH; /* nor one that any proof answers */
	assert_false(solve(s, &r).remembered);
	assert_false(solve(s, &r).remembered);
	r.limits.schedule = SCHEDULE_AUTO;
	r.limits.engine = ALGORITHM_DFPN;
	assert_false(solve(s, &r).remembered);
	r.limits.engine = ALGORITHM_AUTO;
	(void)solve(s, &r);
	assert_true(solve(s, &r).remembered);
	solver_destroy(s);
}

/* Whether it takes a ko may be another matter with another limit of order. */
static void bug_a_ko_was_told_for_other_orders(void **state)
{
	solver_t *s = make_remembering(ANSWERS);
	request_t r = ask(".XX..X..X/XOOX.O.../O.X.XX.../O....O..O/..XX...../XX.XOO.../X...X..O./"
	                  "OX..O..../..X.....X",
	                  "B8", 1);

	(void)state;
	r.problem.first = SIDE_DEFENDER;
	r.ko = true;
	assert_int_equal(solve(s, &r).ko, KO_FIGHT);
	assert_true(solve(s, &r).remembered);
	r.limits.order = 0;
	assert_int_equal(solve(s, &r).ko, KO_NONE);
	solver_destroy(s);
}

static void a_small_memory_forgets(void **state)
{
	solver_t *s = make_remembering(1);
	char rows[] = "O......../.X......./........./........./........./........./"
	              "........./........./.........";
	request_t r = ask(rows, "A9", 1);

	(void)state;
	for (unsigned x = 2; x < SIZE; x++) {
		rows[x] = 'X';
		assert_int_equal(solve(s, &r).value, VALUE_PROVEN);
	}
	solver_destroy(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(what_is_remembered_is_true),
	        cmocka_unit_test(a_far_stone_does_not_matter),
	        cmocka_unit_test(bug_a_ko_was_told_for_other_orders),
	        cmocka_unit_test(a_small_memory_forgets),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
