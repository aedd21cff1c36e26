/* SPDX-License-Identifier: MIT
 * canonical.h - how questions of chess are stored; contracts are those of canonical_ops_t (the
 * canonical.h of engine/game).
 *
 * Ownership constants.
 * Threads   any.
 */
#ifndef ENGINE_GAME_CHESS_CANONICAL_H
#define ENGINE_GAME_CHESS_CANONICAL_H

#include "engine/game/canonical.h"

extern const canonical_ops_t chess_canonical;

#endif
