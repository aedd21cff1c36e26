/* SPDX-License-Identifier: MIT
 * store_share.h - what two stores tell each other of: which facts each has, so that one may take
 * over what only the other has, and may let go of it again.
 *
 * A fact is named by the hash under which it is looked for and the sum of its record: the same
 * record has the same name in every store. Two records of one name would be an accident of 32 bits
 * within one hash; the second is not taken over then.
 *
 * Ownership values.
 * Threads   any, as store.h says. Whoever reads keeps lookups waiting: for a millisecond or two
 *           where the data is in memory, so it is better not done on a thread that must not wait.
 */
#ifndef ENGINE_STORE_STORE_SHARE_H
#define ENGINE_STORE_STORE_SHARE_H

#include "engine/store/store.h"

enum {
	STORE_NAMES_LEAST = 1024, /* room that store_names needs: more than a hash may have */
};

typedef struct {
	uint64_t hash;
	uint32_t sum;
} fact_name_t;

/* store_name is the name of a record, which is sound. */
fact_name_t store_name(const fact_record_bytes_t *record);

/* store_names writes the names of facts on disk whose hash is `from` or more, in the order of their
 * hashes and whole lists of a hash at a time, and returns their number. `most` is at least
 * STORE_NAMES_LEAST. *next is where to go on, 0: there are no more. */
unsigned store_names(store_t *store, uint64_t from, fact_name_t *out, unsigned most,
                     uint64_t *next);

/* store_get copies the record of that name, if it is on disk and sound. store_has tells whether it
 * is on disk. */
bool store_get(store_t *store, fact_name_t name, fact_record_bytes_t *out);
bool store_has(store_t *store, fact_name_t name);

/* store_forget notes that the record of that name is to be dropped by the next commit, whether it
 * is on disk or was noted before; false: it cannot be noted (as store_put). */
bool store_forget(store_t *store, fact_name_t name);

#endif
