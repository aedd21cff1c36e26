/* SPDX-License-Identifier: MIT
 * fail.c - fills a tesuji_error_t.
 */
#include "clients/c/fail.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int fail_with(tesuji_error_t *why, tesuji_code_t code, const char *format, ...)
{
	va_list arguments;

	assert(code != TESUJI_OK);
	if (why == NULL)
		return code;
	memset(why, 0, sizeof(*why));
	why->code = code;
	va_start(arguments, format);
	vsnprintf(why->text, sizeof(why->text), format, arguments);
	va_end(arguments);
	return code;
}
