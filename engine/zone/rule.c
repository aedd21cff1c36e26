/* SPDX-License-Identifier: MIT
 * rule.c - the names of the rules, and the one that a test has dropped. */
#include "engine/zone/rule.h"

#include <stdatomic.h>

#include "engine/base/check.h"

static _Atomic int dropped = ZONE_RULES;

const char *zone_rule_name(zone_rule_t rule)
{
#define ZONE_RULE_ROW(constant, name, what) [constant] = (name),
	static const char *const names[] = {ZONE_RULE_TABLE(ZONE_RULE_ROW)};
#undef ZONE_RULE_ROW

	CHECK((unsigned)rule < ZONE_RULES);
	return names[rule];
}

const char *zone_rule_help(zone_rule_t rule)
{
#define ZONE_RULE_ROW(constant, name, what) [constant] = (what),
	static const char *const texts[] = {ZONE_RULE_TABLE(ZONE_RULE_ROW)};
#undef ZONE_RULE_ROW

	CHECK((unsigned)rule < ZONE_RULES);
	return texts[rule];
}

void zone_drop(zone_rule_t rule)
{
	/* Relaxed: set before a search is begun, which publishes it. */
	atomic_store_explicit(&dropped, (int)rule, memory_order_relaxed);
}

#ifndef NDEBUG
bool zone_keeps(zone_rule_t rule)
{
	return atomic_load_explicit(&dropped, memory_order_relaxed) != (int)rule;
}
#endif
