/* SPDX-License-Identifier: MIT
 * reader.h - the search of a judgement: alpha-beta, one move deeper each time, over the moves of
 * tries.h. The value of a position is how likely the dragon lives (standing.h).
 *
 * Ownership reader_create makes a reader; its caller releases it with reader_free.
 * Threads   a reader: one thread at a time.
 * Errors    reader_create returns NULL without memory.
 */
#ifndef ENGINE_JUDGE_READER_H
#define ENGINE_JUDGE_READER_H

#include "engine/judge/field.h"

enum { READER_DEAD = 0, READER_ALIVE = 1000 }; /* values that need no more search */

typedef struct reader reader_t;

/* What a search found. */
typedef struct {
	int value;      /* READER_DEAD..READER_ALIVE */
	int move;       /* a point, or FIELD_NONE: a pass, or nothing to play */
	bool ko_seen;   /* some side wanted to retake a ko at once */
	unsigned nodes; /* positions looked at */
} foresight_t;

/* reader_create prepares for judgements of the dragon with a stone on `target`. */
reader_t *reader_create(const field_t *f, int target);
void reader_free(reader_t *r);

/* reader_search searches with `first` to move, a colour, through `nodes` positions or a few more.
 * `retakes` says by colour who may retake a ko at once. */
foresight_t reader_search(reader_t *r, const field_t *f, int first, const bool retakes[3],
                          unsigned nodes);

#endif
