/* SPDX-License-Identifier: MIT
 * test_go_benson.c - "safe for good" against every sequence of attacker moves.
 *
 * Benson's theorem is an equivalence, so on boards small enough to try all
 * sequences of moves of one side the two answers must be the same. On larger
 * boards a safe target must outlive random sequences.
 */
#include "engine/base/rng.h"
#include "engine/game/game.h"
#include "engine/game/go/board/benson.h"
#include "engine/game/grid.h"
#include "tests/unit/go_help.h"
#include "tests/unit/go_naive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

enum {
	SMALL_GAMES = 3000,
	SMALL_AREA = 14,
	CODES = 4782969, /* 3 to the power of SMALL_AREA: every board has a code */
	LARGE_GAMES = 4000,
	PLAYOUTS = 20,
	SETS = 20000,
	SETS_SIDE = 9,
};

static position_t *position_of(const naive_t *n, const char *options)
{
	char rows[ROWS_TEXT_MAX];
	char target[MOVE_TEXT_MAX];
	problem_t problem = {.game = "go", .goal = "capture", .options = options};
	position_t *pos = NULL;
	errinfo_t why;
	strbuf_t out;

	strbuf_init(&out, rows, sizeof(rows));
	for (unsigned p = 0; p < n->width * n->height; p++) {
		if (p > 0 && p % n->width == 0)
			strbuf_char(&out, '/');
		strbuf_char(&out, ".XO"[n->at[p]]);
	}
	strbuf_init(&out, target, sizeof(target));
	grid_add_point(BOARD_GO, n->target, n->width, n->height, &out);
	problem.rows = rows;
	problem.target = target;
	if (game_create(&problem, &pos, &why) != ERR_OK)
		fail_msg("%s, %s: %s", rows, options, why.text);
	return pos;
}

/* random_board makes a board with much of the defender's colour; false when no
 * target came of it. */
static bool random_board(rng_t *rng, naive_t *n)
{
	const unsigned area = n->width * n->height;
	const unsigned defender = 40 + rng_below(rng, 45);
	const unsigned attacker = rng_below(rng, 100 - defender);

	n->ko = NAIVE_NO_POINT;
	n->colour[SIDE_DEFENDER] = COLOUR_WHITE;
	n->colour[SIDE_ATTACKER] = COLOUR_BLACK;
	n->turn = SIDE_ATTACKER;
	for (unsigned p = 0; p < area; p++) {
		const unsigned draw = rng_below(rng, 100);

		n->at[p] = draw < defender              ? COLOUR_WHITE
		           : draw < defender + attacker ? COLOUR_BLACK
		                                        : COLOUR_NONE;
	}
	for (unsigned p = 0; p < area; p++)
		if (n->at[p] != COLOUR_NONE && naive_liberties(n, p) == 0)
			n->at[p] = COLOUR_NONE;
	for (unsigned p = 0; p < area; p++)
		if (n->at[p] != COLOUR_NONE && naive_liberties(n, p) == 0)
			return false;
	n->target = rng_below(rng, area);
	return n->at[n->target] == COLOUR_WHITE;
}

static unsigned code_of(const naive_t *n)
{
	unsigned code = 0;

	for (unsigned p = 0; p < n->width * n->height; p++)
		code = 3 * code + n->at[p];
	return code;
}

/* can_capture: does some sequence of attacker moves capture the target? `seen`
 * has a bit for every board that was tried and did not. */
static bool can_capture(const naive_t *n, uint8_t *seen)
{
	const unsigned code = code_of(n);

	if (n->at[n->target] == COLOUR_NONE)
		return true;
	if (seen[code / 8] >> code % 8 & 1)
		return false;
	seen[code / 8] |= (uint8_t)(1u << code % 8);
	for (unsigned p = 0; p < n->width * n->height; p++) {
		naive_t after = *n;

		if (!naive_legal(n, p))
			continue;
		naive_play(&after, (move_t)p);
		naive_play(&after, MOVE_PASS);
		if (can_capture(&after, seen))
			return true;
	}
	return false;
}

