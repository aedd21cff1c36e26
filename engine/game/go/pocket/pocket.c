/* SPDX-License-Identifier: MIT
 * pocket.c - see pocket.h: making the pocket of a board, and reading positions into it.
 *
 * Points     Those of the region, and the stones of blocks without a liberty outside of it. A block
 *            with such a liberty can never be captured: its stones are no points of the pocket, and
 *            points beside them are anchors of its colour. So are points beside an empty point
 *            that nobody may play on, of both colours. */
#include "engine/game/go/pocket/pocket.h"

enum { WIDEST = 12 }; /* bound: columns of a pocket */

/* find_points writes the points of the pocket. */
static void find_points(const go_t *go, bits_t *out)
{
	bits_t left = go->geo->all;

	*out = go->region;
	bits_subtract(&left, &go->empty);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (board_has_outside(go, board_block(go, p)))
			bits_remove(out, p);
		else
			bits_add(out, p);
	}
}

/* find_frame finds the rectangle around the points; false: it is too large. */
static bool find_frame(const go_t *go, const bits_t *points, pocket_t *out)
{
	unsigned right = 0, bottom = 0;
	bits_t left = *points;

	out->left = out->top = SIDE_MOST;
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);
		const unsigned x = p % go->geo->width, y = p / go->geo->width;

		out->left = x < out->left ? x : out->left;
		out->top = y < out->top ? y : out->top;
		right = x > right ? x : right;
		bottom = y > bottom ? y : bottom;
	}
	if (out->left == SIDE_MOST || right - out->left >= WIDEST)
		return false;
	out->stride = right - out->left + 2;
	out->rows = bottom - out->top + 1;
	return out->stride * out->rows <= POCKET_BITS;
}

/* bit_of is the bit of a point of the rectangle. */
static uint64_t bit_of(const pocket_t *p, const go_t *go, unsigned point)
{
	return (uint64_t)1 << ((point / go->geo->width - p->top) * p->stride +
	                       point % go->geo->width - p->left);
}

/* look_beyond notes what lies beside a point of the pocket and is none. */
static void look_beyond(const go_t *go, const bits_t *points, unsigned at, pocket_t *out)
{
	const uint64_t bit = bit_of(out, go, at);

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const unsigned q = go->geo->near[at][d];

		if (q == POINT_NONE || bits_has(points, q))
			continue;
		for (unsigned side = 0; side < 2; side++) {
			const bool is_own = go->at[q] == go->colour[side];

			if (is_own || go->at[q] == COLOUR_NONE)
				out->anchor[side] |= bit;
			if (!is_own)
				out->open[side] |= bit;
		}
	}
}

/* read_points writes the points of a set that are in the pocket. */
static uint64_t read_points(const pocket_t *p, const go_t *go, const bits_t *points)
{
	uint64_t out = 0;

	for (unsigned y = 0; y < p->rows; y++)
		for (unsigned x = 0; x + 1 < p->stride; x++)
			if (bits_has(points, (p->top + y) * go->geo->width + p->left + x))
				out |= (uint64_t)1 << (y * p->stride + x);
	return out & p->area;
}

bool pocket_make(const go_t *go, pocket_goal_t goal, pocket_t *out)
{
	bits_t points, left;

	*out = (pocket_t){.goal = goal,
	                  .lives = goal == POCKET_LIVE || goal == POCKET_LIVE_ANY ? SIDE_ATTACKER
	                                                                          : SIDE_DEFENDER};
	find_points(go, &points);
	if (!find_frame(go, &points, out))
		return false;
	left = points;
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		out->area |= bit_of(out, go, p);
		look_beyond(go, &points, p, out);
	}
	out->region = read_points(out, go, &go->region);
	out->named = read_points(out, go, &go->stones);
	if (go->target != POINT_NONE && bits_is_empty(&go->stones) && bits_has(&points, go->target))
		out->named |= bit_of(out, go, go->target);
	left = go->stones;
	bits_subtract(&left, &points);
	return bits_is_empty(&left) && (out->named != 0 || goal == POCKET_LIVE_ANY);
}

/* read_ban returns the bit of the banned point. A question may begin with a ban on a point that is
 * none of the pocket: it forbids no move here. */
static uint8_t read_ban(const pocket_t *p, const go_t *go)
{
	bits_t banned = {{0}};
	uint64_t bit;

	if (go->ko == POINT_NONE)
		return POCKET_NO_KO;
	bits_add(&banned, go->ko);
	bit = read_points(p, go, &banned);
	return bit != 0 ? (uint8_t)__builtin_ctzll(bit) : POCKET_NO_KO;
}

void pocket_read(const pocket_t *p, const go_t *go, pocket_state_t *out)
{
	const bits_t own = board_stones(go, go->colour[SIDE_ATTACKER]);
	const bits_t other = board_stones(go, go->colour[SIDE_DEFENDER]);

	*out = (pocket_state_t){.turn = (uint8_t)go->base.turn};
	out->stones[SIDE_ATTACKER] = read_points(p, go, &own);
	out->stones[SIDE_DEFENDER] = read_points(p, go, &other);
	if (p->goal == POCKET_CAPTURE_ALL)
		out->wanted = read_points(p, go, &go->stones);
	out->ko = read_ban(p, go);
	for (unsigned side = 0; side < 2; side++)
		out->threats[side] = go->threats[side];
}

move_t pocket_move(const pocket_t *p, const go_t *go, unsigned bit)
{
	if (bit == POCKET_PASS)
		return MOVE_PASS;
	return (move_t)((p->top + bit / p->stride) * go->geo->width + p->left + bit % p->stride);
}
