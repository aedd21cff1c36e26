/* SPDX-License-Identifier: MIT
 * tries.c - every point near the dragon gets points for what a move there may do; the best are
 * taken. */
#include "engine/judge/tries.h"

#include <string.h>

enum { /* what a move is worth that does so */
       TRY_VITAL = 5,
       TRY_VITAL_DEGREE = 2,
       TRY_TIE = 4,
       TRY_BORDER = 3,
       TRY_BEYOND = 1,
       TRY_CORNER = 3,
       TRY_TAKE = 9,
       TRY_CHASE = 4,
       TRY_SAVE = 9,
       TRY_SHORT = 3,
       TRY_LINK = 4,
       TRY_ATARI_SELF = -6,
};

/* touches counts stones of the dragon and points of its room among the eight points around p. */
static int touches(const standing_t *s, int p)
{
	int n = 0;

	for (int k = 0; k < 4; k++) {
		n += s->escape.mine[p + field_next[k]] == 0;
		n += s->escape.mine[p + field_diag[k]] == 0;
	}
	return n;
}

/* rate_room rates a point by whose it is. */
static int rate_room(const field_t *f, const standing_t *s, int p)
{
	const escape_t *e = &s->escape;
	int worth = 0, degree = 0;
	bool border = false;

	for (int k = 0; k < 4; k++) {
		const int q = p + field_next[k];

		degree += e->whose[q] == POINT_ROOM;
		border |= f->at[q] == FIELD_EMPTY && e->whose[q] != POINT_ROOM;
	}
	if (e->whose[p] == POINT_ROOM) {
		worth += border ? TRY_BORDER : 0;
		if (s->eyes.vital[p])
			worth += TRY_VITAL + TRY_VITAL_DEGREE * degree;
		else
			worth += 1;
	} else if (e->whose[p] == POINT_TIE) {
		worth += TRY_TIE - (e->mine[p] > 2 ? e->mine[p] - 2 : 0);
	} else if (degree > 0 || touches(s, p) > 0) {
		worth += TRY_BEYOND + degree;
	}
	for (int k = 0; k < 4; k++)
		if (e->whose[p] != POINT_ROOM && s->eyes.vital[p + field_diag[k]])
			worth += TRY_CORNER;
	return worth;
}

/* rate_blocks adds to the rate of points what a move there does to blocks. */
static void rate_blocks(const field_t *f, const standing_t *s, int to_move, int16_t *rate)
{
	(void)f;
	for (int i = 0; i < s->b.n; i++) {
		const fblock_t *block = &s->b.block[i];
		const bool own = block->colour == s->colour;
		const bool matters = own ? s->escape.mine[block->root] <= 1
		                         : s->prey[i] || s->escape.whose[block->root] == POINT_ROOM;
		int worth = 0;

		if (!matters || block->libs > 3)
			continue;
		if (block->libs == 1)
			worth = (block->colour == to_move ? TRY_SAVE : TRY_TAKE) +
			        (block->size > 4 ? 4 : block->size);
		else if (block->libs == 2)
			worth = block->colour == to_move ? TRY_SHORT : TRY_CHASE;
		else
			worth = 1;
		for (int k = 0; k < block->libs; k++)
			rate[s->b.lib[block->first + k]] += (int16_t)worth;
	}
}

/* rate_link rates a point that links the dragon to a friend, or cuts it. */
static int rate_link(const field_t *f, const standing_t *s, int p)
{
	int seen = -1, worth = 0;

	for (int k = 0; k < 4; k++) {
		const int q = p + field_next[k], i = s->b.id[q];

		if (i < 0 || f->at[q] != s->colour)
			continue;
		if (seen >= 0 && i != seen)
			worth = s->group[i] != s->group[seen] ? TRY_LINK : 1;
		seen = i;
	}
	return worth;
}

/* is_eye tells whether p is a single point between stones of a colour that none need. */
static bool fills_eye(const field_t *f, const standing_t *s, int p, int to_move)
{
	for (int k = 0; k < 4; k++) {
		const int q = p + field_next[k];

		if (f->at[q] == FIELD_EDGE)
			continue;
		if (f->at[q] != to_move || s->b.block[s->b.id[q]].libs == 1)
			return false;
	}
	int bad = 0;

	for (int k = 0; k < 4; k++)
		bad += f->at[p + field_diag[k]] == 3 - to_move;
	return bad == 0;
}

int tries_list(const field_t *f, const standing_t *s, int to_move, int16_t *out)
{
	int16_t rate[FIELD_POINTS] = {0};
	int16_t worth[TRIES_MAX];
	int n = 0;

	rate_blocks(f, s, to_move, rate);
	for (unsigned y = 0; y < f->height; y++) {
		const int row = field_point(0, y);

		for (int p = row; p < row + f->width; p++) {
			if (f->at[p] != FIELD_EMPTY)
				continue;
			if (s->escape.mine[p] == ESCAPE_FAR && touches(s, p) == 0 && rate[p] == 0)
				continue;
			int value = rate[p] + rate_room(f, s, p) + rate_link(f, s, p);

			if (value <= 0 || fills_eye(f, s, p, to_move))
				continue;
			if (field_after(f, &s->b, p, to_move) <= 1 && !s->eyes.vital[p])
				value += TRY_ATARI_SELF;
			value = value * 8 + touches(s, p);
			if (n == TRIES_MAX && worth[n - 1] >= value)
				continue;
			int i = n < TRIES_MAX ? n++ : n - 1;

			for (; i > 0 && worth[i - 1] < value; i--) {
				worth[i] = worth[i - 1];
				out[i] = out[i - 1];
			}
			worth[i] = (int16_t)value;
			out[i] = (int16_t)p;
		}
	}
	return n;
}
