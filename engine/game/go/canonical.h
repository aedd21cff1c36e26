/* SPDX-License-Identifier: MIT
 * canonical.h - how questions of Go are stored (docs/store.md).
 *
 * Contracts those of canonical_ops_t.
 * Threads   any: the table is a constant.
 */
#ifndef ENGINE_GAME_GO_CANONICAL_H
#define ENGINE_GAME_GO_CANONICAL_H

#include "engine/game/canonical.h"

extern const canonical_ops_t go_canonical;

#endif
