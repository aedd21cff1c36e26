/* SPDX-License-Identifier: MIT
 * bits.h - sets of points of a board of up to 20x20, one bit a point.
 *
 * Units     a point is y * width + x, y = 0 the top row.
 * Threads   values; no state.
 */
#ifndef ENGINE_ZONE_BITS_H
#define ENGINE_ZONE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/check.h"

enum { BITS_WORDS = 8, BITS_POINTS = 64 * BITS_WORDS };

typedef struct {
	uint64_t word[BITS_WORDS];
} bits_t;

static inline bool bits_has(const bits_t *set, unsigned point)
{
	assert(point < BITS_POINTS);
	return (set->word[point / 64] >> point % 64 & 1) != 0;
}

static inline void bits_add(bits_t *set, unsigned point)
{
	assert(point < BITS_POINTS);
	set->word[point / 64] |= UINT64_C(1) << point % 64;
}

static inline void bits_remove(bits_t *set, unsigned point)
{
	assert(point < BITS_POINTS);
	set->word[point / 64] &= ~(UINT64_C(1) << point % 64);
}

static inline void bits_set(bits_t *set, unsigned point, bool member)
{
	bits_remove(set, point);
	set->word[point / 64] |= (uint64_t)member << point % 64;
}

static inline void bits_unite(bits_t *set, const bits_t *other)
{
	for (unsigned i = 0; i < BITS_WORDS; i++)
		set->word[i] |= other->word[i];
}

static inline void bits_intersect(bits_t *set, const bits_t *other)
{
	for (unsigned i = 0; i < BITS_WORDS; i++)
		set->word[i] &= other->word[i];
}

static inline void bits_subtract(bits_t *set, const bits_t *other)
{
	for (unsigned i = 0; i < BITS_WORDS; i++)
		set->word[i] &= ~other->word[i];
}

static inline bool bits_is_empty(const bits_t *set)
{
	uint64_t any = 0;

	for (unsigned i = 0; i < BITS_WORDS; i++)
		any |= set->word[i];
	return any == 0;
}

/* bits_count sums bit pairs, nibbles, bytes: without a popcount instruction the
 * compiler would call a function for each word. */
static inline unsigned bits_count(const bits_t *set)
{
	const uint64_t ones = UINT64_MAX / 255;
	unsigned count = 0;

	for (unsigned i = 0; i < BITS_WORDS; i++) {
		uint64_t x = set->word[i];

		x -= x >> 1 & ones * 0x55;
		x = (x & ones * 0x33) + (x >> 2 & ones * 0x33);
		x = (x + (x >> 4)) & ones * 0x0f;
		count += (unsigned)(x * ones >> 56);
	}
	return count;
}

/* bits_point is the lowest point of what is left of word i of a set. */
static inline unsigned bits_point(unsigned i, uint64_t word)
{
	return 64 * i + (unsigned)__builtin_ctzll(word);
}

/* bits_take removes the lowest point of a set that is not empty. */
static inline unsigned bits_take(bits_t *set)
{
	unsigned i = 0;
	unsigned point;

	while (set->word[i] == 0) {
		i++;
		assert(i < BITS_WORDS);
	}
	point = bits_point(i, set->word[i]);
	set->word[i] &= set->word[i] - 1;
	return point;
}

/* bits_keep drops from a list what is not in `set`, keeping the order, and returns how
 * many are left. NULL: everything stays. */
static inline unsigned bits_keep(const bits_t *set, uint16_t *list, unsigned count)
{
	unsigned kept = 0;

	if (set == NULL)
		return count;
	for (unsigned i = 0; i < count; i++)
		if (list[i] < BITS_POINTS && bits_has(set, list[i]))
			list[kept++] = list[i];
	return kept;
}

#endif
