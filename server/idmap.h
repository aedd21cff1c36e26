/* SPDX-License-Identifier: MIT
 * idmap.h - from the id of a job or a connection to the thing itself.
 *
 * Ids are given out in order and never again, so that a late message about
 * something that has gone finds nothing instead of a stranger.
 *
 * Ownership nodes are embedded in what they name; the map owns only its array.
 * Threads   the loop thread.
 */
#ifndef SERVER_IDMAP_H
#define SERVER_IDMAP_H

#include <stddef.h>
#include <stdint.h>

typedef struct idnode {
	uint64_t id; /* > 0 while it is in a map */
	struct idnode *next;
} idnode_t;

enum { IDMAP_FIRST_SLOTS = 64 };

/* Points into itself: it must stay where it is. */
typedef struct {
	idnode_t *first[IDMAP_FIRST_SLOTS];
	idnode_t **slots;
	size_t capacity; /* slots, a power of two */
	size_t count;
	uint64_t last; /* id given out last */
} idmap_t;

void idmap_init(idmap_t *map);
void idmap_fini(idmap_t *map);

/* idmap_add gives the node the next id and adds it. Cannot fail: when the
 * array cannot grow the chains do. */
void idmap_add(idmap_t *map, idnode_t *node);

/* idmap_find returns the node or NULL. */
idnode_t *idmap_find(const idmap_t *map, uint64_t id);

void idmap_remove(idmap_t *map, idnode_t *node);

#endif
