/* SPDX-License-Identifier: MIT
 * test_go_dragon.c - dragons of Go: which blocks belong to one, who surrounds it, the region and
 * its ways out, and what a first move leaves of it; drawn boards, then random ones. */
#include <stdio.h>
#include <string.h>

#include "engine/game/grid.h"
#include "tests/unit/go_naive.h"
#include "tests/unit/go_random.h"
#include "tests/unit/seed.h"

enum { SIZE_MAX_RANDOM = 19, BOARDS = 400, PATH_BYTES = 300 };

static dragon_t dragon; /* the last one found */

static err_t look(const char *rows, const dragon_query_t *query, errinfo_t *why)
{
	const problem_t board = {.game = "go", .rows = rows};

	return game_dragon(&board, query, &dragon, why);
}

static void find(const char *rows, const char *stones)
{
	const dragon_query_t query = {.stones = stones};
	errinfo_t why;

	if (look(rows, &query, &why) != ERR_OK)
		fail_msg("%s %s: %s", rows, stones, why.text);
}

static void find_in(const char *rows, const char *stones, const char *region)
{
	const dragon_query_t query = {.stones = stones, .region = region};
	errinfo_t why;

	if (look(rows, &query, &why) != ERR_OK)
		fail_msg("%s %s %s: %s", rows, stones, region, why.text);
	assert_string_equal(dragon.region, region);
}

static void a_corner_is_closed(void **state)
{
	(void)state;
	find("...OX../OOOOX../XXXXX../.......", "D4");
	assert_int_equal(dragon.colour, COLOUR_WHITE);
	assert_int_equal(dragon.banned, COLOUR_NONE);
	assert_int_equal(dragon.size, 5);
	assert_int_equal(dragon.liberties, 3);
	assert_true(dragon.closed);
	assert_string_equal(dragon.stones, "D4");
	assert_string_equal(dragon.around, "E4");
	assert_string_equal(dragon.region, "A4-D3");
	assert_int_equal(dragon.moves, 3);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(dragon.move[i], i);
}

static void two_liberties_connect(void **state)
{
	(void)state;
	find("X.X../X.X../...../...../.....", "c5"); /* B5 and B4 */
	assert_string_equal(dragon.stones, "C5 A5");
	assert_int_equal(dragon.size, 4);
	find("X.X../...../...../...../.....", "A5"); /* B5 alone */
	assert_string_equal(dragon.stones, "A5");
	find("XOX../X.X../...../...../.....", "A5"); /* B4 alone */
	assert_string_equal(dragon.stones, "A5");
	find("X.O../X.O../...../...../.....", "A5"); /* not the enemy */
	assert_string_equal(dragon.stones, "A5");
}

/* B3 has B4 and C3 in common with C5-C4, of which B4 connects A5-A4 with them: one move there
 * would threaten two connections at once. */
static void liberties_are_used_up(void **state)
{
	const char *rows = "X.X../X.X../OX.../...../.....";

	(void)state;
	find(rows, "A5");
	assert_string_equal(dragon.stones, "A5 C5");
	find(rows, "B3");
	assert_string_equal(dragon.stones, "B3 C5");
	find(rows, "B3 A4"); /* whoever names them knows better */
	assert_string_equal(dragon.stones, "B3 A4 C5");
}

static void exact_are_those_named(void **state)
{
	const char *rows = "X.X../X.X../OX.../...../.....";
	dragon_query_t query = {.stones = "A4", .exact = true};

	(void)state;
	assert_int_equal(look(rows, &query, NULL), ERR_OK);
	assert_string_equal(dragon.stones, "A4");
	assert_int_equal(dragon.size, 2);
	query.stones = "B3 C4  C5 b3"; /* stones of one block are one block */
	assert_int_equal(look(rows, &query, NULL), ERR_OK);
	assert_int_equal(dragon.size, 3);
	assert_int_equal(strncmp(dragon.stones, "B3 C", 4), 0);
	assert_int_equal(strlen(dragon.stones), 5);
}

