/* SPDX-License-Identifier: MIT
 * sure_eyes.h - does a block live by eyes that need no other move? This is Benson's algorithm with
 * looser means: blocks linked by two liberties count as one, and a part of the room counts as the
 * eyes that its shape is worth.
 *
 * Threads   values of one thread.
 * Errors    none.
 */
#ifndef ENGINE_JUDGE_SURE_EYES_H
#define ENGINE_JUDGE_SURE_EYES_H

#include "engine/judge/eyeparts.h"

/* sure_eyes_alive tells whether the block `target` lives so, the eyes being made of the points of
 * the set `low`, from which false eyes are taken (eyeparts_prune). */
bool sure_eyes_alive(const eyeroom_t *room, int target, const uint8_t *low);

#endif
