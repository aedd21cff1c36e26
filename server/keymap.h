/* SPDX-License-Identifier: MIT
 * keymap.h - finds what a client has given a key, by its account and that key.
 *
 * Ownership nodes are embedded in what they name, and so are the texts that they point to.
 * Threads   the loop thread, or main before it.
 */
#ifndef SERVER_KEYMAP_H
#define SERVER_KEYMAP_H

#include <stdint.h>

#include "server/list.h"

enum { KEYMAP_BUCKETS = 4096 }; /* size */

typedef struct {
	link_t link;               /* in a bucket; in no list: it cannot be found */
	const char *account, *key; /* as long as the node; account "": nobody's */
} keynode_t;

/* The structure points into itself: it must not be moved or copied. */
typedef struct {
	link_t buckets[KEYMAP_BUCKETS];
	uint64_t seed; /* of the hash: nobody can know which keys fall together */
} keymap_t;

void keymap_init(keymap_t *map);

/* keymap_node prepares a node, which is in no map; keymap_add puts it into one, where its key must
 * not be; keymap_drop takes it out, and does nothing with one that is in none. */
void keymap_node(keynode_t *node, const char *account, const char *key);
void keymap_add(keymap_t *map, keynode_t *node);
void keymap_drop(keynode_t *node);

/* keymap_find returns the node of that account and key; NULL: there is none. */
keynode_t *keymap_find(const keymap_t *map, const char *account, const char *key);

#endif
