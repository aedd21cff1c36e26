/* SPDX-License-Identifier: MIT
 * test_group_net.c - the network for named blocks: what it sees of a point, the order and the work
 * that layers worked out point by point give, whatever was asked before, where it is asked; and
 * the guess that is kept beside what it says.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game/go/board/legal.h"
#include "engine/game/go/board/play.h"
#include "engine/game/go/life/eye_pairs.h"
#include "engine/game/go/life/group_net.h"
#include "engine/game/go/life/group_net_weights.h"
#include "tests/unit/go_help.h"
#include "tests/unit/go_random.h"
#include "tests/unit/net_naive.h"
#include "tests/unit/seed.h"

enum {
	STATES = 14,
	BEYOND = STATES,
	BOARDS = 60,
	MOVES = 4, /* played on each board, and asked about */
	LEAST_SIDE = 7,
	SIDES = 13,
	WORK_MOST = 40 * WORK_UNIT,
};

static const net_weights_t weights = NET_WEIGHTS(group_net, STATES);

/* draw_stones draws rows, and names two of Black's stones. */
static void draw_stones(rng_t *rng, unsigned side, char *rows, char *target)
{
	go_random_rows(rng, side, 2, 2, rows);
	go_random_stone(rng, side, rows, 'X', target);
	target += strlen(target);
	*target++ = ' ';
	go_random_stone(rng, side, rows, 'X', target);
}

/* draw makes a board on which two stones of Black's are named; the region is the whole board, or
 * all but the last row. */
static position_t *draw(rng_t *rng)
{
	const unsigned side = LEAST_SIDE + rng_below(rng, SIDES);
	char rows[GO_ROWS(NAIVE_SIDE)], target[2 * MOVE_TEXT_MAX], region[40] = "";
	position_t *pos = NULL;
	errinfo_t why;

	if (rng_below(rng, 2) == 0)
		(void)snprintf(region, sizeof(region), "region=A2-%c%u",
		               'A' + (int)side - (side <= 8), side);
	do {
		const problem_t problem = {.game = "go",
		                           .goal = rng_below(rng, 2) == 0 ? "live-any" : "live",
		                           .rows = rows,
		                           .target = target,
		                           .options = region[0] != '\0' ? region : NULL,
		                           .first = rng_below(rng, 2) == 0 ? SIDE_ATTACKER
		                                                           : SIDE_DEFENDER,
		                           .attacker = COLOUR_BLACK};

		draw_stones(rng, side, rows, target);
		(void)game_create(&problem, &pos, &why);
	} while (pos == NULL);
	return pos;
}

/* is_named: has the block of a stone one of the stones that the goal names? */
static bool is_named(const go_t *go, unsigned p)
{
	for (unsigned q = 0; q < go->geo->area; q++)
		if (bits_has(&go->stones, q) && go->at[q] == go->colour[SIDE_ATTACKER] &&
		    go->id[q] == go->id[p])
			return true;
	return false;
}

/* is_seen: can the blocks reach the point, or one beside it? */
static bool is_seen(const go_t *go, unsigned p)
{
	const unsigned w = go->geo->width;

	for (unsigned q = 0; q < go->geo->area; q++)
		if (bits_has(&go->focus, q) &&
		    abs((int)(p % w) - (int)(q % w)) + abs((int)(p / w) - (int)(q / w)) <= 1)
			return true;
	return false;
}

static unsigned naive_state(const go_t *go, unsigned p)
{
	unsigned libs;

	if (!is_seen(go, p))
		return BEYOND;
	if (go->at[p] == COLOUR_NONE)
		return bits_has(&go->region, p) ? 0 : 1;
	libs = bits_count(&board_block(go, p)->lib);
	libs = libs < 4 ? libs : 4;
	if (go->at[p] != go->colour[SIDE_ATTACKER])
		return 9 + libs;
	return (is_named(go, p) ? 1 : 5) + libs;
}

/* naive writes all scores and the work with the side to move, and returns whether the network sees
 * no more points than it can. */
static bool naive(const go_t *go, int32_t score[AREA_MAX], int32_t *work)
{
	naive_board_t board = {.width = go->geo->width, .height = go->geo->height};

	for (unsigned p = 0; p < go->geo->area; p++) {
		board.state[p] = naive_state(go, p);
		if (board.state[p] != BEYOND)
			bits_add(&board.window, p);
	}
	*work = naive_judge(&weights, &board, go->base.turn, score);
	return bits_count(&board.window) <= GROUP_NET_POINTS;
}

static void check_states(const go_t *go)
{
	uint8_t state[AREA_MAX];

	group_net_states(go, state);
	for (unsigned p = 0; p < go->geo->area; p++)
		assert_int_equal(state[p], naive_state(go, p));
}

