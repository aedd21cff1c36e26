/* SPDX-License-Identifier: MIT
 * test_ko_kinds.c - the verdict by ko on kos of all kinds, against the rules alone.
 *
 * What the solver says of the whole board must be what brute force says of a board cut down to
 * the fight: nobody plays on the points written ','. Both must say what the table has.
 */
#include "engine/game/grid.h"
#include "tests/unit/go_brute.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum { SMALL_BOARDS = 1000, SMALL_WIDTH = 4, SMALL_HEIGHT = 3, MORE = THREATS_UNLIMITED };
enum { PLIES_MOST = BRUTE_NEVER - 1, SMALL_STATES = 2000, NODES = 500000 };

typedef struct {
	ko_t ko;
	unsigned threats;
} verdict_t;

typedef struct {
	const char *kind, *rows, *target, *ko;
	side_t first;
	unsigned order; /* enough for the verdict */
	verdict_t expected;
} case_t;

/* clang-format off */
static const case_t cases[] = {
	{"direct", ",,,,,./,,XO,,/,XO.O,/,,XO,,/.,,,,.", "C3", NULL, SIDE_ATTACKER, 2, {KO_FIGHT, 0}},
	{"direct, filled", ",,,,,./,,XO,,/,XO.O,/,,XO,,/.,,,,.", "C3", NULL, SIDE_DEFENDER, 2, {KO_NONE, 0}},
	{"direct, banned", ",,,,,./,,XO,,/,XO.O,/,,XO,,/.,,,,.", "C3", "D3", SIDE_ATTACKER, 2, {KO_FIGHT, 1}},
	{"no ko: a second way out of it", ",,,,,./,,XO,,/,XO.,,/,,XO,,/.,,,,.", "C3", NULL, SIDE_ATTACKER, 2, {KO_NONE, 0}},
	{"no ko: white connects", ",,,,.,/,,XO,,/,XO.O,/,,.O,,/.,X,,.", "C3", NULL, SIDE_DEFENDER, 2, {KO_NONE, 0}},
	{"eye by ko", ",X,,.X./XXXXXXX/OOOX,X,/.O.OXXX", "A2", NULL, SIDE_ATTACKER, 3, {KO_FIGHT, 0}},
	{"eye by ko, banned", ",X,,.X./XXXXXXX/OOOX,X,/.O.OXXX", "A2", "C1", SIDE_ATTACKER, 3, {KO_FIGHT, 0}},
	{"eye by ko, to be made", ",X,,.X./XXXXXXX/OOOX,X,/.O.OXXX", "A2", NULL, SIDE_DEFENDER, 3, {KO_FIGHT, MORE}},
	{"approach move", "XX,,.X./.XXXXXX/OOOX,X,/.O.OXXX", "A2", NULL, SIDE_ATTACKER, 4, {KO_FIGHT, 0}},
	{"approach move, defended", "XX,,.X./.XXXXXX/OOOX,X,/.O.OXXX", "A2", NULL, SIDE_DEFENDER, 4, {KO_FIGHT, MORE}},
	{"two approach moves", ",XX,.X./..XXXXX/OOOX,X,/.O.OXXX", "A2", NULL, SIDE_ATTACKER, 4, {KO_FIGHT, 0}},
	{"double ko for an eye", ",XXXXXXXX./XXOOOOOXX./XO.O.O.OX.", "D1", NULL, SIDE_ATTACKER, 4, {KO_FIGHT, 0}},
	{"two stages: both eyes by ko", ",XXXXXXXX./XXOOOOOXX./XO.OOO.OX.", "D1", NULL, SIDE_ATTACKER, 4, {KO_FIGHT, 0}},
};
/* clang-format on */

/* board_of reads rows; `closed`, if given, gets the points written ','. */
static naive_t board_of(const char *rows, const char *target, const char *ko, bool *closed)
{
	naive_t n = {.ko = NAIVE_NO_POINT};
	unsigned area = 0;

	for (const char *c = rows; *c != '\0'; c++) {
		if (*c == '/') {
			n.width = n.width > 0 ? n.width : area;
			continue;
		}
		if (closed != NULL)
			closed[area] = *c == ',';
		n.at[area++] = *c == 'X' ? COLOUR_BLACK : *c == 'O' ? COLOUR_WHITE : COLOUR_NONE;
	}
	CHECK(n.width > 0);
	n.height = area / n.width;
	n.target = grid_parse_move(BOARD_GO, target, n.width, n.height);
	if (ko != NULL)
		n.ko = grid_parse_move(BOARD_GO, ko, n.width, n.height);
	n.colour[SIDE_DEFENDER] = n.at[n.target];
	n.colour[SIDE_ATTACKER] = n.at[n.target] == COLOUR_BLACK ? COLOUR_WHITE : COLOUR_BLACK;
	return n;
}

static bool succeeds(brute_t *b, naive_t n, unsigned plies, unsigned own, unsigned other)
{
	const side_t first = n.turn;

	n.threats[first] = own;
	n.threats[!first] = other;
	return brute_captured(b, &n, plies) == (first == SIDE_ATTACKER);
}

/* brute_verdict is ko.c's definition, word by word, of captures within so many plies. */
static verdict_t brute_verdict(brute_t *b, const naive_t *n, unsigned plies)
{
	if (succeeds(b, *n, plies, 0, MORE))
		return (verdict_t){KO_NONE, 0};
	if (!succeeds(b, *n, plies, MORE, 0))
		return (verdict_t){KO_FAILS, 0};
	for (unsigned threats = 0; threats <= 2; threats++)
		if (succeeds(b, *n, plies, threats, 0))
			return (verdict_t){KO_FIGHT, threats};
	return (verdict_t){KO_FIGHT, MORE};
}

