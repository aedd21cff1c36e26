/* SPDX-License-Identifier: MIT
 * traits.h - what a move would do, point by point, as small numbers: tries.h weighs them.
 *
 * Threads   values of one thread.
 * Errors    none.
 */
#ifndef ENGINE_JUDGE_TRAITS_H
#define ENGINE_JUDGE_TRAITS_H

#include "engine/judge/standing.h"

enum {
	TRAIT_ROOM,      /* in the dragon's room */
	TRAIT_BORDER,    /* and beside an empty point that is not */
	TRAIT_VITAL,     /* in a part whose eyes are undecided */
	TRAIT_DEGREE,    /* neighbours in the room, of a vital point */
	TRAIT_CENTRE,    /* a vital point with two neighbours or more */
	TRAIT_TIE,       /* both sides come at once */
	TRAIT_TIE_FAR,   /* and how far that is */
	TRAIT_BEYOND,    /* outside, touching the room or the dragon */
	TRAIT_BEYOND_IN, /* its neighbours in the room */
	TRAIT_CORNER,    /* outside: diagonals that are vital */
	TRAIT_AWAY,      /* moves from the dragon, beyond the first */
	TRAIT_OWN_1,     /* liberty of the dragon's blocks with one, two, three liberties */
	TRAIT_OWN_1_SIZE,
	TRAIT_OWN_2,
	TRAIT_OWN_3,
	TRAIT_FOE_1, /* the same of blocks that surround it or are within */
	TRAIT_FOE_1_SIZE,
	TRAIT_FOE_2,
	TRAIT_FOE_3,
	TRAIT_FOE_4,
	TRAIT_PREY,  /* of blocks that it may capture */
	TRAIT_FAR_1, /* of the dragon side's other blocks that touch those around */
	TRAIT_FAR_2,
	TRAIT_LINK,       /* links groups of the dragon's side */
	TRAIT_LINK_BLOCK, /* links blocks of one group */
	TRAIT_CUT,        /* links blocks of the other side */
	TRAIT_SELF_1,     /* the stone has one liberty or none, two */
	TRAIT_SELF_2,
	TRAIT_TOUCH, /* how many of the eight points around are the dragon's or its room's */
	TRAIT_LINE_1,
	TRAIT_LINE_2,
	TRAIT_TWO_ONE,  /* the two-one point of a corner */
	TRAIT_NEXT_OWN, /* stones of the mover beside; of the other */
	TRAIT_NEXT_FOE,
	TRAIT_DIAG_OWN,
	TRAIT_DIAG_FOE,
	TRAIT_LAST_NEXT, /* beside the last move; diagonal to it; two steps away */
	TRAIT_LAST_DIAG,
	TRAIT_LAST_TWO,
	TRAIT_LAST_LIBERTY, /* liberty of the block of the last move */
	TRAIT_AWAY_2,       /* two, three moves from the dragon */
	TRAIT_AWAY_3,
	TRAIT_THEIRS_1, /* one, two, more moves from those around it */
	TRAIT_THEIRS_2,
	TRAIT_THEIRS_3,
	TRAIT_JUMP, /* a jump, a knight's move, from the dragon */
	TRAIT_KNIGHT,
	TRAIT_FRIEND,   /* another group of the dragon's side is near */
	TRAIT_JUMP_FOE, /* stones of the other side a jump, a knight's move away */
	TRAIT_KNIGHT_FOE,
	TRAIT_LINE_3,
	TRAIT_LINES, /* from the edge, to six */
	TRAITS
};

typedef struct {
	int n;
	int16_t point[FIELD_POINTS];
	int8_t of[FIELD_POINTS][TRAITS];
} traits_t;

/* traits_find writes the points where a move of the side to move may matter. */
void traits_find(const field_t *f, const standing_t *s, int to_move, int last, traits_t *t);

#endif
