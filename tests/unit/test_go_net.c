/* SPDX-License-Identifier: MIT
 * test_go_net.c - the network that orders moves for life: the same scores as layers worked out
 * point by point and channel by channel, whatever was asked before, the order that follows from
 * them, and the same work; and where it is used.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/game/go/board/legal.h"
#include "engine/game/go/life/net.h"
#include "engine/game/go/life/net_weights.h"
#include "tests/unit/go_help.h"
#include "tests/unit/go_random.h"
#include "tests/unit/net_naive.h"
#include "tests/unit/seed.h"

enum {
	STATES = 9,
	NEAR = 4, /* steps from the points asked about; farther nothing counts on large boards */
	BOARDS = 300,
	SIZE_MOST = 19,
	WORK_MOST = 40 * WORK_UNIT,
	ORDERED_MOST = 81,
	TAUGHT = 7
};

static const net_weights_t weights = NET_WEIGHTS(net, STATES);

/* draw_sized makes a board, the top of a square one, with either side to live and to move. */
static position_t *draw_sized(rng_t *rng, unsigned width, unsigned height)
{
	char rows[GO_ROWS(SIZE_MOST)];
	position_t *pos = NULL;
	errinfo_t why;

	do {
		const problem_t problem = {
		        .game = "go",
		        .goal = "live-any",
		        .rows = rows,
		        .first = rng_below(rng, 2) == 0 ? SIDE_ATTACKER : SIDE_DEFENDER,
		        .attacker = rng_below(rng, 2) == 0 ? COLOUR_BLACK : COLOUR_WHITE};

		go_random_rows(rng, width, 2, 2, rows);
		rows[height * (width + 1) - 1] = '\0';
		(void)game_create(&problem, &pos, &why);
	} while (pos == NULL);
	return pos;
}

/* draw makes one of any shape. */
static position_t *draw(rng_t *rng)
{
	const unsigned width = 2 + rng_below(rng, SIZE_MOST - 1);

	return draw_sized(rng, width, 2 + rng_below(rng, width - 1));
}

/* naive_state works a state out of the stones and liberties. */
static unsigned naive_state(const go_t *go, unsigned p)
{
	unsigned libs;

	if (go->at[p] == COLOUR_NONE)
		return 0;
	libs = bits_count(&board_block(go, p)->lib);
	return (libs < 4 ? libs : 4) + (go->at[p] == go->colour[SIDE_ATTACKER] ? 0 : 4);
}

/* naive_window tells where layers are worked out: of a large board only near the set. */
static bits_t naive_window(const go_t *go, const bits_t *set)
{
	const unsigned w = go->geo->width;
	bits_t window = {{0}};

	for (unsigned p = 0; p < go->geo->area; p++)
		for (unsigned q = 0; q < go->geo->area; q++) {
			const int steps =
			        abs((int)(p % w) - (int)(q % w)) + abs((int)(p / w) - (int)(q / w));

			if (go->geo->area <= ORDERED_MOST || (bits_has(set, q) && steps <= NEAR))
				bits_add(&window, p);
		}
	return window;
}

/* naive writes all scores, and returns the work. */
static int32_t naive(const go_t *go, const bits_t *set, int32_t out[AREA_MAX])
{
	naive_board_t board = {.width = go->geo->width,
	                       .height = go->geo->height,
	                       .window = naive_window(go, set)};

	for (unsigned p = 0; p < go->geo->area; p++)
		board.state[p] = naive_state(go, p);
	return naive_judge(&weights, &board, go->base.turn, out);
}

/* draw_set leaves some of the empty points. */
static bits_t draw_set(rng_t *rng, const go_t *go)
{
	const uint32_t one_in = 1 + rng_below(rng, 3);
	bits_t left = go->empty, set = {{0}};

	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (rng_below(rng, one_in) == 0)
			bits_add(&set, p);
	}
	return set;
}

static void scores_are_those_of_the_layers(void **state)
{
	rng_t rng = seed_take();

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		position_t *pos = draw(&rng);
		const go_t *go = (const go_t *)pos;
		int32_t score[AREA_MAX], expected[AREA_MAX];
		bits_t set = draw_set(&rng, go);

		net_scores(go, &set, score);
		(void)naive(go, &set, expected);
		while (!bits_is_empty(&set)) {
			const unsigned p = bits_take(&set);

			assert_int_equal(score[p], expected[p]);
		}
		position_free(pos);
	}
}

static void order_is_by_score(void **state)
{
	rng_t rng = seed_take();

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		position_t *pos = draw(&rng);
		const go_t *go = (const go_t *)pos;
		const bits_t set = draw_set(&rng, go);
		const unsigned count = bits_count(&set);
		int32_t score[AREA_MAX];
		move_t order[AREA_MAX];
		bits_t left = set;

		assert_int_equal(net_order(go, &set, order), count <= ORDERED_MOST);
		net_scores(go, &set, score);
		for (unsigned k = 0; count <= ORDERED_MOST && k < count; k++) {
			assert_true(bits_has(&left, order[k]));
			bits_remove(&left, order[k]);
			assert_true(k == 0 || score[order[k - 1]] >= score[order[k]]);
		}
		position_free(pos);
	}
}

