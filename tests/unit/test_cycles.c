/* SPDX-License-Identifier: MIT
 * test_cycles.c - searches of games full of cycles, against values worked out from the definition.
 *
 * The game is a token on a directed graph drawn at random: a vertex has edges for the attacker and
 * others for the defender, who move the token in turn. The attacker's goal is to enter a
 * marked vertex; a vertex without any edge is lost. Most positions are on many cycles and are
 * reached on many lines, so a failure that rests on a repetition and is kept as a fact
 * (graph-history interaction; docs/search.md, "Repetition") soon shows as a wrong disproof.
 *
 * The judge knows no line of play: proven is the least set of positions that the definition of each
 * order, or of the game without lambda, closes, found by going over all positions until
 * nothing changes. A search may leave a question open, if it is one of few, but may not contradict
 * the judge. All questions about a graph are asked of one table, in random order and of each
 * algorithm, by one worker or by two.
 *
 * Of mistakes that were planted to try this: taints lost altogether are noticed in each run,
 * taints of which the greatest was kept in place of the least in three runs of four. So a
 * test of its own asks for the least. */
#include <stdio.h>

#include "engine/base/rng.h"
#include "engine/game/game.h"
#include "engine/search/core/node.h"
#include "engine/search/core/state.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum {
	VERTICES_MOST = 24,
	EDGES_MOST = 3,
	REACH = 4,
	ORDERS = 3, /* lambda orders 0 to 2; the next index is the game without lambda */
	QUESTIONS_NODES = 50000,
#if defined(UNDER_ASAN) || defined(UNDER_TSAN)
	GRAPHS = 100,
#else
	GRAPHS = 2000,
#endif
	QUESTIONS = 60, /* about each */
};

typedef struct {
	unsigned vertices;
	uint8_t edges[2][VERTICES_MOST]; /* how many, by side and vertex */
	uint8_t edge[2][VERTICES_MOST][EDGES_MOST];
	bool goal[VERTICES_MOST];
} graph_t;

typedef struct {
	position_t base;
	graph_t graph;
	uint64_t seed;
	unsigned at, plies;
	uint8_t came_from[PLAYED_MAX];
} token_t;

static const game_t token_game;

static const token_t *token_of(const position_t *pos)
{
	return (const token_t *)pos;
}

/* An edge goes to a vertex not far away, so that the way to the goal, which is the last vertex, is
 * long, and goes in circles. The defender does not enter the goal for the attacker. */
static void draw_graph(graph_t *g, uint64_t seed)
{
	rng_t rng = {seed};

	*g = (graph_t){.vertices = 6 + rng_below(&rng, VERTICES_MOST - 5)};
	g->goal[g->vertices - 1] = true;
	for (unsigned v = 0; v + 1 < g->vertices; v++) {
		if (rng_below(&rng, 12) == 0)
			continue; /* lost */
		for (unsigned side = 0; side < 2; side++) {
			const int last = (int)g->vertices - (side == SIDE_ATTACKER ? 1 : 2);

			g->edges[side][v] = (uint8_t)(1 + rng_below(&rng, EDGES_MOST));
			for (unsigned e = 0; e < g->edges[side][v]; e++) {
				const int to = (int)v + (int)rng_below(&rng, 2 * REACH + 1) -
				               (side == SIDE_ATTACKER ? REACH - 1 : REACH + 1);

				g->edge[side][v][e] = (uint8_t)(to < 0 ? 0 : to > last ? last : to);
			}
		}
	}
}

static bool is_lost(const graph_t *g, unsigned v)
{
	return !g->goal[v] && g->edges[SIDE_ATTACKER][v] == 0;
}

static hashkey_t token_key(const position_t *pos)
{
	const token_t *t = token_of(pos);
	const uint64_t lo = rng_mix(rng_mix(t->seed) ^ (t->at << 1 | (unsigned)pos->turn));

	return (hashkey_t){lo, rng_mix(lo + 1)};
}

