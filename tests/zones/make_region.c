/* SPDX-License-Identifier: MIT
 * make_region.c - random questions of Go about a small region, the only points that may be played
 * on.
 *
 * Half are enclosed: a patch of points that one side holds, most of those at its border stones of
 * that side, and around it a wall of the other side's with a hole now and then. The wall and the
 * holes belong to the region or not. The others are parts of a fight, whose borders lie on whatever
 * is there, open points above all: a block with a liberty beyond them can never be captured.
 *
 * Few points are empty, so that a search without lambda and without zones is affordable. */
#include "tests/zones/make.h"

enum {
	EMPTY_MOST = 11,  /* points of a region without a stone */
	OPEN_POINTS = 22, /* points of a region with open borders, at most */
	PATCH_LEAST = 3,  /* points of an enclosed patch */
	PATCH_MOST = 18,
	NAMED_MOST = 3,
	TRIES = 30,
	ENCLOSED = 50,    /* percent of the questions */
	HOLES = 12,       /* of the points of a wall */
	HOLE_PLAYED = 60, /* of the holes are in the region */
	WALL_PLAYED = 25, /* of the walls */
	AROUND = 70,      /* of the open regions have all liberties of a block */
	CLOSED_NAMED =
	        85, /* of the stones named have no liberty beyond the region, if there are such */
	STRAY = 15, /* of the open regions have a point apart */
	INNER_NAMED =
	        85,     /* of the stones named in an enclosed region are those of the side inside */
	SECOND = 50,    /* of the questions have the defender move first */
	KOS = 30,       /* have a ko stamped on */
	THREATS = 45,   /* have stocks of threats */
	UNLIMITED = 10, /* of those are unlimited ones */
	PLAIN = 65,     /* are searched without lambda */
};

/* one_of returns a point of a set that is not empty. */
static unsigned one_of(const bits_t *set, rng_t *rng)
{
	bits_t left = *set;

	for (unsigned skip = rng_below(rng, bits_count(set)); skip > 0; skip--)
		(void)bits_take(&left);
	return bits_take(&left);
}

/* stones_of writes the points of a set that have a stone of the colour, or none. */
static void stones_of(const grid_t *board, const bits_t *set, colour_t colour, bits_t *out)
{
	bits_t left = *set;

	*out = (bits_t){{0}};
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (board->at[p] == colour)
			bits_add(out, p);
	}
}

static unsigned count_empty(const grid_t *board, const bits_t *set)
{
	bits_t empty;

	stones_of(board, set, COLOUR_NONE, &empty);
	return bits_count(&empty);
}

/* grow adds a neighbour of the set to it; false: there is none. */
static bool grow(const grid_t *board, rng_t *rng, bits_t *set)
{
	bits_t near;

	scene_beside(board, set, &near);
	if (bits_is_empty(&near))
		return false;
	bits_add(set, one_of(&near, rng));
	return true;
}

/* pick_corner returns a point, in every second case of the first line or in a corner. */
static unsigned pick_corner(const grid_t *board, rng_t *rng)
{
	const unsigned x = chance(rng, 50) ? 0 : rng_below(rng, board->width);
	const unsigned y = chance(rng, 50) ? 0 : rng_below(rng, board->height);

	return y * board->width + x;
}

/* put_wall puts the wall of one colour on the points around the patch, and adds what of it may be
 * played on to the region. */
static void put_wall(scene_t *scene, colour_t colour, rng_t *rng)
{
	const bool is_played = chance(rng, WALL_PLAYED);
	grid_t *board = &scene->board;
	bits_t wall;

	scene_beside(board, &scene->region, &wall);
	while (!bits_is_empty(&wall)) {
		const unsigned p = bits_take(&wall);
		const bool is_hole = chance(rng, HOLES);

		board->at[p] = (uint8_t)(is_hole ? COLOUR_NONE : colour);
		if (is_hole ? chance(rng, HOLE_PLAYED) : is_played)
			bits_add(&scene->region, p);
	}
}

/* put_stones puts stones on the patch: many of the side inside at the border, few of the others. */
static void put_stones(grid_t *board, const bits_t *patch, colour_t inner, rng_t *rng)
{
	const unsigned at_border = 55 + rng_below(rng, 45), within = rng_below(rng, 50);
	const unsigned others = rng_below(rng, 25);
	bits_t rest = (bits_t){{0}}, border, left = *patch;

	for (unsigned p = 0; p < grid_area(board); p++)
		if (!bits_has(patch, p))
			bits_add(&rest, p);
	scene_beside(board, &rest, &border);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		board->at[p] = COLOUR_NONE;
		if (chance(rng, bits_has(&border, p) ? at_border : within))
			board->at[p] = (uint8_t)inner;
		else if (chance(rng, others))
			board->at[p] = (uint8_t)other_colour(inner);
	}
}

/* liberties_of writes the liberties of the block on a stone. */
static void liberties_of(const grid_t *board, unsigned stone, bits_t *out)
{
	bits_t block, near;

	(void)scene_block(board, stone, &block);
	scene_beside(board, &block, &near);
	stones_of(board, &near, COLOUR_NONE, out);
}

static void enclose(scene_t *scene, colour_t inner, rng_t *rng)
{
	const unsigned points = PATCH_LEAST + rng_below(rng, PATCH_MOST - PATCH_LEAST + 1);
	bits_t patch = {{0}};

	make_patch(&scene->board, rng);
	bits_add(&patch, pick_corner(&scene->board, rng));
	while (bits_count(&patch) < points && grow(&scene->board, rng, &patch))
		;
	scene->region = patch;
	put_stones(&scene->board, &patch, inner, rng);
	put_wall(scene, other_colour(inner), rng);
}

