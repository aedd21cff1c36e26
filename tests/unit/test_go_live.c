/* SPDX-License-Identifier: MIT
 * test_go_live.c - making blocks live: verdicts on small boards against a judge that knows nothing
 * but the rules, with zones and without, and refills outside of zones.
 *
 * The judge   Life is what no number of moves in a row of the other side takes: it tries all of
 *             them. Who wins is found by labelling the whole graph of positions that can be
 *             reached, so that lines that go round for ever are nobody's win but the defender's.
 */
#include "engine/game/grid.h"
#include "tests/unit/go_naive.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum {
	STATES = 20000, /* positions that the judge looks at, at most, of one problem */
	SLOTS = 1 << 16,
	CODES = 531441, /* boards of 12 points */
	EDGES = 12,     /* a position, about */
	BOARDS = 60,
	JUDGED_LEAST = 2,
	REFILL_SIZE = 5,
	REFILL_BOARDS = 50,
	BOARDS_MOST = 100 * REFILL_BOARDS, /* until there is a failure: they are rare */
	REFILLS = 6,
	REFILLED_LEAST = 5,
	NODES = 4000,
};

/* What `fall` knows of a board, by the stones on it; of this question if it has its stamp. */
static struct {
	uint32_t stamp;
	uint16_t taken;
} seen[CODES];
static uint32_t stamp;

/* What is asked on a board. */
typedef struct {
	naive_t board;
	bool any;
	bool named[NAIVE_AREA];  /* no point: any block of the attacker's */
	bool region[NAIVE_AREA]; /* where stones may be put */
	unsigned stones;         /* named */
} question_t;

/* fall tells what is taken in some way in which the other side may go on, the attacker always
 * passing: a set of points. The other side's stones only become more, so nothing comes again. */
static unsigned fall(const naive_t *n, const question_t *q)
{
	const unsigned area = n->width * n->height;
	unsigned code = 0, taken = 0;

	for (unsigned p = 0; p < area; p++) {
		code = 3 * code + n->at[p];
		taken |= n->at[p] != n->colour[SIDE_ATTACKER] ? 1u << p : 0;
	}
	if (seen[code].stamp == stamp)
		return seen[code].taken;
	for (unsigned p = 0; p < area; p++) {
		naive_t after = *n;
		unsigned last;

		if (n->at[p] != COLOUR_NONE || !q->region[p])
			continue;
		after.turn = SIDE_DEFENDER;
		naive_put(&after, p, &last);
		if (naive_liberties(&after, p) > 0)
			taken |= fall(&after, q);
	}
	seen[code].stamp = stamp;
	seen[code].taken = (uint16_t)taken;
	return taken;
}

static bool is_own(const question_t *q, unsigned p)
{
	return q->board.at[p] == q->board.colour[SIDE_ATTACKER];
}

/* reached: do those live that shall? */
static bool reached(const question_t *q)
{
	const unsigned taken = fall(&q->board, q);

	for (unsigned p = 0; p < q->board.width * q->board.height; p++) {
		if (q->stones > 0 ? !q->named[p] : !is_own(q, p))
			continue;
		if ((taken >> p & 1) != q->any)
			return q->any;
	}
	return !q->any;
}

/* is_lost: has one been captured that had to live, or all that might? */
static bool is_lost(const question_t *q)
{
	unsigned stand = 0;

	for (unsigned p = 0; p < q->board.width * q->board.height; p++)
		stand += q->named[p] && is_own(q, p);
	return q->any ? q->stones > 0 && stand == 0 : stand < q->stones;
}

/* A position of the graph. */
typedef struct {
	naive_t board;
	uint32_t first, edges; /* its children, in `edge` */
	bool won, is_end;
} node_t;

typedef struct {
	const question_t *asked;
	node_t *node;
	uint32_t nodes;
	uint32_t *edge;
	uint32_t used, room;
	uint32_t *slot; /* nodes by their key, plus one */
} graph_t;

static uint64_t key_of(const naive_t *n)
{
	uint64_t key = n->ko;

	for (unsigned p = 0; p < n->width * n->height; p++)
		key = rng_mix(key * 4 + n->at[p]);
	return rng_mix(key ^ (uint64_t)n->turn << 8 ^ n->threats[0] << 4 ^ n->threats[1]);
}

