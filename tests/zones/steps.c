/* SPDX-License-Identifier: MIT
 * steps.c - one step of the induction at a time.
 *
 * The zones of the positions after a move are random sets of points: what a step adds to
 * them must do for any. Either side may be the one to move. */
#include "tests/zones/steps.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/game/go/board/legal.h"
#include "engine/game/go/board/play.h"
#include "engine/game/go/board/setup.h"
#include "engine/game/go/goal.h"
#include "tests/zones/fill.h"

enum { ORDER = 2 };

/* board_point is a point of a scene as boards of Go have it. */
static unsigned board_point(unsigned point)
{
	return point != NO_POINT ? point : POINT_NONE;
}

static go_t *make_board(const scene_t *scene, side_t turn)
{
	const go_goal_t *goal = scene->goal != NULL ? go_goal_find(scene->goal) : go_goal_at(0);
	setup_t setup = {.width = scene->board.width,
	                 .height = scene->board.height,
	                 .goal = goal,
	                 .target = goal->stones != STONES_MANY || goal->is_own
	                                   ? board_point(scene->target)
	                                   : POINT_NONE,
	                 .stones = scene->several,
	                 .region = scene->region,
	                 .second = board_point(scene->second),
	                 .attacker = scene->attacker,
	                 .ko = turn == scene->first ? board_point(scene->ko) : POINT_NONE};
	go_t *go;

	for (unsigned p = 0; p < grid_area(&scene->board); p++)
		setup.at[p] = scene->board.at[p];
	CHECK(setup_board(&setup, turn, &go) == ERR_OK);
	go->base.game = scene->game;
	return go;
}

/* agree: do two boards have the same on a set of points? */
static bool agree(const go_t *a, const go_t *b, const bits_t *points)
{
	bits_t left = *points;

	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		if (a->at[p] != b->at[p])
			return false;
	}
	return true;
}

/* changes_of plays a legal move, and writes the points that it changes. */
static void changes_of(go_t *go, move_t move, bits_t *out)
{
	uint8_t before[AREA_MAX];

	memcpy(before, go->at, sizeof(before));
	play_move(go, move);
	*out = (bits_t){{0}};
	for (unsigned p = 0; p < go->geo->area; p++)
		if (before[p] != go->at[p])
			bits_add(out, p);
}

/* compare_moves plays a move that is legal here on both boards. */
static const char *compare_moves(go_t *here, go_t *there, move_t move)
{
	bits_t a, b;

	if (!board_legal(there, move))
		return "the move is illegal there";
	changes_of(here, move, &a);
	changes_of(there, move, &b);
	if (memcmp(&a, &b, sizeof(a)) != 0)
		return "the move changes other points there";
	return here->ko == there->ko ? NULL : "the move makes another ko there";
}

static void random_set(const scene_t *scene, rng_t *rng, bits_t *out)
{
	const unsigned share = 5 + rng_below(rng, 40);

	*out = (bits_t){{0}};
	for (unsigned p = 0; p < grid_area(&scene->board); p++)
		if (chance(rng, share))
			bits_add(out, p);
}

static void zone_of(const scene_t *scene, const bits_t *points, zone_t *out)
{
	zone_init(out, 1, scene->board.width, scene->board.height);
	out->area[0] = *points;
}

static move_t pick_move(const go_t *go, rng_t *rng)
{
	bits_t points;
	unsigned skip;

	board_legal_points(go, &points);
	if (bits_is_empty(&points))
		return MOVE_NONE;
	for (skip = rng_below(rng, bits_count(&points)); skip > 0; skip--)
		(void)bits_take(&points);
	return (move_t)bits_take(&points);
}

/* A move of the holder does the same on both boards; and so does one of the other side
 * that leads into a cycle. */
static const char *check_move(const scene_t *scene, go_t *here, bool holder, rng_t *rng,
                              scene_t *after, zone_t *zone, move_t *move)
{
	const zone_ops_t *rules = scene->game->zones;
	const char *wrong;
	bits_t child;
	go_t *there;

	*move = pick_move(here, rng);
	random_set(scene, rng, &child);
	zone_of(scene, &child, zone);
	if (*move == MOVE_NONE)
		return NULL;
	if (holder)
		rules->move(&here->base, *move, zone);
	else
		rules->answered(&here->base, *move, false, true, zone);
	if (!fill(scene, zone, COLOUR_NONE, rng, after))
		return NULL;
	there = make_board(after, here->base.turn);
	wrong = compare_moves(here, there, *move);
	position_free(&there->base);
	return wrong;
}

/* check_reply: the other side plays `move`, which is legal there. If it was not tried,
 * that must be like a pass here, else like the move here, for the points in `needs`. */
static const char *check_reply(go_t *here, go_t *there, move_t move, bool tried,
                               const bits_t *needs)
{
	bool same;

	if (tried && !board_legal(here, move))
		return "the move is illegal here, and not there";
	play_move(there, move);
	if (tried)
		play_move(here, move);
	same = agree(here, there, needs);
	if (tried)
		play_undo(here);
	play_undo(there);
	if (same)
		return NULL;
	return tried ? "the move does not do the same there"
	             : "the move was not tried, and is not like a pass";
}

/* The other side is to move: what it can play on the changed board was tried and answered
 * on this one, or is like the pass. */
static const char *check_close(const scene_t *scene, go_t *here, rng_t *rng, scene_t *after,
                               zone_t *zone, move_t *move)
{
	const zone_ops_t *rules = scene->game->zones;
	const char *wrong = NULL;
	bits_t pass, answer, must;
	go_t *there;

	random_set(scene, rng, &pass);
	random_set(scene, rng, &answer); /* one for all that are tried */
	zone_of(scene, &pass, zone);
	rules->must(&here->base, ORDER, zone, &must);
	for (move_t p = 0; p < here->geo->area; p++)
		if (bits_has(&must, p) && board_legal(here, p)) {
			bits_unite(&zone->area[0], &answer);
			rules->answered(&here->base, p, false, false, zone);
		}
	rules->close(&here->base, &must, zone);
	if (!fill(scene, zone, COLOUR_NONE, rng, after))
		return NULL;
	there = make_board(after, here->base.turn);
	for (move_t p = 0; p < here->geo->area && wrong == NULL; p++) {
		const bool tried = bits_has(&must, p);

		*move = p;
		if (p != here->ko && board_legal(there, p))
			wrong = check_reply(here, there, p, tried, tried ? &answer : &pass);
	}
	position_free(&there->base);
	return wrong;
}

const char *steps_check(const scene_t *scene, rng_t *rng, scene_t *after, zone_t *zone,
                        move_t *move)
{
	go_t *here = make_board(scene, chance(rng, 50) ? SIDE_ATTACKER : SIDE_DEFENDER);
	const unsigned roll = rng_below(rng, 4);
	const char *wrong;

	if (roll < 2)
		wrong = check_move(scene, here, roll == 0, rng, after, zone, move);
	else
		wrong = check_close(scene, here, rng, after, zone, move);
	position_free(&here->base);
	return wrong;
}
