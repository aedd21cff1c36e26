/* SPDX-License-Identifier: MIT
 * pairs.h - lists of problems that catch a rule of zones when it is dropped:
 *
 *     RULE game=... (the fields of scene.h) rows=... after=ROWS
 *
 * `after` is the board with changes that the zone without the rule allows and that change
 * the verdict; without it the verdict on the unchanged board is wrong. The rule "-" is
 * none: a problem to make others of.
 *
 * Ownership plain storage.
 * Errors    *why names the line.
 */
#ifndef TESTS_ZONES_PAIRS_H
#define TESTS_ZONES_PAIRS_H

#include "tests/zones/scene.h"

enum { PAIRS_MAX = 256, RULE_NAME_MAX = 16 };

typedef struct {
	char rule[RULE_NAME_MAX];
	scene_t before, after;
} pair_t;

typedef struct {
	pair_t pair[PAIRS_MAX];
	unsigned count;
} pairs_t;

/* pairs_read adds the lines of a file. */
err_t pairs_read(const char *path, pairs_t *pairs, errinfo_t *why);

#endif
