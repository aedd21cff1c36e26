/* SPDX-License-Identifier: MIT
 * visited.c - a hash table with linear probing that doubles when half of it is full. */
#include "engine/proof/visited.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"

enum { ROOM_AT_FIRST = 1024 };

static err_t make(visited_t *book, size_t room, unsigned areas)
{
	*book = (visited_t){.room = room, .areas = areas};
	book->entry = mem_alloc_array(room, sizeof(*book->entry));
	if (areas > 0)
		book->zone = mem_alloc_array(room, areas * sizeof(*book->zone));
	if (book->entry != NULL && (areas == 0 || book->zone != NULL))
		return ERR_OK;
	visited_fini(book);
	return ERR_NOMEM;
}

err_t visited_init(visited_t *book, unsigned areas)
{
	return make(book, ROOM_AT_FIRST, areas);
}

void visited_fini(visited_t *book)
{
	mem_free(book->entry, book->room * sizeof(*book->entry));
	mem_free(book->zone, book->room * book->areas * sizeof(*book->zone));
	*book = (visited_t){.entry = NULL};
}

/* place returns where the key is, or where it would go. */
static size_t place(const visited_t *book, hashkey_t key)
{
	size_t i = (size_t)key.lo & (book->room - 1);

	assert((book->room & (book->room - 1)) == 0 && book->used < book->room);
	while (book->entry[i].order != 0 &&
	       (book->entry[i].key.lo != key.lo || book->entry[i].key.hi != key.hi))
		i = (i + 1) & (book->room - 1);
	return i;
}

bool visited_find(const visited_t *book, hashkey_t key, unsigned order, uint32_t *node,
                  zone_t *zone)
{
	const size_t i = place(book, key);
	const visited_entry_t *e = &book->entry[i];

	if (e->order == 0 || e->order > order + 1)
		return false;
	assert(book->areas == 0 || zone->areas == book->areas);
	*node = e->node;
	if (book->areas > 0)
		memcpy(zone->area, &book->zone[i * book->areas], book->areas * sizeof(*book->zone));
	return true;
}

static void put(visited_t *book, const visited_entry_t *e, const bits_t *areas)
{
	const size_t i = place(book, e->key);

	book->used += book->entry[i].order == 0;
	book->entry[i] = *e;
	if (book->areas > 0)
		memcpy(&book->zone[i * book->areas], areas, book->areas * sizeof(*areas));
}

static err_t grow(visited_t *book)
{
	visited_t more;

	if (make(&more, 2 * book->room, book->areas) != ERR_OK)
		return ERR_NOMEM;
	for (size_t i = 0; i < book->room; i++)
		if (book->entry[i].order != 0)
			put(&more, &book->entry[i],
			    book->areas > 0 ? &book->zone[i * book->areas] : NULL);
	visited_fini(book);
	*book = more;
	return ERR_OK;
}

err_t visited_add(visited_t *book, hashkey_t key, unsigned order, uint32_t node, const zone_t *zone)
{
	const visited_entry_t e = {.key = key, .node = node, .order = order + 1};

	if (2 * (book->used + 1) > book->room && grow(book) != ERR_OK)
		return ERR_NOMEM;
	assert(book->areas == 0 || zone->areas == book->areas);
	put(book, &e, zone->area);
	return ERR_OK;
}
