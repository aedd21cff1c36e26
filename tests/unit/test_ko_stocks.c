/* SPDX-License-Identifier: MIT
 * test_ko_stocks.c - facts that hold with any stocks of ko threats are shared between questions
 * with other stocks, and no others are: what a solver says after it has answered with all other
 * stocks is what one says that has answered nothing. */
#include "engine/game/go/goal.h"
#include "tests/unit/go_random.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

#if defined(UNDER_ASAN) || defined(UNDER_TSAN)
enum { BOARDS = 400 }; /* each search takes twenty times as long */
#else
enum { BOARDS = 1600 };
#endif
enum { SIZE = 4, STOCKS = THREATS_UNLIMITED + 1, PAIRS = STOCKS * STOCKS };
enum { ORDER = 3, NODES = 20000, PAIRED_BOARDS = 80 }; /* those take sixteen searches each */

static request_t question(const char *goal, const char *rows, const char *target, unsigned pair)
{
	request_t r = ask_for(goal, rows, target, ORDER);

	r.problem.attacker_threats = pair / STOCKS;
	r.problem.defender_threats = pair % STOCKS;
	r.limits.nodes = NODES;
	return r;
}

static value_t alone(const request_t *r)
{
	solver_t *solver = make(1);
	const value_t value = solve(solver, r).value;

	solver_destroy(solver);
	return value;
}

static bool stands(const request_t *r)
{
	errinfo_t why;
	position_t *pos;

	if (game_create(&r->problem, &pos, &why) != ERR_OK)
		return false;
	position_free(pos);
	return true;
}

/* draw makes a board, and one of all goals on it with its stones. What a goal's row says of kos is
 * not looked at: a goal whose fights is NULL by mistake shows here, in every other run or so. */
static const char *draw(rng_t *rng, char *rows, char *target)
{
	const go_goal_t *goal = go_goal_at((unsigned)rng_below(rng, go_goal_count()));
	const char colour = goal->is_own ? 'X' : 'O';
	char second[4];

	go_random_rows(rng, SIZE, 4, 3, rows);
	go_random_stone(rng, SIZE, rows, colour, target);
	if (goal->stones == 1)
		return goal->name;
	go_random_stone(rng, SIZE, rows, goal->versus ? 'X' : colour, second);
	strcat(strcat(target, " "), second);
	return goal->name;
}

/* differs: do the stocks matter to what was answered? */
static bool differs(const value_t *values)
{
	for (unsigned i = 1; i < PAIRS; i++)
		if (values[i] != values[0])
			return true;
	return false;
}

static void others_change_nothing(void **state)
{
	static const algorithm_t engines[] = {ALGORITHM_DFPN, ALGORITHM_ALPHABETA, ALGORITHM_AUTO};
	rng_t rng = seed_take();
	solver_t *solver = make(1);
	unsigned asked = 0, kos = 0;

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		value_t values[PAIRS];
		char rows[GO_ROWS(SIZE)], target[8];
		const char *goal = draw(&rng, rows, target);
		unsigned pair = rng_below(&rng, PAIRS);
		request_t r;

		r = question(goal, rows, target, 0);
		if (!stands(&r))
			continue;
		for (unsigned k = 0; k < PAIRS; k++) {
			pair = (pair + 7) % PAIRS; /* each once, in some order */
			r = question(goal, rows, target, pair);
			r.problem.first = (side_t)(i % 2);
			r.limits.engine = engines[i % 3];
			values[pair] = solve(solver, &r).value;
		}
		r = question(goal, rows, target, pair);
		r.problem.first = (side_t)(i % 2);
		r.limits.engine = engines[i % 3];
		if (values[pair] != VALUE_UNDECIDED) {
			const value_t value = alone(&r);

			if (value != VALUE_UNDECIDED && value != values[pair])
				fail_msg("%s %s, stocks %u: %s, alone %s", rows, target, pair,
				         value_name(values[pair]), value_name(value));
		}
		asked++;
		kos += differs(values);
	}
	print_message("%u boards, the stocks matter on %u\n", asked, kos);
	assert_true(kos > 0);
	solver_destroy(solver);
}

/* More threats never hurt who has them. */
static void assert_monotone(const char *rows, const char *target, const value_t *values)
{
	for (unsigned a = 0; a < STOCKS; a++)
		for (unsigned d = 0; d < STOCKS; d++) {
			const value_t here = values[a * STOCKS + d];

			if (here == VALUE_UNDECIDED)
				continue;
			for (unsigned more = a; more < STOCKS; more++)
				for (unsigned less = 0; less <= d; less++)
					if (here == VALUE_PROVEN &&
					    values[more * STOCKS + less] == VALUE_DISPROVEN)
						fail_msg("%s %s: proven with %u:%u, not with %u:%u",
						         rows, target, a, d, more, less);
		}
}

static void more_threats_never_hurt(void **state)
{
	rng_t rng = seed_take();
	solver_t *solver = make(1);

	(void)state;
	for (unsigned i = 0; i < PAIRED_BOARDS; i++) {
		value_t values[PAIRS];
		char rows[GO_ROWS(SIZE)], target[8];
		const char *goal = draw(&rng, rows, target);
		request_t r;

		r = question(goal, rows, target, 0);
		if (!stands(&r))
			continue;
		for (unsigned pair = 0; pair < PAIRS; pair++) {
			r = question(goal, rows, target, pair);
			values[pair] = solve(solver, &r).value;
		}
		assert_monotone(rows, target, values);
	}
	solver_destroy(solver);
}

/* A board without a ko is searched once for all stocks. */
static void no_ko_is_asked_once(void **state)
{
	solver_t *solver = make(1);
	uint64_t first = 0;

	(void)state;
	for (unsigned pair = 0; pair < PAIRS; pair++) {
		request_t r = question("capture", CORNER, "A3", pair);
		result_t result;

		r.limits.engine = ALGORITHM_DFPN;
		result = solve(solver, &r);
		assert_int_equal(result.value, VALUE_PROVEN);
		if (pair == 0)
			first = result.nodes;
		else
			assert_int_equal(result.nodes, 1);
	}
	assert_true(first > 1);
	solver_destroy(solver);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(others_change_nothing),
	        cmocka_unit_test(more_threats_never_hurt),
	        cmocka_unit_test(no_ko_is_asked_once),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
