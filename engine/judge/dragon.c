/* SPDX-License-Identifier: MIT
 * dragon.c - pairs of groups with a liberty in common are kept in a small table; the second liberty
 * of a pair joins it. */
#include "engine/judge/dragon.h"

#include <string.h>

enum { PAIRS = 512, ROUNDS = 2 };

typedef struct {
	int16_t a, b, p;
} pair_t;

static int root_of(int16_t *group, int i)
{
	while (group[i] != i) {
		group[i] = group[group[i]];
		i = group[i];
	}
	return i;
}

/* join links two groups. */
static bool join(int16_t *group, int a, int b)
{
	const int x = root_of(group, a), y = root_of(group, b);

	group[x > y ? x : y] = (int16_t)(x > y ? y : x);
	return x != y;
}

/* shared notes that p is a liberty of two groups. It returns whether it is their second. */
static bool shared(pair_t *pairs, int a, int b, int p)
{
	unsigned at = (unsigned)(a * 31 + b * 7) % PAIRS;

	for (int tries = 0; tries < PAIRS; tries++, at = (at + 1) % PAIRS) {
		pair_t *pair = &pairs[at];

		if (pair->p == FIELD_NONE) {
			*pair = (pair_t){(int16_t)a, (int16_t)b, (int16_t)p};
			return false;
		}
		if (pair->a == a && pair->b == b)
			return pair->p != p;
	}
	return false;
}

/* link_at joins the groups that the empty point p links. */
static bool link_at(const field_t *f, const blocks_t *b, int16_t *group, pair_t *pairs, int p)
{
	bool changed = false;

	for (int i = 0; i < 3; i++) {
		const int q = p + field_next[i], x = b->id[q];

		for (int k = i + 1; x >= 0 && k < 4; k++) {
			const int r = p + field_next[k], y = b->id[r];

			if (y < 0 || f->at[q] != f->at[r])
				continue;
			const int gx = root_of(group, x), gy = root_of(group, y);

			if (gx == gy)
				continue;
			if (shared(pairs, gx < gy ? gx : gy, gx < gy ? gy : gx, p) ||
			    (b->block[x].libs > 1 && b->block[y].libs > 1 &&
			     field_after(f, b, p, 3 - f->at[q]) <= 1))
				changed |= join(group, x, y);
		}
	}
	return changed;
}

/* is_joint tells whether an empty point lies beside two blocks of a colour. */
static bool is_joint(const field_t *f, const blocks_t *b, int p)
{
	int16_t seen[3] = {-1, -1, -1};

	for (int d = 0; d < 4; d++) {
		const int16_t i = b->id[p + field_next[d]];

		if (i < 0)
			continue;
		int16_t *first = &seen[f->at[p + field_next[d]]];

		if (*first >= 0 && *first != i)
			return true;
		*first = i;
	}
	return false;
}

/* find_joints writes the points that may link blocks. It returns how many. */
static int find_joints(const field_t *f, const blocks_t *b, const bool *without, int16_t *joint)
{
	int n = 0;

	for (unsigned y = f->top; y < f->bottom; y++) {
		const int row = field_point(f->left, y), end = field_point(f->right, y);

		for (int p = row; p < end; p++)
			if (f->at[p] == FIELD_EMPTY && !(without && without[p]) &&
			    is_joint(f, b, p))
				joint[n++] = (int16_t)p;
	}
	return n;
}

void dragon_groups(const field_t *f, const blocks_t *b, const bool *without, int16_t *group)
{
	int16_t joint[FIELD_POINTS];
	pair_t pairs[PAIRS];
	bool changed = true;
	const int n = find_joints(f, b, without, joint);

	for (int i = 0; i < b->n; i++)
		group[i] = (int16_t)i;
	for (int round = 0; round < ROUNDS && changed; round++) {
		memset(pairs, 0, sizeof pairs);
		changed = false;
		for (int i = 0; i < n; i++)
			changed |= link_at(f, b, group, pairs, joint[i]);
	}
	for (int i = 0; i < b->n; i++)
		group[i] = (int16_t)root_of(group, i);
}
