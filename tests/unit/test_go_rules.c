/* SPDX-License-Identifier: MIT
 * test_go_rules.c - random games, forwards and backwards, against naive rules.
 *
 * After every move and every undo the whole observable state is compared: the
 * stones, every block's stones and liberties, legality of every point, ko,
 * threats, key, and the candidates with the proofs that allow leaving moves out.
 */
#include "engine/base/rng.h"
#include "engine/game/go/board/board.h"
#include "engine/game/grid.h"
#include "tests/unit/go_naive.h"
#include "tests/unit/seed.h"

enum { GAMES = 160, GAMES_MOST = 20 * GAMES, STEPS = 120 };

/* What happened, so that a test that never met a ko can fail. */
typedef struct {
	unsigned captures, kos, bans_broken, passes, undos, goals, left_out, retakes;
} events_t;

typedef struct {
	position_t *pos;
	naive_t now;
	naive_t before[PLAYED_MAX];
	go_t *board_before[PLAYED_MAX]; /* owned */
	unsigned plies;
	rng_t rng;
	events_t events;
} match_t;

static unsigned area_of(const naive_t *n)
{
	return n->width * n->height;
}

/* random_stones fills a board and takes off what has no liberty. */
static void random_stones(rng_t *rng, naive_t *n)
{
	const unsigned percent = rng_below(rng, 75);

	for (unsigned p = 0; p < area_of(n); p++)
		if (rng_below(rng, 100) < percent)
			n->at[p] = (uint8_t)(COLOUR_BLACK + rng_below(rng, 2));
	for (unsigned p = 0; p < area_of(n); p++) {
		naive_block_t block;

		if (n->at[p] == COLOUR_NONE)
			continue;
		naive_block(n, p, &block);
		for (unsigned q = 0; q < area_of(n) && block.libs == 0; q++)
			if (block.stone[q])
				n->at[q] = COLOUR_NONE;
	}
}

static bool random_problem(rng_t *rng, naive_t *n)
{
	memset(n, 0, sizeof(*n));
	n->width = 2 + rng_below(rng, rng_below(rng, 3) > 0 ? 5 : SIDE_MOST - 1);
	n->height = 2 + rng_below(rng, rng_below(rng, 3) > 0 ? 5 : SIDE_MOST - 1);
	n->ko = NAIVE_NO_POINT;
	n->threats[0] = rng_below(rng, 4);
	n->threats[1] = rng_below(rng, 4);
	random_stones(rng, n);
	n->target = rng_below(rng, area_of(n));
	if (n->at[n->target] == COLOUR_NONE)
		return false;
	n->colour[SIDE_DEFENDER] = n->at[n->target];
	n->colour[SIDE_ATTACKER] = 3u - n->at[n->target];
	return true;
}

static position_t *position_of(const naive_t *n)
{
	char rows[ROWS_TEXT_MAX];
	char target[MOVE_TEXT_MAX];
	problem_t problem = {.game = "go", .goal = "capture", .rows = rows, .target = target};
	position_t *pos = NULL;
	strbuf_t out;
	errinfo_t why;

	strbuf_init(&out, rows, sizeof(rows));
	for (unsigned p = 0; p < area_of(n); p++) {
		if (p > 0 && p % n->width == 0)
			strbuf_char(&out, '/');
		strbuf_char(&out, ".XO"[n->at[p]]);
	}
	strbuf_init(&out, target, sizeof(target));
	grid_add_point(BOARD_GO, n->target, n->width, n->height, &out);
	problem.attacker_threats = n->threats[SIDE_ATTACKER];
	problem.defender_threats = n->threats[SIDE_DEFENDER];
	if (game_create(&problem, &pos, &why) != ERR_OK)
		fail_msg("%s: %s", rows, why.text);
	return pos;
}

