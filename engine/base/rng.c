/* SPDX-License-Identifier: MIT
 * rng.c - splitmix64: a counter with an odd step, scrambled (Steele, Lea and Flood 2014; the
 * constants of the mix are Stafford's variant 13).
 *
 * Every state is a good one, each of the 2^64 outputs comes once a period, and each step of the
 * mix can be undone, so that the mix is a bijection.
 */
#include "engine/base/rng.h"

#include <assert.h>

/* 2^64 divided by the golden ratio, made odd. */
static const uint64_t step = 0x9e3779b97f4a7c15;

uint64_t rng_mix(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

uint64_t rng_next(rng_t *rng)
{
	rng->state += step;
	return rng_mix(rng->state);
}

uint32_t rng_below(rng_t *rng, uint32_t bound)
{
	assert(bound > 0);
	/* The high half of a product instead of a remainder: no division, and a
	 * bias below bound / 2^32, which no use here can see. */
	return (uint32_t)((rng_next(rng) >> 32) * bound >> 32);
}
