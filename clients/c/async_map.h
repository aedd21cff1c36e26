/* SPDX-License-Identifier: MIT
 * async_map.h - finds queries by a number. Library internals.
 *
 * Ownership the nodes are members of the queries; a map owns its array.
 * Threads   the runner.
 */
#ifndef CLIENTS_C_ASYNC_MAP_H
#define CLIENTS_C_ASYNC_MAP_H

#include "clients/c/async.h"

/* async_map_put adds a node, which is in no map; false: no memory. async_map_find returns one of
 * the queries with that key, NULL if there is none; async_map_take removes it as well.
 * async_map_free frees the array and forgets the nodes. */
bool async_map_put(map_t *map, node_by_t *node);
query_t *async_map_find(const map_t *map, uint64_t key);
query_t *async_map_take(map_t *map, uint64_t key);
void async_map_free(map_t *map);

#endif
