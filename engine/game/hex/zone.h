/* SPDX-License-Identifier: MIT
 * zone.h - the relevancy zones of Hex; contracts are those of zone_ops_t. */
#ifndef ENGINE_GAME_HEX_ZONE_H
#define ENGINE_GAME_HEX_ZONE_H

#include "engine/game/game.h"

extern const zone_ops_t hex_zones;

#endif
