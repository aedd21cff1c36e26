/* SPDX-License-Identifier: MIT
 * captures.h - what the goals of capturing blocks out of several (captures.c) share with their
 * zones.
 *
 * Threads   as board.h.
 */
#ifndef ENGINE_GAME_GO_CAPTURES_H
#define ENGINE_GAME_GO_CAPTURES_H

#include "engine/game/go/board.h"

/* captures_taken returns the stone of the goal that is not there: it has just been captured, and
 * may be retaken or was not. POINT_NONE: all of them stand. */
unsigned captures_taken(const go_t *go);

/* captures_next takes one that stands, of a block that no other of `left` is of; or POINT_NONE. */
unsigned captures_next(const go_t *go, bits_t *left);

/* captures_is_closed: has the block a liberty that nobody may play on? */
bool captures_is_closed(const go_t *go, const block_t *block);

/* captures_moves tells how many moves the goal takes, and writes the points that bring it nearer.
 */
unsigned captures_moves(const go_t *go, bits_t *points);

/* captures_done: is nothing left but to wait whether the capture is taken back? */
bool captures_done(const go_t *go);

/* captures_safe writes those of the stones that are unconditionally alive, if that keeps the
 * attacker from the goal; false: it does not. */
bool captures_safe(const go_t *go, bits_t *out);

/* captures_add_blocks adds the blocks of the stones that stand. */
void captures_add_blocks(const go_t *go, bits_t *out);

/* As in goal.h. */
void captures_needs_finish(const go_t *go, move_t move, bits_t *out);
void captures_needs_far(const go_t *go, unsigned moves, bits_t *out);
void captures_needs_lost(const go_t *go, bits_t *out);

#endif
