/* SPDX-License-Identifier: MIT
 * rule.h - rules of zones: each is one reason why points go into a zone, and has a name, so that a
 * test can drop it and see whether its want is noticed.
 *
 * The rules here are those by which zones are put together, the same for every game. A game's own
 * are a table beside its zones (zone_ops_t.rules).
 *
 * Ownership rules are constants.
 * Threads   zone_rule_drop is for tests, while nobody searches; the rest: any.
 * Errors    none.
 */
#ifndef ENGINE_ZONE_RULE_H
#define ENGINE_ZONE_RULE_H

#include <stdbool.h>

typedef struct {
	const char *name; /* "finish"; no two rules of a game have the same, nor one of them and one
	                     of zone_rules. NULL ends a table */
	const char *help; /* what the rule puts into a zone */
} zone_rule_t;

/* A table of rules is X(constant, name, help) for each; these make its enumerators and its rows. */
#define ZONE_RULE_CONSTANT(constant, name, help) constant,
#define ZONE_RULE_ROW(constant, name, help)      [constant] = {name, help},

#define ZONE_RULES(X)                                                                             \
	X(ZONE_RULE_CHILDREN, "children", "what the answers to each move of the other side need") \
	X(ZONE_RULE_THREAT, "threat", "what the threat needs, or the failure of the lower order") \
	X(ZONE_RULE_UNROLL, "unroll", "that a threat must bear one stone more")                   \
	X(ZONE_RULE_TAINT, "taint", "every move, where a failure rests on a repetition")

enum { ZONE_RULES(ZONE_RULE_CONSTANT) ZONE_RULE_COUNT };

extern const zone_rule_t zone_rules[ZONE_RULE_COUNT + 1];

/* zone_rule_find returns the rule of that name in a table, or NULL. NULL is an empty table. */
const zone_rule_t *zone_rule_find(const zone_rule_t *table, const char *name);

/* zone_rule_drop makes all zones from now on without that rule; NULL: with every rule again. Builds
 * without assertions have every rule all the same. */
void zone_rule_drop(const zone_rule_t *rule);

/* zone_rule_keeps: is the rule in force? Whatever puts its points into a zone asks.
 * zone_rule_keeps_all: is every rule? What is asserted of zones holds then alone. */
#ifdef NDEBUG
static inline bool zone_rule_keeps(const zone_rule_t *rule)
{
	(void)rule;
	return true;
}

static inline bool zone_rule_keeps_all(void)
{
	return true;
}
#else
bool zone_rule_keeps(const zone_rule_t *rule);
bool zone_rule_keeps_all(void);
#endif

#endif
