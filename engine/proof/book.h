/* SPDX-License-Identifier: MIT
 * book.h - the positions whose strategies have been written, with their nodes and zones.
 *
 * Ownership book_fini releases all.
 * Threads   one at a time.
 */
#ifndef ENGINE_PROOF_BOOK_H
#define ENGINE_PROOF_BOOK_H

#include "engine/game/game.h"

typedef struct {
	hashkey_t key;
	uint32_t node;
	uint32_t order; /* of the strategy, plus 1; 0: the place is free */
} book_entry_t;

/* Entries by their keys, and as many zones, each of `areas` sets. */
typedef struct {
	book_entry_t *entry;
	bits_t *zone;
	size_t room, used; /* room: a power of two */
	unsigned areas;
} book_t;

/* book_init makes an empty one for zones with so many areas; 0: without. */
err_t book_init(book_t *book, unsigned areas);
void book_fini(book_t *book);

/* book_find looks for a strategy of an order of at most `order`: its node, and its zone in
 * *zone. */
bool book_find(const book_t *book, hashkey_t key, unsigned order, uint32_t *node, zone_t *zone);

/* book_add keeps one; of two of a position the last. ERR_NOMEM: it is as before. */
err_t book_add(book_t *book, hashkey_t key, unsigned order, uint32_t node, const zone_t *zone);

#endif
