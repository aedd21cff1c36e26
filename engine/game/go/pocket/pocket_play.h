/* SPDX-License-Identifier: MIT
 * pocket_play.h - moves on a pocket, and when its question is decided.
 *
 * Units     as pocket.h.
 * Ownership positions are the caller's.
 * Threads   any.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_POCKET_POCKET_PLAY_H
#define ENGINE_GAME_GO_POCKET_POCKET_PLAY_H

#include "engine/game/go/pocket/pocket.h"

/* pocket_play_points returns the points where the side to move might play; some may be suicide. */
uint64_t pocket_play_points(const pocket_t *p, const pocket_state_t *s);

/* pocket_play_move plays on one of those points, or passes; false: it is suicide, and *s is
 * spoilt. */
bool pocket_play_move(const pocket_t *p, pocket_state_t *s, unsigned bit);

/* pocket_play_alive returns the stones that are unconditionally alive (Benson 1976), of the side
 * that is to live. */
uint64_t pocket_play_alive(const pocket_t *p, const pocket_state_t *s);

/* pocket_play_own_eyes returns those of the points that are eyes of the side that is to live, with
 * no block around them in atari: it has no reason to fill one. */
uint64_t pocket_play_own_eyes(const pocket_t *p, const pocket_state_t *s, uint64_t points);

/* pocket_play_end: is the question decided? */
pocket_end_t pocket_play_end(const pocket_t *p, const pocket_state_t *s);

#endif
