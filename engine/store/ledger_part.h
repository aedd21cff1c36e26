/* SPDX-License-Identifier: MIT
 * ledger_part.h - the parts in which the records of a ledger lie: their keys, sums and table.
 *
 * Units     bytes.
 * Threads   any: values.
 */
#ifndef ENGINE_STORE_LEDGER_PART_H
#define ENGINE_STORE_LEDGER_PART_H

#include "engine/store/ledger.h"
#include "engine/store/pages.h"

enum {
	LEDGER_PART_FORMAT = 1,
	LEDGER_PART_NAME = 13, /* layout: id 8, item 4, kind 1, in big-endian order */
	LEDGER_PART_KEY = LEDGER_PART_NAME + 2,
	LEDGER_PART_SUM = 4,
	LEDGER_PART_HEAD = LEDGER_PART_SUM + 1 + 4, /* of the first: sum, format, record's length */
	LEDGER_PART_MOST = 1900, /* limit: twice a part and its key fit a page of 4096 */
};

typedef struct {
	uint8_t byte[LEDGER_PART_KEY];
} ledger_part_key_t;

extern const pages_kind_t ledger_part_kind; /* the table, as pages_check wants to know of it */

/* ledger_part_put writes a number of so many bytes, ledger_part_get reads it. */
void ledger_part_put(uint8_t *at, uint64_t value, unsigned bytes);
uint64_t ledger_part_get(const uint8_t *at, unsigned bytes);

ledger_part_key_t ledger_part_key(const ledger_name_t *name, unsigned part);

/* ledger_part_sum makes the sum that a part begins with, of its key and of what follows the sum.
 * ledger_part_is_sound: has it the right one? */
uint32_t ledger_part_sum(const uint8_t key[LEDGER_PART_KEY], const uint8_t *value, size_t bytes);
bool ledger_part_is_sound(const uint8_t *key, const uint8_t *value, size_t bytes);

#endif
