/* SPDX-License-Identifier: MIT
 * key.c - reading the table by both keys of a position: with its stocks of ko threats and without
 * (node.c, "Stocks"). Both lead to the same bucket, so that this is one look at memory. */
#include "engine/search/core/key.h"

#include "engine/table/entry.h"

bool key_probe_both(const ttable_t *table, hashkey_t key, hashkey_t stockless, ttentry_t *out)
{
	const hashkey_t keys[2] = {key, stockless};
	ttentry_t entry[2];
	const unsigned has = ttable_probe_pair(table, keys, entry);

	*out = entry[0];
	if ((has & 2) != 0)
		entry_unite(out, &entry[1]);
	return has != 0;
}

bool key_probe(const ttable_t *table, driver_t driver, zoning_t zoning, const position_t *pos,
               ttentry_t *out)
{
	const hashkey_t key = key_of_position(driver, zoning, pos);

	return key_probe_both(table, key, key_without_stocks(driver, zoning, pos, key), out);
}
