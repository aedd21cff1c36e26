/* SPDX-License-Identifier: MIT
 * connect.h - the goal "connect": the two named stones, the attacker's, are in one block; and which
 * points one block can be connected with in a number of moves.
 *
 * Threads   any; no state.
 */
#ifndef ENGINE_GAME_GO_CONNECT_CONNECT_H
#define ENGINE_GAME_GO_CONNECT_CONNECT_H

#include "engine/game/go/goal.h"

extern const go_goal_t go_connect;

/* connect_reach writes the points that are at most `steps` steps (distance.h; at most REACH_MOST)
 * from the block on `stone`, which must be the attacker's: the goal of connecting that block with a
 * stone on such a point has a distance of `steps` or less. */
void connect_reach(const go_t *go, unsigned stone, unsigned steps, bits_t *out);

#endif
