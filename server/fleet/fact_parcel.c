/* SPDX-License-Identifier: MIT
 * fact_parcel.c - see fact_parcel.h. */
#include "server/fleet/fact_parcel.h"

#include <string.h>

#include "engine/base/little_endian.h"

size_t fact_parcel_put(const fact_record_bytes_t *record, uint8_t *out, size_t room)
{
	if (room < PARCEL_FACT_HEAD + record->bytes)
		return 0;
	little_endian_put(out, record->hash, PARCEL_HASH);
	little_endian_put(out + PARCEL_HASH, record->bytes, PARCEL_FACT_HEAD - PARCEL_HASH);
	memcpy(out + PARCEL_FACT_HEAD, record->byte, record->bytes);
	return PARCEL_FACT_HEAD + record->bytes;
}

bool fact_parcel_take(const uint8_t *bytes, size_t count, size_t *at, fact_record_bytes_t *out)
{
	size_t length;

	if (count - *at < PARCEL_FACT_HEAD)
		return false;
	length = little_endian_get(bytes + *at + PARCEL_HASH, PARCEL_FACT_HEAD - PARCEL_HASH);
	if (length > PACKED_MAX || count - *at - PARCEL_FACT_HEAD < length)
		return false;
	out->hash = little_endian_get(bytes + *at, PARCEL_HASH);
	out->bytes = length;
	memcpy(out->byte, bytes + *at + PARCEL_FACT_HEAD, length);
	if (!fact_record_is_sound(out->byte, length))
		return false;
	*at += PARCEL_FACT_HEAD + length;
	return true;
}

void fact_parcel_put_hash(uint64_t hash, uint8_t *out)
{
	little_endian_put(out, hash, PARCEL_HASH);
}

uint64_t fact_parcel_hash(const uint8_t *bytes)
{
	return little_endian_get(bytes, PARCEL_HASH);
}

void fact_parcel_put_name(fact_name_t name, uint8_t *out)
{
	little_endian_put(out, name.hash, PARCEL_HASH);
	little_endian_put(out + PARCEL_HASH, name.sum, PARCEL_NAME - PARCEL_HASH);
}

fact_name_t fact_parcel_name(const uint8_t *bytes)
{
	return (fact_name_t){
	        little_endian_get(bytes, PARCEL_HASH),
	        (uint32_t)little_endian_get(bytes + PARCEL_HASH, PARCEL_NAME - PARCEL_HASH)};
}
