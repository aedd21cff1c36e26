/* SPDX-License-Identifier: MIT
 * capture_many.h - the goals "capture-any" and "capture-all": one of the blocks on the named stones
 * is captured, or each of them, at whatever time; and what their zones (capture_many_needs.h) ask
 * about a position of these goals.
 *
 * The stones of the goal are those of go_t.stones: the named ones, without those that have been
 * struck off. A retake is the defender's taking back of a capture in a ko (retake.h).
 *
 * Threads   as board.h.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_CAPTURE_CAPTURE_MANY_H
#define ENGINE_GAME_GO_CAPTURE_CAPTURE_MANY_H

#include "engine/game/go/goal.h"

extern const go_goal_t go_capture_any, go_capture_all;

/* capture_many_taken returns a stone of the goal that is not on the board: it has just been
 * captured, and the defender may retake it now or has not done so. POINT_NONE: all of them
 * stand. */
unsigned capture_many_taken(const go_t *go);

/* capture_many_next goes over the blocks of the stones that stand: it takes stones out of *left
 * until it has the last one of a block, and returns that stone. POINT_NONE: no block is left. */
unsigned capture_many_next(const go_t *go, bits_t *left);

/* capture_many_moves returns the distance of the goal, and writes the liberties that a move must
 * fill to lower it. */
unsigned capture_many_moves(const go_t *go, bits_t *points);

/* capture_many_done: has all been captured that the goal wants, but for a retake of the last
 * capture? */
bool capture_many_done(const go_t *go);

/* capture_many_safe: do unconditionally alive blocks keep the attacker from the goal for good? If
 * so it writes the stones of the goal on such blocks; else *out means nothing. */
bool capture_many_safe(const go_t *go, bits_t *out);

/* capture_many_add_blocks adds the points of the blocks of the stones that stand. */
void capture_many_add_blocks(const go_t *go, bits_t *out);

#endif
