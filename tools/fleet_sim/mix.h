/* SPDX-License-Identifier: MIT
 * mix.h - random times: of what happens, and of how long jobs take.
 *
 * Ownership a mix owns the times that it has read.
 * Threads   one for each mix.
 */
#ifndef TOOLS_FLEET_SIM_MIX_H
#define TOOLS_FLEET_SIM_MIX_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/rng.h"

enum { MIX_SMALL_MS = 5 }; /* a job that takes less is small */

/* With times they alone count; without, the rest. */
typedef struct {
	rng_t rng;
	double small_share, small_ms, long_ms, sigma; /* of the logarithm of a long job's time */
	double *times;
	size_t count;
} mix_t;

/* mix_read reads times in ms, one a line; it ends the program where it cannot. mix_free frees. */
void mix_read(mix_t *mix, const char *path);
void mix_free(mix_t *mix);

/* mix_uniform draws from (0, 1), mix_exponential from an exponential distribution, mix_ms the time
 * of a job. mix_mean_ms is the mean of such times. */
double mix_uniform(mix_t *mix);
double mix_exponential(mix_t *mix, double mean);
double mix_ms(mix_t *mix, bool *is_small);
double mix_mean_ms(const mix_t *mix);

#endif
