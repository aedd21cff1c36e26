/* SPDX-License-Identifier: MIT
 * sequel.h - what the first move of a problem of Go leaves of its goal, its ko and its threats.
 *
 * Threads   as board.h.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_SEQUEL_H
#define ENGINE_GAME_GO_SEQUEL_H

#include "engine/game/sequel.h"

/* go_sequel is sequel of game_t. */
sequel_state_t go_sequel(const position_t *pos, sequel_rest_t *out);

#endif
