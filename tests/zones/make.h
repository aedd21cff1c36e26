/* SPDX-License-Identifier: MIT
 * make.h - random problems in which something is at stake.
 *
 * Ownership a library is the caller's array; it is read only.
 * Threads   any; all randomness is the caller's rng.
 */
#ifndef TESTS_ZONES_MAKE_H
#define TESTS_ZONES_MAKE_H

#include "tests/zones/scene.h"

enum { LIBRARY_MAX = 512 };

/* Problems that are changed a little to make new ones. */
typedef struct {
	scene_t scene[LIBRARY_MAX];
	unsigned count;
} library_t;

/* What a run asks of the problems. */
typedef struct {
	int order;        /* of every problem; -1: as suits the board */
	bool small;       /* small boards only: where a solve without zones is cheap */
	bool renju;       /* Gomoku by the rules of Renju only */
	unsigned regions; /* Go: so many in a hundred are about a small region */
	uint64_t nodes;   /* limit of the first solve */
} make_wish_t;

/* make_scene makes a problem of `game`; false: this try failed. */
bool make_scene(const game_t *game, const library_t *library, const make_wish_t *wish, rng_t *rng,
                scene_t *out);

/* Those of one kind of game each; make_scene sets limits and checks. */
bool make_go(const library_t *library, const make_wish_t *wish, rng_t *rng, scene_t *out);
bool make_gomoku(const library_t *library, const make_wish_t *wish, rng_t *rng, scene_t *out);
bool make_atarigo(const library_t *library, bool small, rng_t *rng, scene_t *out);
bool make_hex(const library_t *library, bool small, rng_t *rng, scene_t *out);

/* make_vary takes a problem of out->game from the library, turned, with the colours
 * exchanged, with some points changed. False: there is none. */
bool make_vary(const library_t *library, bool small, rng_t *rng, scene_t *out);

/* make_region makes a question of Go about a small region, the only points that may be played on;
 * with the driver, which may be plain. */
bool make_region(bool small, rng_t *rng, scene_t *out);

/* make_clear_dead takes blocks without liberties off the board. */
void make_clear_dead(grid_t *board);

/* Parts of boards of Go. make_patch fills the board with a dense patch of stones of both colours
 * and a few around it; make_ko puts a ko somewhere; make_ban bans the side to move from a point
 * now and then, where a ko can have banned it. */
void make_patch(grid_t *board, rng_t *rng);
void make_ko(grid_t *board, rng_t *rng);
void make_ban(scene_t *scene, rng_t *rng);

#endif