/* cut_out makes a part of a fight the region. */
static void cut_out(scene_t *scene, rng_t *rng)
{
	const unsigned area = grid_area(&scene->board);
	const unsigned points = PATCH_LEAST + rng_below(rng, OPEN_POINTS - PATCH_LEAST + 1);
	const unsigned empty = 2 + rng_below(rng, EMPTY_MOST - 1);
	bits_t *region = &scene->region;
	unsigned start = rng_below(rng, area);

	make_patch(&scene->board, rng);
	for (unsigned i = 0; i < TRIES && scene->board.at[start] == COLOUR_NONE; i++)
		start = rng_below(rng, area);
	*region = (bits_t){{0}};
	bits_add(region, start);
	if (scene->board.at[start] != COLOUR_NONE && chance(rng, AROUND))
		liberties_of(&scene->board, start, region);
	if (chance(rng, STRAY))
		bits_add(region, rng_below(rng, area));
	while (bits_count(region) < points && count_empty(&scene->board, region) < empty &&
	       grow(&scene->board, rng, region))
		;
}

/* keep_closed keeps the stones of a set whose blocks have no liberty beyond the region, if there
 * are such: the others can never be captured. */
static void keep_closed(const scene_t *scene, bits_t *stones)
{
	bits_t closed = {{0}}, left = *stones;

	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);
		bits_t beyond;

		liberties_of(&scene->board, p, &beyond);
		bits_subtract(&beyond, &scene->region);
		if (bits_is_empty(&beyond))
			bits_add(&closed, p);
	}
	if (!bits_is_empty(&closed))
		*stones = closed;
}

/* name_stones names up to `most` stones of a colour on the region or beside it. False: there is
 * none. */
static bool name_stones(scene_t *scene, colour_t colour, unsigned most, rng_t *rng)
{
	bits_t within, stones;

	scene_beside(&scene->board, &scene->region, &within);
	bits_unite(&within, &scene->region);
	stones_of(&scene->board, &within, colour, &stones);
	if (bits_is_empty(&stones))
		return false;
	if (chance(rng, CLOSED_NAMED))
		keep_closed(scene, &stones);
	scene->target = one_of(&stones, rng);
	for (unsigned count = 1 + rng_below(rng, most); count > 0; count--)
		bits_add(&scene->several, one_of(&stones, rng));
	bits_add(&scene->several, scene->target);
	return true;
}

/* ask draws the goal, about stones of that colour. */
static bool ask(scene_t *scene, colour_t colour, rng_t *rng)
{
	static const char *const goals[] = {"live", "live-any", "capture-any", "capture-all",
	                                    "capture"};
	const unsigned goal = rng_below(rng, sizeof(goals) / sizeof(goals[0]));

	scene->goal = goals[goal];
	scene->attacker = goal < 2 ? colour : other_colour(colour);
	scene->target = scene->second = NO_POINT;
	scene->several = (bits_t){{0}};
	if (goal == 1 && chance(rng, 50))
		return true; /* any block */
	if (!name_stones(scene, colour, NAMED_MOST - 1, rng))
		return false;
	if (goal == 4)
		scene->several = (bits_t){{0}};
	return true;
}

static void draw_threats(scene_t *scene, rng_t *rng)
{
	scene->attacker_threats = scene->defender_threats = 0;
	if (!chance(rng, THREATS))
		return;
	scene->attacker_threats = rng_below(rng, THREATS_UNLIMITED);
	scene->defender_threats = rng_below(rng, THREATS_UNLIMITED);
	if (chance(rng, UNLIMITED))
		*(chance(rng, 50) ? &scene->attacker_threats : &scene->defender_threats) =
		        THREATS_UNLIMITED;
}

static unsigned pick_side(bool small, rng_t *rng)
{
	static const uint8_t sides[] = {3, 4, 4, 5, 5, 5, 6, 6, 7, 7, 9, 13};

	return sides[rng_below(rng, small ? 8 : sizeof(sides))];
}

bool make_region(bool small, rng_t *rng, scene_t *out)
{
	const colour_t inner = chance(rng, 50) ? COLOUR_BLACK : COLOUR_WHITE;
	const bool is_enclosed = chance(rng, ENCLOSED);

	out->board.width = pick_side(small, rng);
	out->board.height = chance(rng, 85) ? out->board.width : pick_side(small, rng);
	if (is_enclosed)
		enclose(out, inner, rng);
	else
		cut_out(out, rng);
	if (chance(rng, KOS))
		make_ko(&out->board, rng);
	make_clear_dead(&out->board);
	if (bits_count(&out->region) == grid_area(&out->board) ||
	    count_empty(&out->board, &out->region) > EMPTY_MOST)
		return false;
	out->first = chance(rng, SECOND) ? SIDE_DEFENDER : SIDE_ATTACKER;
	if (!ask(out, chance(rng, is_enclosed ? INNER_NAMED : 50) ? inner : other_colour(inner),
	         rng))
		return false;
	out->ko = NO_POINT;
	make_ban(out, rng);
	draw_threats(out, rng);
	out->driver = chance(rng, PLAIN) ? DRIVER_PLAIN : DRIVER_LAMBDA;
	return true;
}