/* rows: "SEED/VERTEX". */
static err_t token_create(const problem_t *problem, position_t **out, errinfo_t *why)
{
	token_t *t = mem_alloc(sizeof(*t));
	char *rest;

	*out = NULL;
	if (t == NULL)
		return err_fail(why, ERR_NOMEM, "%s", err_text(ERR_NOMEM));
	memset(t, 0, sizeof(*t));
	t->base = (position_t){.game = &token_game, .bytes = sizeof(*t), .used = sizeof(*t)};
	t->seed = strtoull(problem->rows, &rest, 10);
	t->at = (unsigned)strtoul(rest + 1, NULL, 10);
	draw_graph(&t->graph, t->seed);
	*out = &t->base;
	return ERR_OK;
}

static void token_play(position_t *pos, move_t move)
{
	token_t *t = (token_t *)pos;

	t->came_from[t->plies++] = (uint8_t)t->at;
	if (move != MOVE_PASS)
		t->at = move;
	pos->turn = pos->turn == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
}

static void token_undo(position_t *pos)
{
	token_t *t = (token_t *)pos;

	t->at = t->came_from[--t->plies];
	t->came_from[t->plies] = 0;
	pos->turn = pos->turn == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
}

static unsigned token_moves(const position_t *pos, move_t *out)
{
	const token_t *t = token_of(pos);
	unsigned count = 0;

	for (move_t to = 0; to < t->graph.vertices; to++)
		for (unsigned e = 0; e < t->graph.edges[pos->turn][t->at]; e++)
			if (t->graph.edge[pos->turn][t->at][e] == to) {
				out[count++] = to;
				break;
			}
	return count;
}

static bool token_legal(const position_t *pos, move_t move)
{
	move_t moves[EDGES_MOST];
	const unsigned count = token_moves(pos, moves);

	for (unsigned i = 0; i < count; i++)
		if (moves[i] == move)
			return true;
	return false;
}

static bool can_finish(const graph_t *g, unsigned v)
{
	for (unsigned e = 0; e < g->edges[SIDE_ATTACKER][v]; e++)
		if (g->goal[g->edge[SIDE_ATTACKER][v][e]])
			return true;
	return false;
}

static move_t token_finish(const position_t *pos)
{
	const graph_t *g = &token_of(pos)->graph;

	return can_finish(g, token_of(pos)->at) ? (move_t)(g->vertices - 1) : MOVE_NONE;
}

static bool token_lost(const position_t *pos)
{
	return is_lost(&token_of(pos)->graph, token_of(pos)->at);
}

static bool token_repeatable(const position_t *pos)
{
	(void)pos;
	return true;
}

static void token_move_text(const position_t *pos, move_t move, strbuf_t *out)
{
	(void)pos;
	strbuf_printf(out, "%u", (unsigned)move);
}

static move_t token_move_parse(const position_t *pos, const char *text)
{
	const unsigned long move = strtoul(text, NULL, 10);

	return move < token_of(pos)->graph.vertices ? (move_t)move : MOVE_NONE;
}

static void token_rows_text(const position_t *pos, strbuf_t *out)
{
	strbuf_printf(out, "%" PRIu64 "/%u", token_of(pos)->seed, token_of(pos)->at);
}

static colour_t token_attacker(const position_t *pos)
{
	(void)pos;
	return COLOUR_BLACK;
}

static const problem_t examples[] = {
        {.game = "token", .rows = "1/1"},
        {.game = "token", .rows = "2/1"},
        {.game = NULL},
};

static const game_t token_game = {
        .name = "token",
        .goals = "enter",
        .help = "a seed of a graph, '/', a vertex",
        .style = BOARD_GO,
        .examples = examples,
        .create = token_create,
        .play = token_play,
        .undo = token_undo,
        .legal = token_legal,
        .key = token_key,
        .finish = token_finish,
        .lost = token_lost,
        .legal_moves = token_moves,
        .move_text = token_move_text,
        .move_parse = token_move_parse,
        .rows_text = token_rows_text,
        .attacker = token_attacker,
        .repeatable = token_repeatable,
};

/* Of each vertex, by order and, last, without lambda: does the attacker win who is to move
 * there? */
typedef struct {
	bool won[ORDERS + 1][VERTICES_MOST];
} values_t;

