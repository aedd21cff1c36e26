/* SPDX-License-Identifier: MIT
 * test_go_ladder.c - ladders as they are read without a search: boards drawn by hand, and random
 * ones against the definition of order 1, word by word, on the rules of go_naive.h. Zones are asked
 * on boards that agree on them alone. */
#include "engine/game/go/capture/ladder.h"
#include "engine/game/grid.h"
#include "tests/unit/go_help.h"
#include "tests/unit/go_naive.h"
#include "tests/unit/go_random.h"
#include "tests/unit/seed.h"

enum { SIZE = 6, AREA = SIZE * SIZE, READINGS = 12000, PLIES = 5, BUDGET = 3000, ENOUGH = 40 };

static int answers(const naive_t *n, unsigned order, unsigned plies, long *budget);

/* wins tells whether the attacker, to move, captures within so many plies: 1, 0, or -1 where the
 * budget is used up. */
static int wins(const naive_t *n, unsigned order, unsigned plies, long *budget)
{
	int won = 0;

	if (--*budget < 0)
		return -1;
	if (naive_is_taken(n) || naive_finish(n) != MOVE_NONE)
		return 1;
	for (unsigned p = 0; p < AREA && order > 0 && plies >= 3 && won == 0; p++) {
		naive_t next = *n;

		if (!naive_legal(n, p))
			continue;
		naive_play(&next, (move_t)p);
		won = answers(&next, order, plies - 1, budget);
	}
	return won;
}

/* answers is wins where the defender is to move. */
static int answers(const naive_t *n, unsigned order, unsigned plies, long *budget)
{
	naive_t next = *n;
	int won;

	naive_play(&next, MOVE_PASS);
	won = wins(&next, order - 1, plies - 1, budget);
	for (unsigned p = 0; p < AREA && won == 1; p++) {
		if (!naive_legal(n, p))
			continue;
		next = *n;
		naive_play(&next, (move_t)p);
		won = wins(&next, order, plies - 1, budget);
	}
	return won;
}

/* A board, with White to be captured. */
typedef struct {
	char rows[GO_ROWS(SIZE)], target[4];
	unsigned threats[2];
} question_t;

static naive_t naive_of(const question_t *q)
{
	naive_t n = {.width = SIZE,
	             .height = SIZE,
	             .ko = NAIVE_NO_POINT,
	             .threats = {q->threats[0], q->threats[1]},
	             .colour = {COLOUR_BLACK, COLOUR_WHITE},
	             .turn = SIDE_ATTACKER};
	char rows[GO_ROWS(SIZE)];

	memcpy(rows, q->rows, sizeof(rows));
	for (unsigned p = 0; p < AREA; p++)
		n.at[p] = *go_cell(rows, SIZE, p) == 'X'   ? COLOUR_BLACK
		          : *go_cell(rows, SIZE, p) == 'O' ? COLOUR_WHITE
		                                           : COLOUR_NONE;
	n.target = grid_parse_point(BOARD_GO, q->target, SIZE, SIZE);
	return n;
}

/* is_read reads the ladder; false as well where the board is none, or the target has not two
 * liberties. */
static bool is_read(const question_t *q, reading_t *out)
{
	const problem_t problem = {.game = "go",
	                           .goal = "capture",
	                           .rows = q->rows,
	                           .target = q->target,
	                           .attacker_threats = q->threats[SIDE_ATTACKER],
	                           .defender_threats = q->threats[SIDE_DEFENDER]};
	position_t *pos = NULL;
	errinfo_t why;
	bool read = false;

	if (game_create(&problem, &pos, &why) == ERR_OK && pos->game->distance(pos) == 2) {
		const hashkey_t before = pos->game->key(pos);
		hashkey_t after;

		read = game_hints(pos)->read(pos, out);
		after = pos->game->key_from_scratch(pos);
		assert_memory_equal(&before, &after, sizeof(after));
	}
	position_free(pos);
	return read;
}

/* check compares what was read with the definition; 0 where that is not known. */
static unsigned check(const question_t *q, const reading_t *read)
{
	const naive_t n = naive_of(q);
	long budget = BUDGET;
	int won;

	assert_true(read->nodes <= READ_NODES);
	if (read->works && read->plies > PLIES)
		return 0;
	if (read->works) {
		naive_t next = n;

		assert_true(naive_legal(&n, read->best));
		naive_play(&next, read->best);
		won = answers(&next, 1, read->plies - 1, &budget);
	} else {
		won = wins(&n, 1, PLIES, &budget);
	}
	if (won == (read->works ? 0 : 1))
		fail_msg("%s %s, threats %u:%u: read as %d", q->rows, q->target, q->threats[0],
		         q->threats[1], read->works);
	return won >= 0;
}

