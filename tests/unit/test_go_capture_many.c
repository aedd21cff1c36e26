/* SPDX-License-Identifier: MIT
 * test_go_capture_many.c - to capture any or all of several blocks: verdicts drawn by hand, and
 * random boards in all ways of searching against the definitions word by word, on the rules of
 * go_naive.h.
 */
#include "engine/game/grid.h"
#include "tests/unit/go_naive.h"
#include "tests/unit/go_random.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum {
	SIZE = 4,
	BOARDS = 150,
	DEPTH = 5,
	ORDER = 2,
	BUDGET = 6000,
	STONES = 3,
	REGIONS = 4,
	NODES = 3000
};

/* A position, and which of the goal's stones have been captured. */
typedef struct {
	naive_t n;
	unsigned point[STONES], count, gone; /* gone: a bit each */
	bool any, plain;
	const bool *closed; /* nobody plays there */
	long *budget;
} many_t;

static bool is_reached(const many_t *m)
{
	return m->any ? m->gone != 0 : m->gone + 1 == 1u << m->count;
}

static bool may_play(const many_t *m, unsigned p)
{
	return !m->closed[p] && naive_legal(&m->n, p);
}

/* after plays a move. A stone in a ko is captured when the defender, who had a threat to retake it
 * with, has not. */
static many_t after(const many_t *m, move_t move)
{
	many_t to = *m;

	naive_play(&to.n, move);
	for (unsigned i = 0; i < m->count; i++) {
		const unsigned p = m->point[i];

		if (to.n.at[p] != to.n.colour[SIDE_DEFENDER] &&
		    !(to.n.turn == SIDE_DEFENDER && to.n.ko == p &&
		      to.n.threats[SIDE_DEFENDER] > 0))
			to.gone |= 1u << i;
	}
	return to;
}

static int defends(const many_t *m, unsigned order, unsigned depth, bool opens);

/* attacks tells whether the attacker, to move, gets there in so many plies: 1, 0, or -1 where the
 * budget is used up. */
static int attacks(const many_t *m, unsigned order, unsigned depth)
{
	int won = 0;

	if (--*m->budget < 0)
		return -1;
	if (is_reached(m))
		return 1;
	for (unsigned p = 0; p < m->n.width * m->n.height; p++) {
		many_t to;

		if (!may_play(m, p))
			continue;
		to = after(m, (move_t)p);
		if (is_reached(&to))
			return 1;
	}
	if ((!m->plain && order == 0) || depth < 3)
		return 0;
	for (unsigned p = 0; p < m->n.width * m->n.height && won == 0; p++) {
		many_t to;

		if (!may_play(m, p))
			continue;
		to = after(m, (move_t)p);
		won = defends(&to, order, depth - 1, false);
	}
	return won;
}

/* defends: `opens` is the first move of all, where lambda's pass costs nothing. */
static int defends(const many_t *m, unsigned order, unsigned depth, bool opens)
{
	many_t to = after(m, MOVE_PASS);
	int won = attacks(&to, m->plain || opens ? order : order - 1, depth - 1);

	for (unsigned p = 0; p < m->n.width * m->n.height && won == 1; p++) {
		if (!may_play(m, p))
			continue;
		to = after(m, (move_t)p);
		won = attacks(&to, order, depth - 1);
	}
	return won;
}

/* read_board reads what the request says; `closed` gets the points out of columns A to C. */
static many_t read_board(const request_t *r, bool *closed)
{
	many_t m = {.n = {.width = SIZE, .height = SIZE, .ko = NAIVE_NO_POINT},
	            .any = strcmp(r->problem.goal, "capture-any") == 0,
	            .closed = closed};
	unsigned area = 0;

	for (const char *c = r->problem.rows; *c != '\0'; c++)
		if (*c != '/') {
			closed[area] = r->problem.options != NULL && area % SIZE == SIZE - 1;
			m.n.at[area++] = *c == 'X'   ? COLOUR_BLACK
			                 : *c == 'O' ? COLOUR_WHITE
			                             : COLOUR_NONE;
		}
	m.n.colour[SIDE_ATTACKER] = COLOUR_BLACK;
	m.n.colour[SIDE_DEFENDER] = COLOUR_WHITE;
	m.n.turn = r->problem.first;
	m.n.threats[SIDE_ATTACKER] = r->problem.attacker_threats;
	m.n.threats[SIDE_DEFENDER] = r->problem.defender_threats;
	for (const char *t = r->problem.target; *t != '\0'; t += strcspn(t, " "), t += *t == ' ') {
		const char name[] = {t[0], t[1], '\0'};

		m.point[m.count++] = grid_parse_point(BOARD_GO, name, SIZE, SIZE);
	}
	return m;
}