static void compare_blocks(const go_t *go, const naive_t *n)
{
	for (unsigned p = 0; p < area_of(n); p++) {
		naive_block_t block;
		const block_t *mine;
		unsigned q = p;

		assert_int_equal(bits_has(&go->empty, p), n->at[p] == COLOUR_NONE);
		assert_int_equal(bits_has(&go->black, p), n->at[p] == COLOUR_BLACK);
		assert_int_equal(go->at[p], n->at[p]);
		if (n->at[p] == COLOUR_NONE)
			continue;
		naive_block(n, p, &block);
		mine = board_block(go, p);
		assert_int_equal(mine->libs, block.libs);
		assert_int_equal(mine->stones, block.stones);
		assert_true(block.stone[go->id[p]]);
		for (unsigned s = 0; s < BITS_POINTS; s++)
			assert_int_equal(bits_has(&mine->lib, s), s < area_of(n) && block.lib[s]);
		for (unsigned i = 0; i < block.stones; i++) {
			assert_true(block.stone[q]);
			assert_int_equal(go->id[q], go->id[p]);
			block.stone[q] = false;
			q = go->next[q];
		}
		assert_int_equal(q, p);
	}
}

static bool contains(const move_t *moves, unsigned count, move_t move)
{
	unsigned found = 0;

	for (unsigned i = 0; i < count; i++)
		found += moves[i] == move;
	assert_true(found <= 1);
	return found > 0;
}

static void compare_attacks(const match_t *m, const move_t *legal, unsigned count)
{
	const naive_t *n = &m->now;

	for (unsigned order = 0; order <= ORDER_MAX; order++) {
		move_t list[MOVES_MAX];
		unsigned listed = m->pos->game->attacks(m->pos, order, NULL, list);

		for (unsigned i = 0; i < listed; i++)
			assert_true(contains(legal, count, list[i]));
		for (unsigned i = 0; i < count; i++) {
			naive_t after = *n;

			if (contains(list, listed, legal[i]))
				continue;
			naive_play(&after, legal[i]);
			assert_int_not_equal(after.at[n->target], COLOUR_NONE);
			assert_true(naive_liberties(&after, n->target) > order);
		}
	}
}

static void compare_replies(match_t *m, const move_t *legal, unsigned count)
{
	move_t list[MOVES_MAX];
	unsigned listed = m->pos->game->replies(m->pos, NULL, list);

	for (unsigned i = 0; i < listed; i++)
		assert_true(contains(legal, count, list[i]));
	for (unsigned i = 0; i < count; i++) {
		naive_t after = m->now;
		const bool is_listed = contains(list, listed, legal[i]);

		naive_play(&after, legal[i]);
		if (naive_liberties(&after, after.target) > 1) {
			assert_true(is_listed);
			continue;
		}
		assert_true(is_listed || naive_finish(&after) != MOVE_NONE);
		/* Where a retake may matter, more are listed than have to be. */
		if (m->now.threats[SIDE_DEFENDER] == 0)
			assert_int_equal(is_listed, naive_finish(&after) == MOVE_NONE);
		m->events.left_out += !is_listed;
	}
}

/* compare_retake: the one reply to a capture that may be taken back is to do so. */
static void compare_retake(match_t *m)
{
	const game_t *game = m->pos->game;
	move_t list[MOVES_MAX];

	assert_int_equal(game->distance(m->pos), 1);
	assert_false(game->lost(m->pos));
	assert_int_equal(game->replies(m->pos, NULL, list), 1);
	assert_int_equal(list[0], m->now.target);
	m->events.retakes++;
}

static void compare_key(const position_t *pos)
{
	hashkey_t kept = pos->game->key(pos);
	hashkey_t fresh = pos->game->key_from_scratch(pos);

	assert_true(kept.lo == fresh.lo && kept.hi == fresh.hi);
}

static unsigned legal_moves(const naive_t *n, move_t *out)
{
	unsigned count = 0;

	for (unsigned p = 0; p < area_of(n); p++)
		if (naive_legal(n, p))
			out[count++] = (move_t)p;
	return count;
}

