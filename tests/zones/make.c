/* SPDX-License-Identifier: MIT
 * make.c - random problems of the games in which stones stay, and the limits of all.
 *
 * Orders and depths are chosen so that a solve takes hundreds of nodes, not
 * thousands: a wrong zone shows on small problems as well, and there are more of them. */
#include "tests/zones/make.h"

#include <stdio.h>
#include <string.h>

enum { SMALL_AREA = 49 }; /* points of the boards that are called small */

/* sprinkle puts `stones` stones on empty points, many of them near others. */
static void sprinkle(grid_t *board, unsigned stones, unsigned black, rng_t *rng)
{
	const int width = (int)board->width, height = (int)board->height;
	int x = width / 2, y = height / 2;

	for (unsigned tries = 0; stones > 0 && tries < 1000; tries++) {
		const bool near = chance(rng, 75);
		const int px =
		        near ? x - 2 + (int)rng_below(rng, 5) : (int)rng_below(rng, board->width);
		const int py =
		        near ? y - 2 + (int)rng_below(rng, 5) : (int)rng_below(rng, board->height);

		if (px < 0 || py < 0 || px >= width || py >= height)
			continue;
		if (board->at[py * width + px] != COLOUR_NONE)
			continue;
		board->at[py * width + px] = chance(rng, black) ? COLOUR_BLACK : COLOUR_WHITE;
		if (chance(rng, 60)) {
			x = px;
			y = py;
		}
		stones--;
	}
}

static void blank(scene_t *scene, unsigned width, unsigned height)
{
	scene->board.width = width;
	scene->board.height = height;
	memset(scene->board.at, COLOUR_NONE, sizeof(scene->board.at));
}

static colour_t any_colour(rng_t *rng)
{
	return chance(rng, 50) ? COLOUR_BLACK : COLOUR_WHITE;
}

/* Renju needs many stones before points are forbidden, and most of them black. */
static void make_renju(bool small, rng_t *rng, scene_t *out)
{
	const unsigned most = small ? 7 : 15;
	const unsigned side = 6 + rng_below(rng, most - 5);
	const unsigned other = chance(rng, 70) ? side : 5 + rng_below(rng, most - 4);
	const unsigned stones = 5 + rng_below(rng, small ? 18 : 24);

	blank(out, side, other);
	sprinkle(&out->board, stones, 40 + rng_below(rng, 31), rng);
	out->attacker = any_colour(rng);
	(void)snprintf(out->options, sizeof(out->options), "k=5 rule=renju");
}

/* k in a row is at stake with about k - 1 stones of each side near each other. */
bool make_gomoku(const library_t *library, const make_wish_t *wish, rng_t *rng, scene_t *out)
{
	const unsigned k = 3 + rng_below(rng, 3);
	const unsigned most = wish->small ? 7 : k == 3 ? 8 : k == 4 ? 11 : BOARD_MAX;
	const unsigned side = k + 1 + rng_below(rng, most - k);
	const unsigned other = chance(rng, 70) ? side : k + rng_below(rng, most + 1 - k);
	const unsigned stones = k - 2 + rng_below(rng, k * k);

	if (chance(rng, 15) && make_vary(library, wish->small, rng, out) &&
	    (!wish->renju || strstr(out->options, "rule=renju") != NULL))
		return true;
	if (wish->renju || (k == 5 && chance(rng, 33))) {
		make_renju(wish->small, rng, out);
		return true;
	}
	blank(out, side, other);
	sprinkle(&out->board, stones, 35 + rng_below(rng, 31), rng);
	out->attacker = any_colour(rng);
	(void)snprintf(out->options, sizeof(out->options), "k=%u rule=%s", k,
	               chance(rng, 50)   ? "freestyle"
	               : chance(rng, 50) ? "standard"
	                                 : "caro");
	return true;
}

bool make_atarigo(const library_t *library, bool small, rng_t *rng, scene_t *out)
{
	const unsigned side = 4 + rng_below(rng, small ? 3 : 6);
	const unsigned other = chance(rng, 80) ? side : 4 + rng_below(rng, small ? 3 : 6);

	if (chance(rng, 15) && make_vary(library, small, rng, out))
		return true;
	blank(out, side, other);
	sprinkle(&out->board, 2 + rng_below(rng, side * other / 2), 35 + rng_below(rng, 31), rng);
	make_clear_dead(&out->board);
	out->attacker = any_colour(rng);
	if (chance(rng, 50))
		(void)snprintf(out->options, sizeof(out->options), "stuck=%s pass=%s",
		               chance(rng, 50) ? "loses" : "passes",
		               chance(rng, 50) ? "no" : "yes");
	return true;
}

