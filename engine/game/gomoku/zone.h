/* SPDX-License-Identifier: MIT
 * zone.h - the relevancy zones of Gomoku; contracts are those of zone_ops_t. */
#ifndef ENGINE_GAME_GOMOKU_ZONE_H
#define ENGINE_GAME_GOMOKU_ZONE_H

#include "engine/game/game.h"

extern const zone_ops_t gomoku_zones;

#endif
