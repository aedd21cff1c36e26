/* SPDX-License-Identifier: MIT
 * oracle.h - the oracle of goals of life and death (hints.h): questions about small closed regions
 * are searched on a board of their own (pocket.h), many times as fast as df-pn is.
 *
 * Ownership as oracle_ops_t.
 * Threads   as oracle_ops_t.
 */
#ifndef ENGINE_GAME_GO_POCKET_ORACLE_H
#define ENGINE_GAME_GO_POCKET_ORACLE_H

#include "engine/game/hints.h"

extern const oracle_ops_t oracle_pocket;

#endif
