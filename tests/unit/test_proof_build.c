/* SPDX-License-Identifier: MIT
 * test_proof_build.c - strategies made of proofs: followed here against every legal reply, on the
 * games' own examples, on random boards, and from tables that have lost nearly everything. */
#include <stdlib.h>

#include "engine/proof/build.h"
#include "engine/solve/proven.h"
#include "engine/table/ttable.h"
#include "tests/unit/go_random.h"
#include "tests/unit/search_help.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum {
	SIZE = 4,
	BOARDS = 150,
	ORDER = 2,
	DEPTH = 15,
	SEARCH_NODES = 200000,
	MOST_NODES = 5000000,
	VISITS = 3000000, /* of one strategy */
	SEEN_BITS = 20,
	TABLE_SMALL = 1 << 12,
};

typedef struct {
	move_t move;
	uint32_t child; /* attack; of a defence, that for the rest */
	proof_reply_t *replies;
	unsigned count;
	bool defends;
} seen_node_t;

/* What the sink has taken. */
typedef struct {
	seen_node_t *node;
	uint32_t count, room;
} taken_t;

static seen_node_t *next_node(taken_t *t)
{
	if (t->count == t->room) {
		t->room = t->room == 0 ? 256 : 2 * t->room;
		t->node = realloc(t->node, t->room * sizeof(*t->node));
	}
	return &t->node[t->count++];
}

static err_t take_attack(void *context, move_t move, uint32_t child)
{
	taken_t *t = context;

	assert_true(child == PROOF_NONE || child < t->count);
	*next_node(t) = (seen_node_t){.move = move, .child = child};
	return ERR_OK;
}

static err_t take_defend(void *context, uint32_t rest, const proof_reply_t *replies, unsigned count)
{
	taken_t *t = context;
	seen_node_t node = {.child = rest, .count = count, .defends = true};

	assert_true(rest == PROOF_NONE || rest < t->count);
	node.replies = malloc((count + 1) * sizeof(*replies));
	for (unsigned i = 0; i < count; i++) {
		assert_true(replies[i].child < t->count);
		node.replies[i] = replies[i];
	}
	*next_node(t) = node;
	return ERR_OK;
}

static void forget(taken_t *t)
{
	for (uint32_t i = 0; i < t->count; i++)
		free(t->node[i].replies);
	free(t->node);
	*t = (taken_t){.node = NULL};
}

/* The walk over a strategy: pairs of node and position are looked at once. */
typedef struct {
	const taken_t *taken;
	position_t *pos;
	hashkey_t *seen;
	long visits;
} walk_t;

static bool was_seen(walk_t *w, uint32_t node)
{
	const hashkey_t key = w->pos->game->key(w->pos);
	const hashkey_t mixed = {key.lo ^ rng_mix(node), key.hi};
	hashkey_t *at = &w->seen[mixed.lo >> (64 - SEEN_BITS)];
	const bool same = at->lo == mixed.lo && at->hi == mixed.hi;

	*at = mixed;
	return same;
}

static void follow(walk_t *w, uint32_t index);

static unsigned count_stones(const position_t *pos)
{
	char rows[ROWS_TEXT_MAX];
	unsigned count = 0;
	strbuf_t text;

	strbuf_init(&text, rows, sizeof(rows));
	pos->game->rows_text(pos, &text);
	for (const char *p = rows; *p != '\0'; p++)
		count += *p == 'X' || *p == 'O';
	return count;
}

/* wins: does the move win at Atari-Go, by a capture, or by leaving the defender without a move
 * where that loses? */
static bool wins(position_t *pos, move_t move)
{
	const unsigned before = count_stones(pos);
	move_t list[MOVES_MAX];
	bool won;

	pos->game->play(pos, move);
	won = count_stones(pos) <= before ||
	      (pos->game->legal_moves(pos, list) == 0 && !pos->game->lost(pos));
	pos->game->undo(pos);
	return won;
}

static void follow_attack(walk_t *w, const seen_node_t *node)
{
	const game_t *game = w->pos->game;

	assert_int_equal(w->pos->turn, SIDE_ATTACKER);
	assert_true(node->move == MOVE_PASS || game->legal(w->pos, node->move));
	if (node->child == PROOF_NONE && game->tail == 0) {
		if (game->finish(w->pos) != node->move) /* another is as good */
			assert_true(strcmp(game->name, "atarigo") == 0 && wins(w->pos, node->move));
		return;
	}
	game->play(w->pos, node->move);
	if (node->child != PROOF_NONE) {
		follow(w, node->child);
	} else { /* chess: mate */
		move_t list[MOVES_MAX];

		assert_false(game->lost(w->pos));
		for (unsigned i = 0, n = game->legal_moves(w->pos, list); i < n; i++) {
			game->play(w->pos, list[i]);
			assert_int_not_equal(game->finish(w->pos), MOVE_NONE);
			game->undo(w->pos);
		}
	}
	game->undo(w->pos);
}

