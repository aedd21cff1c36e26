/* SPDX-License-Identifier: MIT
 * store_copy.h - copies of what a store has: one record, each of them in turn, or all of the data.
 *
 * Ownership what is copied is the caller's.
 * Threads   as store.h says of the function.
 * Errors    an err_t with its text; what has not been read whole is not visited.
 */
#ifndef ENGINE_STORE_STORE_COPY_H
#define ENGINE_STORE_STORE_COPY_H

#include "engine/store/backup.h"
#include "engine/store/store.h"

/* store_walk calls `visit` with every record until it returns false; `bytes` are a copy of what
 * lies on disk, sound or not, cut to PACKED_MAX. Nothing is committed meanwhile. */
err_t store_walk(store_t *store,
                 bool (*visit)(uint64_t hash, const uint8_t *bytes, size_t count, void *context),
                 void *context, errinfo_t *why);

/* store_draw copies the first sound record whose hash is `from` or more; false: there is none. */
bool store_draw(store_t *store, uint64_t from, fact_record_bytes_t *out);

/* store_copy writes a compact copy of the data into a folder that has none: of the same owner and
 * mode, and on the disk when it returns. */
err_t store_copy(store_t *store, const char *folder, errinfo_t *why);

/* store_source makes the store a source of backup_copy, which may run while others look up, note
 * and commit. What is noted and not committed is not copied. */
backup_source_t store_source(store_t *store);

#endif
