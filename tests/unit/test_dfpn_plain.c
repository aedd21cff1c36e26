/* SPDX-License-Identifier: MIT
 * test_dfpn_plain.c - df-pn without lambda within a depth, against alpha-beta; what chess
 * tells it of positions that it has not entered, against the rules; and what it tells of those that
 * it leaves. */
#include <stdio.h>

#include "engine/search/core/children.h"
#include "engine/search/core/key.h"
#include "engine/search/dfpn/numbers.h"
#include "engine/search/dfpn/thresholds.h"
#include "tests/unit/go_random.h"
#include "tests/unit/search_help.h"
#include "tests/unit/seed.h"
#include "tests/unit/solver_help.h"

enum { GO_BOARDS = 20, GO_SIDE = 4, BOARDS = 40, GLANCED = 400, FEN_BYTES = 100, DEPTH_MOST = 7 };

/* random_fen puts two kings and up to six other men anywhere; not every such board is one. */
static void random_fen(rng_t *rng, char out[FEN_BYTES])
{
	static const char men[] = "KkQRRNBPpprnb";
	const unsigned count = 3 + (unsigned)rng_below(rng, 6);
	char board[64] = {0};
	size_t n = 0;

	for (unsigned i = 0; i < count; i++) {
		const size_t man = i < 2 ? i : rng_below(rng, sizeof(men) - 1);

		board[rng_below(rng, 64)] = man < 2 && i >= 2 ? 'Q' : men[man];
	}
	for (unsigned s = 0; s < 64; s++) {
		out[n++] = board[s] != 0 ? board[s] : '1';
		if (s % 8 == 7 && s != 63)
			out[n++] = '/';
	}
	(void)snprintf(out + n, FEN_BYTES - n, " w - - 0 1");
}

static position_t *random_position(rng_t *rng, char fen[FEN_BYTES])
{
	const problem_t problem = {.game = "chess", .rows = fen};
	position_t *pos;
	errinfo_t why;

	do
		random_fen(rng, fen);
	while (game_create(&problem, &pos, &why) != ERR_OK);
	return pos;
}

static result_t within(solver_t *s, const char *fen, algorithm_t engine, unsigned depth)
{
	const request_t r = {.problem = {.game = "chess", .rows = fen},
	                     .limits = {.driver = DRIVER_PLAIN,
	                                .engine = engine,
	                                .depth = depth,
	                                .table_bytes = 1 << 20}};

	return solve(s, &r);
}

/* Proven within a depth by one is proven within it by the other; a disproof of one is no proof
 * of the other. Some mates are needed for this to say anything. */
static void depths_agree(void **state)
{
	rng_t rng = seed_take();
	solver_t *s = make(1);
	unsigned mates = 0;

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		char fen[FEN_BYTES];

		position_free(random_position(&rng, fen));
		for (unsigned depth = 1; depth <= DEPTH_MOST; depth += 2) {
			const result_t a = within(s, fen, ALGORITHM_ALPHABETA, depth);
			const result_t b = within(s, fen, ALGORITHM_DFPN, depth);

			if ((a.value == VALUE_PROVEN) != (b.value == VALUE_PROVEN))
				fail_msg("%s: within %u %d and %d", fen, depth, (int)a.value,
				         (int)b.value);
			assert_true(b.value != VALUE_PROVEN || b.depth <= depth);
			mates += b.value == VALUE_PROVEN;
		}
	}
	solver_destroy(s);
	assert_true(mates > 0);
}

/* check_zones: whatever the table says of the position and of those after up to `more` moves rests
 * on some points: those of the goal's block at least. Returns how many failures it says. */
static unsigned check_zones(position_t *pos, const ttable_t *table, unsigned more)
{
	move_t list[MOVES_MAX];
	const unsigned count = more > 0 ? pos->game->legal_moves(pos, list) : 0;
	unsigned failures = 0;
	ttentry_t e;

	if (key_probe(table, DRIVER_PLAIN, ZONING_SOUND, pos, &e)) {
		failures += entry_failed(&e, 0, pos->turn == SIDE_DEFENDER ? 0 : 1);
		assert_true(e.zone != 0);
	}
	for (unsigned i = 0; i < count; i++) {
		pos->game->play(pos, list[i]);
		failures += check_zones(pos, table, more - 1);
		pos->game->undo(pos);
	}
	return failures;
}

