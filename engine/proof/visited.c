/* SPDX-License-Identifier: MIT
 * visited.c - a hash table with linear probing that doubles when half of it is full. */
#include "engine/proof/visited.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"

enum { ROOM_AT_FIRST = 1024 };

static err_t make(visited_t *visited, size_t room, unsigned areas)
{
	*visited = (visited_t){.room = room, .areas = areas};
	visited->entry = mem_alloc_array(room, sizeof(*visited->entry));
	if (areas > 0)
		visited->zone = mem_alloc_array(room, areas * sizeof(*visited->zone));
	if (visited->entry != NULL && (areas == 0 || visited->zone != NULL))
		return ERR_OK;
	visited_fini(visited);
	return ERR_NOMEM;
}

err_t visited_init(visited_t *visited, unsigned areas)
{
	return make(visited, ROOM_AT_FIRST, areas);
}

void visited_fini(visited_t *visited)
{
	mem_free(visited->entry, visited->room * sizeof(*visited->entry));
	mem_free(visited->zone, visited->room * visited->areas * sizeof(*visited->zone));
	*visited = (visited_t){.entry = NULL};
}

/* place returns where the key is, or where it would go. */
static size_t place(const visited_t *visited, hashkey_t key)
{
	size_t i = (size_t)key.lo & (visited->room - 1);

	assert((visited->room & (visited->room - 1)) == 0 && visited->used < visited->room);
	while (visited->entry[i].order != 0 &&
	       (visited->entry[i].key.lo != key.lo || visited->entry[i].key.hi != key.hi))
		i = (i + 1) & (visited->room - 1);
	return i;
}

bool visited_find(const visited_t *visited, hashkey_t key, unsigned order, uint32_t *node,
                  zone_t *zone)
{
	const size_t i = place(visited, key);
	const visited_entry_t *e = &visited->entry[i];

	if (e->order == 0 || e->order > order + 1)
		return false;
	assert(visited->areas == 0 || zone->areas == visited->areas);
	*node = e->node;
	if (visited->areas > 0)
		memcpy(zone->area, &visited->zone[i * visited->areas],
		       visited->areas * sizeof(*visited->zone));
	return true;
}

static void put(visited_t *visited, const visited_entry_t *e, const bits_t *areas)
{
	const size_t i = place(visited, e->key);

	assert(e->order > 0); /* 0: an empty place */
	visited->used += visited->entry[i].order == 0;
	visited->entry[i] = *e;
	if (visited->areas > 0)
		memcpy(&visited->zone[i * visited->areas], areas, visited->areas * sizeof(*areas));
}

static err_t grow(visited_t *visited)
{
	visited_t more;

	if (make(&more, 2 * visited->room, visited->areas) != ERR_OK)
		return ERR_NOMEM;
	for (size_t i = 0; i < visited->room; i++)
		if (visited->entry[i].order != 0)
			put(&more, &visited->entry[i],
			    visited->areas > 0 ? &visited->zone[i * visited->areas] : NULL);
	visited_fini(visited);
	*visited = more;
	return ERR_OK;
}

err_t visited_add(visited_t *visited, hashkey_t key, unsigned order, uint32_t node,
                  const zone_t *zone)
{
	const visited_entry_t e = {.key = key, .node = node, .order = order + 1};

	if (2 * (visited->used + 1) > visited->room && grow(visited) != ERR_OK)
		return ERR_NOMEM;
	assert(visited->areas == 0 || zone->areas == visited->areas);
	put(visited, &e, zone->area);
	return ERR_OK;
}
