/* SPDX-License-Identifier: MIT
 * connect.h - how far the attacker can connect. The goal itself is go_connect of goal.h.
 *
 * Threads   any: nothing here keeps state.
 */
#ifndef ENGINE_GAME_GO_CONNECT_CONNECT_H
#define ENGINE_GAME_GO_CONNECT_CONNECT_H

#include "engine/game/go/board/board.h"

/* connect_reach writes what is no further than `steps` moves (REACH_MOST of distance.h at most)
 * from the block on `stone`, which must be the attacker's: the goal of connecting that block with a
 * stone in the result has a distance of `steps` or less. */
void connect_reach(const go_t *go, unsigned stone, unsigned steps, bits_t *out);

#endif
