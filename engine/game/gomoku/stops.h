/* SPDX-License-Identifier: MIT
 * stops.h - which stones keep a side from completing a row with its next one.
 *
 * A window that lacks one stone is stopped by a stone on the missing point. By the rule caro, where
 * one end of the window has a stone of the other side, one on the other end stops it as well.
 *
 * Threads   values of one thread; the board must not change meanwhile.
 */
#ifndef ENGINE_GAME_GOMOKU_STOPS_H
#define ENGINE_GAME_GOMOKU_STOPS_H

#include "engine/game/gomoku/walk.h"

enum { STOPS_MOST = 2 }; /* layout: of a window */

typedef struct {
	unsigned threats; /* points that complete a row: none, one, or 2 for more than one */
	unsigned count;
	uint16_t point[STOPS_MOST]; /* each stops all that threatens */
} stops_t;

/* stops_far_end returns the end of an open window of `side` where a stone of the other side would
 * close it, GRID_NO_POINT: there is none. `walk` has come to that window. */
unsigned stops_far_end(const gomoku_t *board, side_t side, const walk_t *walk);

/* stops_find writes what stops `side`, who has not won. */
void stops_find(const gomoku_t *board, side_t side, stops_t *out);

/* stops_has: is the point one that stops all? */
bool stops_has(const stops_t *stops, unsigned point);

#endif