static void policy_is_that_of_the_layers(void **state)
{
	rng_t rng = seed_take();

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		position_t *pos = draw_sized(&rng, TAUGHT, TAUGHT);
		const go_t *go = (const go_t *)pos;
		bits_t set = draw_set(&rng, go);
		int32_t score[AREA_MAX], expected[AREA_MAX + 1];
		move_t moves[AREA_MAX + 1];
		uint16_t told[AREA_MAX + 1];
		unsigned count = 0;

		(void)naive(go, &go->empty, score);
		moves[count] = MOVE_PASS;
		expected[count++] = NET_NO_SCORE;
		for (; !bits_is_empty(&set); count++) {
			moves[count] = (move_t)bits_take(&set);
			expected[count] = score[moves[count]];
		}
		net_policy(go, moves, count, told);
		assert_true(naive_policy_agrees(expected, count, told));
		game_hints(pos)->policy(pos, moves, count, told);
		assert_true(naive_policy_agrees(expected, count, told));
		position_free(pos);
	}
}

/* Of boards of another size, and of parts of one, it was taught nothing. */
static void work_is_that_of_the_layers(void **state)
{
	rng_t rng = seed_take();
	unsigned some = 0;

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		position_t *pos = draw_sized(&rng, TAUGHT, TAUGHT - rng_below(&rng, 2));
		go_t *go = (go_t *)pos;
		int32_t score[AREA_MAX];
		const int32_t work = naive(go, &go->geo->all, score);
		const unsigned told = go->geo->height != TAUGHT ? 0
		                      : work < 1                ? 1
		                      : work > WORK_MOST        ? WORK_MOST
		                                                : (unsigned)work;

		assert_int_equal(net_work(go), told);
		assert_int_equal(game_hints(pos)->work(pos), told);
		bits_remove(&go->region, rng_below(&rng, go->geo->area));
		assert_int_equal(net_work(go), 0);
		some += told > 1;
		position_free(pos);
	}
	assert_true(some > 0);
}

static void no_points_have_an_order(void **state)
{
	rng_t rng = seed_take();
	const bits_t none = {{0}};

	(void)state;
	for (unsigned side = 2; side <= SIZE_MOST; side++) {
		position_t *pos = draw_sized(&rng, side, side);
		move_t order[AREA_MAX] = {MOVE_NONE};

		assert_true(net_order((const go_t *)pos, &none, order));
		assert_int_equal(order[0], MOVE_NONE);
		position_free(pos);
	}
}

static void no_sum_overflows(void **state)
{
	(void)state;
	assert_true(naive_never_overflows(&weights));
}

/* What comes first among the attacks, where any block will do or where one is named. */
static bool is_by_network(const char *goal, const char *target)
{
	const problem_t problem = {
	        .game = "go",
	        .goal = goal,
	        .target = target,
	        .rows = "......X../......X../........./........./.OOOO..../.OXXXO.../.OX.XO.../"
	                ".OX..O.../.OXXXO...",
	        .attacker = COLOUR_BLACK};
	move_t order[AREA_MAX], attack[MOVES_MAX];
	position_t *pos;
	bits_t legal;
	errinfo_t why;
	unsigned count;
	bool same;

	assert_int_equal(game_create(&problem, &pos, &why), ERR_OK);
	board_legal_points((const go_t *)pos, &legal);
	assert_true(net_order((const go_t *)pos, &legal, order));
	count = pos->game->attacks(pos, ORDER_ANY, NULL, attack);
	assert_int_equal(count, bits_count(&legal));
	same = memcmp(attack, order, count * sizeof(attack[0])) == 0;
	position_free(pos);
	return same;
}

/* work tells what the game says of a life on a small board. */
static unsigned work_on(const char *goal, const char *target)
{
	const problem_t problem = {
	        .game = "go",
	        .goal = goal,
	        .target = target,
	        .rows = "......./......./..OOO../..OXXO./..OX.../..OX.../.......",
	        .attacker = COLOUR_BLACK};
	position_t *pos;
	errinfo_t why;
	unsigned work;

	assert_int_equal(game_create(&problem, &pos, &why), ERR_OK);
	work = game_hints(pos)->work != NULL ? game_hints(pos)->work(pos) : 0;
	position_free(pos);
	return work;
}

/* Named blocks have a network of their own (test_group_net.c). */
static void named_blocks_are_not_for_the_network(void **state)
{
	(void)state;
	assert_int_not_equal(work_on("live-any", NULL), 0);
	assert_int_equal(work_on("capture", "D5"), 0);
	assert_true(is_by_network("live-any", NULL));
	assert_false(is_by_network("live-any", "C4"));
	assert_false(is_by_network("live", "C4"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(scores_are_those_of_the_layers),
	        cmocka_unit_test(order_is_by_score),
	        cmocka_unit_test(policy_is_that_of_the_layers),
	        cmocka_unit_test(work_is_that_of_the_layers),
	        cmocka_unit_test(no_points_have_an_order),
	        cmocka_unit_test(no_sum_overflows),
	        cmocka_unit_test(named_blocks_are_not_for_the_network),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
