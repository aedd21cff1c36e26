/* SPDX-License-Identifier: MIT
 * percent.c - see percent.h.
 */
#include "clients/http/percent.h"

#include <ctype.h>
#include <string.h>

enum { HEX = 16, ENCODED_BYTES = 3 };

/* digit_of returns what a hexadecimal digit stands for; -1: it is none. */
static int digit_of(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c != '\0' ? strchr(digits, tolower((unsigned char)c)) : NULL;

	return at != NULL ? (int)(at - digits) : -1;
}

percent_t percent_read(const char *text, size_t length, char *out, size_t room)
{
	size_t used = 0;

	for (size_t i = 0; i < length; i++) {
		int byte = (unsigned char)text[i];

		if (text[i] == '%') {
			const bool is_whole = length - i > 2;
			const int high = is_whole ? digit_of(text[i + 1]) : -1;
			const int low = is_whole ? digit_of(text[i + 2]) : -1;

			if (high < 0 || low < 0)
				return PERCENT_WRONG;
			byte = HEX * high + low;
			i += 2;
		}
		if (byte == 0)
			return PERCENT_WRONG;
		if (used + 1 >= room)
			return PERCENT_LONG;
		out[used++] = (char)byte;
	}
	if (used >= room)
		return PERCENT_LONG;
	out[used] = '\0';
	return PERCENT_OK;
}

bool percent_write(const char *text, char *out, size_t room)
{
	static const char digits[] = "0123456789ABCDEF";
	size_t used = 0;

	for (; *text != '\0'; text++) {
		const unsigned char byte = (unsigned char)*text;
		const bool is_plain =
		        byte < 128 && (isalnum(byte) || strchr("-._~", *text) != NULL);

		if (used + (is_plain ? 1 : ENCODED_BYTES) >= room)
			return false;
		if (is_plain) {
			out[used++] = *text;
			continue;
		}
		out[used++] = '%';
		out[used++] = digits[byte / HEX];
		out[used++] = digits[byte % HEX];
	}
	if (used >= room)
		return false;
	out[used] = '\0';
	return true;
}
