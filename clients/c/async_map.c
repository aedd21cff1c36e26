/* SPDX-License-Identifier: MIT
 * async_map.c - finds queries by a number: chains in an array that doubles.
 *
 * The nodes are members of the queries, so adding one fails only if the first array cannot be
 * allocated. When the array cannot grow, the chains do.
 */
#include "clients/c/async_map.h"

#include <assert.h>

enum { SLOTS_FIRST = 256 };

static node_by_t **chain(const map_t *map, uint64_t key)
{
	return &map->slot[key & (map->capacity - 1)];
}

/* grow doubles the array if there is memory. */
static void grow(map_t *map)
{
	map_t more = {.capacity = map->capacity > 0 ? 2 * map->capacity : SLOTS_FIRST,
	              .count = map->count};

	more.slot = mem_alloc_array(more.capacity, sizeof(*more.slot));
	if (more.slot == NULL)
		return;
	for (size_t i = 0; i < map->capacity; i++) {
		for (node_by_t *n = map->slot[i], *next; n != NULL; n = next) {
			node_by_t **at = chain(&more, n->key);

			next = n->next;
			n->next = *at;
			*at = n;
		}
	}
	mem_free(map->slot, map->capacity * sizeof(*map->slot));
	*map = more;
}

bool async_map_put(map_t *map, node_by_t *node)
{
	node_by_t **at;

	if (map->count >= map->capacity)
		grow(map);
	if (map->capacity == 0)
		return false;
	assert((map->capacity & (map->capacity - 1)) == 0 && node->query != NULL);
	at = chain(map, node->key);
	node->next = *at;
	*at = node;
	map->count++;
	return true;
}

query_t *async_map_find(const map_t *map, uint64_t key)
{
	const node_by_t *n = map->capacity > 0 ? *chain(map, key) : NULL;

	while (n != NULL && n->key != key)
		n = n->next;
	return n != NULL ? n->query : NULL;
}

query_t *async_map_take(map_t *map, uint64_t key)
{
	query_t *query;

	if (map->capacity == 0)
		return NULL;
	for (node_by_t **at = chain(map, key); *at != NULL; at = &(*at)->next) {
		if ((*at)->key != key)
			continue;
		query = (*at)->query;
		*at = (*at)->next;
		assert(map->count > 0);
		map->count--;
		return query;
	}
	return NULL;
}

void async_map_free(map_t *map)
{
	mem_free(map->slot, map->capacity * sizeof(*map->slot));
	*map = (map_t){.slot = NULL};
}
