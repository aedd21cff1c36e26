/* SPDX-License-Identifier: MIT
 * zone.h - the relevancy zones of Atari-Go, and the names of their rules (docs/zones.md).
 *
 * Contracts are those of zone_ops_t (zone_ops.h). zone.c has the proof that the rules are enough.
 *
 * Ownership constants.
 * Threads   any.
 */
#ifndef ENGINE_GAME_ATARIGO_ZONE_H
#define ENGINE_GAME_ATARIGO_ZONE_H

#include "engine/game/game.h"
#include "engine/zone/rule.h"

/* The rules, see docs/zones.md. */
#define ATARIGO_RULES(X)                                                                           \
	X(ATARIGO_RULE_FINISH, "finish", "the point that captures")                                \
	X(ATARIGO_RULE_COUNTER, "counter", "points with which the defender could capture himself") \
	X(ATARIGO_RULE_REACH, "reach",                                                             \
	  "points with which the attacker could capture in a few moves")                           \
	X(ATARIGO_RULE_FORCED, "forced",                                                           \
	  "where the defender captures if the attacker plays elsewhere")                           \
	X(ATARIGO_RULE_SUICIDE, "suicide",                                                         \
	  "liberties whose loss would let the other side make a move")                             \
	X(ATARIGO_RULE_FRAIL, "frail", "where a stone of the holder's own could be captured")

enum { ATARIGO_RULES(ZONE_RULE_CONSTANT) ATARIGO_RULE_COUNT };

extern const zone_rule_t atarigo_rules[ATARIGO_RULE_COUNT + 1];

extern const zone_ops_t atarigo_zones;

#endif
