/* SPDX-License-Identifier: MIT
 * traits.c - blocks write into their liberties first, then each point is looked at. */
#include "engine/judge/traits.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE_MOST = 5, LIBERTIES_MOST = 4 };

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

/* touch marks the blocks beside the marked ones of a colour. */
static void touch(const field_t *f, const standing_t *s, const bool *from, int colour, bool *to)
{
	for (int i = 0; i < s->b.n; i++) {
		const fblock_t *block = &s->b.block[i];

		for (int k = 0; from[i] && block->colour == colour && k < block->size; k++)
			for (int d = 0; d < 4; d++) {
				const int q = s->b.stone[block->stone + k] + field_next[d];

				if (f->at[q] == 3 - colour && s->b.id[q] >= 0)
					to[s->b.id[q]] = true;
			}
	}
}

/* put adds to a trait of the liberties of a block. */
static void put(const standing_t *s, const fblock_t *block, int trait, int value, traits_t *t)
{
	for (int k = 0; k < block->libs; k++)
		t->of[s->b.lib[block->first + k]][trait] += (int8_t)value;
}

/* find_blocks writes what moves do to blocks. */
static void find_blocks(const field_t *f, const standing_t *s, traits_t *t)
{
	bool own[FIELD_BLOCKS] = {false}, around[FIELD_BLOCKS] = {false};
	bool far[FIELD_BLOCKS] = {false};

	for (int i = 0; i < s->b.n; i++)
		own[i] = s->b.block[i].colour == s->colour &&
		         s->escape.mine[s->b.block[i].root] <= 1;
	touch(f, s, own, s->colour, around);
	touch(f, s, around, 3 - s->colour, far);
	for (int i = 0; i < s->b.n; i++) {
		const fblock_t *block = &s->b.block[i];
		const int size = block->size > SIZE_MOST ? SIZE_MOST : block->size;

		if (block->libs > LIBERTIES_MOST)
			continue;
		if (own[i]) {
			if (block->libs == 1)
				put(s, block, TRAIT_OWN_1_SIZE, size, t);
			if (block->libs < 4)
				put(s, block,
				    block->libs == 1   ? TRAIT_OWN_1
				    : block->libs == 2 ? TRAIT_OWN_2
				                       : TRAIT_OWN_3,
				    1, t);
		} else if (around[i] || s->escape.whose[block->root] == POINT_ROOM) {
			if (block->libs == 1)
				put(s, block, TRAIT_FOE_1_SIZE, size, t);
			put(s, block,
			    block->libs == 1 ? TRAIT_FOE_1 : TRAIT_FOE_2 + block->libs - 2, 1, t);
			if (s->prey[i])
				put(s, block, TRAIT_PREY, 1, t);
		} else if (far[i] && block->libs <= 2) {
			put(s, block, block->libs == 1 ? TRAIT_FAR_1 : TRAIT_FAR_2, 1, t);
		}
	}
}

/* find_room writes what a point is in the dragon's room. */
static void find_room(const field_t *f, const standing_t *s, int p, int8_t *of)
{
	const escape_t *e = &s->escape;
	int degree = 0, corners = 0;
	bool border = false;

	for (int k = 0; k < 4; k++) {
		const int q = p + field_next[k];

		degree += e->whose[q] == POINT_ROOM;
		border |= f->at[q] == FIELD_EMPTY && e->whose[q] != POINT_ROOM;
		corners += s->eyes.vital[p + field_diag[k]];
	}
	const int away = e->mine[p] > 1 && e->mine[p] < ESCAPE_FAR ? e->mine[p] - 1 : 0;

	of[TRAIT_AWAY] = (int8_t)(away > 4 ? 4 : away);
	if (e->whose[p] == POINT_ROOM) {
		of[TRAIT_ROOM] = 1;
		of[TRAIT_BORDER] = border;
		of[TRAIT_VITAL] = s->eyes.vital[p];
		of[TRAIT_DEGREE] = (int8_t)(s->eyes.vital[p] ? degree : 0);
		of[TRAIT_CENTRE] = s->eyes.vital[p] && degree > 1;
		return;
	}
	if (e->whose[p] == POINT_TIE) {
		of[TRAIT_TIE] = 1;
		of[TRAIT_TIE_FAR] = (int8_t)(e->mine[p] > 2 ? e->mine[p] - 2 : 0);
	} else if (degree > 0 || touches(s, p) > 0) {
		of[TRAIT_BEYOND] = 1;
		of[TRAIT_BEYOND_IN] = (int8_t)degree;
	}
	of[TRAIT_CORNER] = (int8_t)corners;
}

/* find_links writes which blocks a point links. */
static void find_links(const field_t *f, const standing_t *s, int p, int8_t *of)
{
	int seen = -1, foe = -1;

	for (int k = 0; k < 4; k++) {
		const int q = p + field_next[k], i = s->b.id[q];

		if (i < 0)
			continue;
		if (f->at[q] == s->colour) {
			if (seen >= 0 && i != seen)
				of[s->group[i] != s->group[seen] ? TRAIT_LINK : TRAIT_LINK_BLOCK] =
				        1;
			seen = i;
		} else {
			of[TRAIT_CUT] |= foe >= 0 && i != foe;
			foe = i;
		}
	}
}

