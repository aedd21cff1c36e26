/* SPDX-License-Identifier: MIT
 * groups.c - see groups.h. A patch grows from a corner or from a side. Most points of its rim have
 * a stone of Black's, few points within a stone of either colour; most points around it have a
 * stone of White's. The region ends REACH to REACH + 2 steps from the patch; beyond it most points
 * have a stone of White's, so that his stones have liberties there, where nobody plays. How many is
 * drawn for each board, so that some groups live and some do not. The goal names a stone of each
 * block that touches the patch; a board where that is none, or more than GROUPS_NAMED, or where a
 * block has no liberty, is drawn again.
 */
#include "tools/train/groups.h"

#include <stdio.h>
#include <string.h>

#include "engine/game/go/board/board.h"

enum {
	SIDE = GROUPS_SIDE,
	AREA = SIDE * SIDE,
	HUNDRED = 100,
	FAR = 99, /* steps, of what has not been reached */

	CORNERS = 60, /* per cent of the groups */
	HEIGHT = 2,   /* of the rectangle that the patch stays in, and up to 2 more */
	HEIGHTS = 3,
	CORNER_WIDTH = 3, /* and up to 5 more */
	SIDE_WIDTH = 4,
	WIDTHS = 6,
	LEAST = 6, /* points of a patch, and up to 15 more */
	SIZES = 16,

	REACH = 2, /* steps from the patch, and up to 2 more */
	REACHES = 3,
	BEYOND = 75, /* per cent of White's stones beyond the region, */
	THIRD = 8,   /* and in it, three steps from the patch and farther */

	ATTACKS = 60,       /* per cent of the problems: Black moves first */
	WHITE_THREATS = 75, /* and White has unlimited ko threats, else none */
};

/* A board, and how many steps each point is from the patch, 0 within. */
typedef struct {
	unsigned steps[AREA], reach;
	char stone[AREA];
} drawn_t;

static bool chance(rng_t *rng, unsigned percent)
{
	return rng_below(rng, HUNDRED) < percent;
}

/* between draws a number of `least` and up to `more` more. */
static unsigned between(rng_t *rng, unsigned least, unsigned more)
{
	return least + rng_below(rng, more + 1);
}

/* beside writes the points beside a point and returns how many they are. */
static unsigned beside(unsigned p, unsigned out[4])
{
	const unsigned x = p % SIDE, y = p / SIDE;
	unsigned count = 0;

	if (x > 0)
		out[count++] = p - 1;
	if (x + 1 < SIDE)
		out[count++] = p + 1;
	if (y > 0)
		out[count++] = p - SIDE;
	if (y + 1 < SIDE)
		out[count++] = p + SIDE;
	return count;
}

/* least_beside returns the least steps of the points beside a point. */
static unsigned least_beside(const drawn_t *d, unsigned p)
{
	unsigned near[4], least = FAR;
	const unsigned count = beside(p, near);

	for (unsigned i = 0; i < count; i++)
		if (d->steps[near[i]] < least)
			least = d->steps[near[i]];
	return least;
}

/* is_on_rim: is the point in the patch, and one beside it not? */
static bool is_on_rim(const drawn_t *d, unsigned p)
{
	unsigned near[4];
	const unsigned count = beside(p, near);

	for (unsigned i = 0; i < count; i++)
		if (d->steps[p] == 0 && d->steps[near[i]] > 0)
			return true;
	return false;
}

static void draw_patch(rng_t *rng, drawn_t *d)
{
	const bool corner = chance(rng, CORNERS);
	const unsigned height = HEIGHT + rng_below(rng, HEIGHTS);
	const unsigned width = (corner ? CORNER_WIDTH : SIDE_WIDTH) + rng_below(rng, WIDTHS);
	const unsigned left = corner ? 0 : 1 + rng_below(rng, SIDE - width - 1);
	unsigned wanted = LEAST + rng_below(rng, SIZES);

	for (unsigned p = 0; p < AREA; p++)
		d->steps[p] = FAR;
	d->steps[left + (corner ? 0 : width / 2)] = 0;
	if (wanted > width * height)
		wanted = width * height;
	for (unsigned have = 1; have < wanted;) {
		const unsigned x = left + rng_below(rng, width), y = rng_below(rng, height);
		const unsigned p = y * SIDE + x;

		if (d->steps[p] == 0 || least_beside(d, p) > 0)
			continue;
		d->steps[p] = 0;
		have++;
	}
	for (unsigned step = 1; step < SIDE + SIDE; step++)
		for (unsigned p = 0; p < AREA; p++)
			if (d->steps[p] == FAR && least_beside(d, p) == step - 1)
				d->steps[p] = step;
}