/* plain_env is df-pn without lambda; it lacks a table. */
static search_env_t plain_env(void)
{
	static const _Atomic uint32_t serial = 0;

	return (search_env_t){.driver = DRIVER_PLAIN,
	                      .algorithm = ALGORITHM_DFPN,
	                      .most = PLAIN_ORDER,
	                      .serial = &serial,
	                      .poll = go_on};
}

/* What df-pn had found to fail within a depth went to the table without what it depends on.
 * Alpha-beta then took the answer for one that no move bears on, and left out moves that work. */
static void bug_a_failure_within_a_depth_lost_its_zone(void **state)
{
	search_env_t env = plain_env();
	const _Atomic bool never = false;
	rng_t rng = seed_take();
	unsigned failures = 0;

	(void)state;
	for (unsigned i = 0; i < GO_BOARDS; i++) {
		char rows[GO_ROWS(GO_SIDE)], target[4];
		const problem_t problem = {.game = "go", .rows = rows, .target = target};
		position_t *root;
		search_t *search;

		go_random_rows(&rng, GO_SIDE, 2, 3, rows);
		go_random_stone(&rng, GO_SIDE, rows, 'O', target);
		if (game_create(&problem, &root, NULL) != ERR_OK)
			continue;
		assert_int_equal(ttable_create(1 << 20, &env.table), ERR_OK);
		assert_int_equal(search_create(root, &env, &search), ERR_OK);
		search_begin_dfpn(search, DRIVER_PLAIN, PLAIN_ORDER, 7, 100000, 0);
		assert_int_equal(search_run(search, &never), SEARCH_DONE);
		failures += check_zones(root, env.table, 3);
		search_free(search);
		ttable_free(env.table);
		position_free(root);
	}
	assert_true(failures > 0);
}

/* A proof of a root that the defender moves at was read from the table with an odd depth, if the
 * question was as deep as may be: one ply deeper than the table knows. */
static void bug_proof_from_the_table_before_a_reply(void **state)
{
	const char *const options = "region=A1-C3";
	request_t r = ask_for("live", "...OX/XX.OX/.XXXX", "A2", -1);
	solver_t *s = make(1);

	(void)state;
	r.problem.options = options;
	r.problem.first = SIDE_DEFENDER;
	r.limits.driver = DRIVER_PLAIN;
	for (unsigned i = 0; i < 6; i++) {
		result_t result;

		r.limits.engine = i % 3 == 1 ? ALGORITHM_ALPHABETA : ALGORITHM_DFPN;
		result = solve(s, &r);
		assert_int_equal(result.state, JOB_DONE);
		assert_int_equal(result.value, VALUE_PROVEN);
		assert_int_equal(result.depth % 2, 0);
	}
	solver_destroy(s);
}

/* has_lost: the defender, to move, has no move and is in check. */
static bool has_lost(const position_t *pos)
{
	move_t list[MOVES_MAX];

	return pos->game->legal_moves(pos, list) == 0 && !pos->game->lost(pos);
}

static bool mates(position_t *pos, move_t move)
{
	bool lost;

	pos->game->play(pos, move);
	lost = has_lost(pos);
	assert_int_equal(game_hints(pos)->guess(pos, ORDER_ANY, 1).proof == 0 &&
	                         !pos->game->lost(pos),
	                 lost);
	pos->game->undo(pos);
	return lost;
}

static void glances_are_true(void **state)
{
	rng_t rng = seed_take();
	unsigned seen = 0;

	(void)state;
	for (unsigned i = 0; i < GLANCED; i++) {
		char fen[FEN_BYTES];
		position_t *pos = random_position(&rng, fen);
		move_t list[MOVES_MAX], soon = game_hints(pos)->soon(pos);
		const unsigned count = pos->game->legal_moves(pos, list);
		bool some = false;

		for (unsigned m = 0; m < count; m++) {
			const bool is_mate = mates(pos, list[m]);

			some = some || is_mate;
			if (list[m] == soon && !is_mate)
				fail_msg("%s: move %u is no mate", fen, m);
		}
		if (some != (soon != MOVE_NONE))
			fail_msg("%s: %s mate at once", fen, some ? "a" : "no");
		seen += some;
		position_free(pos);
	}
	assert_true(seen > 0);
}

