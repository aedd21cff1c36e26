/* SPDX-License-Identifier: MIT
 * go_random.h - random square Go boards in rows, and the names of their points. Blocks without
 * liberties may be among them: game_create says so. */
#ifndef TESTS_UNIT_GO_RANDOM_H
#define TESTS_UNIT_GO_RANDOM_H

#include <stdint.h>

#include "engine/base/rng.h"

/* Bytes of the rows of a board so wide. */
#define GO_ROWS(size) ((size) * ((size) + 1) + 1)

/* go_random_rows draws each point: `black` and `white` of ten are stones. */
static inline void go_random_rows(rng_t *rng, unsigned size, unsigned black, unsigned white,
                                  char *rows)
{
	char *p = rows;

	for (unsigned y = 0; y < size; y++) {
		if (y > 0)
			*p++ = '/';
		for (unsigned x = 0; x < size; x++) {
			const unsigned dice = (unsigned)(rng_next(rng) % 10);

			*p++ = dice < black ? 'X' : dice < black + white ? 'O' : '.';
		}
	}
	*p = '\0';
}

/* go_cell is where point `p` of the board stands, counted by rows from the top. */
static inline char *go_cell(char *rows, unsigned size, unsigned p)
{
	return &rows[p / size * (size + 1) + p % size];
}

/* go_name writes the point's name, 4 bytes at most. */
static inline void go_name(unsigned size, unsigned p, char *out)
{
	const unsigned x = p % size, y = size - p / size;

	*out++ = (char)('A' + x + (x >= 8)); /* no I */
	if (y >= 10)
		*out++ = (char)('0' + y / 10);
	*out++ = (char)('0' + y % 10);
	*out = '\0';
}

/* go_random_stone names one of the stones of that colour; the first point if there is none. */
static inline void go_random_stone(rng_t *rng, unsigned size, const char *rows, char colour,
                                   char *out)
{
	unsigned seen = 0, chosen = 0;

	for (unsigned p = 0; p < size * size; p++)
		if (rows[p / size * (size + 1) + p % size] == colour && rng_next(rng) % ++seen == 0)
			chosen = p;
	go_name(size, chosen, out);
}

#endif
