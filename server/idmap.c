/* SPDX-License-Identifier: MIT
 * idmap.c - an array of chains, doubled when they have one node on average.
 *
 * Ids are ascending, so their low bits are a perfect hash for what is alive at one time, and
 * chains stay short without mixing. liburcu's hash table would serve readers on other threads,
 * and there are none: jobs have a pointer to their record.
 */
#include "server/idmap.h"

#include <assert.h>

#include "engine/base/mem.h"

static idnode_t **slot_of(const idmap_t *map, uint64_t id)
{
	return &map->slots[id & (map->capacity - 1)];
}

void idmap_init(idmap_t *map)
{
	*map = (idmap_t){.capacity = IDMAP_FIRST_SLOTS};
	map->slots = map->first;
}

static void slots_free(idmap_t *map)
{
	if (map->slots != map->first)
		mem_free(map->slots, map->capacity * sizeof(*map->slots));
}

void idmap_fini(idmap_t *map)
{
	assert(map->count == 0);
	slots_free(map);
	map->slots = NULL;
}

static void grow(idmap_t *map)
{
	size_t capacity = 2 * map->capacity;
	idnode_t **slots = mem_alloc_array(capacity, sizeof(*slots));

	if (slots == NULL)
		return;
	for (size_t i = 0; i < map->capacity; i++) {
		for (idnode_t *node = map->slots[i], *next; node != NULL; node = next) {
			idnode_t **slot = &slots[node->id & (capacity - 1)];

			next = node->next;
			node->next = *slot;
			*slot = node;
		}
	}
	slots_free(map);
	map->slots = slots;
	map->capacity = capacity;
}

void idmap_add(idmap_t *map, idnode_t *node)
{
	idnode_t **slot;

	if (map->count >= map->capacity)
		grow(map);
	assert((map->capacity & (map->capacity - 1)) == 0);
	node->id = ++map->last;
	slot = slot_of(map, node->id);
	node->next = *slot;
	*slot = node;
	map->count++;
}

idnode_t *idmap_find(const idmap_t *map, uint64_t id)
{
	idnode_t *node = *slot_of(map, id);

	while (node != NULL && node->id != id)
		node = node->next;
	return node;
}

void idmap_remove(idmap_t *map, idnode_t *node)
{
	idnode_t **at = slot_of(map, node->id);

	assert(map->count > 0 && node->id > 0 && node->id <= map->last);
	while (*at != node) {
		assert(*at != NULL);
		at = &(*at)->next;
	}
	*at = node->next;
	node->next = NULL;
	map->count--;
}
