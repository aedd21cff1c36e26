/* SPDX-License-Identifier: MIT
 * utf8.c - one character of UTF-8 by RFC 3629: no overlong forms, no surrogates, nothing above
 * U+10FFFF.
 */
#include "protocol/utf8.h"

#include <assert.h>
#include <stdint.h>

size_t utf8_step(const char *text, size_t length)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	uint8_t first = (uint8_t)text[0];
	size_t bytes = first < 0x80   ? 1
	               : first < 0xc0 ? 0
	               : first < 0xe0 ? 2
	               : first < 0xf0 ? 3
	                              : 4;
	uint32_t point;

	assert(length > 0);
	if (bytes == 0 || bytes > length || first >= 0xf8)
		return 0;
	point = bytes == 1 ? first : first & (0x7fu >> bytes);
	for (size_t i = 1; i < bytes; i++) {
		uint8_t next = (uint8_t)text[i];

		if ((next & 0xc0) != 0x80)
			return 0;
		point = point << 6 | (next & 0x3fu);
	}
	if (point < least[bytes] || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))
		return 0;
	return point < 0x20 || (point >= 0x7f && point < 0xa0) ? 0 : bytes;
}
