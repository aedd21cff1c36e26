/* SPDX-License-Identifier: MIT
 * eyes.h - the possible eyes of a goal's blocks: single points, pairs of points, and whole regions,
 * each with the number of moves that it costs to make an eye of it.
 *
 * Threads   values of one thread.
 */
#ifndef ENGINE_GAME_GO_LIFE_EYES_H
#define ENGINE_GAME_GO_LIFE_EYES_H

#include "engine/game/go/board/board.h"

enum {
	EYES_MOST = 40, /* candidates that are kept: the cheapest */
	WINDOW = 64,    /* points that are looked at */
};

/* A candidate. */
typedef struct {
	uint64_t body, need; /* the eye, and where stones are missing */
	uint64_t open;       /* empty corners that join two parts of what is around it: eyes_link */
	uint64_t roots;      /* own blocks around it */
	uint8_t cost;        /* points of `need` */
	uint8_t links;       /* corners that have to be own: eyes_link */
	bool is_frail;       /* a stone of the other side on it undoes it */
} eye_t;

/* Points of the window are those that are not own, blocks are own. */
typedef struct {
	const go_t *go;
	unsigned own;
	uint8_t index[AREA_MAX + 1]; /* of a point in the window */
	uint16_t point[WINDOW];
	unsigned points;
	uint8_t block[AREA_MAX]; /* number of a block that has been met, by its root */
	unsigned blocks;
	uint64_t near[WINDOW], corner[WINDOW]; /* of each point: points next to it, diagonally */
	uint64_t touch[WINDOW];                /* and blocks */
	uint64_t cut;                          /* points next to others beyond the window */
	uint64_t free;                         /* points where stones may be put */
	uint64_t wanted;                       /* the blocks to be saved */
	uint64_t weak;                         /* blocks in atari, and of each */
	uint64_t rescue[WINDOW];               /* the point that would save it */
	eye_t eye[EYES_MOST];
	unsigned eyes;
} eyes_t;

/* eyes_find finds what is near the goal's blocks, in order of cost. eyes_link finds out how what is
 * around one of them can hold together, once: the dear ones need not be asked. */
void eyes_find(const go_t *go, eyes_t *s);
void eyes_link(const eyes_t *s, eye_t *eye);

#endif
