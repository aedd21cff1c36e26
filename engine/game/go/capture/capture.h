/* SPDX-License-Identifier: MIT
 * capture.h - the goal "capture": the block on the named stone is captured. A capture in a ko that
 * the defender may take back at once counts only when he does not take it back (retake.h).
 *
 * Threads   any: the row is a constant.
 */
#ifndef ENGINE_GAME_GO_CAPTURE_CAPTURE_H
#define ENGINE_GAME_GO_CAPTURE_CAPTURE_H

#include "engine/game/go/goal.h"

extern const go_goal_t go_capture;

#endif
