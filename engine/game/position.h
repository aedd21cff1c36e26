/* SPDX-License-Identifier: MIT
 * position.h - copies positions, of whatever game, and releases them.
 *
 * Ownership a position belongs to who made or cloned it.
 * Threads   any; a position: one thread at a time.
 * Errors    none but the want of memory.
 */
#ifndef ENGINE_GAME_POSITION_H
#define ENGINE_GAME_POSITION_H

#include "engine/game/types.h"

/* position_clone copies a position, its played moves included, and gives the copy the scratch that
 * the position wants; NULL when there is no memory. */
position_t *position_clone(const position_t *pos);

/* position_copy overwrites `to` with `from`. Both states have the same size; the scratch of `to`
 * stays as it is. */
void position_copy(position_t *to, const position_t *from);

/* position_pack returns a position in the memory that it uses now, without room for moves: it can
 * be asked and copied as before, and not be played on. `pos` has no scratch; it is released, or
 * returned where there is nothing to gain. */
position_t *position_pack(position_t *pos);

/* position_free releases a position. NULL is accepted. */
void position_free(position_t *pos);

#endif
