/* SPDX-License-Identifier: MIT
 * make_go.c - random fights in Go.
 *
 * A third are known problems changed a little. The rest are dense patches of stones of both colours
 * in the middle, on an edge or in a corner, where short liberties, eyes, snapbacks and blocks in
 * atari come by themselves; kos do not, so some are stamped on. */
#include "tests/zones/make.h"

#include <stdlib.h>

enum {
	TARGET_TRIES = 12,
	PATCH_LEAST = 3,
	PATCH_MOST = 7,
	MANY_KOS = 3,
	PAIR_NEAR = 3,
	PAIRS = 30,
	RACES = 30,
	SEVERAL = 25,
};

void make_clear_dead(grid_t *board)
{
	bits_t stones;

	for (unsigned p = 0; p < grid_area(board); p++) {
		if (board->at[p] == COLOUR_NONE || scene_block(board, p, &stones) > 0)
			continue;
		while (!bits_is_empty(&stones))
			board->at[bits_take(&stones)] = COLOUR_NONE;
	}
}

static unsigned pick_side(bool small, rng_t *rng)
{
	static const uint8_t sides[] = {4, 5, 5, 5, 6, 6, 7, 7, 7, 9, 9, 9, 9, 13, 13, 19};

	return sides[rng_below(rng, small ? 9 : sizeof(sides))];
}

static colour_t pick_stone(rng_t *rng, unsigned filled, unsigned black)
{
	if (!chance(rng, filled))
		return COLOUR_NONE;
	return chance(rng, black) ? COLOUR_BLACK : COLOUR_WHITE;
}

/* Where a patch of `extent` points begins on a side of `side`: mostly at an end. */
static unsigned pick_start(rng_t *rng, unsigned side, unsigned extent)
{
	const unsigned room = side - extent;
	const unsigned roll = rng_below(rng, 100);

	return roll < 35 ? 0 : roll < 60 ? room : rng_below(rng, room + 1);
}

/* pick_extent: of a patch on a side of `side` points. */
static unsigned pick_extent(rng_t *rng, unsigned side)
{
	const unsigned most = side < PATCH_MOST ? side : PATCH_MOST;

	return PATCH_LEAST + rng_below(rng, most + 1 - PATCH_LEAST);
}

void make_patch(grid_t *board, rng_t *rng)
{
	const unsigned width = pick_extent(rng, board->width);
	const unsigned height = pick_extent(rng, board->height);
	const unsigned left = pick_start(rng, board->width, width);
	const unsigned top = pick_start(rng, board->height, height);
	const unsigned filled = 35 + rng_below(rng, 50);
	const unsigned black = 30 + rng_below(rng, 41);
	const unsigned around = chance(rng, 50) ? 0 : rng_below(rng, 40);

	for (unsigned p = 0; p < grid_area(board); p++)
		board->at[p] = (uint8_t)pick_stone(rng, around, 50);
	for (unsigned y = top; y < top + height; y++)
		for (unsigned x = left; x < left + width; x++)
			board->at[y * board->width + x] = (uint8_t)pick_stone(rng, filled, black);
}

static void put(grid_t *board, int x, int y, colour_t colour)
{
	if (x >= 0 && y >= 0 && x < (int)board->width && y < (int)board->height)
		board->at[y * (int)board->width + x] = (uint8_t)colour;
}

