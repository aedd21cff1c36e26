/* SPDX-License-Identifier: MIT
 * fuzz_collection.c - any bytes as a file of each format of collections, and as one whose format is
 * found by its text.
 *
 * Every problem has a position that its own parser reads again, every fault says where and what,
 * both in the order of the file's lines or near it, and the same text is read the same way twice.
 */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <string.h>

#include "clients/collection/chess.h"
#include "clients/collection/formats.h"
#include "engine/game/grid.h"
#include "protocol/sgf.h"

enum { NAME_BYTES = 32 };

static void sound(const collection_problem_t *p, unsigned lines, long move)
{
	static const grid_sides_t sides = {2, BOARD_MAX};
	const uint32_t moves = move < 0 ? SGF_MOVE_ALL : (uint32_t)move;
	const sgf_query_t query = {.moves = moves, .path = "sgf", .game = p->game},
	                  as_told = {.moves = moves, .path = "sgf"};
	sgf_position_t record;
	errinfo_t why = {.code = ERR_OK};
	grid_t grid;

	CHECK(p->id != NULL && strlen(p->id) < COLLECTION_ID_BYTES && p->game != NULL);
	CHECK(p->line >= 1 && p->line <= lines);
	if (p->fen != NULL) {
		position_t *position = collection_chess_of(p->fen, &why);

		CHECK(position != NULL);
		position_free(position);
	} else if (p->rows != NULL) {
		CHECK(grid_read(p->rows, sides, &grid, &why) == ERR_OK);
	} else {
		/* a record may say twice of which game it is */
		CHECK(sgf_read(p->sgf, strlen(p->sgf), &query, &record, &why) == ERR_OK ||
		      sgf_read(p->sgf, strlen(p->sgf), &as_told, &record, &why) == ERR_OK);
	}
}

static void one(const char *file, const char *text, size_t size, const collection_hints_t *hints)
{
	collection_t first, second;
	unsigned lines = 2; /* nodes of a library are counted, too */

	for (size_t i = 0; i < size; i++)
		lines += text[i] == '\n';
	lines += (unsigned)size / 2;
	collection_init(&first);
	collection_init(&second);
	(void)formats_read(&first, file, text, size, hints);
	(void)formats_read(&second, file, text, size, hints);
	CHECK(first.failed == ERR_OK);
	CHECK(first.problem_count == second.problem_count &&
	      first.fault_count == second.fault_count);
	for (unsigned i = 0; i < first.problem_count; i++)
		sound(&first.problems[i], lines, hints->move);
	for (unsigned i = 0; i < first.fault_count; i++) {
		CHECK(first.faults[i].text[0] != '\0');
		CHECK(first.faults[i].line <= lines);
	}
	collection_free(&first);
	collection_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const collection_hints_t all = {.move = -1}, some = {.game = "hex", .move = 3};

	for (const format_t *f = formats_rows(); f->name != NULL; f++) {
		char name[NAME_BYTES];

		snprintf(name, sizeof(name), "x.%.*s", (int)strcspn(f->suffixes + 1, " "),
		         f->suffixes + 1);
		one(name, (const char *)data, size, &all);
	}
	one("x", (const char *)data, size, &all);
	one("x", (const char *)data, size, &some);
	return 0;
}