/* compare checks all and returns the legal moves. */
static unsigned compare(match_t *m, move_t legal[MOVES_MAX])
{
	const game_t *game = m->pos->game;
	const go_t *go = (const go_t *)m->pos;
	const naive_t *n = &m->now;
	move_t mine[MOVES_MAX];
	unsigned count = legal_moves(n, legal);

	assert_int_equal(m->pos->turn, n->turn);
	assert_int_equal(go->ko, n->ko == NAIVE_NO_POINT ? POINT_NONE : n->ko);
	assert_int_equal(go->threats[0], n->threats[0]);
	assert_int_equal(go->threats[1], n->threats[1]);
	compare_blocks(go, n);
	compare_key(m->pos);
	assert_int_equal(game->legal_moves(m->pos, mine), count);
	assert_memory_equal(mine, legal, count * sizeof(*legal));
	for (unsigned p = 0; p < area_of(n); p++)
		assert_int_equal(game->legal(m->pos, (move_t)p), contains(legal, count, (move_t)p));
	assert_false(game->legal(m->pos, (move_t)area_of(n)));
	if (naive_may_retake(n)) {
		compare_retake(m);
		return count;
	}
	if (naive_is_taken(n)) {
		if (n->turn == SIDE_ATTACKER && game->finish(m->pos) != MOVE_PASS)
			assert_true(contains(legal, count, game->finish(m->pos)));
		return 0;
	}
	assert_int_equal(game->distance(m->pos), naive_liberties(n, n->target));
	if (n->turn == SIDE_ATTACKER) {
		assert_int_equal(game->finish(m->pos), naive_finish(n));
		compare_attacks(m, legal, count);
	} else {
		compare_replies(m, legal, count);
	}
	return count;
}

/* compare_undone: is the board what it was, in every byte that counts? */
static void compare_undone(const go_t *go, const go_t *was)
{
	assert_memory_equal(&go->base, &was->base, sizeof(go->base));
	assert_memory_equal(&go->key, &was->key, sizeof(go->key));
	assert_memory_equal(&go->empty, &was->empty, sizeof(go->empty));
	assert_memory_equal(&go->black, &was->black, sizeof(go->black));
	assert_int_equal(go->top, was->top);
	assert_int_equal(go->ko, was->ko);
	assert_int_equal(go->captures, was->captures);
	assert_int_equal(go->plies, was->plies);
	assert_memory_equal(go->threats, was->threats, sizeof(go->threats));
	assert_memory_equal(go->at, was->at, sizeof(go->at));
	assert_memory_equal(go->stack, was->stack, go->top * sizeof(uint64_t));
	for (unsigned p = 0; p < go->geo->area; p++) {
		if (go->at[p] == COLOUR_NONE)
			continue;
		assert_int_equal(go->id[p], was->id[p]);
		assert_int_equal(go->next[p], was->next[p]);
		assert_memory_equal(board_block(go, p), board_block(was, p), sizeof(block_t));
	}
}

static void match_play(match_t *m, move_t move)
{
	unsigned emptied = 0;

	m->before[m->plies] = m->now;
	m->board_before[m->plies] = (go_t *)position_clone(m->pos);
	assert_non_null(m->board_before[m->plies]);
	m->plies++;
	m->events.bans_broken += move == m->now.ko;
	naive_play(&m->now, move);
	m->pos->game->play(m->pos, move);
	for (unsigned p = 0; p < area_of(&m->now); p++)
		emptied +=
		        m->now.at[p] == COLOUR_NONE && m->before[m->plies - 1].at[p] != COLOUR_NONE;
	m->events.captures += emptied > 0;
	m->events.kos += m->now.ko != NAIVE_NO_POINT;
	m->events.passes += move == MOVE_PASS;
	m->events.goals += naive_is_taken(&m->now);
}

static void match_undo(match_t *m)
{
	m->pos->game->undo(m->pos);
	m->plies--;
	m->now = m->before[m->plies];
	compare_undone((const go_t *)m->pos, m->board_before[m->plies]);
	position_free(&m->board_before[m->plies]->base);
	m->events.undos++;
}

/* step makes a random move, or takes some back where none can be made. */
static void step(match_t *m)
{
	move_t legal[MOVES_MAX];
	const unsigned count = compare(m, legal);
	const bool stuck = naive_is_taken(&m->now) || (count == 0 && m->now.turn == SIDE_ATTACKER);
	unsigned back = stuck ? 1 + rng_below(&m->rng, 4) : 0;

	if (!stuck && (count == 0 || rng_below(&m->rng, 12) == 0) && m->now.turn == SIDE_DEFENDER) {
		match_play(m, MOVE_PASS);
		return;
	}
	if (!stuck && rng_below(&m->rng, 10) == 0)
		back = rng_below(&m->rng, 9);
	for (unsigned i = 0; i < back && m->plies > 0; i++) {
		match_undo(m);
		compare(m, legal);
	}
	if (back == 0)
		match_play(m, legal[rng_below(&m->rng, count)]);
}

