/* SPDX-License-Identifier: MIT
 * idmap.h - finds a job or a connection by its id.
 *
 * Ids are given out in ascending order and never twice. So a late message about something that
 * is gone finds nothing, and never something else.
 *
 * Ownership nodes are embedded in what they name; the map owns only its array.
 * Threads   the loop thread.
 */
#ifndef SERVER_IDMAP_H
#define SERVER_IDMAP_H

#include <stddef.h>
#include <stdint.h>

typedef struct idnode {
	uint64_t id; /* given by idmap_add, > 0 */
	struct idnode *next;
} idnode_t;

enum { IDMAP_FIRST_SLOTS = 64 };

/* The structure points into itself: it must not be moved or copied. */
typedef struct {
	idnode_t *first[IDMAP_FIRST_SLOTS];
	idnode_t **slots;
	size_t capacity; /* slots, a power of two */
	size_t count;
	uint64_t last; /* id given out last */
} idmap_t;

/* idmap_init makes an empty map. idmap_fini frees the array of a map that is empty again. */
void idmap_init(idmap_t *map);
void idmap_fini(idmap_t *map);

/* idmap_add gives the node the next id and adds it. It cannot fail: without memory for a larger
 * array the chains grow instead. */
void idmap_add(idmap_t *map, idnode_t *node);

/* idmap_find returns the node with that id, or NULL. */
idnode_t *idmap_find(const idmap_t *map, uint64_t id);

/* idmap_remove removes a node that is in the map. */
void idmap_remove(idmap_t *map, idnode_t *node);

#endif
