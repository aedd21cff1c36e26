/* SPDX-License-Identifier: MIT
 * reader.h - the search of a judgement: a tree of the moves of tries.h that grows where it looks
 * best for the side to move. The value of a position is how likely the dragon lives (standing.h).
 *
 * Ownership reader_create makes a reader; its caller releases it with reader_free.
 * Threads   a reader: one thread at a time.
 * Errors    reader_create returns NULL without memory.
 */
#ifndef ENGINE_JUDGE_READER_H
#define ENGINE_JUDGE_READER_H

#include "engine/judge/field.h"

typedef struct reader reader_t;

/* What a search found. */
typedef struct {
	float life;     /* 0..1: how likely the dragon lives */
	bool sure;      /* the search came to an end: life is 0 or 1 */
	int move;       /* a point, or FIELD_NONE: a pass, or nothing to play */
	bool ko_seen;   /* some side wanted to retake a ko at once */
	unsigned nodes; /* positions looked at */
} foresight_t;

/* reader_create prepares for judgements of the dragon with a stone on `target`. */
reader_t *reader_create(const field_t *f, int target);
void reader_free(reader_t *r);

/* reader_search searches with `first` to move, a colour, through `nodes` positions at most.
 * `retakes` says by colour who may retake a ko at once. */
foresight_t reader_search(reader_t *r, int first, const bool retakes[3], unsigned nodes);

#endif
