/* SPDX-License-Identifier: MIT
 * reach.c - which points can matter to a win by fours.
 *
 * In a win by fours (order 1) each attacker's move takes one of the last two points of
 * an open window, and the defender takes the other one. So all its stones come from a set
 * that is easy to close: begin with no points; whenever an open window of the attacker
 * lacks two stones or fewer, the points of the set counting as his, add its empty points.
 * That lets the attacker have both points where he gets one of them: the set may be too
 * large, never too small.
 *
 * Let S be a win by fours that needs a stone on m, m not in the set.
 *   - If it is part of a row: in the first window used that holds m, all but at most
 *     three stones are there or in the set, m being one of the three.
 *   - Else it keeps the defender from something: from five, or from four that must be
 *     answered, in an open window of his in which m alone is missing, his stones being
 *     those there and replies, which are in the set.
 * Without either, S wins without m as well, in as many moves. What is found here are
 * the points of both kinds and the set.
 */
#include "engine/game/gomoku/reach.h"

#include <string.h>

/* The set being closed. */
typedef struct {
	const gomoku_t *board;
	points_t reached;
	points_t *out;
	uint32_t stone[2][LINES_MAX]; /* of either side, the reached points counting as its own */
} reach_t;

static void add_reached(reach_t *reach, unsigned p)
{
	const lines_t *geo = reach->board->geo;

	if (reach->reached.has[p])
		return;
	points_add(&reach->reached, p);
	points_add(reach->out, p);
	for (unsigned d = 0; d < DIRECTIONS; d++)
		for (unsigned side = 0; side < 2; side++)
			reach->stone[side][geo->line[d][p]] |= UINT32_C(1) << geo->place[d][p];
}

/* spread looks at the windows that hold the reached point p. */
static void spread(reach_t *reach, unsigned p)
{
	const gomoku_t *board = reach->board;
	const unsigned k = board->k;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned line = board->geo->line[d][p], place = board->geo->place[d][p];
		const unsigned stride = board->geo->stride[d];

		for (unsigned from = place - (k - 1); from <= place; from++) {
			uint32_t left, have;
			unsigned count;

			if (!mnk_is_open(board, SIDE_ATTACKER, line, from))
				continue;
			have = reach->stone[SIDE_ATTACKER][line] >> from & board->row;
			count = row_count(have);
			if (count + 3 < k)
				continue;
			for (left = board->row & ~have; left != 0; left &= left - 1) {
				const unsigned i = from + (unsigned)__builtin_ctz(left);
				const unsigned q = p + i * stride - place * stride;

				if (count + 2 >= k)
					add_reached(reach, q);
				else
					points_add(reach->out, q);
			}
		}
	}
}

/* add_blocks adds the points that alone are missing in a window of the defender through
 * the reached point p. */
static void add_blocks(reach_t *reach, unsigned p)
{
	const gomoku_t *board = reach->board;
	const unsigned k = board->k;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned line = board->geo->line[d][p], place = board->geo->place[d][p];
		const unsigned stride = board->geo->stride[d];

		for (unsigned from = place - (k - 1); from <= place; from++) {
			uint32_t left;

			if (!mnk_is_open(board, SIDE_DEFENDER, line, from))
				continue;
			left = board->row & ~(reach->stone[SIDE_DEFENDER][line] >> from);
			if (left == 0 || (left & (left - 1)) != 0)
				continue;
			points_add(reach->out, p + (from + (unsigned)__builtin_ctz(left)) * stride -
			                               place * stride);
		}
	}
}

void reach_find(const gomoku_t *board, points_t *out)
{
	const unsigned k = board->k;
	reach_t reach = {.board = board, .out = out};

	assert(board->rule != RULE_RENJU);
	memcpy(reach.stone, board->stone, sizeof(reach.stone));
	for (unsigned lacks = 1; lacks <= 3; lacks++) {
		walk_t walk = walk_start(board, SIDE_ATTACKER, k - lacks);

		while (walk_next(&walk))
			while (walk.empty != 0) {
				const unsigned p = walk_point(&walk);

				if (lacks < 3)
					add_reached(&reach, p);
				else
					points_add(out, p);
			}
	}
	for (unsigned i = 0; i < reach.reached.count; i++)
		spread(&reach, reach.reached.point[i]);
	for (unsigned i = 0; i < reach.reached.count; i++)
		add_blocks(&reach, reach.reached.point[i]);
	for (walk_t walk = walk_start(board, SIDE_DEFENDER, k - 1); walk_next(&walk);)
		points_add(out, walk_point(&walk));
}
