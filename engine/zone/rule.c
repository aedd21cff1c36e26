/* SPDX-License-Identifier: MIT
 * rule.c - the rules that are the same for every game, and the one rule that a test has dropped. */
#include "engine/zone/rule.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

const zone_rule_t zone_rules[ZONE_RULE_COUNT + 1] = {ZONE_RULES(ZONE_RULE_ROW)};

static const zone_rule_t *_Atomic dropped;

const zone_rule_t *zone_rule_find(const zone_rule_t *table, const char *name)
{
	for (const zone_rule_t *rule = table; rule != NULL && rule->name != NULL; rule++)
		if (strcmp(rule->name, name) == 0)
			return rule;
	return NULL;
}

void zone_rule_drop(const zone_rule_t *rule)
{
	/* Relaxed: set before a search is begun, which publishes it. */
	atomic_store_explicit(&dropped, rule, memory_order_relaxed);
}

#ifndef NDEBUG
bool zone_rule_keeps(const zone_rule_t *rule)
{
	return atomic_load_explicit(&dropped, memory_order_relaxed) != rule;
}

bool zone_rule_keeps_all(void)
{
	return atomic_load_explicit(&dropped, memory_order_relaxed) == NULL;
}
#endif