static void draw(rng_t *rng, question_t *q)
{
	go_random_rows(rng, SIZE, 3, 3, q->rows);
	go_random_stone(rng, SIZE, q->rows, 'O', q->target);
	for (unsigned i = 0; i < 2; i++)
		q->threats[i] = rng_below(rng, 4);
}

/* refill draws what is not in the zone anew, and the threats if they do not matter. */
static void refill(rng_t *rng, const reading_t *read, question_t *q)
{
	question_t other;

	draw(rng, &other);
	for (unsigned p = 0; p < AREA; p++)
		if (!bits_has(&read->zone, p))
			*go_cell(q->rows, SIZE, p) = *go_cell(other.rows, SIZE, p);
	if (!read->stocked)
		memcpy(q->threats, other.threats, sizeof(q->threats));
}

static void random_ladders(void **state)
{
	rng_t rng = seed_take();
	unsigned works = 0, fails = 0, stocked = 0, known = 0, refilled = 0;

	(void)state;
	while (works + fails < READINGS || works < ENOUGH || fails < ENOUGH || stocked < ENOUGH) {
		question_t q;
		reading_t read, again;

		draw(&rng, &q);
		if (!is_read(&q, &read))
			continue;
		works += read.works;
		fails += !read.works;
		stocked += read.stocked;
		known += check(&q, &read);
		for (unsigned i = 0; i < 4; i++) {
			question_t r = q;

			refill(&rng, &read, &r);
			if (!is_read(&r, &again))
				continue;
			if (again.works != read.works)
				fail_msg("%s %s reads %d, its zone on %s %d", q.rows, q.target,
				         read.works, r.rows, again.works);
			refilled++;
		}
	}
	print_message("%u work, %u fail, %u with these threats; %u known, %u refilled\n", works,
	              fails, stocked, known, refilled);
	assert_true(known > READINGS / 2 && refilled > READINGS);
}

static bool read_drawn(const char *rows, const char *target, reading_t *out)
{
	position_t *pos = go_position(rows, target, NULL);
	const bool read = game_hints(pos)->read(pos, out);

	position_free(pos);
	return read;
}

static void drawn_ladders(void **state)
{
	reading_t read;

	(void)state;
	assert_true(read_drawn("O.../.X../..../....", "A4", &read));
	assert_true(read.works && !read.stocked && read.plies == 3);
	assert_true(read_drawn("....../....../....../..XO../...XX./......", "D3", &read));
	assert_true(read.works && !read.stocked && read.plies > 3);
	assert_true(read_drawn("....../....../....../..XO../...X../......", "D3", &read));
	assert_true(!read.works && !read.stocked);
	assert_true(bits_has(&read.zone, 4 * SIZE + 4)); /* E2, where the stone was */
}

static void what_has_not_two_liberties_is_none(void **state)
{
	reading_t read;

	(void)state;
	assert_false(read_drawn("OX../..../..../....", "A4", &read));
	assert_false(read_drawn(".O../..../..../....", "B4", &read));
	assert_int_equal(read.nodes, 0);
}

/* draw_long draws a staircase over the whole board. */
static void draw_long(char rows[GO_ROWS(19)])
{
	for (unsigned p = 0; p < 19 * 19; p++)
		*go_cell(rows, 19, p) = '.';
	for (unsigned y = 0; y < 19; y++)
		rows[20 * y + 19] = y < 18 ? '/' : '\0';
	*go_cell(rows, 19, 12 * 19 + 6) = 'O'; /* G7 */
	*go_cell(rows, 19, 12 * 19 + 5) = 'X';
	*go_cell(rows, 19, 13 * 19 + 6) = 'X';
	*go_cell(rows, 19, 13 * 19 + 7) = 'X';
}

static void a_long_ladder_is_left_to_the_search(void **state)
{
	char rows[GO_ROWS(19)];
	reading_t read;

	(void)state;
	draw_long(rows);
	assert_false(read_drawn(rows, "G7", &read));
	assert_true(read.nodes > 10);
}

/* A reading adds moves to those of its line, of which there is only so much room. */
static void no_ladder_is_read_where_its_moves_have_no_room(void **state)
{
	char rows[GO_ROWS(19)];
	position_t *pos;
	reading_t read;

	(void)state;
	draw_long(rows);
	pos = go_position(rows, "G7", NULL);
	for (unsigned i = 0; i < PLAYED_MAX - READ_NODES; i++)
		pos->game->play(pos, MOVE_PASS);
	assert_false(game_hints(pos)->read(pos, &read));
	assert_int_equal(read.nodes, 0);
	position_free(pos);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(drawn_ladders),
	        cmocka_unit_test(what_has_not_two_liberties_is_none),
	        cmocka_unit_test(a_long_ladder_is_left_to_the_search),
	        cmocka_unit_test(no_ladder_is_read_where_its_moves_have_no_room),
	        cmocka_unit_test(random_ladders),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
