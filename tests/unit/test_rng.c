/* SPDX-License-Identifier: MIT
 * test_rng.c - splitmix64 against its published numbers and its properties. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/rng.h"

/* The first outputs for seeds 0 and 1234567, as other implementations print them. */
static void known_sequences(void **state)
{
	static const uint64_t zero[] = {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f};
	static const uint64_t other[] = {6457827717110365317u, 3203168211198807973u,
	                                 9817491932198370423u, 4593380528125082431u,
	                                 16408922859458223821u};
	rng_t a = {0}, b = {1234567};

	(void)state;
	for (size_t i = 0; i < sizeof(zero) / sizeof(zero[0]); i++)
		assert_true(rng_next(&a) == zero[i]);
	for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++)
		assert_true(rng_next(&b) == other[i]);
}

static uint64_t unshift(uint64_t x, unsigned by)
{
	uint64_t y = x;

	for (unsigned done = by; done < 64; done += by)
		y = x ^ y >> by;
	return y;
}

/* inverse returns the odd number that undoes a multiplication (Newton). */
static uint64_t inverse(uint64_t odd)
{
	uint64_t x = odd;

	for (int i = 0; i < 6; i++)
		x *= 2 - odd * x;
	return x;
}

/* unmix exists, so no two numbers have the same mix. */
static uint64_t unmix(uint64_t x)
{
	x = unshift(x, 31) * inverse(0x94d049bb133111eb);
	x = unshift(x, 27) * inverse(0xbf58476d1ce4e5b9);
	return unshift(x, 30);
}

static void mix_is_a_bijection(void **state)
{
	rng_t rng = {42};

	(void)state;
	for (int i = 0; i < 10000; i++) {
		uint64_t x = i < 100 ? (uint64_t)i : rng_next(&rng);

		assert_true(unmix(rng_mix(x)) == x);
	}
}

/* One flipped bit flips each output bit about half of the time. */
static void mix_has_full_avalanche(void **state)
{
	enum { TRIES = 2000 };
	unsigned flips[64][64];
	rng_t rng = {7};

	(void)state;
	memset(flips, 0, sizeof(flips));
	for (int t = 0; t < TRIES; t++) {
		uint64_t x = rng_next(&rng), y = rng_mix(x);

		for (int i = 0; i < 64; i++) {
			uint64_t d = y ^ rng_mix(x ^ 1ull << i);

			for (int j = 0; j < 64; j++)
				flips[i][j] += (unsigned)(d >> j & 1);
		}
	}
	for (int i = 0; i < 64; i++) /* 1000 +- 22 each: 7 sigma of room */
		for (int j = 0; j < 64; j++)
			assert_in_range(flips[i][j], TRIES * 42 / 100, TRIES * 58 / 100);
}

static void below_stays_below_and_is_even(void **state)
{
	static const uint32_t bounds[] = {1, 2, 3, 7, 361, 65536, 3000000000u, UINT32_MAX};
	unsigned seen[7] = {0};
	rng_t rng = {99};

	(void)state;
	for (size_t b = 0; b < sizeof(bounds) / sizeof(bounds[0]); b++)
		for (int i = 0; i < 1000; i++)
			assert_true(rng_below(&rng, bounds[b]) < bounds[b]);
	for (int i = 0; i < 7000; i++)
		seen[rng_below(&rng, 7)]++;
	for (int i = 0; i < 7; i++)
		assert_in_range(seen[i], 800, 1200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(known_sequences),
	        cmocka_unit_test(mix_is_a_bijection),
	        cmocka_unit_test(mix_has_full_avalanche),
	        cmocka_unit_test(below_stays_below_and_is_even),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
