/* SPDX-License-Identifier: MIT
 * capture_many.h - what the goals of capturing blocks out of several (capture_many.c) share with
 * their zones.
 *
 * Threads   as board.h.
 */
#ifndef ENGINE_GAME_GO_CAPTURE_CAPTURE_MANY_H
#define ENGINE_GAME_GO_CAPTURE_CAPTURE_MANY_H

#include "engine/game/go/board/board.h"

/* capture_many_taken returns the stone of the goal that is not there: it has just been captured,
 * and may be retaken or was not. POINT_NONE: all of them stand. */
unsigned capture_many_taken(const go_t *go);

/* capture_many_next takes one that stands, of a block that no other of `left` is of; or POINT_NONE.
 */
unsigned capture_many_next(const go_t *go, bits_t *left);

/* capture_many_is_closed: has the block a liberty that nobody may play on? */
bool capture_many_is_closed(const go_t *go, const block_t *block);

/* capture_many_moves tells how many moves the goal takes, and writes the points that bring it
 * nearer.
 */
unsigned capture_many_moves(const go_t *go, bits_t *points);

/* capture_many_done: is nothing left but to wait whether the capture is taken back? */
bool capture_many_done(const go_t *go);

/* capture_many_safe writes those of the stones that are unconditionally alive, if that keeps the
 * attacker from the goal; false: it does not. */
bool capture_many_safe(const go_t *go, bits_t *out);

/* capture_many_add_blocks adds the blocks of the stones that stand. */
void capture_many_add_blocks(const go_t *go, bits_t *out);

/* As in goal.h. */
void capture_many_needs_finish(const go_t *go, move_t move, bits_t *out);
void capture_many_needs_far(const go_t *go, unsigned moves, bits_t *out);
void capture_many_needs_lost(const go_t *go, bits_t *out);

#endif