static void prey_is_in_the_region(void **state)
{
	(void)state;
	find("X.OX./OOOX./XXXX./.....", "C4"); /* A4 is captured there */
	assert_string_equal(dragon.region, "A4-C3");
	assert_true(dragon.closed);
	assert_int_equal(dragon.moves, 1);
	find("..OX../OOOX../XXXX../......", "C4"); /* D4 has E4, E3 and E2 outside: it is safe */
	assert_string_equal(dragon.region, "A4-C3");
	assert_string_equal(dragon.around, "D4");
	find("..OX.X/OOOX.X", "C2"); /* E2 and E1 are in the region; behind them is the edge */
	assert_string_equal(dragon.region, "A2-E1");
	assert_string_equal(dragon.around, "F2");
	assert_true(dragon.closed);
	assert_int_equal(dragon.moves, 4);
}

/* White may take D2 and D1 by E2 and E1, and is out then: F2 and F1 are not in the region. */
static void bug_a_way_out_past_prey_was_none(void **state)
{
	(void)state;
	find("..OX../OOOX..", "C2");
	assert_string_equal(dragon.region, "A2-E1");
	assert_false(dragon.closed);
	find_in("..OX../OOOX..", "C2", "A2-F1");
	assert_true(dragon.closed);
	find_in("..OX../OOOX..", "C2", "A2-D1,E2"); /* D2 has E1 outside, and is safe */
	assert_true(dragon.closed);
}

static void large_regions_are_open(void **state)
{
	char rows[GO_ROWS(19)];
	rng_t rng = {1};

	(void)state;
	go_random_rows(&rng, 19, 0, 0, rows);
	*go_cell(rows, 19, 9 * 19 + 9) = 'X';
	find(rows, "K10");
	assert_false(dragon.closed);
	assert_int_equal(dragon.moves, 40); /* 4 steps each way */
	assert_string_equal(dragon.around, "");
	assert_string_equal(dragon.region,
	                    "K14,J13-L13,H12-M12,G11-N11,F10-O10,G9-N9,H8-M8,J7-L7,K6");
	go_random_rows(&rng, 7, 0, 0, rows);
	*go_cell(rows, 7, 24) = 'O';
	find(rows, "D4"); /* 48 points can be searched */
	assert_true(dragon.closed);
	assert_string_equal(dragon.region, "A7-G1");
	assert_int_equal(dragon.moves, 48);
	find_in(rows, "D4", "D7-D1");
	assert_false(dragon.closed);
	assert_int_equal(dragon.moves, 6);
}

static void long_dragons_have_the_first_moves_alone(void **state)
{
	char rows[GO_ROWS(19)];
	rng_t rng = {1};

	(void)state;
	go_random_rows(&rng, 19, 0, 0, rows);
	for (unsigned p = 0; p < 361; p++)
		if (p / 19 == 9 || p % 19 % 2 == 0)
			*go_cell(rows, 19, p) = 'X';
	find(rows, "K10");
	assert_true(dragon.moves == DRAGON_MOVES_MAX);
	assert_true(dragon.liberties > DRAGON_MOVES_MAX);
}

/* Around 16 stones that lie far apart there is a region of 16 parts, too long to be told. */
static void what_cannot_be_told_is_the_whole_board(void **state)
{
	char rows[GO_ROWS(19)], stones[16 * 4 + 1] = "";
	const dragon_query_t query = {.stones = stones, .exact = true};
	rng_t rng = {1};

	(void)state;
	go_random_rows(&rng, 19, 0, 0, rows);
	for (unsigned i = 0; i < 16; i++) {
		const unsigned p = (1 + i / 4 * 3) * 19 + 1 + i % 4 * 5 + i / 4 % 2 * 2;
		char name[5];

		*go_cell(rows, 19, p) = 'X';
		go_name(19, p, name);
		snprintf(stones + strlen(stones), sizeof(stones) - strlen(stones), "%s%s",
		         i > 0 ? " " : "", name);
	}
	assert_int_equal(look(rows, &query, NULL), ERR_OK);
	assert_string_equal(dragon.region, "");
	assert_string_equal(dragon.around, "");
	assert_int_equal(dragon.size, 16);
	assert_true(dragon.closed);
	assert_int_equal(dragon.moves, DRAGON_MOVES_MAX);
}

