/* SPDX-License-Identifier: MIT
 * stones.c - see stones.h.
 */
#include "clients/collection/stones.h"

#include <assert.h>

enum { SIDE_LEAST = 2 };

bool collection_stones_init(collection_stones_t *stones, unsigned width, unsigned height)
{
	*stones = (collection_stones_t){.grid = {.width = width, .height = height}};
	return width >= SIDE_LEAST && width <= BOARD_MAX && height >= SIDE_LEAST &&
	       height <= BOARD_MAX;
}

collection_colour_t collection_stones_turn(const collection_stones_t *stones)
{
	return stones->moves % 2 == 0 ? COLLECTION_BLACK : COLLECTION_WHITE;
}

bool collection_stones_put(collection_stones_t *stones, unsigned point)
{
	assert(point < stones->grid.width * stones->grid.height);
	if (stones->grid.at[point] != COLOUR_NONE)
		return false;
	stones->grid.at[point] =
	        collection_stones_turn(stones) == COLLECTION_BLACK ? COLOUR_BLACK : COLOUR_WHITE;
	stones->moves++;
	return true;
}

void collection_stones_rows(const collection_stones_t *stones, char out[ROWS_TEXT_MAX])
{
	strbuf_t rows;

	strbuf_init(&rows, out, ROWS_TEXT_MAX);
	grid_add_rows(stones->grid.at, stones->grid.width, stones->grid.height, &rows);
}

void collection_stones_add(reader_t *r, unsigned line, const collection_stones_t *stones,
                           const char *game, const char *id)
{
	char rows[ROWS_TEXT_MAX];
	collection_problem_t problem = {
	        .id = id, .game = game, .rows = rows, .attacker = collection_stones_turn(stones)};

	collection_stones_rows(stones, rows);
	reader_add(r, line, &problem);
}
