/* SPDX-License-Identifier: MIT
 * key.h - the keys under which the facts of a search are kept in the transposition table.
 *
 * Threads   any; the table may be in use.
 */
#ifndef ENGINE_SEARCH_CORE_KEY_H
#define ENGINE_SEARCH_CORE_KEY_H

#include "engine/search/core/env.h"

/* key_of_search makes, of the key of a position, the key of the facts that a search with this
 * driver and zoning finds out about it. Drivers mean different things by an order, and what rests
 * on the inversion rule is a guess: they must not read each other's entries. */
static inline hashkey_t key_of_search(driver_t driver, zoning_t zoning, hashkey_t key)
{
	if (driver == DRIVER_PLAIN) {
		key.lo ^= 0x9e3779b97f4a7c15; /* any two words will do */
		key.hi ^= 0xc2b2ae3d27d4eb4f;
	} else if (zoning == ZONING_INVERSION) {
		key.lo ^= 0x165667b19e3779f9;
		key.hi ^= 0x27d4eb2f165667c5;
	}
	return key;
}

/* key_of_position does so for a position. */
static inline hashkey_t key_of_position(driver_t driver, zoning_t zoning, const position_t *pos)
{
	return key_of_search(driver, zoning, pos->game->key(pos));
}

/* key_without_stocks is the key of the facts that hold whatever the stocks of ko threats are;
 * `key` is what key_of_position returned for the same position. */
static inline hashkey_t key_without_stocks(driver_t driver, zoning_t zoning, const position_t *pos,
                                           hashkey_t key)
{
	return pos->game->stocks == NULL
	               ? key
	               : key_of_search(driver, zoning, pos->game->stocks->stockless(pos));
}

/* key_probe writes all that the table knows of a position, with its stocks of ko threats and
 * without, to *out. Returns false, and an entry that says nothing, when it knows nothing. */
bool key_probe(const ttable_t *table, driver_t driver, zoning_t zoning, const position_t *pos,
               ttentry_t *out);

/* key_probe_both does so for the two keys of a position. */
bool key_probe_both(const ttable_t *table, hashkey_t key, hashkey_t stockless, ttentry_t *out);

#endif