static void the_banned_side_is_told(void **state)
{
	problem_t board = {.game = "go", .rows = ".XO./XO.O/.XO./....", .ko = "C3"};
	const dragon_query_t query = {.stones = "B3", .exact = true};
	errinfo_t why;

	(void)state;
	assert_int_equal(game_dragon(&board, &query, &dragon, &why), ERR_OK);
	assert_int_equal(dragon.banned, COLOUR_BLACK);
	board.ko = "A1";
	assert_int_equal(game_dragon(&board, &query, &dragon, &why), ERR_POSITION);
	assert_string_equal(why.text, "ko: no ko there, nobody would capture a single stone");
	board.ko = "Z1";
	assert_int_equal(game_dragon(&board, &query, &dragon, &why), ERR_VALUE);
}

static void what_is_no_dragon_is_refused(void **state)
{
	static const char *const rows = "X.O../...../...../...../.....";
	char region[DRAGON_REGION_BYTES + 8], all[3 * 20 + 1] = "";
	const struct {
		dragon_query_t query;
		const char *rows, *text;
		err_t err;
	} cases[] = {
	        {{.stones = "B5"}, rows, "group: there is no stone on B5", ERR_VALUE},
	        {{.stones = ""}, rows, "group: no point is given", ERR_MISSING},
	        {{.stones = " A5"}, rows, "group: \"\" is not a point of a 5x5 board", ERR_VALUE},
	        {{.stones = "Z5"}, rows, "group: \"Z5\" is not a point of a 5x5 board", ERR_VALUE},
	        {{.stones = "A5 C5"},
	         rows,
	         "group: the stones on A5 and C5 are of two colours",
	         ERR_VALUE},
	        {{.stones = all}, rows, "group: more than 16 points", ERR_VALUE},
	        {{.stones = "A5", .region = "A5-Z1"},
	         rows,
	         "options.region: \"A5-Z1\" is no point or rectangle (like A1-G7) of a 5x5 board",
	         ERR_VALUE},
	        {{.stones = "A5", .region = "A5 B5"},
	         rows,
	         "options.region: there is a space in it",
	         ERR_VALUE},
	        {{.stones = "A5", .region = region},
	         rows,
	         "options.region: longer than 239 bytes",
	         ERR_LIMIT},
	        {{.stones = "A2"},
	         "XO/OO",
	         "position.rows: the block on A2 has no liberty",
	         ERR_POSITION},
	};
	errinfo_t why;

	(void)state;
	memset(region, 'A', sizeof(region));
	region[sizeof(region) - 1] = '\0';
	for (unsigned i = 0; i < 20; i++)
		strcat(all, "A5 ");
	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(look(cases[i].rows, &cases[i].query, &why), cases[i].err);
		assert_string_equal(why.text, cases[i].text);
	}
	assert_int_equal(game_dragon(&(problem_t){.game = "hex", .rows = "X./.."},
	                             &(dragon_query_t){.stones = "a1"}, &dragon, &why),
	                 ERR_VALUE);
	assert_string_equal(why.text, "game: there is no life and death in hex");
}

/* A board of the naive rules, and the points of a text of stones or a region on it. */
static void read_rows(naive_t *n, const char *rows)
{
	unsigned p = 0;

	*n = (naive_t){.width = (unsigned)strcspn(rows, "/"), .ko = NAIVE_NO_POINT};
	for (const char *c = rows; *c != '\0'; c++)
		if (*c != '/')
			n->at[p++] = *c == 'X'   ? COLOUR_BLACK
			             : *c == 'O' ? COLOUR_WHITE
			                         : COLOUR_NONE;
	n->height = p / n->width;
}

static unsigned point_of(const naive_t *n, const char *text, size_t length)
{
	char name[MOVE_TEXT_MAX] = "";

	assert_true(length < sizeof(name));
	memcpy(name, text, length);
	return grid_parse_point(BOARD_GO, name, n->width, n->height);
}

/* blocks_of sets the points of all blocks that are named, and counts the names. */
static unsigned blocks_of(const naive_t *n, const char *text, bool *out)
{
	unsigned count = 0;

	memset(out, 0, NAIVE_AREA * sizeof(*out));
	for (size_t length; *text != '\0'; text += length + strspn(text + length, " ")) {
		naive_block_t block;

		length = strcspn(text, " ");
		naive_block(n, point_of(n, text, length), &block);
		for (unsigned p = 0; p < NAIVE_AREA; p++)
			out[p] |= block.stone[p];
		count++;
	}
	return count;
}

