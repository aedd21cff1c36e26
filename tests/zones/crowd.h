/* SPDX-License-Identifier: MIT
 * crowd.h - a rule whose want shows only when several workers share a search, in another
 * order each time: boards are solved again and again, in a process of their own.
 *
 * Threads   one at a time.
 */
#ifndef TESTS_ZONES_CROWD_H
#define TESTS_ZONES_CROWD_H

#include <stdbool.h>

#include "engine/zone/rule.h"

/* crowd_run drops the rule and solves the boards; what the process exits with: 1 when a
 * verdict is wrong. A fact that contradicts another one ends it by an assertion. */
int crowd_run(const zone_rule_t *rule);

/* crowd_notices starts this program as `--crowd RULE`, one of zone_rules, and tells whether it
 * ended in either way. */
bool crowd_notices(const zone_rule_t *rule);

#endif
