/* SPDX-License-Identifier: MIT
 * positions.h - positions of Go in which one side is to live and the other to kill all, made at
 * random: what the network of engine/game/go/life/net.c is trained on.
 *
 * Black is who is to live, the attacker of the goal live-any; White has unlimited ko threats.
 * Threads   any; the random numbers are the caller's.
 */
#ifndef TOOLS_TRAIN_POSITIONS_H
#define TOOLS_TRAIN_POSITIONS_H

#include "engine/base/rng.h"
#include "engine/game/game.h"

enum { NAMED_MOST = 16 }; /* blocks that a goal may name */

/* A problem and the texts that it points at. */
typedef struct {
	problem_t problem;
	char rows[ROWS_TEXT_MAX];
	char named[NAMED_MOST * MOVE_TEXT_MAX];
} made_t;

/* positions_make makes a problem, which depends on the random numbers alone. With `names` the goal
 * names Black's blocks, 16 at most, so that no search of it asks the network. False: there is no
 * memory. *out must stay where it is as long as its problem is used. */
bool positions_make(rng_t *rng, bool names, made_t *out);

#endif