static uint32_t answer_to(const seen_node_t *node, move_t move)
{
	for (unsigned i = 0; i < node->count; i++)
		if (node->replies[i].move == move)
			return node->replies[i].child;
	return node->child;
}

static void follow_reply(walk_t *w, const seen_node_t *node, move_t move)
{
	const game_t *game = w->pos->game;
	const uint32_t child = answer_to(node, move);

	game->play(w->pos, move);
	if (game->tail == 0 || game->finish(w->pos) == MOVE_NONE) {
		assert_int_not_equal(child, PROOF_NONE);
		follow(w, child);
	}
	game->undo(w->pos);
}

static void follow_defend(walk_t *w, const seen_node_t *node)
{
	const game_t *game = w->pos->game;
	move_t list[MOVES_MAX];
	const unsigned n = game->legal_moves(w->pos, list);

	assert_int_equal(w->pos->turn, SIDE_DEFENDER);
	assert_false(game->lost(w->pos));
	for (unsigned i = 0; i < n; i++)
		follow_reply(w, node, list[i]);
	if (game->may_pass(w->pos))
		follow_reply(w, node, MOVE_PASS);
}

static void follow(walk_t *w, uint32_t index)
{
	const seen_node_t *node = &w->taken->node[index];

	if (was_seen(w, index) || --w->visits < 0)
		return;
	if (node->defends)
		follow_defend(w, node);
	else
		follow_attack(w, node);
}

/* check_strategy follows it everywhere; false where that took too long. */
static bool check_strategy(const position_t *root, const taken_t *taken, uint32_t node)
{
	walk_t w = {.taken = taken, .pos = position_clone(root), .visits = VISITS};

	w.seen = calloc((size_t)1 << SEEN_BITS, sizeof(*w.seen));
	follow(&w, node);
	free(w.seen);
	position_free(w.pos);
	return w.visits >= 0;
}

static const _Atomic uint32_t serial = 0;
static const _Atomic bool never = false;
static const budget_t budget = {.nodes = MOST_NODES, .cancel = &never};

/* prove returns the depth of a proof, 0 for none: alpha-beta's least, or some of df-pn's. */
static unsigned prove(const position_t *root, const search_env_t *env, bool numbers)
{
	search_t *s;
	unsigned found = 0;

	assert_int_equal(search_create(root, env, &s), ERR_OK);
	if (numbers) {
		search_begin_dfpn(s, env->driver, ORDER, DEPTH, SEARCH_NODES, 0);
		if (search_run(s, &never) == SEARCH_DONE && search_value(s) == VALUE_PROVEN)
			found = search_plies(s);
	}
	for (unsigned d = 1; !numbers && d <= 9 && found == 0; d += 2) {
		search_begin(s, ORDER, d, 0);
		if (search_run(s, &never) == SEARCH_DONE && search_value(s) == VALUE_PROVEN)
			found = search_plies(s);
	}
	search_free(s);
	return found;
}

/* What a run has seen. */
typedef struct {
	unsigned proofs, too_long;
	uint64_t nodes, again;
} seen_t;

static void check_root(const position_t *root, driver_t driver, bool numbers, bool zones,
                       size_t bytes, seen_t *seen)
{
	search_env_t env = {.driver = driver,
	                    .zoning = zones ? ZONING_SOUND : ZONING_NONE,
	                    .most = ORDER,
	                    .serial = &serial,
	                    .poll = go_on};
	taken_t taken = {.node = NULL};
	const proof_sink_t sink = {take_attack, take_defend, &taken};
	proof_built_t built;
	unsigned depth;

	assert_int_equal(ttable_create(bytes, &env.table), ERR_OK);
	depth = prove(root, &env, numbers);
	if (depth > 0) {
		assert_int_equal(proof_build(root, &env, &(proof_found_t){ORDER, depth, false},
		                             &budget, &sink, &built),
		                 ERR_OK);
		assert_int_equal(built.nodes, taken.count);
		seen->proofs++;
		seen->nodes += built.nodes;
		seen->again += built.again;
		seen->too_long += !check_strategy(root, &taken, built.root);
	}
	forget(&taken);
	ttable_free(env.table);
}

static void tell(const char *what, const seen_t *seen)
{
	print_message(
	        "%s: %u proofs, %u too long to follow, %.1f nodes each, %.2f searched again\n",
	        what, seen->proofs, seen->too_long,
	        (double)seen->nodes / (seen->proofs + !seen->proofs),
	        (double)seen->again / (seen->proofs + !seen->proofs));
	assert_true(seen->proofs > 0 && seen->too_long < seen->proofs);
}

