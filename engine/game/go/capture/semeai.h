/* SPDX-License-Identifier: MIT
 * semeai.h - the goal "semeai": the attacker captures the block on the first stone, the defender's,
 * while the block on the second stone, his own, stands.
 *
 * Threads   any: the row is a constant.
 */
#ifndef ENGINE_GAME_GO_CAPTURE_SEMEAI_H
#define ENGINE_GAME_GO_CAPTURE_SEMEAI_H

#include "engine/game/go/goal.h"

extern const go_goal_t go_semeai;

#endif
