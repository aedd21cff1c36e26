/* SPDX-License-Identifier: MIT
 * zone.h - the relevancy zones of Hex, and the names of their rules (docs/zones.md).
 *
 * Contracts are those of zone_ops_t (zone_ops.h). zone.c has the proof that the rules are enough.
 *
 * Ownership constants.
 * Threads   any.
 */
#ifndef ENGINE_GAME_HEX_ZONE_H
#define ENGINE_GAME_HEX_ZONE_H

#include "engine/game/game.h"
#include "engine/zone/rule.h"

/* The rules, see docs/zones.md. */
#define HEX_RULES(X)                                                  \
	X(HEX_RULE_FINISH, "finish", "the cell that joins the sides") \
	X(HEX_RULE_REACH, "reach", "cells with which the attacker could join them in a few moves")

enum { HEX_RULES(ZONE_RULE_CONSTANT) HEX_RULE_COUNT };

extern const zone_rule_t hex_rules[HEX_RULE_COUNT + 1];

extern const zone_ops_t hex_zones;

#endif
