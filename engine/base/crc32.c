/* SPDX-License-Identifier: MIT
 * crc32.c - see crc32.h.
 *
 * Design     Four bits a step, with a table of sixteen words that can be read and checked by hand.
 *            A certificate has some kilobytes, and summing it is a small part of reading it. zlib
 *            is several times as fast; it is not used, so that the checker needs no library.
 */
#include "engine/base/crc32.h"

enum { NIBBLE = 4, MASK = 0xf };

/* The remainders of the sixteen polynomials of four bits, bits reflected. */
static const uint32_t remainder_of[MASK + 1] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                                0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                                0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                                0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};

uint32_t crc32_update(uint32_t crc, const void *bytes, size_t length)
{
	const uint8_t *at = bytes;

	crc = ~crc;
	for (size_t i = 0; i < length; i++) {
		crc ^= at[i];
		crc = crc >> NIBBLE ^ remainder_of[crc & MASK];
		crc = crc >> NIBBLE ^ remainder_of[crc & MASK];
	}
	return ~crc;
}
