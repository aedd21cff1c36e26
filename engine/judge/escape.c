/* SPDX-License-Identifier: MIT
 * escape.c - both sides spread over the empty points at once, a step a move; neither goes on from a
 * point where both arrive at once. A step leads to a neighbour, or to a diagonal past an empty
 * point. A block of one's own that is reached joins without a move. */
#include "engine/judge/escape.h"

#include <string.h>

/* One side's spreading. */
typedef struct {
	uint8_t *dist;
	const uint8_t *other;
	int colour;
	int n, next; /* in the queue; where the present layer begins */
	int16_t queue[FIELD_POINTS];
} wave_t;

/* add_block puts the stones of a block into the wave, reached at distance d. */
static void add_block(const blocks_t *b, int i, wave_t *w, int d)
{
	const fblock_t *block = &b->block[i];

	for (int k = 0; k < block->size; k++) {
		const int16_t s = b->stone[block->stone + k];

		if (w->dist[s] <= d)
			continue;
		w->dist[s] = (uint8_t)d;
		w->queue[w->n++] = s;
	}
}

/* reach brings the wave to the point q at distance d, if it may come there. */
static void reach(const field_t *f, const blocks_t *b, wave_t *w, int q, int d, int16_t *fresh,
                  int *n)
{
	if (f->at[q] == FIELD_EMPTY) {
		if (w->dist[q] <= d || w->other[q] < d)
			return;
		w->dist[q] = (uint8_t)d;
		fresh[(*n)++] = (int16_t)q;
	} else if (f->at[q] == w->colour && w->dist[q] > d - 1 && b->id[q] >= 0) {
		add_block(b, b->id[q], w, d - 1);
	}
}

/* spread makes the layer d of a wave from the layer before. It writes the points reached. */
static int spread(const field_t *f, const blocks_t *b, wave_t *w, int d, int16_t *fresh)
{
	int n = 0;

	for (int i = w->next; i < w->n; i++) {
		const int s = w->queue[i];

		for (int k = 0; k < 4; k++)
			reach(f, b, w, s + field_next[k], d, fresh, &n);
		for (int k = 0; k < 4; k++) {
			const int q = s + field_diag[k];

			if (f->at[q] != FIELD_EMPTY)
				continue;
			if (f->at[s + field_next[k]] == FIELD_EMPTY ||
			    f->at[s + field_next[(k + 1) % 4]] == FIELD_EMPTY)
				reach(f, b, w, q, d, fresh, &n);
		}
	}
	w->next = w->n;
	return n;
}

/* keep takes the points that a wave reached alone into its queue. */
static void keep(wave_t *w, const int16_t *fresh, int n)
{
	for (int i = 0; i < n; i++)
		if (w->other[fresh[i]] > w->dist[fresh[i]])
			w->queue[w->n++] = fresh[i];
}

/* prisoner tells whether a block that the surrounding side does not reach has all its liberties in
 * the dragon's room. */
static bool prisoner(const blocks_t *b, const fblock_t *block, const escape_t *e)
{
	if (e->theirs[block->root] != ESCAPE_FAR)
		return false;
	for (int i = 0; i < block->libs; i++) {
		const int l = b->lib[block->first + i];

		if (e->mine[l] >= e->theirs[l])
			return false;
	}
	return true;
}

/* sum_up says whose the points are. */
static void sum_up(const field_t *f, const blocks_t *b, const int16_t *group, int dragon,
                   const escape_root_t *root, escape_t *e)
{
	for (unsigned y = f->top; y < f->bottom; y++) {
		const int row = field_point(f->left, y), end = field_point(f->right, y);

		for (int p = row; p < end; p++) {
			const int mine = e->mine[p], theirs = e->theirs[p];

			if (f->at[p] != FIELD_EMPTY || mine == ESCAPE_FAR)
				continue;
			e->whose[p] = mine < theirs    ? POINT_ROOM
			              : mine == theirs ? POINT_TIE
			                               : POINT_OTHER;
			e->room += e->whose[p] == POINT_ROOM;
			e->ties += e->whose[p] == POINT_TIE;
		}
	}
	const int colour = b->block[dragon].colour;

	for (int i = 0; i < b->n; i++) {
		const fblock_t *block = &b->block[i];
		uint8_t what = POINT_OTHER;

		if (block->colour == colour && e->mine[block->root] != ESCAPE_FAR)
			what = POINT_WALL;
		else if (block->colour != colour && prisoner(b, block, e))
			what = POINT_ROOM;
		for (int k = 0; what != POINT_OTHER && k < block->size; k++)
			e->whose[b->stone[block->stone + k]] = what;
		e->room += what == POINT_ROOM ? block->size : 0;
		if (what != POINT_WALL || !root->strong[block->root])
			continue;
		e->linked |= group[i] == dragon;
		if (e->mine[block->root] + 1 < e->refuge)
			e->refuge = e->mine[block->root] + 1;
	}
}

void escape_find(const field_t *f, const blocks_t *b, const int16_t *group, int dragon,
                 const escape_root_t *root, escape_t *out)
{
	int16_t mine[FIELD_POINTS], theirs[FIELD_POINTS];
	wave_t m = {.dist = out->mine, .other = out->theirs, .colour = b->block[dragon].colour};
	wave_t t = {.dist = out->theirs, .other = out->mine, .colour = 3 - m.colour};
	bool wall[FIELD_BLOCKS] = {false};

	memset(out, 0, sizeof *out);
	memset(out->mine, ESCAPE_FAR, sizeof out->mine);
	memset(out->theirs, ESCAPE_FAR, sizeof out->theirs);
	out->refuge = ESCAPE_FAR;
	for (int i = 0; i < b->n; i++)
		for (int k = 0; k < b->block[i].size; k++)
			wall[group[i]] |= root->strong[b->stone[b->block[i].stone + k]];
	for (int i = 0; i < b->n; i++) {
		if (group[i] == dragon)
			add_block(b, i, &m, 0);
		else if (b->block[i].colour == t.colour && wall[group[i]])
			add_block(b, i, &t, 0);
	}
	for (int d = 1; d < ESCAPE_FAR && (m.next < m.n || t.next < t.n); d++) {
		const int nm = spread(f, b, &m, d, mine);
		const int nt = spread(f, b, &t, d, theirs);

		keep(&m, mine, nm);
		keep(&t, theirs, nt);
	}
	sum_up(f, b, group, dragon, root, out);
}