static rng_t seeded(void)
{
	const char *given = getenv("TESUJI_SEED");
	const uint64_t seed = given != NULL ? strtoull(given, NULL, 0) : (uint64_t)time(NULL);

	print_message("TESUJI_SEED=%llu\n", (unsigned long long)seed);
	return (rng_t){.state = seed};
}

static void test_small_boards_exactly(void **state)
{
	rng_t rng = seeded();
	uint8_t *seen = malloc(CODES / 8 + 1);
	unsigned safe = 0;

	(void)state;
	assert_non_null(seen);
	for (unsigned i = 0; i < SMALL_GAMES; i++) {
		naive_t n = {0};
		position_t *pos;

		do {
			n.width = 2 + rng_below(&rng, 6);
			n.height = 2 + rng_below(&rng, SMALL_AREA / n.width - 1);
		} while (!random_board(&rng, &n));
		memset(seen, 0, CODES / 8 + 1);
		pos = position_of(&n, "");
		assert_int_equal(pos->game->lost(pos), !can_capture(&n, seen));
		safe += pos->game->lost(pos);
		position_free(pos);
	}
	print_message("%u of %d targets safe\n", safe, SMALL_GAMES);
	assert_in_range(safe, 1, SMALL_GAMES - 1);
	free(seen);
}

/* attack_randomly lets the attacker fill the board, the defender only passing. */
static void attack_randomly(rng_t *rng, position_t *pos)
{
	const game_t *game = pos->game;
	unsigned plies = 0;

	while (plies + 2 < PLAYED_MAX) {
		move_t moves[MOVES_MAX];
		const unsigned count = game->legal_moves(pos, moves);

		assert_true(game->lost(pos));
		assert_int_equal(game->finish(pos), MOVE_NONE);
		if (count == 0)
			break;
		game->play(pos, moves[rng_below(rng, count)]);
		assert_true(game->lost(pos));
		game->play(pos, MOVE_PASS);
		plies += 2;
	}
	for (; plies > 0; plies--)
		game->undo(pos);
}

static void test_safe_targets_stay(void **state)
{
	rng_t rng = seeded();
	unsigned safe = 0;

	(void)state;
	for (unsigned i = 0; i < LARGE_GAMES; i++) {
		naive_t n = {.width = 3 + rng_below(&rng, 6), .height = 3 + rng_below(&rng, 6)};
		position_t *pos;

		if (!random_board(&rng, &n))
			continue;
		pos = position_of(&n, "");
		safe += pos->game->lost(pos);
		for (unsigned k = 0; k < PLAYOUTS && pos->game->lost(pos); k++)
			attack_randomly(&rng, pos);
		position_free(pos);
	}
	print_message("%u safe targets attacked\n", safe);
	assert_true(safe > 0);
}

/* Benson's algorithm as he wrote it: of the whole board, with regions and blocks as labels. */
typedef struct {
	const go_t *go;
	unsigned colour;
	uint16_t
	        region[AREA_MAX]; /* of a point without a stone of the colour: its region's first */
	bool dropped[AREA_MAX];   /* of a block's root, or a region's first point */
} plain_t;

static void fill_region(plain_t *b, unsigned p, unsigned first)
{
	if (b->go->at[p] == b->colour || b->region[p] == first)
		return;
	b->region[p] = (uint16_t)first;
	for (unsigned d = 0; d < DIRECTIONS; d++)
		if (b->go->geo->near[p][d] != POINT_NONE)
			fill_region(b, b->go->geo->near[p][d], first);
}

static unsigned count_vital(const plain_t *b, unsigned root)
{
	const block_t *block = board_block(b->go, root);
	unsigned vital = 0;

	for (unsigned first = 0; first < b->go->geo->area; first++) {
		bool is_vital = b->go->at[first] != b->colour && b->region[first] == first &&
		                !b->dropped[first];

		for (unsigned p = 0; p < b->go->geo->area; p++)
			if (b->go->at[p] == COLOUR_NONE && b->region[p] == first &&
			    !bits_has(&block->lib, p))
				is_vital = false;
		vital += is_vital;
	}
	return board_has_outside(b->go, block) ? 2 : vital;
}

