/* SPDX-License-Identifier: MIT
 * crc32.h - the CRC-32 of ISO 3309, as zlib and PNG have it.
 *
 * Threads   any.
 */
#ifndef ENGINE_BASE_CRC32_H
#define ENGINE_BASE_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* crc32_update returns the sum of what `crc` is the sum of, followed by these bytes. The sum of
 * nothing is 0. */
uint32_t crc32_update(uint32_t crc, const void *bytes, size_t length);

#endif