static void check_order(const go_t *go, const int32_t *score, bool sees)
{
	bits_t set = go->empty, left = set;
	move_t order[AREA_MAX];
	const unsigned count = group_net_order(go, &left, order);

	for (unsigned i = 0; i < count; i++) {
		assert_true(bits_has(&set, order[i]) && !bits_has(&left, order[i]));
		bits_remove(&set, order[i]);
		assert_true(naive_state(go, order[i]) != BEYOND);
		assert_true(i == 0 || score[order[i - 1]] >= score[order[i]]);
	}
	assert_memory_equal(&set, &left, sizeof(set));
	while (!bits_is_empty(&left))
		assert_true(naive_state(go, bits_take(&left)) == BEYOND || !sees);
}

/* check_policy asks about all empty points and the pass. */
static void check_policy(const go_t *go, const int32_t *score, bool sees)
{
	bits_t left = go->empty;
	int32_t expected[AREA_MAX + 1];
	move_t moves[AREA_MAX + 1];
	uint16_t told[AREA_MAX + 1];
	unsigned count = 0;

	for (; !bits_is_empty(&left); count++) {
		const unsigned p = bits_take(&left);

		moves[count] = (move_t)p;
		expected[count] = sees && naive_state(go, p) != BEYOND ? score[p] : NET_NO_SCORE;
	}
	moves[count] = MOVE_PASS;
	expected[count++] = NET_NO_SCORE;
	group_net_policy(go, moves, count, told);
	assert_true(naive_policy_agrees(expected, count, told));
	if (group_net_work(go) > 0) {
		game_hints(&go->base)->policy(&go->base, moves, count, told);
		assert_true(naive_policy_agrees(expected, count, told));
	}
}

/* check_guess compares the guess by eyes with one made anew. */
static void check_guess(const go_t *go)
{
	const guess_t told = game_hints(&go->base)->guess(&go->base, ORDER_ANY, 1);
	const guess_t fresh = eye_pairs_guess(go);

	if (told.proof == 0) { /* the attacker has life */
		assert_int_equal(go->base.turn, SIDE_DEFENDER);
		assert_int_equal(told.disproof, 1);
		return;
	}
	assert_int_equal(told.proof, fresh.proof);
	assert_int_equal(told.disproof, fresh.disproof);
	assert_int_equal(told.replies, fresh.replies);
	assert_int_equal(told.is_near, fresh.is_near);
}

/* check compares all that is said of a board; it returns whether anything was said. */
static bool check(const go_t *go)
{
	int32_t score[AREA_MAX], work;
	const bool sees = naive(go, score, &work);
	const unsigned told = !sees              ? 0
	                      : work < 1         ? 1
	                      : work > WORK_MOST ? WORK_MOST
	                                         : (unsigned)work;

	check_states(go);
	check_order(go, score, sees);
	check_policy(go, score, sees);
	assert_int_equal(group_net_work(go), told);
	assert_int_equal(game_hints(&go->base)->work(&go->base), told);
	check_guess(go);
	return sees;
}

/* A copy has a scratch; asked again, boards are remembered there, and others have been met between.
 */
static void answers_are_those_of_the_layers(void **state)
{
	rng_t rng = seed_take();
	unsigned some = 0;

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		position_t *pos = draw(&rng), *copy = position_clone(pos);

		some += check(board_of(pos));
		assert_non_null(copy);
		for (unsigned k = 0; k < MOVES; k++) {
			const unsigned p = rng_below(&rng, board_of(copy)->geo->area);

			(void)check(board_of(copy));
			play_move((go_t *)copy, MOVE_PASS);
			check_guess(board_of(copy)); /* the other side to move */
			play_undo((go_t *)copy);
			if (!board_legal(board_of(copy), (move_t)p))
				continue;
			play_move((go_t *)copy, (move_t)p);
			(void)check(board_of(copy));
			play_undo((go_t *)copy);
		}
		position_free(copy);
		position_free(pos);
	}
	assert_true(some > BOARDS / 2);
}

static void no_sum_overflows(void **state)
{
	(void)state;
	assert_true(naive_never_overflows(&weights));
}

/* In a small region the network takes more time than it saves. Where it is asked, and in very small
 * regions, replies are tried beside the pass. */
static void small_regions_are_not_for_the_network(void **state)
{
	static const char *const regions[] = {"region=A1-G7", "region=A1-H4", "region=A1-H3"};

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		const problem_t problem = {.game = "go",
		                           .goal = "live",
		                           .target = "B2",
		                           .rows = "......../......../......../......../OOOOO.../"
		                                   "XXXXO.../.X.XO.../.....O..",
		                           .options = regions[i],
		                           .attacker = COLOUR_BLACK};
		position_t *pos;
		errinfo_t why;

		assert_int_equal(game_create(&problem, &pos, &why), ERR_OK);
		assert_int_equal(game_hints(pos)->work(pos) > 0, i == 0);
		assert_int_equal(game_hints(pos)->local(pos).pass == LOCAL_ALONE, i == 1);
		assert_int_equal(game_hints(pos)->local(pos).is_small, i == 2);
		position_free(pos);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(answers_are_those_of_the_layers),
	        cmocka_unit_test(no_sum_overflows),
	        cmocka_unit_test(small_regions_are_not_for_the_network),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
