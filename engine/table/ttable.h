/* SPDX-License-Identifier: MIT
 * ttable.h - the transposition table: what is known of a position, for all
 * orders, read and written by every search thread without locks.
 *
 * An entry keeps for each order the least depth proven and the greatest depth
 * failed; depth FAIL_FOREVER says disproven at any depth. 1 and 0 are facts.
 *
 * Units     bytes; depths in plies, stored as depth codes (at ttentry_t).
 * Ownership the caller owns the ttable_t; probe and store copy, never lend.
 * Threads   create, free: one thread, nobody searching. The rest: any thread,
 *           any time (ttable.c, "Torn reads").
 * Errors    create returns an err_t; probe and store cannot fail. A store may
 *           be lost at once to a racing one.
 */
#ifndef ENGINE_TABLE_TTABLE_H
#define ENGINE_TABLE_TTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/game/game.h"
#include "engine/table/entry.h"
#include "engine/table/ztable.h"

typedef struct ttable ttable_t;

typedef struct {
	uint64_t bytes;   /* of the array; zones not counted */
	uint64_t entries; /* capacity */
	uint64_t used;    /* estimate from a sample of 4096 slots */
} ttable_stats_t;

/* ttable_create makes an empty table of the largest power-of-two number of
 * buckets within `bytes`, and a quarter of that on top for zones (ztable.h). On failure *out is
 * NULL: ERR_RANGE (less than one bucket), ERR_NOMEM. */
err_t ttable_create(size_t bytes, ttable_t **out);
void ttable_free(ttable_t *tt);

/* ttable_touch takes all of an empty table's memory from the kernel now; without
 * it, pages come when they are first used. For programs that stay: see Pages in
 * ttable.c. Nobody may be searching. */
void ttable_touch(ttable_t *tt);

/* ttable_clear forgets everything. Nobody may be searching. */
void ttable_clear(ttable_t *tt);

/* ttable_distrust forgets everything as well, at once and while others search: for when some of it
 * may be false.
 *
 * What it does not reach: what others have read before. A search that is running has such values in
 * the nodes of its line, and in what it has noted beside the table (zone_probe.h, until the job
 * ends); a result or a certificate in the making likewise. It goes on, and may store what follows
 * from an entry that was false, as an entry of the new table. So a false entry can outlive this by
 * the jobs that ran at that time and, by what they store, be found by later ones. Whoever must
 * exclude that lets nobody search, and clears. */
void ttable_distrust(ttable_t *tt);

/* ttable_probe copies the entry of `key` to *out and returns true, or sets *out
 * to "nothing known" and returns false. */
bool ttable_probe(const ttable_t *tt, hashkey_t key, ttentry_t *out);

/* ttable_probe_pair does so for two keys that have one place, with and without stocks of threats;
 * bit i of what it returns says whether there is an entry of key[i]. */
unsigned ttable_probe_pair(const ttable_t *tt, const hashkey_t key[2], ttentry_t out[2]);

/* ttable_prefetch asks for the cache line of `key`, ttable_prefetch_numbers for that of its
 * numbers. */
void ttable_prefetch(const ttable_t *tt, hashkey_t key);
void ttable_prefetch_numbers(const ttable_t *tt, hashkey_t key, unsigned order);

/* ttable_store_proven / _failed add one fact to the entry of `key`, merging it
 * with what is there: proven at `order` within `plies`, or not proven at
 * `order` within `plies` (for ever: disproven at any depth). `move` may be
 * MOVE_NONE, which keeps the move that is there; a failure never replaces the
 * move of a proof, nor does a proof that says nothing new. `nodes` is the work
 * spent on it, `zone` what it depends on, coarsely. Facts must be true of the position wherever it
 * stands: one that rests on the path to it must not be stored. */
void ttable_store_proven(ttable_t *tt, hashkey_t key, unsigned order, unsigned plies, move_t move,
                         uint64_t nodes, uint64_t zone);
void ttable_store_failed(ttable_t *tt, hashkey_t key, unsigned order, unsigned plies, bool forever,
                         move_t move, uint64_t nodes, uint64_t zone);

/* Proof and disproof number of a node of df-pn: how far it seems from being proven, and
 * from being disproven. They are kept one pair for each order of a position, in a slot of its own;
 * facts drive them out. */
typedef struct {
	uint32_t proof, disproof; /* at most NUMBER_MAX */
} numbers_t;

enum { NUMBER_MAX = (1 << 24) - 1 }; /* layout: three bytes of a slot */

/* ttable_store_numbers keeps the numbers of (key, order); ttable_probe_numbers finds them,
 * or returns false. `nodes` as above. */
void ttable_store_numbers(ttable_t *tt, hashkey_t key, unsigned order, numbers_t numbers,
                          uint64_t nodes);
bool ttable_probe_numbers(const ttable_t *tt, hashkey_t key, unsigned order, numbers_t *out);

/* ttable_agrees: does the entry of `key` say nothing against "proven (or not) at `order`
 * within `plies`"? What does contradict it is not stored: only guesses come to that. */
bool ttable_agrees(const ttable_t *tt, hashkey_t key, unsigned order, unsigned plies, bool proven);

/* ttable_zones borrows the zones kept beside the table. */
ztable_t *ttable_zones(const ttable_t *tt);

/* ttable_stats: any thread; `used` is an estimate. ttable_size leaves it 0, which spares reading
 * the sample. */
void ttable_stats(const ttable_t *tt, ttable_stats_t *out);
void ttable_size(const ttable_t *tt, ttable_stats_t *out);

#endif
