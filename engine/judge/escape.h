/* SPDX-License-Identifier: MIT
 * escape.h - who reaches a point first: the dragon or those around it. The points that the dragon
 * reaches first are its room; where the room is large the dragon has run away, and where it meets
 * strong friends it is connected.
 *
 * Threads   values of one thread.
 * Errors    none.
 */
#ifndef ENGINE_JUDGE_ESCAPE_H
#define ENGINE_JUDGE_ESCAPE_H

#include "engine/judge/field.h"

enum { ESCAPE_FAR = 99 };

/* What stands where at the root of a judgement, by point. */
typedef struct {
	bool strong[FIELD_POINTS]; /* a stone that cannot be captured locally: of the surrounding
	                              side, a wall; of the dragon's side, a refuge */
} escape_root_t;

enum {              /* whose a point is */
       POINT_OTHER, /* of the surrounding side, or nobody's */
       POINT_ROOM,  /* the dragon comes first; a prisoner counts too */
       POINT_TIE,   /* both come at once */
       POINT_WALL,  /* a stone of the dragon, or of a friend that it reaches */
};

typedef struct {
	uint8_t mine[FIELD_POINTS];   /* moves that the dragon needs to reach a point */
	uint8_t theirs[FIELD_POINTS]; /* moves that those around it need */
	uint8_t whose[FIELD_POINTS];  /* POINT_... */
	int room;                     /* how many points are POINT_ROOM */
	int ties;                     /* how many are POINT_TIE */
	int refuge;                   /* moves to a refuge, or ESCAPE_FAR */
	bool linked;                  /* the dragon is linked to a refuge */
} escape_t;

/* escape_find fills *out for the dragon: the blocks whose group is `dragon`. */
void escape_find(const field_t *f, const blocks_t *b, const int16_t *group, int dragon,
                 const escape_root_t *root, escape_t *out);

#endif