/* draw_stones draws first how often what stands where, in per cent. */
static void draw_stones(rng_t *rng, drawn_t *d)
{
	const unsigned rim = between(rng, 55, 40), rim_white = between(rng, 0, 8);
	const unsigned inner = between(rng, 0, 30), inner_white = between(rng, 0, 20);
	const unsigned outer = between(rng, 0, 8), wall = between(rng, 50, 50);
	const unsigned second = between(rng, 10, 40);

	d->reach = REACH + rng_below(rng, REACHES);
	for (unsigned p = 0; p < AREA; p++) {
		const unsigned steps = d->steps[p];
		const bool is_rim = is_on_rim(d, p);
		const unsigned black = is_rim       ? rim
		                       : steps == 0 ? inner
		                       : steps == 1 ? outer
		                       : steps == 2 ? outer / 2
		                                    : 0;
		const unsigned white = is_rim             ? rim_white
		                       : steps == 0       ? inner_white
		                       : steps == 1       ? wall
		                       : steps > d->reach ? BEYOND
		                       : steps == 2       ? second
		                                          : THIRD;

		d->stone[p] = chance(rng, black) ? 'X' : chance(rng, white) ? 'O' : '.';
	}
}

/* write_region writes the region as rectangles of one row each. */
static void write_region(const drawn_t *d, group_t *out)
{
	static const char columns[] = "ABCDEFGHJKL";
	strbuf_t text;

	strbuf_init(&text, out->options, sizeof(out->options));
	strbuf_add(&text, "region=");
	for (unsigned p = 0; p < AREA; p++) {
		const unsigned row = SIDE - p / SIDE, first = p % SIDE;

		if (d->steps[p] > d->reach)
			continue;
		while (p % SIDE + 1 < SIDE && d->steps[p + 1] <= d->reach)
			p++;
		strbuf_printf(&text, "%s%c%u-%c%u", text.length > sizeof("region=") - 1 ? "," : "",
		              columns[first], row, columns[p % SIDE], row);
	}
}

static void write_problem(rng_t *rng, const drawn_t *d, group_t *out)
{
	for (unsigned y = 0; y < SIDE; y++) {
		memcpy(&out->rows[y * (SIDE + 1)], &d->stone[y * SIDE], SIDE);
		out->rows[y * (SIDE + 1) + SIDE] = '/';
	}
	out->rows[sizeof(out->rows) - 1] = '\0';
	write_region(d, out);
	out->problem =
	        (problem_t){.game = "go",
	                    .rows = out->rows,
	                    .goal = "live-any",
	                    .attacker = COLOUR_BLACK,
	                    .options = out->options,
	                    .first = chance(rng, ATTACKS) ? SIDE_ATTACKER : SIDE_DEFENDER,
	                    .defender_threats = chance(rng, WHITE_THREATS) ? THREATS_UNLIMITED : 0};
}

/* touches: has the block a stone in the patch? */
static bool touches(const drawn_t *d, bits_t block)
{
	while (!bits_is_empty(&block))
		if (d->steps[bits_take(&block)] == 0)
			return true;
	return false;
}

/* name_blocks has the goal name the blocks of the group; false: they are none, or too many. */
static bool name_blocks(const position_t *pos, const drawn_t *d, group_t *out)
{
	bits_t left = board_stones(board_of(pos), COLOUR_BLACK);
	unsigned count = 0;
	strbuf_t text;

	strbuf_init(&text, out->named, sizeof(out->named));
	while (!bits_is_empty(&left)) {
		bits_t block = {{0}}, rest = left;
		const unsigned p = bits_take(&rest);

		board_add_block(board_of(pos), p, &block);
		bits_subtract(&left, &block);
		if (!touches(d, block))
			continue;
		if (++count > GROUPS_NAMED)
			return false;
		if (count > 1)
			strbuf_char(&text, ' ');
		pos->game->move_text(pos, (move_t)p, &text);
	}
	out->problem.target = out->named;
	return count > 0;
}

bool groups_make(rng_t *rng, group_t *out)
{
	for (bool good = false; !good;) {
		position_t *pos;
		errinfo_t why;
		drawn_t d;
		err_t err;

		draw_patch(rng, &d);
		draw_stones(rng, &d);
		write_problem(rng, &d, out);
		err = game_create(&out->problem, &pos, &why);
		if (err == ERR_NOMEM)
			return false;
		if (err != ERR_OK)
			continue; /* a block without a liberty */
		good = name_blocks(pos, &d, out);
		position_free(pos);
	}
	return true;
}
