/* SPDX-License-Identifier: MIT
 * complain.c - see complain.h.
 *
 * Design     A line may contain words of a daemon or of a file, and it goes to a terminal: control
 *            characters are shown as '?'.
 */
#include "clients/cli/complain.h"

#include <stdarg.h>
#include <stdio.h>

enum { LINE_BYTES = 1024 };

void complain(const char *format, ...)
{
	char line[LINE_BYTES];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(line, sizeof(line), format, arguments);
	va_end(arguments);
	complain_clean(line);
	fprintf(stderr, "tesuji: %s\n", line);
}

void complain_clean(char *text)
{
	for (; *text != '\0'; text++) {
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			*text = '?';
	}
}