/* truth is what the definitions say, within DEPTH plies, one more if the defender begins. */
static int truth(const request_t *r, bool plain)
{
	bool closed[NAIVE_AREA] = {false};
	many_t m = read_board(r, closed);
	long budget = BUDGET;

	m.plain = plain;
	m.budget = &budget;
	return m.n.turn == SIDE_ATTACKER ? attacks(&m, ORDER, DEPTH)
	                                 : defends(&m, ORDER, DEPTH + 1, true);
}

/* check asks in eight ways. Lines that the depth cuts may keep df-pn from an answer, so it gets all
 * there is; and alpha-beta more than was looked at. */
static void check(solver_t *solver, request_t r, unsigned *told)
{
	for (unsigned way = 0; way < 8; way++) {
		const bool plain = way & 4;
		const int want = truth(&r, plain);
		result_t got;

		if (want < 0)
			continue;
		r.limits.table_bytes = 1 << 18;
		r.limits.nodes = NODES;
		r.limits.driver = plain ? DRIVER_PLAIN : DRIVER_LAMBDA;
		r.limits.engine = way & 1 ? ALGORITHM_DFPN : ALGORITHM_ALPHABETA;
		r.limits.depth = way & 1 ? DEPTH_MAX : DEPTH + 2;
		r.limits.zoning = way & 2 ? ZONING_NONE : ZONING_SOUND;
		got = solve(solver, &r);
		if (got.value == VALUE_UNDECIDED && got.nodes >= NODES)
			continue; /* too much for a test */
		told[want]++;
		if (want == 1 ? got.value != VALUE_PROVEN
		              : got.value == VALUE_PROVEN && got.depth <= DEPTH)
			fail_msg("%s %s %s, threats %u/%u, %s, %s first, way %u: %s in %u, not %d",
			         r.problem.rows, r.problem.goal, r.problem.target,
			         r.problem.attacker_threats, r.problem.defender_threats,
			         r.problem.options != NULL ? r.problem.options : "no region",
			         r.problem.first == SIDE_ATTACKER ? "attacker" : "defender", way,
			         value_name(got.value), got.depth, want);
	}
}

/* draw makes a question about two or three stones; false: it is refused. */
static bool draw(rng_t *rng, char *rows, char *stones, request_t *r)
{
	const unsigned count = 2 + rng_below(rng, STONES - 1);
	position_t *pos;

	go_random_rows(rng, SIZE, 4, 3, rows);
	for (unsigned i = 0; i < count; i++) {
		go_random_stone(rng, SIZE, rows, 'O', &stones[3 * i]);
		stones[3 * i + 2] = ' ';
	}
	stones[3 * count - 1] = '\0';
	*r = ask_for(rng_below(rng, 2) ? "capture-any" : "capture-all", rows, stones, ORDER);
	r->problem.attacker = COLOUR_BLACK; /* refused where there is no white stone */
	r->problem.attacker_threats = rng_below(rng, 2);
	r->problem.defender_threats = rng_below(rng, 2);
	r->problem.first = (side_t)rng_below(rng, 2);
	if (rng_below(rng, REGIONS) == 0)
		r->problem.options = "region=A1-C4";
	if (game_create(&r->problem, &pos, NULL) != ERR_OK)
		return false;
	position_free(pos);
	return true;
}

