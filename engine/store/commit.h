/* SPDX-License-Identifier: MIT
 * commit.h - facts that are noted and not yet on disk; store_commit (store.h) writes them.
 *
 * Threads   any; the store's lock is taken.
 */
#ifndef ENGINE_STORE_COMMIT_H
#define ENGINE_STORE_COMMIT_H

#include <stdbool.h>

#include "engine/store/env.h"

/* commit_note notes a record; false: there is no room, or no memory, and it is forgotten. */
bool commit_note(store_t *store, const fact_record_bytes_t *record);

/* commit_drop forgets a list of them. */
void commit_drop(pending_t *list);

#endif
