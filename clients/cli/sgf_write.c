/* SPDX-License-Identifier: MIT
 * sgf_write.c - see sgf_write.h.
 */
#include "clients/cli/sgf_write.h"

#include <string.h>

/* Atari-Go is played with the stones of Go. */
static const struct {
	const char *game;
	unsigned number;
} numbers[] = {{"go", 1}, {"atarigo", 1}, {"gomoku", 4}, {"hex", 11}};

void sgf_write_text(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == ']' || *text == '\\')
			(void)fputc('\\', out);
		(void)fputc(*text, out);
	}
}

void sgf_write_property(FILE *out, const char *name, const char *text)
{
	(void)fprintf(out, "%s[", name);
	sgf_write_text(out, text);
	(void)fputc(']', out);
}

void sgf_write_point(const char *game, unsigned x, unsigned y, char *out, size_t size)
{
	if (strcmp(game, "hex") == 0)
		(void)snprintf(out, size, "%c%u", (char)('a' + x), y + 1);
	else
		(void)snprintf(out, size, "%c%c", (char)('a' + x), (char)('a' + y));
}

unsigned sgf_write_number(const char *game)
{
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (strcmp(numbers[i].game, game) == 0)
			return numbers[i].number;
	return 0;
}