static verdict_t solver_verdict(solver_t *solver, const char *rows, const char *target,
                                const char *ko, side_t first, unsigned order)
{
	char text[ROWS_TEXT_MAX];
	request_t r = ask(text, target, (int)order);
	result_t result;
	unsigned i;

	for (i = 0; rows[i] != '\0'; i++)
		text[i] = rows[i];
	text[i] = '\0';
	for (i = 0; text[i] != '\0'; i++)
		if (text[i] == ',')
			text[i] = '.';
	r.problem.ko = ko;
	r.problem.first = first;
	r.ko = true;
	r.limits.engine = ALGORITHM_DFPN;
	r.limits.nodes = NODES;
	result = solve(solver, &r);
	return (verdict_t){result.ko, result.threats};
}

static void kinds_of_ko(void **state)
{
	solver_t *solver = make(1);
	brute_t brute;

	(void)state;
	brute_make(&brute);
	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const case_t *c = &cases[i];
		bool closed[NAIVE_AREA];
		naive_t n = board_of(c->rows, c->target, c->ko, closed);
		verdict_t brutes, solvers;

		n.turn = c->first;
		brute.closed = closed;
		brutes = brute_verdict(&brute, &n, PLIES_MOST);
		assert_false(brute.full);
		solvers = solver_verdict(solver, c->rows, c->target, c->ko, c->first, c->order);
		if (brutes.ko != c->expected.ko || brutes.threats != c->expected.threats ||
		    solvers.ko != c->expected.ko || solvers.threats != c->expected.threats)
			fail_msg("%s: brute force %s %u, solver %s %u", c->kind, ko_name(brutes.ko),
			         brutes.threats, ko_name(solvers.ko), solvers.threats);
	}
	brute_free(&brute);
	solver_destroy(solver);
}

static bool random_board(rng_t *rng, char *rows, char *target)
{
	unsigned white = 0, point = 0;
	char *p = rows;

	for (unsigned y = 0; y < SMALL_HEIGHT; y++) {
		for (unsigned x = 0; x < SMALL_WIDTH; x++) {
			*p++ = "XXXXXXXXXOOOOOOOO..."[rng_below(rng, 20)];
			if (p[-1] == 'O' && rng_below(rng, ++white) == 0)
				point = y * SMALL_WIDTH + x;
		}
		*p++ = '/';
	}
	p[-1] = '\0';
	target[0] = (char)('A' + point % SMALL_WIDTH);
	target[1] = (char)('0' + SMALL_HEIGHT - point / SMALL_WIDTH);
	target[2] = '\0';
	return white > 0;
}

static bool stands(const naive_t *n)
{
	for (unsigned p = 0; p < n->width * n->height; p++)
		if (n->at[p] != COLOUR_NONE && naive_liberties(n, p) == 0)
			return false;
	return true;
}

/* rank_of orders verdicts: the less the better for who moves first. */
static unsigned rank_of(verdict_t v)
{
	return v.ko == KO_NONE ? 0 : v.ko == KO_FIGHT ? 1 + v.threats : 2 + THREATS_UNLIMITED;
}

/* Boards whose fights can be written down whole. */
static void small_boards(void **state)
{
	rng_t rng = seed_take();
	solver_t *solver = make(1);
	unsigned kinds[KO_FAILS + 1] = {0}, exact = 0;
	brute_t brute;

	(void)state;
	brute_make(&brute);
	for (unsigned i = 0; i < SMALL_BOARDS; i++) {
		char rows[SMALL_HEIGHT * (SMALL_WIDTH + 1)], target[4];
		verdict_t brutes, within, solvers;
		unsigned low, high;
		naive_t n;

		if (!random_board(&rng, rows, target))
			continue;
		n = board_of(rows, target, NULL, NULL);
		if (!stands(&n))
			continue;
		n.turn = (side_t)(i % 2);
		brute.most = SMALL_STATES;
		brute.full = false;
		brutes = brute_verdict(&brute, &n, PLIES_MOST);
		if (brute.full)
			continue;
		solvers = solver_verdict(solver, rows, target, NULL, n.turn, ORDER_MAX);
		kinds[solvers.ko]++;
		if (solvers.ko == KO_UNASKED)
			continue;
		/* Lambda finds what takes no more plies than its order has for sure, and may find
		 * more. More plies are never bad for the attacker. */
		within = brute_verdict(&brute, &n, 2 * ORDER_MAX + 1);
		low = rank_of(n.turn == SIDE_ATTACKER ? brutes : within);
		high = rank_of(n.turn == SIDE_ATTACKER ? within : brutes);
		if (rank_of(solvers) < low || rank_of(solvers) > high)
			fail_msg("%s %s, %u first: brute force %s %u, solver %s %u", rows, target,
			         n.turn, ko_name(brutes.ko), brutes.threats, ko_name(solvers.ko),
			         solvers.threats);
		exact += low == high;
	}
	print_message("open %u, unconditional %u, ko %u, fails %u; %u exactly\n", kinds[0],
	              kinds[1], kinds[2], kinds[3], exact);
	assert_true(kinds[KO_NONE] > 0 && kinds[KO_FAILS] > 0);
	brute_free(&brute);
	solver_destroy(solver);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(kinds_of_ko),
	        cmocka_unit_test(small_boards),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
