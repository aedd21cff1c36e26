/* SPDX-License-Identifier: MIT
 * async_map.h - queries by their numbers. Library internals.
 *
 * Threads   the runner.
 */
#ifndef CLIENTS_C_ASYNC_MAP_H
#define CLIENTS_C_ASYNC_MAP_H

#include "clients/c/async.h"

/* async_map_put adds a node; false: no memory. async_map_find finds what has that key, one of
 * several; async_map_take removes it, too; NULL: nothing. */
bool async_map_put(map_t *map, node_by_t *node);
query_t *async_map_find(const map_t *map, uint64_t key);
query_t *async_map_take(map_t *map, uint64_t key);
void async_map_free(map_t *map);

#endif
