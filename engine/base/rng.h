/* SPDX-License-Identifier: MIT
 * rng.h - splitmix64 (Steele, Lea and Flood 2014): hash keys, and reproducible random numbers
 * for tests. Not for secrets.
 *
 * Ownership the state is the caller's; any value is a good start.
 * Threads   any, each with its own state.
 */
#ifndef ENGINE_BASE_RNG_H
#define ENGINE_BASE_RNG_H

#include <stdint.h>

typedef struct {
	uint64_t state;
} rng_t;

/* rng_mix scrambles one word: a bijection in which every bit depends on every bit. */
uint64_t rng_mix(uint64_t x);

/* rng_next returns the next 64 random bits. */
uint64_t rng_next(rng_t *rng);

/* rng_below returns a number in 0..bound-1. bound > 0. */
uint32_t rng_below(rng_t *rng, uint32_t bound);

#endif
