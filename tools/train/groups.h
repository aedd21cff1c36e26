/* SPDX-License-Identifier: MIT
 * groups.h - problems of life made at random: a group of Black's in a corner or at a side, more or
 * less surrounded, of which a block is to live. What the network of engine/game/go/life/group_net.c
 * is trained on.
 *
 * Threads   any; the random numbers are the caller's.
 */
#ifndef TOOLS_TRAIN_GROUPS_H
#define TOOLS_TRAIN_GROUPS_H

#include "engine/base/rng.h"
#include "engine/game/game.h"

enum {
	GROUPS_SIDE = 11,    /* of the board */
	GROUPS_NAMED = 6,    /* blocks that a goal names, at most */
	GROUPS_OPTIONS = 512 /* limit: of the text of a region */
};

/* A problem and the texts that it points at. */
typedef struct {
	problem_t problem;
	char rows[GROUPS_SIDE * (GROUPS_SIDE + 1)];
	char named[GROUPS_NAMED * MOVE_TEXT_MAX];
	char options[GROUPS_OPTIONS];
} group_t;

/* groups_make makes a problem, which depends on the random numbers alone. False: there is no
 * memory. *out must stay where it is as long as its problem is used. */
bool groups_make(rng_t *rng, group_t *out);

#endif
