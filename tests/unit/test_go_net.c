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
#include "tests/unit/seed.h"

enum {
	CHANNELS = 16,
	STATES = 9,
	LAYERS = 7,
	HIDDEN = 32,
	VALUE_MOST = 8191,
	NEAR = 4, /* steps from the points asked about; farther nothing counts on large boards */
	BOARDS = 300,
	SIZE_MOST = 19,
	WORK_MOST = 40 * WORK_UNIT,
	ORDERED_MOST = 81,
	TAUGHT = 7
};

typedef int32_t plane_t[SIZE_MOST][SIZE_MOST][CHANNELS];

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

static int32_t naive_limit(int32_t value)
{
	return value < 0 ? 0 : value > VALUE_MOST ? VALUE_MOST : value;
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

static void naive_first(const go_t *go, const bits_t *window, plane_t out)
{
	const int w = go->geo->width, h = go->geo->height;

	memset(out, 0, sizeof(plane_t));
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++)
			for (int c = 0; c < CHANNELS && bits_has(window, (unsigned)(y * w + x));
			     c++) {
				int32_t sum = net_first_bias[c];

				for (int tap = 0; tap < 9; tap++) {
					const int v = y + tap / 3 - 1, u = x + tap % 3 - 1;

					if (v >= 0 && v < h && u >= 0 && u < w)
						sum += net_first[(tap * STATES +
						                  (int)naive_state(
						                          go,
						                          (unsigned)(v * w + u))) *
						                         CHANNELS +
						                 c];
				}
				out[y][x][c] = naive_limit(sum);
			}
}

static void naive_next(const go_t *go, const bits_t *window, plane_t in, int layer, plane_t out)
{
	const int w = go->geo->width, h = go->geo->height;

	memset(out, 0, sizeof(plane_t));
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++)
			for (int c = 0; c < CHANNELS && bits_has(window, (unsigned)(y * w + x));
			     c++) {
				int32_t sum = net_next_bias[layer * CHANNELS + c] * 64;

				for (int i = 0; i < 9 * CHANNELS; i++) {
					const int tap = i / CHANNELS;
					const int v = y + tap / 3 - 1, u = x + tap % 3 - 1;

					if (v >= 0 && v < h && u >= 0 && u < w)
						sum += in[v][u][i % CHANNELS] *
						       net_next[(layer * CHANNELS + c) * 9 *
						                        CHANNELS +
						                i];
				}
				out[y][x][c] = naive_limit((sum > 0 ? sum / 64 : 0) + in[y][x][c]);
			}
}

/* naive_work is of a board of the size that the network was taught by. */
static int32_t naive_work(const go_t *go, plane_t last)
{
	int32_t pooled[2 * CHANNELS] = {0}, sum = net_limit_bias[(int)go->base.turn] * 1024;

	for (unsigned p = 0; p < go->geo->area; p++)
		for (int c = 0; c < CHANNELS; c++) {
			const int32_t value = last[p / go->geo->width][p % go->geo->width][c];

			pooled[c] += value;
			if (value > pooled[CHANNELS + c])
				pooled[CHANNELS + c] = value;
		}
	for (int i = 0; i < HIDDEN; i++) {
		int32_t hidden = net_pool_bias[i] * 1024;

		for (int c = 0; c < 2 * CHANNELS; c++)
			hidden += (c < CHANNELS ? pooled[c] / (TAUGHT * TAUGHT) : pooled[c]) *
			          net_pool[i * 2 * CHANNELS + c];
		sum += naive_limit(hidden / 1024) * net_limit[(int)go->base.turn * HIDDEN + i];
	}
	return sum / 1024;
}

/* naive writes all scores, and returns the work. */
static int32_t naive(const go_t *go, const bits_t *set, int32_t out[AREA_MAX])
{
	static plane_t a, b;
	const bits_t window = naive_window(go, set);

	naive_first(go, &window, a);
	for (int i = 0; i < LAYERS; i++) {
		naive_next(go, &window, a, i, b);
		memcpy(a, b, sizeof(a));
	}
	for (unsigned p = 0; p < go->geo->area; p++) {
		out[p] = 0;
		for (int c = 0; c < CHANNELS; c++)
			out[p] += a[p / go->geo->width][p % go->geo->width][c] * net_out[c];
	}
	return naive_work(go, a);
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

/* sum_most is the greatest sum of as many products with values of VALUE_MOST. */
static int64_t sum_most(const int16_t *weight, unsigned count, int64_t bias)
{
	int64_t sum = bias < 0 ? -bias : bias;

	for (unsigned i = 0; i < count; i++)
		sum += (int64_t)abs(weight[i]) * VALUE_MOST;
	return sum;
}

static void no_sum_overflows(void **state)
{
	enum { PATCH = 9 * CHANNELS };

	(void)state;
	for (unsigned i = 0; i < LAYERS * CHANNELS; i++) {
		assert_true(sum_most(&net_next[(size_t)i * PATCH], PATCH, net_next_bias[i] * 64) <=
		            INT32_MAX);
	}
	for (unsigned i = 0; i < HIDDEN; i++)
		assert_true(sum_most(&net_pool[(size_t)i * 2 * CHANNELS], 2 * CHANNELS,
		                     net_pool_bias[i] * 1024) <= INT32_MAX);
	for (unsigned i = 0; i < 2; i++)
		assert_true(sum_most(&net_limit[(size_t)i * HIDDEN], HIDDEN,
		                     net_limit_bias[i] * 1024) <= INT32_MAX);
	assert_true(sum_most(net_out, CHANNELS, 0) <= INT32_MAX);
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

static void named_blocks_are_not_for_the_network(void **state)
{
	(void)state;
	assert_int_not_equal(work_on("live-any", NULL), 0);
	assert_int_equal(work_on("live-any", "D4"), 0);
	assert_int_equal(work_on("live", "D4"), 0);
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
	        cmocka_unit_test(work_is_that_of_the_layers),
	        cmocka_unit_test(no_points_have_an_order),
	        cmocka_unit_test(no_sum_overflows),
	        cmocka_unit_test(named_blocks_are_not_for_the_network),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
