/* SPDX-License-Identifier: MIT
 * view.h - the Hex board as one side sees it: it always joins the first row with
 * the last, whatever its colour.
 *
 * Neighbours of (x,y) are the four and (x+1,y-1), (x-1,y+1). Swapping x and y keeps
 * them, so white's view is the board reflected in its main diagonal, and every
 * question is asked of one pair of sides only.
 *
 * Units     a view's cell is y * width + x; costs count empty cells to fill.
 * Threads   values; no state.
 */
#ifndef ENGINE_GAME_HEX_VIEW_H
#define ENGINE_GAME_HEX_VIEW_H

#include <stdbool.h>
#include <stdint.h>

enum {
	HEX_SIDE_LEAST = 2,
	HEX_SIDE_MOST = 14,
	HEX_AREA_MAX = HEX_SIDE_MOST * HEX_SIDE_MOST,
	HEX_FAR = 255, /* a cost: out of reach */
};

typedef struct {
	uint16_t row[HEX_SIDE_MOST]; /* bit x of row[y] */
} cells_t;

typedef struct {
	cells_t own, other; /* stones */
	uint16_t width, height;
} view_t;

/* hex_view_distance returns the least number of empty cells that join the first row
 * with the last, 0 = joined, HEX_FAR = cut off. */
unsigned hex_view_distance(const view_t *v);

/* hex_view_costs tells for each empty cell the least number of empty cells, itself
 * included, that join it with the first row, or with the last. What it says of
 * other cells means nothing. */
void hex_view_costs(const view_t *v, bool last, uint8_t cost[HEX_AREA_MAX]);

#endif