static bool is_same(const naive_t *a, const naive_t *b)
{
	return a->ko == b->ko && a->turn == b->turn && a->threats[0] == b->threats[0] &&
	       a->threats[1] == b->threats[1] && memcmp(a->at, b->at, a->width * a->height) == 0;
}

/* node_of finds a position, or adds it; UINT32_MAX: there are too many. */
static uint32_t node_of(graph_t *g, const naive_t *board)
{
	uint64_t at = key_of(board) % SLOTS;

	for (; g->slot[at] != 0; at = (at + 1) % SLOTS)
		if (is_same(&g->node[g->slot[at] - 1].board, board))
			return g->slot[at] - 1;
	if (g->nodes == STATES)
		return UINT32_MAX;
	g->node[g->nodes] = (node_t){.board = *board};
	g->slot[at] = ++g->nodes;
	return g->nodes - 1;
}

static bool add_edge(graph_t *g, node_t *from, const naive_t *board)
{
	const uint32_t to = node_of(g, board);

	if (to == UINT32_MAX || g->used == g->room)
		return false;
	g->edge[g->used++] = to;
	from->edges++;
	return true;
}

/* expand adds what can follow. The attacker passes only to end it, on blocks that live. */
static bool expand(graph_t *g, uint32_t index)
{
	node_t *node = &g->node[index];
	question_t now = *g->asked;

	now.board = node->board;
	node->first = g->used;
	node->is_end = is_lost(&now);
	if (node->is_end)
		return true;
	if (node->board.turn == SIDE_ATTACKER && reached(&now)) {
		node->is_end = node->won = true;
		return true;
	}
	for (unsigned p = 0; p <= now.board.width * now.board.height; p++) {
		const bool passes = p == now.board.width * now.board.height;
		naive_t after = now.board;

		if (passes ? now.board.turn == SIDE_ATTACKER
		           : !now.region[p] || !naive_legal(&now.board, p))
			continue;
		naive_play(&after, passes ? MOVE_PASS : (move_t)p);
		if (!add_edge(g, node, &after))
			return false;
	}
	return true;
}

/* label goes through the graph until nothing changes: least fixed point of the attacker's wins. */
static void label(graph_t *g)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = g->nodes; i-- > 0;) {
			node_t *n = &g->node[i];
			const bool defends = n->board.turn == SIDE_DEFENDER;
			bool won = defends;

			if (n->is_end || n->won)
				continue;
			for (uint32_t e = 0; e < n->edges; e++)
				won = defends ? won && g->node[g->edge[n->first + e]].won
				              : won || g->node[g->edge[n->first + e]].won;
			n->won = won;
			changed |= won;
		}
	}
}

/* judge says who wins: 1, 0, or -1 when that takes too long. */
static int judge(const question_t *q)
{
	graph_t g = {.asked = q, .room = STATES * EDGES};
	bool whole = true;
	int won;

	stamp++;
	g.node = mem_alloc_array(STATES, sizeof(node_t));
	g.edge = mem_alloc_array(g.room, sizeof(uint32_t));
	g.slot = mem_alloc_array(SLOTS, sizeof(uint32_t));
	CHECK(g.node != NULL && g.edge != NULL && g.slot != NULL);
	node_of(&g, &q->board);
	for (uint32_t i = 0; i < g.nodes && whole; i++)
		whole = expand(&g, i);
	label(&g);
	won = whole ? g.node[0].won : -1;
	mem_free(g.node, STATES * sizeof(node_t));
	mem_free(g.edge, g.room * sizeof(uint32_t));
	mem_free(g.slot, SLOTS * sizeof(uint32_t));
	return won;
}

/* A problem as the engine has it. */
typedef struct {
	char rows[64], target[32], options[128];
	problem_t problem;
} text_t;

static void add_point(const naive_t *n, unsigned p, strbuf_t *out)
{
	grid_add_point(BOARD_GO, p, n->width, n->height, out);
}

static void text_of(const question_t *q, text_t *out)
{
	const naive_t *n = &q->board;
	strbuf_t rows, target, options;

	strbuf_init(&rows, out->rows, sizeof(out->rows));
	strbuf_init(&target, out->target, sizeof(out->target));
	strbuf_init(&options, out->options, sizeof(out->options));
	grid_add_rows(n->at, n->width, n->height, &rows);
	strbuf_add(&options, "region=");
	for (unsigned p = 0; p < n->width * n->height; p++) {
		if (q->named[p]) {
			strbuf_add(&target, target.length > 0 ? " " : "");
			add_point(n, p, &target);
		}
		if (!q->region[p])
			continue;
		strbuf_add(&options, options.length > strlen("region=") ? "," : "");
		add_point(n, p, &options);
	}
	out->problem = (problem_t){.game = "go",
	                           .rows = out->rows,
	                           .goal = q->any ? "live-any" : "live",
	                           .target = out->target,
	                           .options = out->options,
	                           .attacker = (colour_t)n->colour[SIDE_ATTACKER],
	                           .first = n->turn,
	                           .attacker_threats = n->threats[SIDE_ATTACKER],
	                           .defender_threats = n->threats[SIDE_DEFENDER]};
}