bool make_hex(const library_t *library, bool small, rng_t *rng, scene_t *out)
{
	const unsigned side = 4 + rng_below(rng, small ? 3 : 6);
	const unsigned other = chance(rng, 80) ? side : 4 + rng_below(rng, small ? 3 : 6);

	if (chance(rng, 15) && make_vary(library, small, rng, out))
		return true;
	blank(out, side, other);
	sprinkle(&out->board, 2 + rng_below(rng, side * other * 2 / 3), 35 + rng_below(rng, 31),
	         rng);
	out->attacker = any_colour(rng);
	return true;
}

/* vary_points changes points on or next to stones. */
static void vary_points(scene_t *scene, unsigned changes, rng_t *rng)
{
	for (unsigned tries = 0; changes > 0 && tries < 500; tries++) {
		const unsigned p = rng_below(rng, grid_area(&scene->board));
		unsigned near[4];
		unsigned k = scene_neighbours(&scene->board, p, near);
		bool touches = scene->board.at[p] != COLOUR_NONE;

		while (k-- > 0)
			touches = touches || scene->board.at[near[k]] != COLOUR_NONE;
		if (!touches || scene_names(scene, p) || p == scene->ko)
			continue;
		scene->board.at[p] = (uint8_t)rng_below(rng, 3);
		changes--;
	}
}

bool make_vary(const library_t *library, bool small, rng_t *rng, scene_t *out)
{
	const game_t *game = out->game;

	for (unsigned tries = 0; tries < 50 && library->count > 0; tries++) {
		const scene_t *scene = &library->scene[rng_below(rng, library->count)];

		if (scene->game != game || (small && grid_area(&scene->board) > SMALL_AREA))
			continue;
		*out = *scene;
		if (game->style != BOARD_HEX) {
			scene_turn(out, rng_below(rng, GRID_SYMMETRIES));
			if (chance(rng, 50))
				scene_swap(out);
		}
		vary_points(out, chance(rng, 15) ? 0 : 1 + rng_below(rng, 4), rng);
		if (game->style == BOARD_GO)
			make_clear_dead(&out->board);
		return true;
	}
	return false;
}

static unsigned pick_order(const scene_t *scene, rng_t *rng)
{
	const unsigned area = grid_area(&scene->board);
	const unsigned roll = rng_below(rng, 100);

	if (scene->target != NO_POINT || scene_has_region(scene)) { /* Go */
		if (area > 100)
			return roll < 85 ? 1 : roll < 95 ? 2 : 0;
		if (area > 36)
			return roll < 30 ? 1 : roll < 90 ? 2 : roll < 95 ? 3 : 0;
		return roll < 25 ? 1 : roll < 70 ? 2 : roll < 95 ? 3 : 0;
	}
	if (area > 36)
		return roll < 45 ? 1 : roll < 92 ? 2 : 3;
	return roll < 25 ? 1 : roll < 70 ? 2 : 3;
}

static unsigned pick_depth(const scene_t *scene, rng_t *rng)
{
	static const uint8_t shallow[] = {3, 5, 5, 7, 7, 9, 11};
	static const uint8_t deep[] = {5, 7, 9, 15, 31, 41, 101};

	if (scene->order <= 1 && scene->driver == DRIVER_LAMBDA)
		return deep[rng_below(rng, sizeof(deep))];
	return chance(rng, 30) ? deep[rng_below(rng, sizeof(deep))]
	                       : shallow[rng_below(rng, sizeof(shallow))];
}

bool make_scene(const game_t *game, const library_t *library, const make_wish_t *wish, rng_t *rng,
                scene_t *out)
{
	bool made;

	*out = (scene_t){.game = game, .target = NO_POINT, .second = NO_POINT, .ko = NO_POINT};
	if (strcmp(game->name, "go") == 0)
		made = make_go(library, wish, rng, out);
	else if (strcmp(game->name, "gomoku") == 0)
		made = make_gomoku(library, wish, rng, out);
	else if (strcmp(game->name, "atarigo") == 0)
		made = make_atarigo(library, wish->small, rng, out);
	else
		made = strcmp(game->name, "hex") == 0 && make_hex(library, wish->small, rng, out);
	if (!made)
		return false;
	out->order = wish->order >= 0 ? (unsigned)wish->order : pick_order(out, rng);
	out->depth = pick_depth(out, rng);
	out->nodes = wish->nodes;
	out->schedule = chance(rng, 75) ? SCHEDULE_DEPTH : SCHEDULE_AUTO;
	return scene_stands(out, NULL);
}
