/* SPDX-License-Identifier: MIT
 * ledger_part.c - reads and writes what is around the bytes of a record (ledger.c says why they lie
 * in parts). */
#include "engine/store/ledger_part.h"

#include "engine/base/crc32.h"

void ledger_part_put(uint8_t *at, uint64_t value, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		at[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
}

uint64_t ledger_part_get(const uint8_t *at, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value = value << 8 | at[i];
	return value;
}

ledger_part_key_t ledger_part_key(const ledger_name_t *name, unsigned part)
{
	ledger_part_key_t key;

	ledger_part_put(key.byte, name->id, 8);
	ledger_part_put(key.byte + 8, name->item, 4);
	ledger_part_put(key.byte + 12, name->kind, 1);
	ledger_part_put(key.byte + LEDGER_PART_NAME, part, 2);
	return key;
}

uint32_t ledger_part_sum(const uint8_t key[LEDGER_PART_KEY], const uint8_t *value, size_t bytes)
{
	return crc32_update(crc32_update(0, key, LEDGER_PART_KEY), value + LEDGER_PART_SUM,
	                    bytes - LEDGER_PART_SUM);
}

bool ledger_part_is_sound(const uint8_t *key, const uint8_t *value, size_t bytes)
{
	return bytes >= LEDGER_PART_SUM &&
	       ledger_part_get(value, LEDGER_PART_SUM) == ledger_part_sum(key, value, bytes);
}

static bool begins(const uint8_t *key)
{
	return ledger_part_get(key + LEDGER_PART_NAME, LEDGER_PART_KEY - LEDGER_PART_NAME) == 0;
}

const pages_kind_t ledger_part_kind = {"records", LEDGER_PART_KEY, LEDGER_PART_MOST,
                                       ledger_part_is_sound, begins};
