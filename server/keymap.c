/* SPDX-License-Identifier: MIT
 * keymap.c - lists of nodes whose hashes fall together. */
#include "server/keymap.h"

#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/rng.h"

static link_t *bucket_of(const keymap_t *map, const char *account, const char *key)
{
	uint64_t hash = map->seed;

	for (const char *c = account; *c != '\0'; c++)
		hash = rng_mix(hash ^ (uint8_t)*c);
	hash = rng_mix(hash + UINT8_MAX); /* the end of the account */
	for (const char *c = key; *c != '\0'; c++)
		hash = rng_mix(hash ^ (uint8_t)*c);
	return (link_t *)&map->buckets[hash % KEYMAP_BUCKETS];
}

void keymap_init(keymap_t *map)
{
	map->seed = clock_now_ns();
	for (unsigned i = 0; i < KEYMAP_BUCKETS; i++)
		list_init(&map->buckets[i]);
}

void keymap_node(keynode_t *node, const char *account, const char *key)
{
	*node = (keynode_t){.account = account, .key = key};
	list_init(&node->link);
}

void keymap_add(keymap_t *map, keynode_t *node)
{
	assert(keymap_find(map, node->account, node->key) == NULL);
	list_add(bucket_of(map, node->account, node->key), &node->link);
}

void keymap_drop(keynode_t *node)
{
	list_drop(&node->link);
}

keynode_t *keymap_find(const keymap_t *map, const char *account, const char *key)
{
	const link_t *in = bucket_of(map, account, key);

	for (const link_t *at = in->next; at != in; at = at->next) {
		keynode_t *node = LIST_ENTRY(at, keynode_t, link);

		if (strcmp(node->key, key) == 0 && strcmp(node->account, account) == 0)
			return node;
	}
	return NULL;
}
