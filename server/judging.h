/* SPDX-License-Identifier: MIT
 * judging.h - judgements of what a search has left open about a dragon (engine/judge). They are
 * told as such, with the chance that they are right, and stored nowhere.
 *
 * Units     as msg_life.h.
 * Ownership judging_t is a value; what it is set from is copied.
 * Threads   judging_run takes some 50 ms: on a thread that may take its time. One thread at a time.
 * Errors    none: without memory there is no judgement, and `chance` is MSG_CHANCE_NONE.
 */
#ifndef SERVER_JUDGING_H
#define SERVER_JUDGING_H

#include "engine/game/dragon.h"
#include "engine/game/grid.h"
#include "engine/judge/judge.h"
#include "protocol/msg_go.h"

/* A judgement of one question: may the side that moves first kill, or live? */
typedef struct {
	bool wanted;
	unsigned chance; /* that it succeeds, per mille, or MSG_CHANCE_NONE */
	unsigned ko;     /* msg_ko_t: how */
	unsigned threats;
	char move[MSG_POINT_BYTES]; /* its move; "" = none */
} judged_t;

typedef struct {
	grid_t board;
	int dragon, ko; /* points, JUDGE_NO_POINT: no ko */
	colour_t own, banned;
	judged_t kill, live;
} judging_t;

/* judging_set prepares the judgement of a dragon on a board of rows that the game has read; nothing
 * is wanted yet. `ko` is "" where there is none. */
void judging_set(judging_t *j, const char *rows, const char *ko, const dragon_t *dragon);

/* judging_run judges what is wanted. */
void judging_run(judging_t *j);

#endif
