/* SPDX-License-Identifier: MIT
 * movelist.h - a list of moves in the order in which a search shall try them. A move is listed
 * once, and only if it is among the moves that were allowed when the list was begun.
 *
 * Threads   values of one thread; `out` has room for MOVES_MAX.
 */
#ifndef ENGINE_GAME_GO_BOARD_MOVELIST_H
#define ENGINE_GAME_GO_BOARD_MOVELIST_H

#include "engine/game/go/board/board.h"

/* Those not yet written and those written. */
typedef struct {
	const go_t *go;
	bits_t left;
	move_t *out;
	unsigned count;
} movelist_t;

static inline void movelist_add(movelist_t *list, unsigned p)
{
	if (!bits_has(&list->left, p))
		return;
	bits_remove(&list->left, p);
	assert(list->count < MOVES_MAX);
	list->out[list->count++] = (move_t)p;
}

static inline void movelist_add_set(movelist_t *list, const bits_t *set)
{
	for (unsigned i = 0; i < BITS_WORDS; i++) {
		uint64_t word = list->left.word[i] & set->word[i];

		list->left.word[i] &= ~word;
		for (; word != 0; word &= word - 1)
			list->out[list->count++] = (move_t)bits_point(i, word);
	}
	assert(list->count <= MOVES_MAX);
}

/* movelist_add_rings adds all that is left, by distance from `from`. */
static inline void movelist_add_rings(movelist_t *list, const bits_t *from)
{
	bits_t reach = *from;
	bits_t next;

	while (!bits_is_empty(&list->left)) {
		geometry_neighbours(list->go->geo, &reach, &next);
		bits_unite(&reach, &next);
		movelist_add_set(list, &reach);
	}
}

/* movelist_takes: is the point among those asked for? movelist_keep drops the others. */
static inline bool movelist_takes(const bits_t *within, unsigned p)
{
	return within == NULL || bits_has(within, p);
}

static inline void movelist_keep(movelist_t *list, const bits_t *within)
{
	if (within != NULL)
		bits_intersect(&list->left, within);
}

#endif
