/* SPDX-License-Identifier: MIT
 * test_needless.c - fours that are called needless, against all wins by fours: on random boards
 * one that begins with another four takes no more exchanges. Where black attacks in Renju, that
 * is of the game in which he may play everywhere.
 */
#include "tests/unit/solver_help.h"

#include <stdio.h>

#include "engine/game/gomoku/needless.h"
#include "engine/game/gomoku/renju.h"
#include "engine/game/gomoku/walk.h"
#include "tests/unit/seed.h"

enum { BOARDS = 6000, SIDE_LEAST = 6, SIDES = 3, EXCHANGES = 4 };

/* One way to set up a board. */
typedef struct {
	const char *options;
	colour_t attacker;
} kind_t;

static const kind_t kinds[] = {
        {"k=4", COLOUR_BLACK},
        {"k=5", COLOUR_BLACK},
        {"rule=renju", COLOUR_BLACK},
        {"rule=renju", COLOUR_WHITE},
};

static position_t *random_board(rng_t *rng, const kind_t *kind)
{
	const unsigned side = SIDE_LEAST + rng_below(rng, SIDES);
	const unsigned percent = 20 + rng_below(rng, 30);
	char rows[ROWS_TEXT_MAX];
	unsigned length = 0;
	const problem_t problem = {.game = "gomoku",
	                           .rows = rows,
	                           .options = kind->options,
	                           .attacker = kind->attacker};
	errinfo_t why = {.code = ERR_OK};
	position_t *pos = NULL;

	for (unsigned p = 0; p < side * side; p++) {
		if (p > 0 && p % side == 0)
			rows[length++] = '/';
		rows[length++] = rng_below(rng, 100) >= percent ? '.' : "XO"[rng_below(rng, 2)];
	}
	rows[length] = '\0';
	(void)game_create(&problem, &pos, &why);
	return pos;
}

/* last_point counts the points with which a side completes its row, up to two, and writes one. */
static unsigned last_point(const gomoku_t *board, side_t side, unsigned *out)
{
	walk_t walk = walk_start(board, side, board->k - 1u);
	unsigned count = 0;

	while (count < 2 && walk_next(&walk)) {
		const unsigned p = walk_point(&walk);

		if (count == 0 || p != *out)
			count++;
		*out = p;
	}
	return count;
}

static bool wins(gomoku_t *board, unsigned exchanges, const bits_t *but);

/* wins_by: does the attacker win by a four on p, with so many exchanges after it? */
static bool wins_by(gomoku_t *board, unsigned p, unsigned exchanges)
{
	unsigned reply = 0, z;
	bool won = false;

	mnk_place(board, SIDE_ATTACKER, p);
	switch (last_point(board, SIDE_ATTACKER, &reply)) {
	case 0:
		break;
	case 1:
		if (last_point(board, SIDE_DEFENDER, &z) > 0)
			break;
		if (board->restrained[SIDE_DEFENDER] &&
		    renju_verdict(board, SIDE_DEFENDER, reply) > RENJU_FIVE) {
			won = true;
			break;
		}
		mnk_place(board, SIDE_DEFENDER, reply);
		won = wins(board, exchanges, NULL);
		mnk_remove(board, SIDE_DEFENDER, reply);
		break;
	default:
		won = last_point(board, SIDE_DEFENDER, &z) == 0;
	}
	mnk_remove(board, SIDE_ATTACKER, p);
	return won;
}

/* wins: does he win by so many fours, the first of them on no point of `but`? */
static bool wins(gomoku_t *board, unsigned exchanges, const bits_t *but)
{
	unsigned last;

	if (mnk_has_won(board, SIDE_DEFENDER))
		return false;
	if (last_point(board, SIDE_ATTACKER, &last) > 0)
		return true;
	for (unsigned p = 0; exchanges > 0 && p < board->geo->area; p++)
		if (board->at[p] == COLOUR_NONE && (but == NULL || !bits_has(but, p)) &&
		    wins_by(board, p, exchanges - 1))
			return true;
	return false;
}

static void test_a_win_begins_with_another(void **state)
{
	rng_t rng = seed_take();
	unsigned spared[sizeof(kinds) / sizeof(kinds[0])] = {0}, won = 0;

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		const unsigned k = i % (sizeof(kinds) / sizeof(kinds[0]));
		position_t *pos = random_board(&rng, &kinds[k]);
		gomoku_t *board = (gomoku_t *)pos;
		bits_t needless;

		if (pos == NULL)
			continue; /* the attacker has won */
		needless_find(board, &needless);
		for (unsigned n = 1; !bits_is_empty(&needless) && n <= EXCHANGES; n++) {
			const bool can = wins(board, n, NULL);

			spared[k]++;
			won += can;
			assert_int_equal(can, wins(board, n, &needless));
		}
		position_free(pos);
	}
	for (unsigned k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
		assert_true(spared[k] > 0);
	assert_true(won > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_a_win_begins_with_another),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
