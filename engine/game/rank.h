/* SPDX-License-Identifier: MIT
 * rank.h - candidates put in order: by a small rank, and those of equal rank as they
 * came. Linear in the candidates, for boards full of them.
 *
 * Threads   values; no state.
 */
#ifndef ENGINE_GAME_RANK_H
#define ENGINE_GAME_RANK_H

#include "engine/game/game.h"

enum { RANKS = 64, RANK_WORST = RANKS - 1 };

typedef struct {
	unsigned count;
	uint16_t of[RANKS]; /* how many have each rank */
	uint8_t rank[MOVES_MAX];
	move_t move[MOVES_MAX];
} ranked_t;

static inline void rank_begin(ranked_t *list)
{
	list->count = 0;
	for (unsigned r = 0; r < RANKS; r++)
		list->of[r] = 0;
}

/* rank_add adds a move; the least rank comes first, what is above RANK_WORST counts
 * as that. */
static inline void rank_add(ranked_t *list, move_t move, unsigned rank)
{
	const unsigned r = rank < RANKS ? rank : RANK_WORST;

	list->of[r]++;
	list->rank[list->count] = (uint8_t)r;
	list->move[list->count++] = move;
}

/* rank_write writes the moves in order and returns how many. */
static inline unsigned rank_write(const ranked_t *list, move_t *out)
{
	uint16_t start[RANKS] = {0};

	for (unsigned r = 1; r < RANKS; r++)
		start[r] = (uint16_t)(start[r - 1] + list->of[r - 1]);
	for (unsigned i = 0; i < list->count; i++)
		out[start[list->rank[i]]++] = list->move[i];
	return list->count;
}

#endif