/* make_question draws one; false: no such board is legal. */
static bool make_question(rng_t *rng, unsigned width, unsigned height, question_t *q)
{
	const unsigned most_named = 3;
	static const unsigned stocks[] = {0, 0, 1, 2, THREATS_UNLIMITED};
	naive_t *n = &q->board;
	const unsigned area = width * height, fill = 3 + (unsigned)rng_below(rng, 6);
	const bool bounded = rng_below(rng, 3) == 0;

	*q = (question_t){.any = rng_below(rng, 2) == 1};
	*n = (naive_t){.width = width, .height = height, .ko = NAIVE_NO_POINT};
	n->turn = (side_t)rng_below(rng, 2);
	n->colour[0] = COLOUR_BLACK + (unsigned)rng_below(rng, 2);
	n->colour[1] = COLOUR_BLACK + COLOUR_WHITE - n->colour[0];
	for (unsigned side = 0; side < 2; side++)
		n->threats[side] = stocks[rng_below(rng, sizeof(stocks) / sizeof(stocks[0]))];
	for (unsigned p = 0; p < area; p++) {
		n->at[p] = rng_below(rng, 10) >= fill ? COLOUR_NONE
		           : rng_below(rng, 2) == 0   ? (uint8_t)n->colour[0]
		                                      : (uint8_t)n->colour[1];
		q->region[p] = !bounded || rng_below(rng, 4) > 0;
	}
	q->region[rng_below(rng, area)] = true;
	for (unsigned p = 0; p < area; p++) {
		if (n->at[p] != COLOUR_NONE && naive_liberties(n, p) == 0)
			return false;
		if (n->at[p] == n->colour[0] && q->stones < most_named && rng_below(rng, 3) == 0) {
			q->named[p] = true;
			q->stones++;
		}
	}
	return q->stones > 0 || q->any;
}

static result_t ask_way(solver_t *solver, const problem_t *problem, unsigned way)
{
	request_t r = {.problem = *problem};

	r.limits = (limits_t){.order = -1,
	                      .table_bytes = 1 << 18,
	                      .nodes = NODES,
	                      .driver = DRIVER_PLAIN,
	                      .engine = way & 1 ? ALGORITHM_DFPN : ALGORITHM_ALPHABETA,
	                      .zoning = way & 2 ? ZONING_NONE : ZONING_SOUND};
	if (way >= 4)
		r.limits.driver = DRIVER_LAMBDA;
	return solve(solver, &r);
}

static void verdicts_are_those_of_the_rules(void **state)
{
	enum { WAYS = 6 };
	rng_t rng = seed_take();
	solver_t *solver = make(1);
	unsigned judged[2] = {0}, decided[WAYS] = {0};

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		const unsigned shape = i % 3;
		question_t q;
		text_t text;
		int won;

		if (!make_question(&rng,
		                   shape == 0   ? 3
		                   : shape == 1 ? 5
		                                : 3,
		                   shape == 0   ? 3
		                   : shape == 1 ? 2
		                                : 4,
		                   &q) ||
		    (won = judge(&q)) < 0)
			continue;
		judged[won]++;
		text_of(&q, &text);
		for (unsigned way = 0; way < WAYS; way++) {
			const value_t value = ask_way(solver, &text.problem, way).value;

			if (value == VALUE_UNDECIDED)
				continue;
			decided[way]++;
			if (way >= 4 ? value == VALUE_PROVEN && !won
			             : (value == VALUE_PROVEN) != won)
				fail_msg("%s %s \"%s\" %s attacker %u first %u threats %u %u: way "
				         "%u says %s",
				         text.rows, text.problem.goal, text.target, text.options,
				         q.board.colour[0], q.board.turn, q.board.threats[0],
				         q.board.threats[1], way, value_name(value));
		}
	}
	print_message("%u live, %u do not; decided", judged[1], judged[0]);
	for (unsigned way = 0; way < WAYS; way++)
		print_message(" %u", decided[way]);
	print_message("\n");
	assert_true(judged[0] >= JUDGED_LEAST && judged[1] >= JUDGED_LEAST);
	solver_destroy(solver);
}

