/* SPDX-License-Identifier: MIT
 * zone.h - the relevancy zones of Atari-Go; contracts are those of zone_ops_t. */
#ifndef ENGINE_GAME_ATARIGO_ZONE_H
#define ENGINE_GAME_ATARIGO_ZONE_H

#include "engine/game/game.h"

extern const zone_ops_t atarigo_zones;

#endif
