/* SPDX-License-Identifier: MIT
 * mix.c - see mix.h. */
#include "tools/fleet_sim/mix.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TIMES_MOST = 1 << 20, BITS = 53 };

void mix_read(mix_t *mix, const char *path)
{
	FILE *file = fopen(path, "r");
	double value;

	mix->times = malloc(TIMES_MOST * sizeof(*mix->times));
	if (file == NULL || mix->times == NULL) {
		perror(path);
		exit(EXIT_FAILURE);
	}
	while (mix->count < TIMES_MOST && fscanf(file, "%lf", &value) == 1)
		mix->times[mix->count++] = value;
	(void)fclose(file);
}

void mix_free(mix_t *mix)
{
	free(mix->times);
}

double mix_uniform(mix_t *mix)
{
	return ((double)(rng_next(&mix->rng) >> (64 - BITS)) + 0.5) / (double)(UINT64_C(1) << BITS);
}

double mix_exponential(mix_t *mix, double mean)
{
	return -mean * log(mix_uniform(mix));
}

static double normal(mix_t *mix)
{
	return sqrt(-2 * log(mix_uniform(mix))) * cos(2 * acos(-1) * mix_uniform(mix));
}

double mix_ms(mix_t *mix, bool *is_small)
{
	double ms;

	if (mix->count > 0) {
		ms = mix->times[rng_below(&mix->rng, (uint32_t)mix->count)];
		*is_small = ms < MIX_SMALL_MS;
		return ms;
	}
	*is_small = mix_uniform(mix) < mix->small_share;
	return *is_small
	               ? mix_exponential(mix, mix->small_ms)
	               : mix->long_ms * exp(mix->sigma * normal(mix) - mix->sigma * mix->sigma / 2);
}

double mix_mean_ms(const mix_t *mix)
{
	double sum = 0;

	if (mix->count == 0)
		return mix->small_share * mix->small_ms + (1 - mix->small_share) * mix->long_ms;
	for (size_t i = 0; i < mix->count; i++)
		sum += mix->times[i];
	return sum / (double)mix->count;
}
