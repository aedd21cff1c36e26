/* SPDX-License-Identifier: MIT
 * rule.h - the rules that make zones sound, named, so that a test can drop one and see
 * whether it is caught.
 *
 * Threads   zone_drop is for tests, while nobody searches; the rest: any.
 */
#ifndef ENGINE_ZONE_RULE_H
#define ENGINE_ZONE_RULE_H

#include <stdbool.h>

/*        constant       name         what it puts into a zone */
#define ZONE_RULE_TABLE(X)                                                                   \
	X(RULE_FINISH, "finish", "Go: the block that is captured and its neighbours")        \
	X(RULE_FAR, "far", "Go: the target and one liberty more than there are moves")       \
	X(RULE_LIFE, "life", "Go: the blocks and eyes of unconditional life")                \
	X(RULE_NEAR, "near", "Go: the neighbours of a move that helps")                      \
	X(RULE_CAPTURE, "capture", "Go: a block that such a move captures, its neighbours")  \
	X(RULE_STANDS, "stands", "Go: one more liberty of a block that it does not capture") \
	X(RULE_BREATH, "breath", "Go: a liberty of the block that the move is part of")      \
	X(RULE_CHILDREN, "children", "what the answers to each move of the other side need") \
	X(RULE_THREAT, "threat", "what the threat needs, or the failure of the lower order") \
	X(RULE_TWO, "two", "Go: two liberties of the own blocks in the zone")                \
	X(RULE_ATARI, "atari", "Go: the neighbours of such a block that has one liberty")    \
	X(RULE_SAVER, "saver", "Go: that liberty is a move to try, though outside")          \
	X(RULE_SUICIDE, "suicide", "Go: the blocks that forbid the other side a move")       \
	X(RULE_KO, "ko", "Go: a ban by ko lets no move of the attacker go untried")          \
	X(RULE_SUDDEN, "sudden", "Go: what keeps a race from being won in one move")         \
	X(RULE_STEPS, "steps", "Go: what keeps a move from being a step to connect")         \
	X(RULE_SPENT, "spent", "Go: a retake that costs a threat is not idle")               \
	X(RULE_CYCLE, "cycle", "Go: where a line repeats, what both sides' moves rest on")   \
	X(RULE_TAINT, "taint", "Go: a failure by a repetition leaves no move out")           \
	X(RULE_COUNTER, "counter", "points with which the defender could win himself")       \
	X(RULE_UNROLL, "unroll", "that a threat must bear one stone more")                   \
	X(RULE_REACH, "reach", "points with which the attacker could win in a few moves")    \
	X(RULE_FORCED, "forced", "where the defender wins if the attacker plays elsewhere")  \
	X(RULE_FRAIL, "frail", "where a stone of the holder's own could harm him")           \
	X(RULE_FREED, "freed", "Renju: what forbids black the moves that he was refused")    \
	X(RULE_BANNED, "banned", "Renju: where white could forbid black a move that he needs")

#define ZONE_RULE_ROW(constant, name, what) constant,
typedef enum { ZONE_RULE_TABLE(ZONE_RULE_ROW) ZONE_RULES } zone_rule_t;
#undef ZONE_RULE_ROW

const char *zone_rule_name(zone_rule_t rule);
const char *zone_rule_help(zone_rule_t rule);

/* zone_drop makes all zones from now on without that rule; zone_drop(ZONE_RULES)
 * ends it. Only builds with assertions look at it. */
void zone_drop(zone_rule_t rule);

/* zone_keeps is asked by every rule. */
#ifdef NDEBUG
static inline bool zone_keeps(zone_rule_t rule)
{
	(void)rule;
	return true;
}
#else
bool zone_keeps(zone_rule_t rule);
#endif

#endif
