/* SPDX-License-Identifier: MIT
 * dragon.h - dragons of Go: which blocks belong together, who surrounds them, and where that is
 * decided.
 *
 * Threads   any; no state.
 * Errors    those of problem.h, with the paths that engine/game/dragon.h names.
 */
#ifndef ENGINE_GAME_GO_DRAGON_H
#define ENGINE_GAME_GO_DRAGON_H

#include "engine/game/dragon.h"

extern const dragon_ops_t go_dragons;

#endif
