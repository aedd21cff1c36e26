/* SPDX-License-Identifier: MIT
 * psq.c - see psq.h.
 *
 * Format     "Piskvorky 15x15, 11:11, 0", then a line "x,y,ms" for each move, counted from 1 at
 *            the top left, then names and other things, which are skipped. Several games may
 *            follow each other. What begins with a digit and has a comma is meant as a move: if
 *            it is none, the game is a fault rather than a shorter game.
 */
#include "clients/collection/psq.h"

#include <stdio.h>
#include <string.h>

#include "clients/collection/stones.h"

static const char head[] = "Piskvorky ";

/* A game that is being read. */
typedef struct {
	unsigned line; /* of its head; 0: none is open */
	bool failed, over;
	collection_stones_t stones;
	char id[COLLECTION_ID_BYTES]; /* who plays: the lines behind the moves */
} psq_t;

static bool is_head(slice_t line)
{
	return line.length >= sizeof(head) - 1 && memcmp(line.text, head, sizeof(head) - 1) == 0;
}

bool collection_psq_looks(const char *text, size_t length)
{
	slice_t rest = {text, length}, line = {text, 0};

	while (rest.length > 0 && line.length == 0)
		line = reader_trim(reader_field(&rest, '\n'));
	return is_head(line);
}

static void finish(reader_t *r, psq_t *g)
{
	if (g->line > 0 && !g->failed && r->hints->move >= 0 &&
	    g->stones.moves < (unsigned long)r->hints->move)
		reader_fault(r, g->line, "move %ld was asked for, the game has %u", r->hints->move,
		             g->stones.moves);
	else if (g->line > 0 && !g->failed)
		collection_stones_add(r, g->line, &g->stones, "gomoku", g->id);
	*g = (psq_t){.line = 0};
}

/* begin reads the head of a game. */
static void begin(reader_t *r, psq_t *g, slice_t line)
{
	unsigned width, height;
	reader_shown_t shown;
	slice_t size;

	g->line = r->line;
	line.text += sizeof(head) - 1;
	line.length -= sizeof(head) - 1;
	size = reader_trim(reader_field(&line, ','));
	line = size;
	g->failed = !reader_number(reader_field(&line, 'x'), &width) ||
	            !reader_number(line, &height) ||
	            !collection_stones_init(&g->stones, width, height);
	if (g->failed)
		reader_fault(r, r->line, "there is no board of %s", reader_shown(&shown, size));
}

/* move reads "x,y,ms". */
static void move(reader_t *r, psq_t *g, slice_t line)
{
	const slice_t whole = line, x_word = reader_field(&line, ','),
	              y_word = reader_field(&line, ',');
	const grid_t *grid = &g->stones.grid;
	reader_shown_t shown;
	unsigned x, y;

	if (r->hints->move >= 0 && g->stones.moves >= (unsigned long)r->hints->move)
		return;
	g->failed = true;
	if (g->over)
		reader_fault(r, r->line, "move '%s' stands behind the end of the game",
		             reader_shown(&shown, whole));
	else if (!reader_number(x_word, &x) || !reader_number(y_word, &y) || x < 1 || y < 1 ||
	         x > grid->width || y > grid->height)
		reader_fault(r, r->line, "move %u '%s' is no point of a %ux%u board",
		             g->stones.moves + 1, reader_shown(&shown, whole), grid->width,
		             grid->height);
	else if (!collection_stones_put(&g->stones, (y - 1) * grid->width + x - 1))
		reader_fault(r, r->line, "move %u '%s' is on a stone", g->stones.moves + 1,
		             reader_shown(&shown, whole));
	else
		g->failed = false;
}

/* others takes a line that is no move: the players' programs make the id. */
static void others(psq_t *g, slice_t line)
{
	char text[COLLECTION_ID_BYTES];
	const size_t used = strlen(g->id);

	g->over = true;
	reader_id(line, text);
	if (strpbrk(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == NULL)
		return;
	if (used == 0)
		strcpy(g->id, text);
	else if (strstr(g->id, " - ") == NULL) {
		strbuf_t more;

		strbuf_init(&more, g->id + used, sizeof(g->id) - used);
		strbuf_printf(&more, " - %s", text);
	}
}

void collection_psq_read(reader_t *r)
{
	psq_t game = {.line = 0};
	bool told = false;
	slice_t line;

	while (r->out->failed == ERR_OK && reader_line(r, &line)) {
		line = reader_trim(line);
		if (is_head(line)) {
			finish(r, &game);
			begin(r, &game, line);
		} else if (line.length == 0) {
			continue;
		} else if (game.line == 0) {
			if (!told)
				reader_fault(r, r->line, "no head \"%s15x15, ...\"", head);
			told = true;
		} else if (line.text[0] >= '0' && line.text[0] <= '9' &&
		           memchr(line.text, ',', line.length) != NULL) {
			if (!game.failed)
				move(r, &game, line);
		} else {
			others(&game, line);
		}
	}
	finish(r, &game);
}
