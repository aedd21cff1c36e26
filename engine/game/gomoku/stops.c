/* SPDX-License-Identifier: MIT
 * stops.c - see stops.h. What stops all windows stops the first one: its stops are tried on the
 * others.
 */
#include "engine/game/gomoku/stops.h"

unsigned stops_far_end(const gomoku_t *board, side_t side, const walk_t *walk)
{
	const unsigned line = board->geo->line[walk->d][walk->first];
	const unsigned place = board->geo->place[walk->d][walk->first];
	const uint32_t their = board->stone[!side][line], valid = board->geo->valid[line];
	const uint32_t before = UINT32_C(1) << (place - 1);
	const uint32_t after = UINT32_C(1) << (place + board->k);

	if (!board->caro)
		return GRID_NO_POINT;
	if ((their & before) != 0 && (valid & after) != 0)
		return walk->first + board->k * walk->stride;
	if ((their & after) != 0 && (valid & before) != 0)
		return walk->first - walk->stride;
	return GRID_NO_POINT;
}

/* keep drops the points that are neither of the two. */
static void keep(stops_t *stops, unsigned missing, unsigned end)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < stops->count; i++)
		if (stops->point[i] == missing || stops->point[i] == end)
			stops->point[kept++] = stops->point[i];
	stops->count = kept;
}

void stops_find(const gomoku_t *board, side_t side, stops_t *out)
{
	walk_t walk = walk_start(board, side, board->k - 1u);
	unsigned first = GRID_NO_POINT;

	*out = (stops_t){.threats = 0};
	while ((out->threats < 2 || out->count > 0) && walk_next(&walk)) {
		const unsigned end = stops_far_end(board, side, &walk), missing = walk_point(&walk);

		if (out->threats == 0) {
			out->threats = 1;
			out->point[out->count++] = (uint16_t)missing;
			if (end != GRID_NO_POINT)
				out->point[out->count++] = (uint16_t)end;
			first = missing;
			continue;
		}
		if (missing != first)
			out->threats = 2;
		keep(out, missing, end);
	}
}

bool stops_has(const stops_t *stops, unsigned point)
{
	for (unsigned i = 0; i < stops->count; i++)
		if (stops->point[i] == point)
			return true;
	return false;
}
