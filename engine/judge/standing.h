/* SPDX-License-Identifier: MIT
 * standing.h - how a dragon stands, without search: its blocks, its room, its eyes, what it might
 * capture, and whether that already says that it lives or is dead.
 *
 * Threads   values of one thread.
 * Errors    none.
 */
#ifndef ENGINE_JUDGE_STANDING_H
#define ENGINE_JUDGE_STANDING_H

#include "engine/judge/dragon.h"
#include "engine/judge/escape.h"
#include "engine/judge/eyespace.h"

enum { STANDING_OPEN, STANDING_ALIVE, STANDING_DEAD };

typedef struct {
	blocks_t b;
	int16_t group[FIELD_BLOCKS];
	int colour; /* the dragon's */
	int dragon; /* its group; -1 where the target's stone is captured */
	int target; /* the block of the target */
	escape_t escape;
	eyespace_t eyes;
	bool prey[FIELD_BLOCKS]; /* blocks beside the dragon that it may capture */
	int preys;
	int what;   /* STANDING_... */
	float life; /* 0 dead to 1 alive, as it looks */
} standing_t;

/* standing_find fills *s: how the group of the stone on `target`, of that colour, stands when
 * `to_move` is to move. */
void standing_find(const field_t *f, const escape_root_t *root, int target, int colour, int to_move,
                   standing_t *s);

/* standing_root finds which stones count as strong in the judgement of a dragon. */
void standing_root(const field_t *f, int target, escape_root_t *root);

#endif
