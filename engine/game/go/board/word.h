/* SPDX-License-Identifier: MIT
 * word.h - sets of up to 64 numbers, 0 to 63, each a bit of a word.
 *
 * Threads   values; no state.
 */
#ifndef ENGINE_GAME_GO_BOARD_WORD_H
#define ENGINE_GAME_GO_BOARD_WORD_H

#include <stdint.h>

static inline uint64_t word_bit(unsigned i)
{
	return UINT64_C(1) << i;
}

/* word_count counts the numbers in a set: it sums pairs of bits, then nibbles, then bytes. */
static inline unsigned word_count(uint64_t x)
{
	const uint64_t ones = UINT64_MAX / 255;

	x -= x >> 1 & ones * 0x55;
	x = (x & ones * 0x33) + (x >> 2 & ones * 0x33);
	x = (x + (x >> 4)) & ones * 0x0f;
	return (unsigned)(x * ones >> 56);
}

/* word_take removes the lowest number of a set, which must not be empty, and returns it. */
static inline unsigned word_take(uint64_t *set)
{
	const unsigned i = (unsigned)__builtin_ctzll(*set);

	*set &= *set - 1;
	return i;
}

#endif