/* find_shape writes what lies around a point. */
static void find_shape(const field_t *f, const standing_t *s, int p, int to_move, int8_t *of)
{
	const int x = p % FIELD_STRIDE - 1, y = p / FIELD_STRIDE - 1;
	const int h = x < f->width - 1 - x ? x : f->width - 1 - x;
	const int v = y < f->height - 1 - y ? y : f->height - 1 - y;
	const int libs = field_after(f, &s->b, p, to_move);

	of[TRAIT_SELF_1] = libs <= 1;
	of[TRAIT_SELF_2] = libs == 2;
	of[TRAIT_TOUCH] = (int8_t)touches(s, p);
	of[TRAIT_LINE_1] = h == 0 || v == 0;
	of[TRAIT_LINE_2] = !of[TRAIT_LINE_1] && (h == 1 || v == 1);
	of[TRAIT_LINE_3] = (h == 2 || v == 2) && h > 1 && v > 1;
	of[TRAIT_LINES] = (int8_t)((h < v ? h : v) > 6 ? 6 : h < v ? h : v);
	of[TRAIT_TWO_ONE] = h + v == 1;
	for (int k = 0; k < 4; k++) {
		const int next = f->at[p + field_next[k]], diag = f->at[p + field_diag[k]];

		of[TRAIT_NEXT_OWN] = (int8_t)(of[TRAIT_NEXT_OWN] + (next == to_move));
		of[TRAIT_NEXT_FOE] = (int8_t)(of[TRAIT_NEXT_FOE] + (next == 3 - to_move));
		of[TRAIT_DIAG_OWN] = (int8_t)(of[TRAIT_DIAG_OWN] + (diag == to_move));
		of[TRAIT_DIAG_FOE] = (int8_t)(of[TRAIT_DIAG_FOE] + (diag == 3 - to_move));
	}
}

/* is_own tells whether a point holds a stone of the dragon. */
static bool is_own(const standing_t *s, int p)
{
	return s->b.id[p] >= 0 && s->group[s->b.id[p]] == s->dragon;
}

/* find_reach writes what lies a jump away. */
static void find_reach(const field_t *f, const standing_t *s, int p, int8_t *of)
{
	const escape_t *e = &s->escape;

	of[TRAIT_AWAY_2] = e->mine[p] == 2;
	of[TRAIT_AWAY_3] = e->mine[p] == 3;
	of[TRAIT_THEIRS_1] = e->theirs[p] == 1;
	of[TRAIT_THEIRS_2] = e->theirs[p] == 2;
	of[TRAIT_THEIRS_3] = e->theirs[p] > 2 && e->theirs[p] < ESCAPE_FAR;
	for (int k = 0; k < 4; k++) {
		const int q = p + field_next[k], side = field_next[(k + 1) % 4];

		if (is_own(s, p + field_diag[k]) || f->at[q] != FIELD_EMPTY)
			continue;
		const int far = q + field_next[k];

		of[TRAIT_JUMP] |= is_own(s, far);
		of[TRAIT_KNIGHT] |= is_own(s, far + side) || is_own(s, far - side);
		of[TRAIT_JUMP_FOE] |= f->at[far] == 3 - s->colour;
		of[TRAIT_KNIGHT_FOE] |=
		        f->at[far + side] == 3 - s->colour || f->at[far - side] == 3 - s->colour;
		of[TRAIT_FRIEND] |= f->at[far] == s->colour && !is_own(s, far);
		of[TRAIT_FRIEND] |= f->at[q] == s->colour && !is_own(s, q);
	}
}

/* fills_eye tells whether p is a single point between stones of a colour that none need. */
static bool fills_eye(const field_t *f, const standing_t *s, int p, int to_move)
{
	int bad = 0;

	for (int k = 0; k < 4; k++) {
		const int q = p + field_next[k];

		if (f->at[q] == FIELD_EDGE)
			continue;
		if (f->at[q] != to_move || s->b.id[q] < 0 || s->b.block[s->b.id[q]].libs == 1)
			return false;
	}
	for (int k = 0; k < 4; k++)
		bad += f->at[p + field_diag[k]] == 3 - to_move;
	return bad == 0;
}

/* any tells whether a block wrote something. */
static bool any(const int8_t *of)
{
	for (int i = TRAIT_OWN_1; i <= TRAIT_FAR_2; i++)
		if (of[i] != 0)
			return true;
	return false;
}

/* find_last writes how near a point lies to the last move. */
static void find_last(int p, int last, int8_t *of)
{
	const int x = abs(p % FIELD_STRIDE - last % FIELD_STRIDE);
	const int y = abs(p / FIELD_STRIDE - last / FIELD_STRIDE);

	of[TRAIT_LAST_NEXT] = x + y == 1;
	of[TRAIT_LAST_DIAG] = x == 1 && y == 1;
	of[TRAIT_LAST_TWO] = (x > y ? x : y) == 2;
}

void traits_find(const field_t *f, const standing_t *s, int to_move, int last, traits_t *t)
{
	memset(t, 0, sizeof *t);
	find_blocks(f, s, t);
	if (last > FIELD_NONE && last < FIELD_POINTS && s->b.id[last] >= 0)
		put(s, &s->b.block[s->b.id[last]], TRAIT_LAST_LIBERTY, 1, t);
	for (unsigned y = f->top; y < f->bottom; y++) {
		const int row = field_point(f->left, y), end = field_point(f->right, y);

		for (int p = row; p < end; p++) {
			if (f->at[p] != FIELD_EMPTY ||
			    (s->escape.mine[p] == ESCAPE_FAR && touches(s, p) == 0 &&
			     !any(t->of[p])) ||
			    fills_eye(f, s, p, to_move))
				continue;
			find_room(f, s, p, t->of[p]);
			find_links(f, s, p, t->of[p]);
			find_shape(f, s, p, to_move, t->of[p]);
			find_reach(f, s, p, t->of[p]);
			if (last > FIELD_NONE)
				find_last(p, last, t->of[p]);
			t->point[t->n++] = (int16_t)p;
		}
	}
}
