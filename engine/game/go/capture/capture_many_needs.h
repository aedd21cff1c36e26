/* SPDX-License-Identifier: MIT
 * capture_many_needs.h - the zones at the leaves of the goals "capture-any" and "capture-all".
 *
 * Contracts those of needs_finish, needs_far and needs_lost of goal.h.
 * Threads   as board.h.
 */
#ifndef ENGINE_GAME_GO_CAPTURE_CAPTURE_MANY_NEEDS_H
#define ENGINE_GAME_GO_CAPTURE_CAPTURE_MANY_NEEDS_H

#include "engine/game/go/board/board.h"

void capture_many_needs_finish(const go_t *go, move_t move, bits_t *out);
void capture_many_needs_far(const go_t *go, unsigned moves, bits_t *out);
void capture_many_needs_lost(const go_t *go, bits_t *out);

#endif
