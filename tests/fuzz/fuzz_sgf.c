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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	sgf_position_t all, some;
	errinfo_t why = {ERR_OK, ""};

	if (sgf_read(text, size, SGF_MOVE_ALL, "sgf", &all, &why) != ERR_OK) {
		CHECK(why.code != ERR_OK && strncmp(why.text, "sgf: byte ", 10) == 0);
		return 0;
	}
	sound(&all);
	CHECK(sgf_read(text, size, all.moves, "sgf", &some, &why) == ERR_OK);
	CHECK(memcmp(&all, &some, sizeof(all)) == 0);
	CHECK(sgf_read(text, size, all.moves + 1, "sgf", &some, &why) == ERR_RANGE);
	if (all.moves > 0) {
		CHECK(sgf_read(text, size, all.moves - 1, "sgf", &some, &why) == ERR_OK);
		CHECK(some.moves == all.moves - 1);
		sound(&some);
	}
	return 0;
}
