/* SPDX-License-Identifier: MIT
 * canonical.c - see canonical.h: what the games' tables have in common.
 *
 * Region     That nobody may play on some points is part of the question. Cells out of the region
 *            have other letters (capitals, '_'), and a fact needs all points of the region
 *            (fact_record.c). So a fact is found only on a board whose region holds at least the
 *            same points, and the number of points, which is in the question, says that there are
 *            no more. This is stricter than need be, because the stones on the whole region must
 *            be the same and not those on the zone alone. But nothing has to be proven about
 *            zones that see part of a region. */
#include "engine/game/canonical.h"

#include <ctype.h>
#include <string.h>

#include "engine/game/game.h"
#include "engine/game/grid.h"

void canonical_read_rows(const position_t *pos, canonical_board_t *out)
{
	const char own = pos->game->attacker(pos) == COLOUR_BLACK ? 'X' : 'O';
	char rows[ROWS_TEXT_MAX];
	strbuf_t text;
	unsigned count = 0;

	strbuf_init(&text, rows, sizeof(rows));
	pos->game->rows_text(pos, &text);
	out->width = (unsigned)strcspn(rows, "/");
	for (const char *c = rows; *c != '\0'; c++)
		if (*c != '/')
			out->at[count++] = *c == '.' ? CELL_EMPTY : *c == own ? 'a' : 'd';
	out->height = count / out->width;
	out->symmetries = CANONICAL_AS_IT_IS;
}

/* add_area adds an item of a region, a point or the corners of a rectangle. */
static void add_area(board_style_t style, const char *text, size_t length, canonical_board_t *out)
{
	const unsigned width = out->width, height = out->height;
	char name[2][MOVE_TEXT_MAX] = {"", ""};
	const char *dash = memchr(text, '-', length);
	const size_t first = dash != NULL ? (size_t)(dash - text) : length;
	const size_t last = dash != NULL ? length - first - 1 : first;
	unsigned p, q, left, right;

	if (first >= MOVE_TEXT_MAX || last >= MOVE_TEXT_MAX)
		return;
	memcpy(name[0], text, first);
	memcpy(name[1], dash != NULL ? dash + 1 : text, last);
	p = grid_parse_point(style, name[0], width, height);
	q = grid_parse_point(style, name[1], width, height);
	if (p == GRID_NO_POINT || q == GRID_NO_POINT)
		return; /* the game would not have taken it */
	if (p / width > q / width) {
		const unsigned r = p;

		p = q;
		q = r;
	}
	left = p % width < q % width ? p % width : q % width;
	right = p % width + q % width - left;
	for (unsigned y = p / width; y <= q / width; y++)
		for (unsigned x = left; x <= right; x++)
			bits_add(&out->region, y * width + x);
}

/* read_region reads the option of that name, of a board whose sides are known; none: the empty
 * set. */
static void read_region(const char *option, board_style_t style, const char *options,
                        canonical_board_t *out)
{
	const char *text = options != NULL ? options : "";
	const size_t used = strlen(option);

	text += strspn(text, " ");
	while (*text != '\0' && (strncmp(text, option, used) != 0 || text[used] != '=')) {
		text += strcspn(text, " ");
		text += strspn(text, " ");
	}
	if (*text == '\0')
		return;
	text += used + 1;
	for (size_t length;; text += length + 1) {
		length = strcspn(text, ", ");
		add_area(style, text, length, out);
		if (text[length] != ',')
			return;
	}
}

bool canonical_read(const problem_t *problem, const position_t *pos, const char *goal,
                    canonical_board_t *out)
{
	const canonical_ops_t *ops = pos->game->canonical;

	*out = (canonical_board_t){.width = 0};
	if (ops == NULL && (pos->game->style == BOARD_CHESS ||
	                    (pos->game->takes & (TAKES_TARGET | TAKES_KO)) != 0))
		return false;
	if (ops == NULL || ops->region != NULL)
		canonical_read_rows(pos, out);
	if (ops == NULL)
		return true;
	if (ops->region != NULL)
		read_region(ops->region, pos->game->style, problem->options, out);
	return ops->read(problem, pos, goal, out);
}

void canonical_widen(unsigned width, unsigned height, bits_t *set)
{
	const bits_t from = *set;
	bits_t left = from;

	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left), x = p % width;

		if (x > 0)
			bits_add(set, p - 1);
		if (x + 1 < width)
			bits_add(set, p + 1);
		if (p >= width)
			bits_add(set, p - width);
		if (p + width < width * height)
			bits_add(set, p + width);
	}
}

void canonical_region_text(board_style_t style, const bits_t *region, unsigned width,
                           unsigned height, strbuf_t *out)
{
	bits_t left = *region;
	bool first = true;

	while (!bits_is_empty(&left)) {
		bits_t rest = left;
		const unsigned p = bits_take(&rest);
		unsigned right = p % width, bottom = p / width;
		bool fits = true;

		while (right + 1 < width && bits_has(&left, p - p % width + right + 1))
			right++;
		while (fits && bottom + 1 < height) {
			for (unsigned x = p % width; x <= right; x++)
				fits = fits && bits_has(&left, (bottom + 1) * width + x);
			bottom += fits;
		}
		for (unsigned y = p / width; y <= bottom; y++)
			for (unsigned x = p % width; x <= right; x++)
				bits_remove(&left, y * width + x);
		if (!first)
			strbuf_char(out, ',');
		first = false;
		grid_add_point(style, p, width, height, out);
		strbuf_char(out, '-');
		grid_add_point(style, bottom * width + right, width, height, out);
	}
}

uint8_t canonical_outer(uint8_t cell)
{
	return cell == CELL_EMPTY || cell == CELL_BANNED ? CELL_CLOSED : (uint8_t)toupper(cell);
}

uint8_t canonical_inner(uint8_t cell)
{
	return cell == CELL_CLOSED ? CELL_EMPTY : (uint8_t)tolower(cell);
}