static void add_events(events_t *sum, const events_t *e)
{
	sum->captures += e->captures;
	sum->kos += e->kos;
	sum->bans_broken += e->bans_broken;
	sum->passes += e->passes;
	sum->undos += e->undos;
	sum->goals += e->goals;
	sum->left_out += e->left_out;
	sum->retakes += e->retakes;
}

static void test_random_games(void **state)
{
	match_t *m = calloc(1, sizeof(*m));
	rng_t rng = seed_take();
	events_t sum = {0};

	(void)state;
	assert_non_null(m);
	/* A capture that is taken back is rare: until one has been met. */
	for (unsigned game = 0; game < GAMES || (sum.retakes == 0 && game < GAMES_MOST); game++) {
		memset(m, 0, sizeof(*m));
		while (!random_problem(&rng, &m->now))
			;
		m->rng = rng;
		m->pos = position_of(&m->now);
		for (unsigned i = 0; i < STEPS && m->plies + 1 < PLAYED_MAX; i++)
			step(m);
		while (m->plies > 0)
			match_undo(m);
		assert_false(m->pos->game->repeatable(m->pos));
		add_events(&sum, &m->events);
		position_free(m->pos);
		rng = m->rng;
	}
	print_message("%u captures, %u kos, %u bans broken, %u passes, %u undos, %u goals, "
	              "%u replies left out\n",
	              sum.captures, sum.kos, sum.bans_broken, sum.passes, sum.undos, sum.goals,
	              sum.left_out);
	assert_true(sum.captures > 0 && sum.kos > 0 && sum.bans_broken > 0 && sum.passes > 0);
	assert_true(sum.undos > 0 && sum.goals > 0 && sum.left_out > 0 && sum.retakes > 0);
	free(m);
}

/* play_on makes random moves that leave the target on the board, until no more
 * may stand played or the attacker has none. */
static unsigned play_on(rng_t *rng, position_t *pos)
{
	const go_t *go = (const go_t *)pos;
	unsigned plies = 0;

	while (plies < PLAYED_MAX) {
		move_t moves[MOVES_MAX];
		const unsigned count = pos->game->legal_moves(pos, moves);
		const unsigned first = count > 0 ? rng_below(rng, count) : 0;
		unsigned i;

		for (i = 0; i < count; i++) {
			pos->game->play(pos, moves[(first + i) % count]);
			if (go->at[go->target] != COLOUR_NONE)
				break;
			pos->game->undo(pos);
		}
		if (i == count && pos->turn == SIDE_ATTACKER)
			break;
		if (i == count)
			pos->game->play(pos, MOVE_PASS);
		plies++;
	}
	return plies;
}

/* The stack of undo records has room for the longest game there may be. */
static void test_long_games(void **state)
{
	static const unsigned sizes[][2] = {{19, 19}, {19, 2}, {9, 9}, {4, 5}, {3, 3}};
	rng_t rng = seed_take();
	unsigned longest = 0;

	(void)state;
	for (unsigned game = 0; game < 100; game++) {
		const unsigned *size = sizes[game % 5];
		naive_t n = {.width = size[0], .height = size[1], .ko = NAIVE_NO_POINT};
		position_t *pos;
		go_t *was;
		unsigned plies;

		n.threats[0] = n.threats[1] = THREATS_UNLIMITED;
		n.target = rng_below(&rng, area_of(&n));
		n.at[n.target] = COLOUR_WHITE;
		pos = position_of(&n);
		was = (go_t *)position_clone(pos);
		assert_non_null(was);
		plies = play_on(&rng, pos);
		compare_key(pos);
		longest = plies > longest ? plies : longest;
		for (; plies > 0; plies--)
			pos->game->undo(pos);
		compare_undone((const go_t *)pos, was);
		position_free(pos);
		position_free(&was->base);
	}
	assert_int_equal(longest, PLAYED_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_random_games),
	        cmocka_unit_test(test_long_games),
	};

	return cmocka_run_group_tests_name("go_rules", tests, NULL, NULL);
}