/* refill puts random stones on what lies outside the zone, as long as every block has a liberty
 * and the region is left; false: that came to nothing. */
static bool refill(rng_t *rng, const question_t *q, const zone_t *zone, question_t *out)
{
	naive_t *n = &out->board;
	unsigned changed = 0;

	*out = *q;
	for (unsigned p = 0; p < n->width * n->height; p++) {
		const uint8_t was = n->at[p];

		if (zone_index(zone, p) > 0 || q->named[p])
			continue;
		n->at[p] = (uint8_t)rng_below(rng, 3);
		for (unsigned at = 0; at < n->width * n->height; at++)
			if (n->at[at] != COLOUR_NONE && naive_liberties(n, at) == 0)
				n->at[p] = was;
		changed += n->at[p] != was;
	}
	for (unsigned at = 0; at < n->width * n->height; at++)
		if (n->at[at] != COLOUR_NONE && naive_liberties(n, at) == 0)
			return false;
	return changed > 0;
}

static void what_lies_outside_the_zone_is_nothing_to_it(void **state)
{
	rng_t rng = seed_take();
	solver_t *solver = make(1);
	unsigned compared[2] = {0};

	(void)state;
	for (unsigned i = 0; i < REFILL_BOARDS || (compared[0] == 0 && i < BOARDS_MOST); i++) {
		question_t q, other;
		text_t text;
		result_t r, again;

		if (!make_question(&rng, REFILL_SIZE, REFILL_SIZE, &q))
			continue;
		text_of(&q, &text);
		r = ask_way(solver, &text.problem, i & 1);
		if (r.value == VALUE_UNDECIDED)
			continue;
		assert_int_equal(r.zone.areas, 1);
		for (unsigned k = 0; k < REFILLS; k++) {
			if (!refill(&rng, &q, &r.zone, &other))
				continue;
			text_of(&other, &text);
			again = ask_way(solver, &text.problem, 3);
			if (again.value == VALUE_UNDECIDED)
				continue;
			compared[r.value == VALUE_PROVEN]++;
			if (again.value == r.value)
				continue;
			print_message("refilled: %s\n", text.rows);
			text_of(&q, &text);
			fail_msg("%s %s \"%s\" %s attacker %u first %u threats %u %u: way %u says "
			         "%s, refilled %s",
			         text.rows, text.problem.goal, text.target, text.options,
			         q.board.colour[0], q.board.turn, q.board.threats[0],
			         q.board.threats[1], i & 1, value_name(r.value),
			         value_name(again.value));
		}
	}
	print_message("%u refills of proofs, %u of failures\n", compared[1], compared[0]);
	assert_true(compared[1] >= REFILLED_LEAST && compared[0] > 0);
	solver_destroy(solver);
}

/* Of a walled corner on a large board, all legal moves are attacks, each once, and those that the
 * blocks can reach come before those beyond the wall. */
static void attacks_within_reach_come_first(void **state)
{
	static const char rows[] = "...XO..../.XXXO..../XXOOO..../OOO....../........./........./"
	                           "........./........./.........";
	const problem_t problem = {.game = "go", .rows = rows, .goal = "live", .target = "B8"};
	move_t moves[MOVES_MAX];
	position_t *pos;
	unsigned count, inside = 0;

	(void)state;
	assert_int_equal(game_create(&problem, &pos, NULL), ERR_OK);
	count = game_attacks(pos, ORDER_ANY, NULL, moves);
	for (unsigned i = 0; i < count; i++) {
		const bool near = moves[i] < 3 || moves[i] == 9; /* A9 B9 C9, A8 */

		assert_true(!near || inside == i);
		inside += near;
		for (unsigned k = 0; k < i; k++)
			assert_int_not_equal(moves[i], moves[k]);
	}
	assert_int_equal(inside, 4);
	assert_int_equal(count, pos->game->legal_moves(pos, moves));
	position_free(pos);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(verdicts_are_those_of_the_rules),
	        cmocka_unit_test(what_lies_outside_the_zone_is_nothing_to_it),
	        cmocka_unit_test(attacks_within_reach_come_first),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