static bool drop_some(plain_t *b)
{
	bool dropped = false;

	for (unsigned p = 0; p < b->go->geo->area; p++) {
		if (b->go->at[p] != b->colour)
			continue;
		if (b->go->id[p] == p && !b->dropped[p] && count_vital(b, p) < 2)
			b->dropped[p] = dropped = true;
		for (unsigned d = 0; d < DIRECTIONS && b->dropped[b->go->id[p]]; d++) {
			const unsigned q = b->go->geo->near[p][d];

			if (q != POINT_NONE && b->go->at[q] != b->colour)
				b->dropped[b->region[q]] = true;
		}
	}
	return dropped;
}

static void keep_plainly(const go_t *go, unsigned colour, bits_t *set)
{
	plain_t b = {.go = go, .colour = colour};
	bits_t left = *set;

	memset(b.region, 0xff, sizeof(b.region));
	for (unsigned p = 0; p < go->geo->area; p++)
		if (go->at[p] != colour && b.region[p] == UINT16_MAX)
			fill_region(&b, p, p);
	while (drop_some(&b))
		continue;
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		bits_set(set, p, go->at[p] == colour && !b.dropped[go->id[p]]);
	}
}

/* Of any points, on boards of which all or a part may be played on. */
static void test_sets_of_stones(void **state)
{
	static const char *const regions[] = {"", "region=A1-E5", "region=C1-J3,A2-B9"};
	rng_t rng = seeded();
	unsigned kept = 0, lost = 0;

	(void)state;
	for (unsigned i = 0; i < SETS; i++) {
		naive_t n = {.width = SETS_SIDE, .height = SETS_SIDE};
		position_t *pos;
		bits_t set = {{0}}, plain;
		const unsigned colour = i % 4 == 0 ? COLOUR_BLACK : COLOUR_WHITE;

		if (!random_board(&rng, &n))
			continue;
		pos = position_of(&n, regions[i % 3]);
		for (unsigned p = 0; p < SETS_SIDE * SETS_SIDE; p++)
			bits_set(&set, p, rng_below(&rng, i % 5 + 1) == 0);
		plain = set;
		lost += bits_count(&set);
		keep_plainly(board_of(pos), colour, &plain);
		benson_keep(board_of(pos), colour, &set);
		assert_memory_equal(&set, &plain, sizeof(set));
		kept += bits_count(&set);
		position_free(pos);
	}
	print_message("%u of %u points are kept\n", kept, lost);
	assert_in_range(kept, 1, lost - 1);
}

static void test_known_shapes(void **state)
{
	static const struct {
		const char *rows, *target;
		bool safe;
	} shapes[] = {
	        {".O.OX/OOOOX/XXXXX/...../.....", "B5", true},  /* two eyes */
	        {".OO.X/OOOOX/XXXXX/...../.....", "B5", false}, /* the second eye is open */
	        {".OO.O/OOOOO/XXXXX/...../.....", "B5", true},  /* two eyes, apart */
	        {"..OOX/OOOOX/XXXXX/...../.....", "C5", false}, /* one eye of two points */
	        {".O.OX/OO.OX/XXOOX/...../.....", "A4", false}, /* the second eye is shared */
	        {".XO.O/OOOOO/XXXXX/...../.....", "C5", true},  /* a stone inside an eye */
	        {"O.O.O/.....", "A2", false},                   /* no shape at all */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		position_t *pos = go_position(shapes[i].rows, shapes[i].target, NULL);

		if (pos->game->lost(pos) != shapes[i].safe)
			fail_msg("%s: expected %d", shapes[i].rows, shapes[i].safe);
		position_free(pos);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_known_shapes),
	        cmocka_unit_test(test_small_boards_exactly),
	        cmocka_unit_test(test_safe_targets_stay),
	        cmocka_unit_test(test_sets_of_stones),
	};

	return cmocka_run_group_tests_name("go_life", tests, NULL, NULL);
}
