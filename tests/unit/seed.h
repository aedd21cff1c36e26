/* SPDX-License-Identifier: MIT
 * seed.h - the seed of a random test: from the clock, printed, and given again
 * by TESUJI_SEED to repeat a failure. */
#ifndef TESTS_UNIT_SEED_H
#define TESTS_UNIT_SEED_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/base/clock.h"
#include "engine/base/rng.h"

static inline rng_t seed_take(void)
{
	const char *given = getenv("TESUJI_SEED");
	uint64_t seed = given != NULL ? strtoull(given, NULL, 0) : rng_mix(clock_now_ns());

	print_message("TESUJI_SEED=%" PRIu64 "\n", seed);
	return (rng_t){seed};
}

#endif
