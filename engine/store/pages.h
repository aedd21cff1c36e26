/* SPDX-License-Identifier: MIT
 * pages.h - a whole data file of LMDB, looked at without LMDB before LMDB maps it.
 *
 * LMDB believes what its pages say: a wrong offset, page number or size makes it read and write
 * where it should not. pages_check believes nothing. What it lets pass has, in both meta pages and
 * in every page that the newer one reaches: the right kind and number; nodes within their page;
 * keys in order, of the size that their table has; no page reached twice, or reached and free; and
 * as many pages and entries as each table says. So neither reading nor writing it can lead LMDB
 * astray. Pages that are free are not looked at, and LMDB does not read them either.
 *
 * Units     every page is read once; a bit of memory for each, and a page for each level.
 * Threads   any; one file is looked at by one thread.
 * Errors    ERR_VALUE: damaged, and where. ERR_IO: it cannot be read. ERR_NOMEM. ERR_CANCELLED.
 */
#ifndef ENGINE_STORE_PAGES_H
#define ENGINE_STORE_PAGES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"

/* A table that the file may have. All its keys have `key_bytes`, or any number where that is 0.
 * `is_sound` judges the value of a key; NULL: all are sound. `begins` tells whether a record begins
 * with the entry of a key, in a table that has records; NULL: it has none. */
typedef struct {
	const char *name;
	size_t key_bytes, value_most;
	bool (*is_sound)(const uint8_t *key, const uint8_t *value, size_t bytes);
	bool (*begins)(const uint8_t *key);
} pages_kind_t;

typedef struct {
	uint64_t used, free; /* pages */
	uint64_t records;
	unsigned tables;  /* bit k: there is the table of kind k */
	uint64_t unsound; /* values: no reason to refuse the file */
} pages_seen_t;

/* pages_check looks at the file `fd`. An empty one passes: it is new. It ends before the next page
 * when *is_cancelled has become true; NULL: never. */
err_t pages_check(int fd, const pages_kind_t *kinds, unsigned count,
                  const _Atomic bool *is_cancelled, pages_seen_t *seen, errinfo_t *why);

#endif
