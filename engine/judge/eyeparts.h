/* SPDX-License-Identifier: MIT
 * eyeparts.h - a set of points that the dragon may make eyes of falls into parts. From each part
 * the ends are taken that can only be false eyes; what is left has a shape, and the shape tells the
 * eyes: of three points and of some of four to six, the first to take the middle decides (nakade).
 *
 * Threads   values of one thread.
 * Errors    none.
 */
#ifndef ENGINE_JUDGE_EYEPARTS_H
#define ENGINE_JUDGE_EYEPARTS_H

#include "engine/judge/escape.h"
#include "engine/judge/field.h"

/* How sure it is that an eye is real. */
enum { EYEPARTS_REAL, EYEPARTS_DOUBTFUL, EYEPARTS_FALSE };

/* What the functions here and beside look at. */
typedef struct {
	const field_t *f;
	const blocks_t *b;
	const escape_t *e;
	int colour; /* the dragon's */
	int n;      /* points that may be in a set */
	int16_t point[FIELD_POINTS];
} eyeroom_t;

/* One part. */
typedef struct {
	int n, prisoners, edges;
	int degree;      /* the largest number of neighbours within the part */
	int hub_taken;   /* of the points with so many, how many hold prisoners */
	int inner_taken; /* prisoners with two neighbours or more in the part */
	bool corner;     /* it has a corner of the board */
	int16_t point[FIELD_POINTS];
} eyepart_t;

/* eyeparts_prune takes the ends out of a set that are false eyes; `from` is the least falseness
 * that counts. */
void eyeparts_prune(const eyeroom_t *room, int from, uint8_t *in);

/* eyeparts_take fills *part with the part of the set `in` that holds p, and takes it out of
 * `left`. */
void eyeparts_take(const eyeroom_t *room, const uint8_t *in, uint8_t *left, int p, eyepart_t *part);

/* eyeparts_eyes tells the eyes of a part: *low if the other side moves first in it, *high if the
 * dragon does. */
void eyeparts_eyes(const eyepart_t *part, int *low, int *high);

#endif
