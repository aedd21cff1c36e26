/* SPDX-License-Identifier: MIT
 * zone.h - the relevancy zones of Gomoku, and the names of their rules (docs/zones.md).
 *
 * Contracts are those of zone_ops_t (zone_ops.h). zone.c has the proof that the rules are enough.
 *
 * Ownership constants.
 * Threads   any.
 */
#ifndef ENGINE_GAME_GOMOKU_ZONE_H
#define ENGINE_GAME_GOMOKU_ZONE_H

#include "engine/game/game.h"
#include "engine/zone/rule.h"

/* The rules, see docs/zones.md. */
#define GOMOKU_RULES(X)                                                                            \
	X(GOMOKU_RULE_FINISH, "finish", "the point that makes the row")                            \
	X(GOMOKU_RULE_COUNTER, "counter", "points with which the defender could win himself")      \
	X(GOMOKU_RULE_REACH, "reach", "points with which the attacker could win in a few moves")   \
	X(GOMOKU_RULE_FORCED, "forced", "where the defender wins if the attacker plays elsewhere") \
	X(GOMOKU_RULE_FRAIL, "frail", "ends of exact rows, where one more stone spoils them")      \
	X(GOMOKU_RULE_FREED, "freed", "Renju: what forbids black the moves that he was refused")   \
	X(GOMOKU_RULE_BANNED, "banned", "Renju: where white could forbid black a move he needs")

enum { GOMOKU_RULES(ZONE_RULE_CONSTANT) GOMOKU_RULE_COUNT };

extern const zone_rule_t gomoku_rules[GOMOKU_RULE_COUNT + 1];

extern const zone_ops_t gomoku_zones;

#endif