/* The hint is the key itself for most moves: those that change no right. */
static void likely_keys_are_mostly_right(void **state)
{
	rng_t rng = seed_take();
	unsigned right = 0, all = 0;

	(void)state;
	for (unsigned i = 0; i < GLANCED; i++) {
		char fen[FEN_BYTES];
		position_t *pos = random_position(&rng, fen);
		move_t list[MOVES_MAX];
		const unsigned count = pos->game->legal_moves(pos, list);

		for (unsigned m = 0; m < count; m++) {
			const hashkey_t likely = game_hints(pos)->likely_key(pos, list[m]);

			pos->game->play(pos, list[m]);
			right += likely.lo == pos->game->key(pos).lo &&
			         likely.hi == pos->game->key(pos).hi;
			pos->game->undo(pos);
		}
		all += count;
		position_free(pos);
	}
	assert_true(all > 0 && right * 10 >= all * 9);
}

/* Where the defender may not pass he may have to help: a quiet move wins in time. */
static void bug_late_attacks_left_out_quiet_ones(void **state)
{
	solver_t *s = make(1);
	request_t r = {.problem = {.game = "atarigo",
	                           .rows = "X../X.O/OOO",
	                           .options = "pass=no",
	                           .attacker = COLOUR_BLACK},
	               .limits = {.depth = 3, .driver = DRIVER_PLAIN}};

	(void)state;
	for (int engine = ALGORITHM_DFPN; engine >= ALGORITHM_ALPHABETA; engine--) {
		r.limits.engine = (algorithm_t)engine;
		assert_int_equal(solve(s, &r).value, VALUE_PROVEN);
	}
	solver_destroy(s);
}

/* What a watch was told. */
typedef struct {
	unsigned told, proven;
	uint64_t last_nodes, most; /* of the node last told of; of any */
	value_t last_value;
	bool is_root; /* it was the root */
	hashkey_t root;
} watched_t;

static void note(void *context, const position_t *pos, value_t value, uint64_t nodes, move_t best)
{
	watched_t *w = context;
	const hashkey_t key = pos->game->key(pos);

	assert_true(value != VALUE_PROVEN || pos->turn == SIDE_DEFENDER || best == MOVE_PASS ||
	            pos->game->legal(pos, best));
	w->told++;
	w->proven += value == VALUE_PROVEN;
	w->last_nodes = nodes;
	w->last_value = value;
	w->most = nodes > w->most ? nodes : w->most;
	w->is_root = key.lo == w->root.lo && key.hi == w->root.hi;
}

static void a_watch_is_told_of_nodes_with_the_root_last(void **state)
{
	static const _Atomic bool never = false;
	static const _Atomic uint32_t serial = 0;
	const problem_t problem = {.game = "go",
	                           .goal = "live-any",
	                           .rows = "...../.OOO./.X.X./...../.....",
	                           .attacker = COLOUR_WHITE};
	watched_t watched = {.told = 0};
	search_env_t env = {.driver = DRIVER_PLAIN,
	                    .algorithm = ALGORITHM_DFPN,
	                    .most = PLAIN_ORDER,
	                    .serial = &serial,
	                    .poll = go_on,
	                    .context = &watched,
	                    .watch = note};
	position_t *root;
	search_t *search;
	errinfo_t why;

	(void)state;
	assert_int_equal(game_create(&problem, &root, &why), ERR_OK);
	assert_int_equal(ttable_create(1 << 20, &env.table), ERR_OK);
	assert_int_equal(search_create(root, &env, &search), ERR_OK);
	watched.root = root->game->key(root);
	search_begin_dfpn(search, DRIVER_PLAIN, PLAIN_ORDER, DEPTH_MAX, 100000, 0);
	assert_int_equal(search_run(search, &never), SEARCH_DONE);
	assert_int_equal(search_value(search), VALUE_PROVEN);
	assert_in_range(watched.proven, 2, watched.told);
	assert_true(watched.is_root);
	assert_int_equal(watched.last_value, VALUE_PROVEN);
	assert_int_equal(watched.last_nodes, watched.most);
	search_free(search);
	ttable_free(env.table);
	position_free(root);
}

/* begin_life makes a search for a life of a board of 7x7, of any block or of one, at its root. */
static search_t *begin_life(const char *target, const search_env_t *env)
{
	const problem_t problem = {
	        .game = "go",
	        .goal = "live-any",
	        .target = target,
	        .rows = "......./......./..OOO../..OXXO./..OX.../..OX.../.......",
	        .attacker = COLOUR_BLACK};
	position_t *root;
	search_t *s;
	errinfo_t why;

	assert_int_equal(game_create(&problem, &root, &why), ERR_OK);
	assert_int_equal(search_create(root, env, &s), ERR_OK);
	position_free(root);
	search_begin_dfpn(s, DRIVER_PLAIN, PLAIN_ORDER, DEPTH_MAX, 1000, 0);
	children_attacks(s, ORDER_ANY);
	for (unsigned i = 0; i < framestack_top(&s->stack)->count; i++)
		s->stack.estimate[i] = (estimate_t){.numbers = {10, 1}};
	framestack_top(&s->stack)->dfpn.proof_limit = 1000;
	framestack_top(&s->stack)->dfpn.disproof_limit = 1000;
	return s;
}

