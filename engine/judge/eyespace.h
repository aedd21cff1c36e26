/* SPDX-License-Identifier: MIT
 * eyespace.h - an estimate of the eyes that a dragon has in its room (escape.h): how many if the
 * other side moves first, how many if the dragon does.
 *
 * Threads   values of one thread.
 * Errors    none.
 */
#ifndef ENGINE_JUDGE_EYESPACE_H
#define ENGINE_JUDGE_EYESPACE_H

#include "engine/judge/escape.h"
#include "engine/judge/field.h"

typedef struct {
	int low, high; /* eyes if the other side moves first, if the dragon does, in every part */
	int open;      /* parts where that differs */
} eyecount_t;

typedef struct {
	eyecount_t
	        least; /* where the border is pushed in everywhere, and doubtful corners are lost */
	eyecount_t middle;        /* as things stand */
	eyecount_t most;          /* where every contested point and every doubtful corner is won */
	bool sure;                /* the target's block lives by eyes that need no other move */
	bool vital[FIELD_POINTS]; /* points of parts where the first move matters */
} eyespace_t;

/* eyespace_find fills *out. `target` is the dragon's block that matters. */
void eyespace_find(const field_t *f, const blocks_t *b, const escape_t *e, int colour, int target,
                   eyespace_t *out);

#endif
