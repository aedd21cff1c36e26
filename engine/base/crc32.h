/* SPDX-License-Identifier: MIT
 * crc32.h - the CRC-32 of ISO 3309, as zlib and PNG compute it.
 *
 * Threads   any.
 */
#ifndef ENGINE_BASE_CRC32_H
#define ENGINE_BASE_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* crc32_update continues a checksum: `crc` is the checksum of all bytes before these, 0 if there
 * are none. It returns the checksum of those bytes followed by `length` bytes. */
uint32_t crc32_update(uint32_t crc, const void *bytes, size_t length);

#endif