static void examples_of_all_games(void **state)
{
	(void)state;
	for (const game_t *const *game = game_list(); *game != NULL; game++) {
		seen_t seen = {0};

		for (const problem_t *p = (*game)->examples; p->game != NULL; p++) {
			position_t *root;

			assert_int_equal(game_create(p, &root, NULL), ERR_OK);
			for (unsigned way = 0; way < 4; way++)
				check_root(root, DRIVER_LAMBDA, way & 1, way & 2, TABLE_BYTES,
				           &seen);
			check_root(root, DRIVER_PLAIN, false, false, TABLE_BYTES, &seen);
			position_free(root);
		}
		tell((*game)->name, &seen);
	}
}

static void random_boards(size_t bytes, const char *what)
{
	static const char *const goals[] = {"capture", "connect", "semeai"};
	rng_t rng = seed_take();
	seen_t seen = {0};

	for (unsigned i = 0; i < BOARDS; i++) {
		char rows[GO_ROWS(SIZE)], stones[8];
		const unsigned goal = i % 3;
		problem_t problem = {
		        .game = "go", .rows = rows, .goal = goals[goal], .target = stones};
		position_t *root;

		go_random_rows(&rng, SIZE, 4, 2, rows);
		go_random_stone(&rng, SIZE, rows, goal == 1 ? 'X' : 'O', stones);
		go_random_stone(&rng, SIZE, rows, 'X', &stones[3]);
		stones[2] = goal > 0 ? ' ' : '\0';
		problem.first = (side_t)(i / 3 % 2);
		problem.attacker_threats = (unsigned)(rng_next(&rng) % 2);
		problem.defender_threats = (unsigned)(rng_next(&rng) % 2);
		if (game_create(&problem, &root, NULL) != ERR_OK)
			continue;
		check_root(root, DRIVER_LAMBDA, i & 1, i & 2, bytes, &seen);
		position_free(root);
	}
	tell(what, &seen);
}

static void random_boards_of_go(void **state)
{
	(void)state;
	random_boards(TABLE_BYTES, "go");
}

static void a_table_that_forgets(void **state)
{
	(void)state;
	random_boards(TABLE_SMALL, "go, little table");
}

/* take_job asks a solver for a verdict by ko and for the strategy behind it. */
static void take_job(solver_t *solver, const request_t *request, seen_t *seen)
{
	taken_t taken = {.node = NULL};
	const proof_sink_t sink = {take_attack, take_defend, &taken};
	proof_built_t built;
	position_t *root;
	result_t result;
	errinfo_t why;
	job_t *job;
	err_t err;

	assert_int_equal(solver_submit(solver, request, &job, &why), ERR_OK);
	solver_wait(job);
	job_result(job, &result);
	err = proven_strategy_of_job(job, &budget, &sink, &built, &why);
	if (result.value == VALUE_UNDECIDED) {
		assert_int_equal(err, ERR_VALUE);
	} else if (result.value == VALUE_DISPROVEN) { /* followed by tests/proofs/denials */
		assert_true(err == ERR_OK || err == ERR_LIMIT);
	} else {
		const bool fights = result.ko == KO_FIGHT;
		const unsigned threats[] = {fights ? result.threats : 0,
		                            fights ? 0 : THREATS_UNLIMITED};

		assert_int_equal(err, ERR_OK);
		root = position_clone(job_position(job));
		root->game->stocks->stock(root, threats);
		seen->proofs++;
		seen->nodes += built.nodes;
		seen->again += built.again;
		seen->too_long += !check_strategy(root, &taken, built.root);
		position_free(root);
	}
	job_release(job);
	forget(&taken);
}

static void strategies_of_jobs(void **state)
{
	rng_t rng = seed_take();
	solver_t *solver = make(2);
	seen_t seen = {0};

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		char rows[GO_ROWS(SIZE)], target[4];
		request_t r = ask(rows, target, ORDER);
		position_t *root;

		go_random_rows(&rng, SIZE, 4, 2, rows);
		go_random_stone(&rng, SIZE, rows, 'O', target);
		r.ko = true;
		r.limits.nodes = SEARCH_NODES;
		if (game_create(&r.problem, &root, NULL) != ERR_OK)
			continue;
		position_free(root);
		take_job(solver, &r, &seen);
	}
	tell("jobs", &seen);
	solver_destroy(solver);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(examples_of_all_games),
	        cmocka_unit_test(random_boards_of_go),
	        cmocka_unit_test(a_table_that_forgets),
	        cmocka_unit_test(strategies_of_jobs),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
