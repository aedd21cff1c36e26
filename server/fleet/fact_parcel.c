/* SPDX-License-Identifier: MIT
 * fact_parcel.c - see fact_parcel.h. */
#include "server/fleet/fact_parcel.h"

#include <string.h>

static void put(uint8_t *at, uint64_t value, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *at, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value |= (uint64_t)at[i] << 8 * i;
	return value;
}

size_t fact_parcel_put(const fact_record_bytes_t *record, uint8_t *out, size_t room)
{
	if (room < PARCEL_FACT_HEAD + record->bytes)
		return 0;
	put(out, record->hash, PARCEL_HASH);
	put(out + PARCEL_HASH, record->bytes, PARCEL_FACT_HEAD - PARCEL_HASH);
	memcpy(out + PARCEL_FACT_HEAD, record->byte, record->bytes);
	return PARCEL_FACT_HEAD + record->bytes;
}

bool fact_parcel_take(const uint8_t *bytes, size_t count, size_t *at, fact_record_bytes_t *out)
{
	size_t length;

	if (count - *at < PARCEL_FACT_HEAD)
		return false;
	length = get(bytes + *at + PARCEL_HASH, PARCEL_FACT_HEAD - PARCEL_HASH);
	if (length > PACKED_MAX || count - *at - PARCEL_FACT_HEAD < length)
		return false;
	out->hash = get(bytes + *at, PARCEL_HASH);
	out->bytes = length;
	memcpy(out->byte, bytes + *at + PARCEL_FACT_HEAD, length);
	if (!fact_record_is_sound(out->byte, length))
		return false;
	*at += PARCEL_FACT_HEAD + length;
	return true;
}

void fact_parcel_put_hash(uint64_t hash, uint8_t *out)
{
	put(out, hash, PARCEL_HASH);
}

uint64_t fact_parcel_hash(const uint8_t *bytes)
{
	return get(bytes, PARCEL_HASH);
}

void fact_parcel_put_name(fact_name_t name, uint8_t *out)
{
	put(out, name.hash, PARCEL_HASH);
	put(out + PARCEL_HASH, name.sum, PARCEL_NAME - PARCEL_HASH);
}

fact_name_t fact_parcel_name(const uint8_t *bytes)
{
	return (fact_name_t){get(bytes, PARCEL_HASH),
	                     (uint32_t)get(bytes + PARCEL_HASH, PARCEL_NAME - PARCEL_HASH)};
}
