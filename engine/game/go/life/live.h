/* SPDX-License-Identifier: MIT
 * live.h - the goals "live" and "live-any": all of the named blocks, or one of them, are
 * unconditionally alive (benson.h). They are the attacker's. "live-any" may name no stone: then any
 * block of the attacker's will do, one that is yet to be played as well.
 *
 * Threads   any: the rows are constants.
 */
#ifndef ENGINE_GAME_GO_LIFE_LIVE_H
#define ENGINE_GAME_GO_LIFE_LIVE_H

#include "engine/game/go/goal.h"

extern const go_goal_t go_live, go_live_any;

#endif
