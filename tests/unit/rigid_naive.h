/* SPDX-License-Identifier: MIT
 * rigid_naive.h - the games in which stones stay, on small boards, straight from their
 * rules: who has won a board, what a side may play, whether a few stones are enough.
 *
 * Boards are judged as they stand: a block without liberties is captured, whoever was to
 * move. */
#ifndef TESTS_UNIT_RIGID_NAIVE_H
#define TESTS_UNIT_RIGID_NAIVE_H

#include <string.h>

#include "engine/game/game.h"

enum { NAIVE_AREA = 25 };

typedef enum { NAIVE_GOMOKU, NAIVE_HEX, NAIVE_ATARIGO } naive_game_t;

typedef struct {
	naive_game_t game;
	unsigned width, height;
	unsigned k; /* Gomoku: stones in a row; `exact`: and no more; `caro`: not both ends
	             * blocked */
	bool exact, caro;
	uint8_t at[NAIVE_AREA]; /* colour_t */
} naive_t;

static inline unsigned naive_area(const naive_t *n)
{
	return n->width * n->height;
}

static inline colour_t naive_other(colour_t colour)
{
	return colour == COLOUR_BLACK ? COLOUR_WHITE : COLOUR_BLACK;
}

/* naive_read copies the stones of a position. */
static inline void naive_read(naive_t *n, const position_t *pos)
{
	char rows[ROWS_TEXT_MAX];
	strbuf_t out;
	unsigned p = 0;

	strbuf_init(&out, rows, sizeof(rows));
	pos->game->rows_text(pos, &out);
	for (const char *c = rows; *c != '\0'; c++)
		if (*c != '/')
			n->at[p++] = *c == 'X' ? COLOUR_BLACK : *c == 'O' ? COLOUR_WHITE : 0;
}

/* naive_colour is that of (x,y); beyond the edge nobody's. */
static inline unsigned naive_colour(const naive_t *n, int x, int y)
{
	if (x < 0 || y < 0 || x >= (int)n->width || y >= (int)n->height)
		return 9;
	return n->at[(unsigned)y * n->width + (unsigned)x];
}

static inline bool naive_row_from(const naive_t *n, colour_t colour, int x, int y, int dx, int dy)
{
	const int k = (int)n->k;

	for (int i = 0; i < k; i++)
		if (naive_colour(n, x + i * dx, y + i * dy) != colour)
			return false;
	if (n->caro && naive_colour(n, x - dx, y - dy) == (unsigned)naive_other(colour) &&
	    naive_colour(n, x + k * dx, y + k * dy) == (unsigned)naive_other(colour))
		return false;
	return !n->exact || (naive_colour(n, x - dx, y - dy) != colour &&
	                     naive_colour(n, x + k * dx, y + k * dy) != colour);
}

static inline bool naive_has_row(const naive_t *n, colour_t colour)
{
	for (int y = 0; y < (int)n->height; y++)
		for (int x = 0; x < (int)n->width; x++)
			if (naive_row_from(n, colour, x, y, 1, 0) ||
			    naive_row_from(n, colour, x, y, 0, 1) ||
			    naive_row_from(n, colour, x, y, 1, 1) ||
			    naive_row_from(n, colour, x, y, -1, 1))
				return true;
	return false;
}

/* naive_spread grows a set of points to all of their colour that they are joined with,
 * as neighbours are in Hex, or as in Go. */
static inline void naive_spread(const naive_t *n, bool set[NAIVE_AREA])
{
	static const int step[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
	bool more = true;

	while (more) {
		more = false;
		for (unsigned p = 0; p < naive_area(n); p++)
			for (unsigned d = 0; set[p] && d < (n->game == NAIVE_HEX ? 6 : 4); d++) {
				const int x = (int)(p % n->width) + step[d][0];
				const int y = (int)(p / n->width) + step[d][1];
				const unsigned q = (unsigned)(y * (int)n->width + x);

				if (naive_colour(n, x, y) != n->at[p] || set[q])
					continue;
				set[q] = true;
				more = true;
			}
	}
}

static inline bool naive_is_joined(const naive_t *n, colour_t colour)
{
	bool set[NAIVE_AREA] = {false};

	for (unsigned p = 0; p < naive_area(n); p++)
		set[p] = n->at[p] == colour &&
		         (colour == COLOUR_BLACK ? p < n->width : p % n->width == 0);
	naive_spread(n, set);
	for (unsigned p = 0; p < naive_area(n); p++)
		if (set[p] && (colour == COLOUR_BLACK ? p / n->width == n->height - 1
		                                      : p % n->width == n->width - 1))
			return true;
	return false;
}

/* naive_breathes: has the block on p a liberty? */
static inline bool naive_breathes(const naive_t *n, unsigned p)
{
	const unsigned width = n->width;
	bool set[NAIVE_AREA] = {false};

	set[p] = true;
	naive_spread(n, set);
	for (unsigned q = 0; q < naive_area(n); q++) {
		/* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a board has columns */
		const int x = (int)(q % width), y = (int)(q / width);

		if (set[q] && (naive_colour(n, x + 1, y) == COLOUR_NONE ||
		               naive_colour(n, x - 1, y) == COLOUR_NONE ||
		               naive_colour(n, x, y + 1) == COLOUR_NONE ||
		               naive_colour(n, x, y - 1) == COLOUR_NONE))
			return true;
	}
	return false;
}

/* naive_won: does the board show that `colour` has won? */
static inline bool naive_won(const naive_t *n, colour_t colour)
{
	if (n->game == NAIVE_GOMOKU)
		return naive_has_row(n, colour);
	if (n->game == NAIVE_HEX)
		return naive_is_joined(n, colour);
	for (unsigned p = 0; p < naive_area(n); p++)
		if (n->at[p] == naive_other(colour) && !naive_breathes(n, p))
			return true;
	return false;
}

/* naive_legal: may `colour` play on p, nobody having won? */
static inline bool naive_legal(const naive_t *n, colour_t colour, unsigned p)
{
	naive_t after = *n;

	if (n->at[p] != COLOUR_NONE)
		return false;
	after.at[p] = (uint8_t)colour;
	return n->game != NAIVE_ATARIGO || naive_won(&after, colour) || naive_breathes(&after, p);
}

/* naive_wins_now: has `colour` a move that wins? */
static inline bool naive_wins_now(const naive_t *n, colour_t colour)
{
	for (unsigned p = 0; p < naive_area(n); p++) {
		naive_t after = *n;

		if (!naive_legal(n, colour, p))
			continue;
		after.at[p] = (uint8_t)colour;
		if (naive_won(&after, colour))
			return true;
	}
	return false;
}

/* naive_within: would `most` stones of `colour` on points from `from` on, or fewer, show
 * that it has won? */
static inline bool naive_within(const naive_t *n, colour_t colour, unsigned from, unsigned most)
{
	if (naive_won(n, colour))
		return true;
	for (unsigned p = from; most > 0 && p < naive_area(n); p++) {
		naive_t after = *n;

		if (n->at[p] != COLOUR_NONE)
			continue;
		after.at[p] = (uint8_t)colour;
		if (naive_within(&after, colour, p + 1, most - 1))
			return true;
	}
	return false;
}

#endif
