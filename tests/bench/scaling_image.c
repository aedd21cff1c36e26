/* SPDX-License-Identifier: MIT
 * scaling_image.c - images of a problem.
 *
 * What df-pn needs for a problem is a matter of luck in the order of moves. Its images are as
 * hard, and the luck is drawn again: a problem can be chosen by one image and measured by
 * others, and several of them tell more than one. Renaming moves within the search would be
 * the other way; that is an order which no user meets. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/scaling.h"

enum { SIDE_MAX = 32, IMAGE_DIAGONAL = 1 };

/* A board, row by row. */
typedef struct {
	char at[SIDE_MAX][SIDE_MAX];
	unsigned width, height;
} board_t;

static const char letters[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

static void board_read(board_t *b, const char *rows)
{
	*b = (board_t){.height = 1};
	for (; *rows != '\0'; rows++) {
		unsigned *x = &b->width;

		if (*rows == '/') {
			b->height++;
			b->width = 0;
		} else {
			b->at[b->height - 1][(*x)++] = *rows;
		}
	}
}

static void board_write(const board_t *b, char *rows)
{
	for (unsigned y = 0; y < b->height; y++) {
		memcpy(rows, b->at[y], b->width);
		rows += b->width;
		*rows++ = y + 1 < b->height ? '/' : '\0';
	}
}

/* move_point brings a point of a board of that size to where the image has it. */
static void move_point(unsigned image, unsigned width, unsigned height, unsigned *x, unsigned *y)
{
	if (image & IMAGE_TURNED) {
		*x = width - 1 - *x;
		*y = height - 1 - *y;
	}
	if (image & IMAGE_DIAGONAL) {
		const unsigned was = *x;

		*x = *y;
		*y = was;
	}
}

/* move_name does so with a point's name, "" for none. */
static void move_name(unsigned image, const board_t *b, char *name, size_t room)
{
	const char *letter = name[0] != '\0' ? strchr(letters, name[0]) : NULL;
	const unsigned height = image & IMAGE_DIAGONAL ? b->width : b->height;
	unsigned x, y;

	if (letter == NULL)
		return;
	x = (unsigned)(letter - letters);
	y = b->height - (unsigned)strtoul(name + 1, NULL, 10);
	move_point(image, b->width, b->height, &x, &y);
	(void)snprintf(name, room, "%c%u", letters[x], height - y);
}

static char swapped(char stone)
{
	return (char)(stone == 'X' ? 'O' : stone == 'O' ? 'X' : stone);
}

static void mirror_chess(case_t *c)
{
	char *const end = strchr(c->rows, ' ');
	char *from = c->rows;

	while (end != NULL && from < end) {
		char *to = from + strcspn(from, "/ "), *next = to + 1;

		while (from < --to) {
			const char was = *from;

			*from++ = *to;
			*to = was;
		}
		from = next;
	}
}

bool image_make(const case_t *c, unsigned image, case_t *out)
{
	const bool swaps = strcmp(c->game, "hex") == 0 && (image & IMAGE_DIAGONAL) != 0;
	board_t from, to;

	*out = *c;
	if (image == 0)
		return true;
	if (strcmp(c->game, "chess") == 0) {
		if (image & IMAGE_DIAGONAL)
			mirror_chess(out);
		return true;
	}
	if (strstr(c->options, "region") != NULL)
		return false;
	board_read(&from, c->rows);
	to = from;
	if (image & IMAGE_DIAGONAL) {
		to.width = from.height;
		to.height = from.width;
	}
	for (unsigned i = 0; i < from.width * from.height; i++) {
		unsigned x = i % from.width, y = i / from.width;
		const char stone = from.at[y][x];

		move_point(image, from.width, from.height, &x, &y);
		to.at[y][x] = swaps ? swapped(stone) : stone;
	}
	board_write(&to, out->rows);
	if (swaps)
		out->attacker = c->attacker == COLOUR_BLACK ? COLOUR_WHITE : COLOUR_BLACK;
	move_name(image, &from, out->target, sizeof(out->target));
	move_name(image, &from, out->ko, sizeof(out->ko));
	return true;
}
