/* SPDX-License-Identifier: MIT
 * text.c - points and boards in text, both ways, from two small tables. */
#include "engine/game/go/text.h"

#include <string.h>

static const char columns[] = "ABCDEFGHJKLMNOPQRST";
static const char small_columns[] = "abcdefghjklmnopqrst";
static const char stones[] = ".XO"; /* by colour_t */

static_assert(sizeof(columns) == BOARD_MAX + 1, "a letter for every column");
static_assert(sizeof(small_columns) == sizeof(columns), "in both cases");

unsigned text_parse_point(const char *text, unsigned width, unsigned height)
{
	const char *letter;
	unsigned column;
	unsigned row = 0;

	if (text == NULL || text[0] == '\0')
		return POINT_NONE;
	letter = strchr(columns, text[0]);
	if (letter != NULL)
		column = (unsigned)(letter - columns);
	else if ((letter = strchr(small_columns, text[0])) != NULL)
		column = (unsigned)(letter - small_columns);
	else
		return POINT_NONE;
	if (text[1] == '0')
		return POINT_NONE;
	for (text++; *text >= '0' && *text <= '9' && row <= BOARD_MAX; text++)
		row = 10 * row + (unsigned)(*text - '0');
	if (*text != '\0' || column >= width || row < 1 || row > height)
		return POINT_NONE;
	return (height - row) * width + column;
}

void text_add_point(unsigned point, unsigned width, unsigned height, strbuf_t *out)
{
	assert(point < width * height && width <= BOARD_MAX);
	strbuf_printf(out, "%c%u", columns[point % width], height - point / width);
}

unsigned text_colour_of(char c)
{
	const char *at = c != '\0' ? strchr(stones, c) : NULL;

	return at != NULL ? (unsigned)(at - stones) : COLOUR_EDGE;
}

void text_add_rows(const go_t *go, strbuf_t *out)
{
	for (unsigned p = 0; p < go->geo->area; p++) {
		if (p > 0 && p % go->geo->width == 0)
			strbuf_char(out, '/');
		strbuf_char(out, stones[go->at[p]]);
	}
}
