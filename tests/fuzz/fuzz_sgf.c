/* SPDX-License-Identifier: MIT
 * fuzz_sgf.c - any bytes as SGF.
 *
 * What is read must be a board of its size, the same for the explicit number of
 * moves as for all of them, one move shorter must be readable too, and what is
 * refused must say where.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "protocol/sgf.h"

static void sound(const sgf_position_t *pos)
{
	size_t stones = strspn(pos->rows, ".XO/");

	CHECK(pos->width >= SGF_SIDE_LEAST && pos->width <= SGF_SIDE_MOST);
	CHECK(pos->height >= SGF_SIDE_LEAST && pos->height <= SGF_SIDE_MOST);
	CHECK(stones == strlen(pos->rows) && stones == (pos->width + 1) * pos->height - 1);
	for (unsigned row = 1; row < pos->height; row++)
		CHECK(pos->rows[row * (pos->width + 1) - 1] == '/');
	CHECK(pos->to_play == SGF_BLACK || pos->to_play == SGF_WHITE);
	if (pos->ko[0] != '\0') {
		const char *letter = strchr("ABCDEFGHJKLMNOPQRST", pos->ko[0]);

		CHECK(letter != NULL && pos->ko[1] >= '1' && pos->ko[1] <= '9');
	}
}

/* read_as reads the record for a game (NULL: any) up to a move. */
static err_t read_as(const uint8_t *data, size_t size, const char *game, uint32_t moves,
                     sgf_position_t *out, errinfo_t *why)
{
	const sgf_query_t query = {.game = game, .moves = moves, .path = "sgf"};

	return sgf_read((const char *)data, size, &query, out, why);
}

static bool same(const sgf_position_t *a, const sgf_position_t *b)
{
	return a->width == b->width && a->height == b->height && strcmp(a->rows, b->rows) == 0 &&
	       a->game == b->game && a->to_play == b->to_play &&
	       a->to_play_told == b->to_play_told && strcmp(a->ko, b->ko) == 0 &&
	       a->moves == b->moves && a->captured == b->captured;
}

static void one_game(const uint8_t *data, size_t size, const char *game)
{
	sgf_position_t all, some;
	errinfo_t why = {.code = ERR_OK};

	if (read_as(data, size, game, SGF_MOVE_ALL, &all, &why) != ERR_OK) {
		CHECK(why.code != ERR_OK && strncmp(why.text, "sgf: byte ", 10) == 0);
		return;
	}
	sound(&all);
	CHECK(all.game != NULL && (game == NULL || strcmp(game, all.game) == 0));
	CHECK(read_as(data, size, game, all.moves, &some, &why) == ERR_OK);
	CHECK(same(&all, &some));
	CHECK(read_as(data, size, game, all.moves + 1, &some, &why) == ERR_RANGE);
	if (all.moves > 0) {
		CHECK(read_as(data, size, game, all.moves - 1, &some, &why) == ERR_OK);
		CHECK(some.moves == all.moves - 1);
		sound(&some);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	one_game(data, size, NULL);
	one_game(data, size, "gomoku");
	one_game(data, size, "hex");
	return 0;
}
