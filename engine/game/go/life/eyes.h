/* SPDX-License-Identifier: MIT
 * eyes.h - the eyes that the blocks of a goal might get: single points, pairs of points, whole
 * regions and enemy blocks, each with the number of moves that it takes to make an eye of it. All
 * is a guess: it orders moves, and no result rests on it.
 *
 * Units     points are numbered within a window of WINDOW points near the blocks, and blocks in the
 *           order in which they were met; a set of either is the bits of a word (word.h).
 * Threads   values of one thread.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_LIFE_EYES_H
#define ENGINE_GAME_GO_LIFE_EYES_H

#include "engine/game/go/board/board.h"

enum {
	EYES_MOST = 40, /* eyes that are kept: the cheapest */
	WINDOW = 64,    /* points of the window */
};

/* A possible eye. */
typedef struct {
	uint64_t body;  /* its points */
	uint64_t need;  /* points around it where a stone is missing */
	uint64_t open;  /* empty corners each of which joins two parts around it: see eyes_link */
	uint64_t roots; /* the attacker's blocks around it */
	uint8_t cost;   /* how many points `need` has */
	uint8_t links;  /* how many corners have to be the attacker's: see eyes_link */
	bool is_frail;  /* a stone of the defender's on it prevents it */
} eye_t;

/* What is near the goal's blocks. The window has points without a stone of the attacker's; the
 * numbered blocks are the attacker's. */
typedef struct {
	const go_t *go;
	unsigned own;
	uint8_t index[AREA_MAX + 1]; /* of a point in the window */
	uint16_t point[WINDOW];
	unsigned points;
	uint8_t block[AREA_MAX]; /* number of a block that has been met, by its root */
	unsigned blocks;
	uint64_t near[WINDOW];   /* of each point: the points next to it, */
	uint64_t corner[WINDOW]; /* diagonally next to it, */
	uint64_t touch[WINDOW];  /* and the blocks next to it */
	uint64_t cut;            /* points that are next to a point beyond the window */
	uint64_t free;           /* empty points of the region */
	uint64_t wanted;         /* the blocks that the goal names, if all have to live */
	uint64_t weak;           /* blocks in atari */
	uint64_t rescue[WINDOW]; /* of each weak block: the point that would save it */
	eye_t eye[EYES_MOST];
	unsigned eyes;
} eyes_t;

/* eyes_find finds the possible eyes near the goal's blocks, the cheapest first. eyes_link computes
 * `open` and `links` of one of them, by which the stones around it hold together: it takes time, so
 * it is called only for eyes that are cheap enough to matter. It may be called once for each. */
void eyes_find(const go_t *go, eyes_t *s);
void eyes_link(const eyes_t *s, eye_t *eye);

#endif
