/* SPDX-License-Identifier: MIT
 * rules.h - the names of the rules by which the zones of Go are made (docs/zones.md). zone.c has
 * the proof that they are enough.
 *
 * Ownership constants.
 * Threads   any.
 */
#ifndef ENGINE_GAME_GO_ZONE_RULES_H
#define ENGINE_GAME_GO_ZONE_RULES_H

#include "engine/zone/rule.h"

#define GO_RULES(X)                                                                         \
	X(GO_RULE_FINISH, "finish", "the block that is captured and its neighbours")        \
	X(GO_RULE_FAR, "far", "the target and one liberty more than there are moves")       \
	X(GO_RULE_LIFE, "life", "the blocks and eyes of unconditional life")                \
	X(GO_RULE_NEAR, "near", "the neighbours of a move that helps")                      \
	X(GO_RULE_CAPTURE, "capture", "a block that such a move captures, its neighbours")  \
	X(GO_RULE_STANDS, "stands", "one more liberty of a block that it does not capture") \
	X(GO_RULE_BREATH, "breath", "a liberty of the block that the move is part of")      \
	X(GO_RULE_TWO, "two", "two liberties of the holder's blocks in the zone")           \
	X(GO_RULE_ATARI, "atari", "the neighbours of such a block that has one liberty")    \
	X(GO_RULE_SAVER, "saver", "that liberty is a move to try, though outside")          \
	X(GO_RULE_SUICIDE, "suicide", "the blocks that forbid the other side a move")       \
	X(GO_RULE_KO, "ko", "a ban by ko lets no move of the attacker go untried")          \
	X(GO_RULE_SPENT, "spent", "a retake that costs a threat is not idle")               \
	X(GO_RULE_STEPS, "steps", "what keeps a move from being a step to connect")         \
	X(GO_RULE_SUDDEN, "sudden", "what keeps a race from being won in one move")         \
	X(GO_RULE_CYCLE, "cycle", "where a line repeats, what both sides' moves rest on")

enum { GO_RULES(ZONE_RULE_CONSTANT) GO_RULE_COUNT };

extern const zone_rule_t go_rules[GO_RULE_COUNT + 1];

#endif