static void what_is_much_work_waits(void **state)
{
	enum { WORK = 40 * WORK_UNIT, MUCH = 9 * (40 - 7) };
	search_env_t env = plain_env();
	choice_t without, with;
	search_t *s;
	frame_t *f;

	(void)state;
	assert_int_equal(ttable_create(1 << 20, &env.table), ERR_OK);
	s = begin_life(NULL, &env);
	f = framestack_top(&s->stack);
	f->dfpn.work = 1;
	without = thresholds_choose(s);
	f->dfpn.work = WORK;
	with = thresholds_choose(s);
	assert_int_equal(with.node.proof, without.node.proof + MUCH);
	assert_in_range(with.proof_limit, 1, f->dfpn.proof_limit - MUCH);
	assert_false(numbers_reach(f, with.node));
	f->dfpn.proof_limit = MUCH;
	assert_true(numbers_reach(f, thresholds_choose(s).node));
	f->dfpn.work = 0;
	thresholds_judge(s);
	assert_int_not_equal(f->dfpn.work, 0);
	search_free(s);
	s = begin_life("D4", &env);
	framestack_top(&s->stack)->dfpn.work = 0;
	thresholds_judge(s); /* by another network */
	assert_int_not_equal(framestack_top(&s->stack)->dfpn.work, 0);
	search_free(s);
	ttable_free(env.table);
}

/* Three candidates whose numbers are the same: the dearer by the policy waits, up to a limit, and
 * what the game's policy says reaches the candidates. */
static void what_is_unlikely_waits(void **state)
{
	enum { RANK = 8, HALVING = 32, STEP = 14, MOST = 320 };
	search_env_t env = plain_env();
	unsigned others = 0;
	estimate_t *e;
	choice_t c;
	search_t *s;
	frame_t *f;

	(void)state;
	assert_int_equal(ttable_create(1 << 20, &env.table), ERR_OK);
	s = begin_life(NULL, &env);
	f = framestack_top(&s->stack);
	e = &s->stack.estimate[f->moves];
	f->dfpn.work = 1;
	for (unsigned i = 0; i < f->count; i++)
		e[i].below = POLICY_LEAST;
	c = thresholds_choose(s);
	assert_int_equal(c.best, 0);
	assert_int_equal(c.node.proof, 10 + STEP + MOST);
	e[2].below = 2 * POLICY_UNIT;
	e[1].below = 3 * POLICY_UNIT;
	c = thresholds_choose(s);
	assert_int_equal(c.best, 2);
	assert_int_equal(c.node.proof, 10 + STEP + 2 * RANK + 2 * HALVING);
	assert_in_range(c.proof_limit, 10 + HALVING - RANK, 1000 - STEP - 2 * RANK - 2 * HALVING);
	f->dfpn.work = 0;
	assert_int_equal(thresholds_choose(s).best, 0);
	thresholds_judge_moves(s);
	assert_int_equal(e[2].below, 2 * POLICY_UNIT); /* no work, no policy */
	thresholds_judge(s);
	thresholds_judge_moves(s);
	for (unsigned i = 0; i < f->count; i++)
		others += e[i].below > 0 && e[i].below < POLICY_LEAST;
	assert_true(others > 0 && others < f->count);
	search_free(s);
	ttable_free(env.table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(depths_agree),
	        cmocka_unit_test(bug_a_failure_within_a_depth_lost_its_zone),
	        cmocka_unit_test(bug_late_attacks_left_out_quiet_ones),
	        cmocka_unit_test(bug_proof_from_the_table_before_a_reply),
	        cmocka_unit_test(glances_are_true),
	        cmocka_unit_test(likely_keys_are_mostly_right),
	        cmocka_unit_test(what_is_much_work_waits),
	        cmocka_unit_test(what_is_unlikely_waits),
	        cmocka_unit_test(a_watch_is_told_of_nodes_with_the_root_last),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
