/* SPDX-License-Identifier: MIT
 * show.c - boards side by side, results in a line. */
#include "tests/zones/show.h"

#include <inttypes.h>
#include <stdio.h>

static char stone_char(unsigned colour)
{
	return ".XO"[colour];
}

void show_boards(const scene_t *before, const zone_t *zone, const scene_t *after)
{
	const grid_t *board = &before->board;

	for (unsigned y = 0; y < board->height; y++) {
		const unsigned row = y * board->width;

		printf("       ");
		for (unsigned x = 0; x < board->width; x++)
			printf("%c ", stone_char(board->at[row + x]));
		printf("   ");
		for (unsigned x = 0; x < board->width; x++) {
			const unsigned index = zone_index(zone, row + x);

			printf("%c ", index > 0                            ? (char)('0' + index)
			              : bits_has(&before->region, row + x) ? '-'
			                                                   : '.');
		}
		printf("   ");
		for (unsigned x = 0; x < board->width; x++)
			printf("%c ", stone_char(after->board.at[row + x]));
		printf("\n");
	}
}

void show_result(const char *what, const scene_t *scene, const result_t *result)
{
	char best[MOVE_TEXT_MAX] = "";
	strbuf_t text;

	strbuf_init(&text, best, sizeof(best));
	if (result->best != MOVE_NONE)
		grid_add_move(scene->game->style, result->best, scene->board.width,
		              scene->board.height, &text);
	printf("     %-22s %-9s order %u depth %u %s, %s, %" PRIu64 " nodes, %s%s\n", what,
	       value_name(result->value), result->order, result->depth, best,
	       job_state_name(result->state), result->nodes,
	       result->engine == ALGORITHM_DFPN ? "df-pn" : "alpha-beta",
	       result->driver == DRIVER_PLAIN ? ", plain" : "");
}
