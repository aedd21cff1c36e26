/* SPDX-License-Identifier: MIT
 * little_endian.h - whole numbers as bytes, the least significant one first, whatever the machine.
 *
 * Ownership the bytes are the caller's.
 * Threads   any.
 */
#ifndef ENGINE_BASE_LITTLE_ENDIAN_H
#define ENGINE_BASE_LITTLE_ENDIAN_H

#include <assert.h>
#include <stdint.h>

/* little_endian_put writes a value to so many bytes, 1 to 8, which must have room for it. */
static inline void little_endian_put(uint8_t *at, uint64_t value, unsigned bytes)
{
	assert(bytes == sizeof(value) || value >> 8 * bytes == 0);
	for (unsigned i = 0; i < bytes; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

/* little_endian_get reads the value of so many bytes, 1 to 8. */
static inline uint64_t little_endian_get(const uint8_t *at, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value |= (uint64_t)at[i] << 8 * i;
	return value;
}

#endif
