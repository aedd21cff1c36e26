/* SPDX-License-Identifier: MIT
 * movelist.h - a list of moves in the order in which the search tries them. It begins with the set
 * of all moves that may be listed; each function writes some of these to the end of the list, and
 * takes them out of the set. So a move is listed at most once.
 *
 * Ownership `out` is the caller's, with room for MOVES_MAX moves.
 * Threads   values of one thread.
 */
#ifndef ENGINE_GAME_GO_BOARD_MOVELIST_H
#define ENGINE_GAME_GO_BOARD_MOVELIST_H

#include "engine/game/go/board/board.h"

typedef struct {
	const go_t *go;
	bits_t left;    /* moves that may be listed and are not yet */
	move_t *out;    /* the list, */
	unsigned count; /* and how many it has */
} movelist_t;

/* movelist_add lists a move, movelist_add_set a set of them, if they may still be listed. */
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

/* movelist_add_rings lists all moves that are left, the nearest to the points of `from` first.
 * These must not be empty unless no move is left. */
static inline void movelist_add_rings(movelist_t *list, const bits_t *from)
{
	bits_t reach = *from;
	bits_t next;

	assert(!bits_is_empty(from) || bits_is_empty(&list->left)); /* else the loop has no end */
	while (!bits_is_empty(&list->left)) {
		geometry_neighbours(list->go->geo, &reach, &next);
		bits_unite(&reach, &next);
		movelist_add_set(list, &reach);
	}
}

/* movelist_takes: is the point in `within`, the set of moves that the search asked for? NULL: it
 * asked for all. movelist_keep takes the moves that it did not ask for out of the set. */
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
