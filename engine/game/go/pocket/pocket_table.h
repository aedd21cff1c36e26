/* SPDX-License-Identifier: MIT
 * pocket_table.h - what a search of a pocket remembers: proof and disproof numbers by position.
 *
 * Units     numbers are at most POCKET_NEVER, which is infinity.
 * Ownership pocket_table_free releases what pocket_table_make made.
 * Threads   one.
 * Errors    pocket_table_make returns false when there is no memory.
 */
#ifndef ENGINE_GAME_GO_POCKET_POCKET_TABLE_H
#define ENGINE_GAME_GO_POCKET_POCKET_TABLE_H

#include "engine/game/go/pocket/pocket.h"

enum { POCKET_NEVER = (1 << 24) - 1, POCKET_SLOTS = 4 };

typedef struct {
	uint32_t proof, disproof;
} pocket_numbers_t;

typedef struct {
	uint64_t key;
	uint32_t proof, disproof; /* 24 bits each, and 8 of the work above the first */
} pocket_entry_t;

typedef struct {
	pocket_entry_t *at;
	size_t bytes;
	uint64_t mask; /* of buckets */
	bool is_huge;
} pocket_table_t;

/* pocket_table_key hashes a position; it is never 0. */
uint64_t pocket_table_key(const pocket_state_t *s);

bool pocket_table_make(pocket_table_t *t, unsigned entries); /* a power of two */
void pocket_table_free(pocket_table_t *t);

/* pocket_table_make_huge has the table lie on huge pages. It takes some 100 us a MiB. */
void pocket_table_make_huge(pocket_table_t *t);

/* pocket_table_prefetch has the processor fetch what a probe for the key will read. */
void pocket_table_prefetch(const pocket_table_t *t, uint64_t key);

/* pocket_table_probe reads what is known of a position; false: nothing is. */
bool pocket_table_probe(const pocket_table_t *t, uint64_t key, pocket_numbers_t *out);

/* pocket_table_work does so too, and tells how much work that took, by a measure of its own. */
bool pocket_table_work(const pocket_table_t *t, uint64_t key, pocket_numbers_t *out,
                       uint32_t *work);

/* pocket_table_store writes the numbers of a position that so many nodes were spent on. */
void pocket_table_store(pocket_table_t *t, uint64_t key, pocket_numbers_t n, uint64_t work);

#endif