static void area_of(const naive_t *n, const char *text, bool *out)
{
	memset(out, *text == '\0', NAIVE_AREA * sizeof(*out));
	while (*text != '\0') {
		const size_t length = strcspn(text, ",");
		const char *dash = memchr(text, '-', length);
		const size_t first = dash != NULL ? (size_t)(dash - text) : length;
		const unsigned a = point_of(n, text, first);
		const unsigned b = dash == NULL ? a : point_of(n, dash + 1, length - first - 1);

		for (unsigned p = 0; p < n->width * n->height; p++)
			out[p] |= p / n->width >= a / n->width && p / n->width <= b / n->width &&
			          p % n->width >= a % n->width && p % n->width <= b % n->width;
		text += length + (text[length] == ',');
	}
}

/* check_region compares a region with what is said of it. */
static void check_region(const naive_t *n, const char *rows)
{
	bool in[NAIVE_AREA], stones[NAIVE_AREA], around[NAIVE_AREA];
	unsigned libs = 0, empty = 0, at = 0, size = 0;

	area_of(n, dragon.region, in);
	blocks_of(n, dragon.stones, stones);
	blocks_of(n, dragon.around, around);
	for (unsigned p = 0; p < n->width * n->height; p++) {
		unsigned near[4];
		const unsigned k = naive_neighbours(n, p, near);
		bool is_lib = false, is_beside = false;

		for (unsigned i = 0; i < k; i++) {
			is_lib |= n->at[p] == COLOUR_NONE && stones[near[i]];
			is_beside |= in[near[i]] && !in[p];
		}
		libs += is_lib;
		size += stones[p];
		empty += in[p] && n->at[p] == COLOUR_NONE;
		if ((is_lib || stones[p]) && !in[p])
			fail_msg("%s %s: %s has not all of it", rows, dragon.stones, dragon.region);
		if (is_beside && n->at[p] != COLOUR_NONE && n->at[p] != dragon.colour &&
		    !around[p] && strlen(dragon.around) < 64)
			fail_msg("%s %s: point %u is not around", rows, dragon.stones, p);
		if (around[p])
			assert_false(in[p] || n->at[p] == dragon.colour);
		if (in[p] && n->at[p] == COLOUR_NONE && at < DRAGON_MOVES_MAX)
			assert_int_equal(dragon.move[at++], p);
	}
	assert_int_equal(libs, dragon.liberties);
	assert_int_equal(size, dragon.size);
	assert_int_equal(dragon.moves, empty < DRAGON_MOVES_MAX ? empty : DRAGON_MOVES_MAX);
}

/* check_again gives a region back as it was told: it is the same. */
static void check_again(const char *rows)
{
	const dragon_t first = dragon;
	const dragon_query_t query = {
	        .stones = first.stones, .region = first.region, .exact = true};
	errinfo_t why;

	if (first.region[0] == '\0')
		return;
	if (look(rows, &query, &why) != ERR_OK)
		fail_msg("%s %s %s: %s", rows, first.stones, first.region, why.text);
	assert_int_equal(strlen(dragon.stones),
	                 strlen(first.stones)); /* in any order but the first */
	assert_string_equal(dragon.around, first.around);
	assert_string_equal(dragon.region, first.region);
	assert_int_equal(dragon.size, first.size);
	assert_int_equal(dragon.closed, first.closed);
	assert_int_equal(dragon.moves, first.moves);
	assert_memory_equal(dragon.move, first.move, first.moves * sizeof(first.move[0]));
}

/* check_askable makes the question that follows a first move. */
static void check_askable(const dragon_after_t *after, colour_t mover)
{
	char option[PATH_BYTES];
	const problem_t problem = {.game = "go",
	                           .rows = after->rows,
	                           .goal = "capture-all",
	                           .options = dragon.region[0] != '\0' ? option : NULL,
	                           .target = after->stones,
	                           .first = mover == dragon.colour ? SIDE_ATTACKER : SIDE_DEFENDER,
	                           .ko = after->ko[0] != '\0' ? after->ko : NULL};
	position_t *pos;
	errinfo_t why;

	snprintf(option, sizeof(option), "region=%s", dragon.region);
	if (after->stones[0] == '\0')
		return;
	if (game_create(&problem, &pos, &why) != ERR_OK)
		fail_msg("%s %s: %s", after->rows, after->stones, why.text);
	position_free(pos);
}

