/* SPDX-License-Identifier: MIT
 * field.c - blocks are found by a flood fill. */
#include "engine/judge/field.h"

#include <string.h>

const int field_next[4] = {1, FIELD_STRIDE, -1, -FIELD_STRIDE};
const int field_diag[4] = {FIELD_STRIDE + 1, FIELD_STRIDE - 1, -FIELD_STRIDE - 1,
                           -FIELD_STRIDE + 1};

/* key_of returns the share of a stone in the key of a position. */
static uint64_t key_of(int p, int colour)
{
	uint64_t x = (uint64_t)(p * 2 + colour) * 0x9e3779b97f4a7c15u;

	x ^= x >> 30;
	x *= 0xbf58476d1ce4e5b9u;
	x ^= x >> 27;
	x *= 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

void field_clear(field_t *f, unsigned width, unsigned height)
{
	memset(f, 0, sizeof *f);
	memset(f->at, FIELD_EDGE, sizeof f->at);
	f->width = (uint8_t)width;
	f->height = (uint8_t)height;
	f->right = (uint8_t)width;
	f->bottom = (uint8_t)height;
	for (unsigned y = 0; y < height; y++)
		memset(f->at + field_point(0, y), FIELD_EMPTY, width);
}

int field_point(unsigned x, unsigned y)
{
	return (int)((y + 1) * FIELD_STRIDE + x + 1);
}

void field_put(field_t *f, int p, int colour)
{
	f->at[p] = (uint8_t)colour;
	f->key ^= key_of(p, colour);
}

/* gather writes the stones of the block on p. It returns how many they are, or 0 where the block
 * has a liberty. */
static int gather(const field_t *f, int p, int16_t *stones)
{
	bool seen[FIELD_POINTS] = {false};
	const int colour = f->at[p];
	int n = 0;

	stones[n++] = (int16_t)p;
	seen[p] = true;
	for (int i = 0; i < n; i++) {
		for (int d = 0; d < 4; d++) {
			const int q = stones[i] + field_next[d];

			if (f->at[q] == FIELD_EMPTY)
				return 0;
			if (f->at[q] == colour && !seen[q]) {
				seen[q] = true;
				stones[n++] = (int16_t)q;
			}
		}
	}
	return n;
}

int field_play(field_t *f, int p, int colour)
{
	int16_t stones[FIELD_POINTS];
	int captured = 0, last = FIELD_NONE, own = 0;

	if (f->at[p] != FIELD_EMPTY)
		return -1;
	field_put(f, p, colour);
	for (int d = 0; d < 4; d++) {
		const int q = p + field_next[d];

		own += f->at[q] == colour || f->at[q] == FIELD_EMPTY;
		if (f->at[q] != 3 - colour)
			continue;
		const int n = gather(f, q, stones);

		for (int i = 0; i < n; i++)
			field_put(f, stones[i], f->at[stones[i]]), f->at[stones[i]] = FIELD_EMPTY;
		captured += n;
		last = n > 0 ? q : last;
	}
	if (captured == 0 && gather(f, p, stones) > 0) {
		field_put(f, p, colour);
		f->at[p] = FIELD_EMPTY;
		return -1;
	}
	f->ko = (int16_t)(captured == 1 && own == 0 ? last : FIELD_NONE);
	return captured;
}

/* fill finds the block of the stone p: number n. */
static void fill(const field_t *f, blocks_t *b, int p, int *stones, int *libs, int16_t *mark)
{
	fblock_t *block = &b->block[b->n];

	*block = (fblock_t){.colour = f->at[p],
	                    .root = (int16_t)p,
	                    .first = (int16_t)*libs,
	                    .stone = (int16_t)*stones};
	b->stone[(*stones)++] = (int16_t)p;
	b->id[p] = (int16_t)b->n;
	for (int i = block->stone; i < *stones; i++) {
		for (int d = 0; d < 4; d++) {
			const int q = b->stone[i] + field_next[d];

			if (f->at[q] == block->colour && b->id[q] < 0) {
				b->id[q] = (int16_t)b->n;
				b->stone[(*stones)++] = (int16_t)q;
			} else if (f->at[q] == FIELD_EMPTY && mark[q] != b->n + 1) {
				mark[q] = (int16_t)(b->n + 1);
				b->lib[(*libs)++] = (int16_t)q;
			}
		}
	}
	block->size = (int16_t)(*stones - block->stone);
	block->libs = (int16_t)(*libs - block->first);
	b->n++;
}

void field_blocks(const field_t *f, blocks_t *b)
{
	int16_t mark[FIELD_POINTS] = {0};
	int stones = 0, libs = 0;

	b->n = 0;
	memset(b->id, 0xff, sizeof b->id);
	for (unsigned y = f->top; y < f->bottom; y++) {
		const int row = field_point(f->left, y), end = field_point(f->right, y);

		for (int p = row; p < end; p++)
			if ((f->at[p] == 1 || f->at[p] == 2) && b->id[p] < 0 && b->n < FIELD_BLOCKS)
				fill(f, b, p, &stones, &libs, mark);
	}
}

int field_after(const field_t *f, const blocks_t *b, int p, int colour)
{
	int16_t libs[4];
	int n = 0;

	for (int d = 0; d < 4; d++) {
		const int q = p + field_next[d];
		const fblock_t *block = b->id[q] >= 0 ? &b->block[b->id[q]] : 0;

		if (f->at[q] == FIELD_EDGE)
			continue;
		if (block && block->colour == colour) {
			if (block->libs > 3)
				return 3;
			for (int i = 0; i < block->libs; i++) {
				const int16_t l = b->lib[block->first + i];
				bool known = l == p;

				for (int k = 0; k < n; k++)
					known |= libs[k] == l;
				if (!known)
					libs[n++] = l;
				if (n >= 3)
					return 3;
			}
			continue;
		}
		if (block && block->libs > 1)
			continue;
		if (block)
			return 3;
		bool known = false;

		for (int k = 0; k < n; k++)
			known |= libs[k] == q;
		if (!known)
			libs[n++] = (int16_t)q;
		if (n >= 3)
			return 3;
	}
	return n;
}
