/* SPDX-License-Identifier: MIT
 * fact_parcel.h - facts of a store, and names of facts, in the bytes of a message; read as if a
 * stranger had written them.
 *
 *   a fact   hash (8 bytes), how many bytes follow (2), the record as it lies in a store
 *   a name   hash (8), the sum of the record (4)
 *   a list   the hash where to go on, 0: nowhere (8), and names
 *
 * Units     numbers are little-endian, as in a record.
 * Ownership bytes are borrowed.
 * Threads   values.
 */
#ifndef SERVER_FLEET_FACT_PARCEL_H
#define SERVER_FLEET_FACT_PARCEL_H

#include "engine/store/store_share.h"

enum {
	PARCEL_FACT_HEAD = 10, /* bytes before a record */
	PARCEL_FACTS = 256,    /* limit: facts of a parcel */
	PARCEL_HASH = 8,
	PARCEL_NAME = 12,
	PARCEL_WANTED = 128,               /* limit: names that are asked for at a time */
	PARCEL_LISTED = STORE_NAMES_LEAST, /* limit: names of a list */
};

/* fact_parcel_put writes a fact, and returns the bytes that it takes; 0: there is no room. */
size_t fact_parcel_put(const fact_record_bytes_t *record, uint8_t *out, size_t room);

/* fact_parcel_take reads the fact at *at and goes on to the next; false: there is none, or (*at is
 * not `count` then) the rest is no fact. The record is sound. */
bool fact_parcel_take(const uint8_t *bytes, size_t count, size_t *at, fact_record_bytes_t *out);

/* fact_parcel_put_hash and fact_parcel_put_name write PARCEL_HASH and PARCEL_NAME bytes; the
 * others read them. */
void fact_parcel_put_hash(uint64_t hash, uint8_t *out);
uint64_t fact_parcel_hash(const uint8_t *bytes);
void fact_parcel_put_name(fact_name_t name, uint8_t *out);
fact_name_t fact_parcel_name(const uint8_t *bytes);

#endif