/* One side, `owner`, has the stone in the ko and the three around the other point. */
void make_ko(grid_t *board, rng_t *rng)
{
	const colour_t owner = chance(rng, 50) ? COLOUR_BLACK : COLOUR_WHITE;
	static const int step[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
	const int *d = step[rng_below(rng, 4)];
	const unsigned point = rng_below(rng, grid_area(board));
	const int x = (int)(point % board->width), y = (int)(point / board->width);

	for (int side = -1; side <= 1; side += 2) {
		put(board, x + side * d[1], y + side * d[0], owner);
		put(board, x + d[0] + side * d[1], y + d[1] + side * d[0], other_colour(owner));
	}
	put(board, x - d[0], y - d[1], owner);
	put(board, x + 2 * d[0], y + 2 * d[1], other_colour(owner));
	put(board, x + d[0], y + d[1], owner);
	put(board, x, y, COLOUR_NONE);
}

/* pick_target prefers blocks with few liberties. */
static bool pick_target(scene_t *scene, rng_t *rng)
{
	const unsigned most = 1 + rng_below(rng, 4);
	bits_t stones;

	for (unsigned i = 0; i < TARGET_TRIES * 4; i++) {
		const unsigned p = rng_below(rng, grid_area(&scene->board));

		if (scene->board.at[p] == COLOUR_NONE ||
		    (scene_block(&scene->board, p, &stones) > most && i < TARGET_TRIES * 3))
			continue;
		scene->target = p;
		scene->attacker = other_colour(scene->board.at[p]);
		return true;
	}
	return false;
}

/* is_near: is the point no more than PAIR_NEAR lines from the target? */
static bool is_near(const scene_t *scene, unsigned p)
{
	const int width = (int)scene->board.width;
	const int dx = (int)p % width - (int)scene->target % width;
	const int dy = (int)p / width - (int)scene->target / width;

	return abs(dx) <= PAIR_NEAR && abs(dy) <= PAIR_NEAR;
}

/* pick_pair makes it a question of connecting: a stone, and one of another block near it. Or of
 * a race, with one of the other colour. */
static void pick_pair(scene_t *scene, rng_t *rng)
{
	const bool races = chance(rng, RACES);
	const unsigned first = scene->board.at[scene->target];
	const unsigned colour = races ? other_colour(first) : first;
	bits_t stones;

	(void)scene_block(&scene->board, scene->target, &stones);
	for (unsigned i = 0; i < TARGET_TRIES && scene->second == NO_POINT; i++) {
		const unsigned p = rng_below(rng, grid_area(&scene->board));

		if (scene->board.at[p] == colour && !bits_has(&stones, p) &&
		    (is_near(scene, p) || i > TARGET_TRIES / 2))
			scene->second = p;
	}
	if (scene->second == NO_POINT)
		return;
	scene->attacker = colour;
	scene->goal = races ? "semeai" : "connect";
}

/* pick_several makes it a question of any or all of two or three blocks. */
static void pick_several(scene_t *scene, rng_t *rng)
{
	const unsigned colour = scene->board.at[scene->target];

	bits_add(&scene->several, scene->target);
	for (unsigned i = 0; i < TARGET_TRIES && bits_count(&scene->several) < 3; i++) {
		const unsigned p = rng_below(rng, grid_area(&scene->board));

		if (scene->board.at[p] == colour && (is_near(scene, p) || i > TARGET_TRIES / 2))
			bits_add(&scene->several, p);
	}
	scene->goal = chance(rng, 50) ? "capture-any" : "capture-all";
}

/* may_be_ko: does the side to move capture exactly one stone on that point, alone? */
static bool may_be_ko(const scene_t *scene, unsigned point)
{
	unsigned near[4];
	unsigned k = scene_neighbours(&scene->board, point, near);
	unsigned captured = 0;
	bits_t stones;

	if (scene->board.at[point] != COLOUR_NONE)
		return false;
	while (k-- > 0) {
		if (scene->board.at[near[k]] != other_colour(scene_mover(scene)))
			return false;
		if (scene_block(&scene->board, near[k], &stones) == 1)
			captured += bits_count(&stones);
	}
	return captured == 1;
}

void make_ban(scene_t *scene, rng_t *rng)
{
	const unsigned area = grid_area(&scene->board);
	const unsigned start = rng_below(rng, area);

	for (unsigned i = 0; i < area && scene->ko == NO_POINT; i++)
		if (may_be_ko(scene, (start + i) % area) && chance(rng, 70))
			scene->ko = (start + i) % area;
}

bool make_go(const library_t *library, const make_wish_t *wish, rng_t *rng, scene_t *out)
{
	const bool small = wish->small;
	bool ko = out->ko != NO_POINT, many = false;
	unsigned kos;

	if (wish->regions > 0 && chance(rng, wish->regions))
		return make_region(small, rng, out);

	if (!chance(rng, 33) || !make_vary(library, small, rng, out)) {
		out->board.width = pick_side(small, rng);
		out->board.height = chance(rng, 85) ? out->board.width : pick_side(small, rng);
		if (out->board.height > 2 * out->board.width)
			out->board.height = out->board.width;
		make_patch(&out->board, rng);
		many = chance(rng, 15);
		ko = many || chance(rng, 25);
		for (kos = many ? MANY_KOS : chance(rng, 50) && ko; kos > 0; kos--)
			make_ko(&out->board, rng);
		make_clear_dead(&out->board);
		out->target = out->second = NO_POINT;
	}
	if ((out->target == NO_POINT || out->board.at[out->target] == COLOUR_NONE ||
	     chance(rng, 10)) &&
	    !pick_target(out, rng))
		return false;
	out->second = NO_POINT;
	out->attacker = other_colour(out->board.at[out->target]);
	out->several = (bits_t){{0}};
	out->goal = NULL; /* "capture" */
	if (chance(rng, PAIRS))
		pick_pair(out, rng);
	else if (chance(rng, SEVERAL))
		pick_several(out, rng);
	if (out->ko == NO_POINT || !may_be_ko(out, out->ko)) {
		out->ko = NO_POINT;
		make_ban(out, rng);
	}
	if (many && chance(rng, 70)) { /* few threats, to be spent here or there */
		out->attacker_threats = 1 + chance(rng, 33);
		out->defender_threats = chance(rng, 33);
	} else if (ko && chance(rng, 20)) {
		out->attacker_threats = out->defender_threats = THREATS_UNLIMITED;
	} else if (chance(rng, ko ? 40 : 10)) {
		out->attacker_threats = rng_below(rng, THREATS_UNLIMITED + 1);
		out->defender_threats = rng_below(rng, THREATS_UNLIMITED + 1);
	}
	return true;
}