static void random_boards(void **state)
{
	static const unsigned workers[] = {1, 4};
	rng_t rng = seed_take();
	unsigned told[2] = {0};

	(void)state;
	for (unsigned w = 0; w < 2; w++) {
		solver_t *solver = make(workers[w]);

		for (unsigned i = 0; i < BOARDS / workers[w]; i++) {
			char rows[GO_ROWS(SIZE)], stones[3 * STONES];
			request_t r;

			if (draw(&rng, rows, stones, &r))
				check(solver, r, told);
		}
		solver_destroy(solver);
	}
	print_message("%u not reached, %u reached\n", told[0], told[1]);
	assert_true(told[0] > 0 && told[1] > 0);
}

static void refusals(void **state)
{
	static const struct {
		const char *stones, *text;
	} bad[] = {
	        {"", "goal.target: no point is given"},
	        {"A2 C2", "goal.target: the stones on A2 and C2 are of two colours"},
	        {"C2 B2", "goal.target: there is no stone on B2"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const request_t r = ask_for("capture-any", "X.O/X..", bad[i].stones, 1);
		position_t *pos;
		errinfo_t why;

		assert_int_not_equal(game_create(&r.problem, &pos, &why), ERR_OK);
		assert_string_equal(why.text, bad[i].text);
	}
}

/* The order in which they are named, and how often, is no part of a question; which they are is,
 * and what is to be done with them. What has been captured is wanted no more. */
static void keys(void **state)
{
	static const char rows[] = ".X.../XOX../..OX./X.X../O....";
	static const struct {
		const char *goal, *target;
	} asked[] = {{"capture-all", "B4 A1"}, {"capture-all", "A1 B4 A1"},
	             {"capture-any", "B4 A1"}, {"capture-all", "B4"},
	             {"capture-any", "B4"},    {"capture", "B4"}};
	enum { COUNT = sizeof(asked) / sizeof(asked[0]), ONE = 3 };
	position_t *pos[COUNT];
	hashkey_t key[COUNT], one;

	(void)state;
	for (unsigned i = 0; i < COUNT; i++) {
		request_t r = ask_for(asked[i].goal, rows, asked[i].target, 1);

		assert_int_equal(game_create(&r.problem, &pos[i], NULL), ERR_OK);
		key[i] = pos[i]->game->key(pos[i]);
	}
	for (unsigned i = 0; i < COUNT; i++)
		for (unsigned j = 0; j < i; j++)
			assert_int_equal(memcmp(&key[i], &key[j], sizeof(key[i])) == 0,
			                 i == 1 && j == 0);
	for (unsigned i = 0; i <= ONE; i += ONE) { /* A1 is captured, or it was no part of it */
		pos[i]->game->play(pos[i], pos[i]->game->move_parse(pos[i], "B1"));
		key[i] = pos[i]->game->key(pos[i]);
		one = pos[i]->game->key_from_scratch(pos[i]);
		assert_memory_equal(&key[i], &one, sizeof(one));
	}
	assert_memory_equal(&key[0], &key[ONE], sizeof(key[0]));
	for (unsigned i = 0; i < COUNT; i++)
		position_free(pos[i]);
}

/* A stone taken in a ko is struck off when the defender moves elsewhere: that changes more of the
 * position than his stone does, and the distance was told without playing it all the same. */
static void bug_a_stone_struck_off_was_left_in_the_likely_key(void **state)
{
	const problem_t problem = {.game = "go",
	                           .rows = ".XO../XO.O./.XO..",
	                           .goal = "capture-all",
	                           .target = "B2 D2",
	                           .defender_threats = 2};
	position_t *pos = NULL;
	hashkey_t likely, key;
	errinfo_t why;
	move_t move;

	(void)state;
	assert_int_equal(game_create(&problem, &pos, &why), ERR_OK);
	pos->game->play(pos, pos->game->move_parse(pos, "C2"));
	move = pos->game->move_parse(pos, "E3");
	likely = game_hints(pos)->likely_key(pos, move);
	assert_int_equal(game_hints(pos)->distance_after(pos, move), 0);
	pos->game->play(pos, move);
	key = pos->game->key(pos);
	assert_memory_not_equal(&likely, &key, sizeof(key));
	position_free(pos);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(bug_a_stone_struck_off_was_left_in_the_likely_key),
	        cmocka_unit_test(refusals),
	        cmocka_unit_test(keys),
	        cmocka_unit_test(random_boards),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
