/* SPDX-License-Identifier: MIT
 * dragon.h - blocks that live or die together, who surrounds them, and the part of the board on
 * which that is decided.
 *
 * Units     points in text, "D4"; lists of stones are separated by spaces, regions as the option
 *           "region" has them.
 * Threads   values.
 */
#ifndef ENGINE_GAME_DRAGON_H
#define ENGINE_GAME_DRAGON_H

#include "engine/game/types.h"

enum {
	DRAGON_BLOCKS_MAX = 16,    /* as many stones as a goal may name */
	DRAGON_AROUND_MAX = 32,    /* blocks of the other side that are told */
	DRAGON_REGION_BYTES = 240, /* what a request has room for, beside the option's name */
	DRAGON_MOVES_MAX = 64,     /* empty points of a region that is found */
};

/* What is asked. Texts are borrowed. */
typedef struct {
	const char *stones; /* stones of the dragon; the first is the one that matters most */
	bool exact;         /* the dragon is the blocks named, and no others */
	const char *region; /* NULL: it is to be found */
} dragon_query_t;

typedef struct {
	colour_t colour;    /* of the dragon */
	colour_t banned;    /* who may not take on problem_t.ko now */
	move_t stone;       /* the point of the stone that was asked about */
	unsigned size;      /* stones of all its blocks */
	unsigned liberties; /* of all its blocks */
	bool closed; /* it has no way out of the region: what surrounds it is all of the other
	                side's, or the edge of the board */
	char stones[DRAGON_BLOCKS_MAX * 4 + 4]; /* one of each block, that asked about first */
	char around[DRAGON_AROUND_MAX * 4 + 4]; /* one stone of each block around the region */
	char region[DRAGON_REGION_BYTES];       /* "" where nearly the whole board may matter */
	unsigned moves;
	move_t move[DRAGON_MOVES_MAX]; /* the empty points of the region, the first so many */
} dragon_t;

/* What a first move leads to. */
typedef struct {
	char move[MOVE_TEXT_MAX]; /* the move in text */
	char rows[ROWS_TEXT_MAX];
	char ko[MOVE_TEXT_MAX]; /* where the other side may not retake; "" = nowhere */
	char stones[DRAGON_BLOCKS_MAX * 4 + 4]; /* those of the dragon that still stand */
} dragon_after_t;

/* What a game knows of dragons (game_t.dragons). All are given.
 * find finds the dragon on `board`, a problem without a goal. Errors as game_create's, with
 * "group" and "options.region" as paths.
 * after plays a move of `mover` and returns false if it is not legal. The board, the dragon and the
 * move must be of one find. */
typedef struct {
	err_t (*find)(const problem_t *board, const dragon_query_t *query, dragon_t *out,
	              errinfo_t *why);
	bool (*after)(const problem_t *board, const dragon_t *dragon, colour_t mover, move_t move,
	              dragon_after_t *out);
} dragon_ops_t;

#endif