/* check_after plays a first move by the naive rules, too. */
static bool check_after(const char *rows, colour_t mover, move_t move)
{
	const problem_t board = {.game = "go", .rows = rows};
	static dragon_after_t after;
	bool stones[NAIVE_AREA], left[NAIVE_AREA];
	naive_t n, told;

	read_rows(&n, rows);
	n.colour[SIDE_ATTACKER] = mover;
	blocks_of(&n, dragon.stones, stones);
	if (game_dragon_after(&board, &dragon, mover, move, &after) != naive_legal(&n, move))
		fail_msg("%s: is %u legal for %u?", rows, move, mover);
	if (!naive_legal(&n, move))
		return false;
	naive_play(&n, move);
	read_rows(&told, after.rows);
	assert_memory_equal(told.at, n.at, sizeof(n.at));
	assert_int_equal(point_of(&n, after.move, strlen(after.move)), move);
	assert_true(after.ko[0] == '\0' ? n.ko == NAIVE_NO_POINT
	                                : point_of(&n, after.ko, strlen(after.ko)) == n.ko);
	blocks_of(&n, after.stones, left);
	for (unsigned p = 0; p < n.width * n.height; p++)
		if (stones[p] && n.at[p] == dragon.colour && !left[p])
			fail_msg("%s: after %s %s forgets %u", rows, after.move, after.stones, p);
	check_askable(&after, mover);
	return true;
}

static void random_dragons(void **state)
{
	rng_t rng = seed_take();
	unsigned found = 0, closed = 0, whole = 0, joined = 0, played = 0;

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		const unsigned size = 2 + (unsigned)(rng_next(&rng) % (SIZE_MAX_RANDOM - 1));
		const unsigned black = 1 + (unsigned)(rng_next(&rng) % 4);
		const unsigned white = 1 + (unsigned)(rng_next(&rng) % 4);
		char rows[GO_ROWS(SIZE_MAX_RANDOM)], stone[8];
		const dragon_query_t query = {.stones = stone, .exact = rng_next(&rng) % 4 == 0};
		naive_t n;

		go_random_rows(&rng, size, black, white, rows);
		go_random_stone(&rng, size, rows, i % 2 == 0 ? 'X' : 'O', stone);
		if (look(rows, &query, NULL) != ERR_OK)
			continue;
		read_rows(&n, rows);
		check_region(&n, rows);
		check_again(rows);
		found++;
		closed += dragon.closed;
		whole += dragon.region[0] == '\0';
		joined += strchr(dragon.stones, ' ') != NULL;
		assert_int_equal(strncmp(dragon.stones, stone, strlen(stone)), 0);
		for (unsigned m = 0; m < dragon.moves; m++) {
			played += check_after(rows, COLOUR_BLACK, dragon.move[m]);
			played += check_after(rows, COLOUR_WHITE, dragon.move[m]);
		}
	}
	print_message("%u dragons, %u closed, %u of many blocks, %u on the whole board, %u moves\n",
	              found, closed, joined, whole, played);
	assert_true(found > BOARDS / 8 && closed > 0 && closed < found && joined > 0 && played > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(a_corner_is_closed),
	        cmocka_unit_test(two_liberties_connect),
	        cmocka_unit_test(liberties_are_used_up),
	        cmocka_unit_test(exact_are_those_named),
	        cmocka_unit_test(prey_is_in_the_region),
	        cmocka_unit_test(bug_a_way_out_past_prey_was_none),
	        cmocka_unit_test(large_regions_are_open),
	        cmocka_unit_test(long_dragons_have_the_first_moves_alone),
	        cmocka_unit_test(what_cannot_be_told_is_the_whole_board),
	        cmocka_unit_test(the_banned_side_is_told),
	        cmocka_unit_test(what_is_no_dragon_is_refused),
	        cmocka_unit_test(random_dragons),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