/* Is the position proven by what is known so far, the defender to move? */
static bool is_held(const graph_t *g, const values_t *values, unsigned order, unsigned v)
{
	if (is_lost(g, v) || (order < ORDERS && !values->won[order - 1][v]))
		return false;
	for (unsigned e = 0; e < g->edges[SIDE_DEFENDER][v]; e++)
		if (!values->won[order][g->edge[SIDE_DEFENDER][v][e]])
			return false;
	return true;
}

static bool is_won(const graph_t *g, const values_t *values, unsigned order, unsigned v)
{
	if (can_finish(g, v))
		return true;
	for (unsigned e = 0; order > 0 && e < g->edges[SIDE_ATTACKER][v]; e++)
		if (is_held(g, values, order, g->edge[SIDE_ATTACKER][v][e]))
			return true;
	return false;
}

static void judge(const graph_t *g, values_t *values)
{
	*values = (values_t){0};
	for (unsigned order = 0; order <= ORDERS; order++)
		for (bool changed = true; changed;) {
			changed = false;
			for (unsigned v = 0; v < g->vertices; v++)
				if (!values->won[order][v] && is_won(g, values, order, v))
					values->won[order][v] = changed = true;
		}
}

typedef struct {
	unsigned asked, proven, open;
} tally_t;

static void ask_one(solver_t *s, uint64_t seed, unsigned v, unsigned order, algorithm_t engine,
                    bool expected, tally_t *tally)
{
	char rows[64];
	request_t r = {.problem = {.game = "token", .rows = rows},
	               .limits = {.order = (int)order,
	                          .nodes = QUESTIONS_NODES,
	                          .engine = engine,
	                          .driver = order < ORDERS ? DRIVER_LAMBDA : DRIVER_PLAIN},
	               .fresh = true};
	result_t got;

	(void)snprintf(rows, sizeof(rows), "%" PRIu64 "/%u", seed, v);
	if (order == ORDERS)
		r.limits.order = 0;
	got = solve(s, &r);
	tally->asked++;
	tally->proven += got.value == VALUE_PROVEN;
	if (got.value == VALUE_UNDECIDED)
		tally->open++;
	else if ((got.value == VALUE_PROVEN) != expected)
		fail_msg("graph %s, order %u, algorithm %d: %d, should be %d", rows, order,
		         (int)engine, got.value == VALUE_PROVEN, expected);
}

static void searches_agree_with_the_definition(void **state)
{
	rng_t rng = seed_take();
	tally_t tally = {0};

	(void)state;
	for (unsigned i = 0; i < GRAPHS; i++) {
		const uint64_t seed = rng_next(&rng);
		solver_t *s = make(1 + i % 2);
		graph_t graph;
		values_t values;

		draw_graph(&graph, seed);
		judge(&graph, &values);
		for (unsigned k = 0; k < QUESTIONS; k++) {
			const unsigned v = rng_below(&rng, graph.vertices - 1);
			const unsigned order = 1 + rng_below(&rng, ORDERS);

			ask_one(s, seed, v, order, (algorithm_t)rng_below(&rng, 3),
			        values.won[order][v], &tally);
		}
		solver_destroy(s);
	}
	print_message("%u questions, %u proven, %u left open\n", tally.asked, tally.proven,
	              tally.open);
	assert_true(tally.open * 50 < tally.asked);
}

/* What fails for the sake of two repetitions is no fact before both cycles are closed. */
static void of_several_taints_the_least_counts(void **state)
{
	static const uint32_t taints[][3] = {{2, 5, 2},
	                                     {5, 2, 2},
	                                     {TAINT_NONE, 5, 5},
	                                     {5, TAINT_NONE, 5},
	                                     {TAINT_NONE, TAINT_NONE, TAINT_NONE}};

	(void)state;
	for (size_t i = 0; i < sizeof(taints) / sizeof(*taints); i++) {
		search_t s = {.left.taint = taints[i][1]};
		frame_t f = {.taint = taints[i][0]};

		node_rest(&s, &f);
		assert_int_equal(f.taint, taints[i][2]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(of_several_taints_the_least_counts),
	        cmocka_unit_test(searches_agree_with_the_definition),
	};

	CHECK(game_register(&token_game) == ERR_OK);
	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
