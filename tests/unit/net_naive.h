/* SPDX-License-Identifier: MIT
 * net_naive.h - a network of engine/game/go/life/net_layers.h worked out point by point and channel
 * by channel, to compare with, and the greatest sums that its weights can make. One test program
 * includes it.
 */
#ifndef TESTS_UNIT_NET_NAIVE_H
#define TESTS_UNIT_NET_NAIVE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game/go/life/net_layers.h"

enum {
	NAIVE_SIDE = 19,
	NAIVE_CHANNELS = 16,
	NAIVE_LAYERS = 7,
	NAIVE_HIDDEN = 32,
	NAIVE_MOST = 8191
};

typedef int32_t naive_plane_t[NAIVE_SIDE][NAIVE_SIDE][NAIVE_CHANNELS];

/* A board: the state of each point, which contributes nothing where that is the number of states,
 * and which points the layers are worked out of. */
typedef struct {
	int width, height;
	unsigned state[AREA_MAX];
	bits_t window;
} naive_board_t;

static inline int32_t naive_limit(int32_t value)
{
	return value < 0 ? 0 : value > NAIVE_MOST ? NAIVE_MOST : value;
}

/* naive_beside writes the point of a tap; false: it is beyond the edge. */
static inline bool naive_beside(const naive_board_t *b, int x, int y, int tap, int *u, int *v)
{
	*u = x + tap % 3 - 1;
	*v = y + tap / 3 - 1;
	return *v >= 0 && *v < b->height && *u >= 0 && *u < b->width;
}

static inline int32_t naive_first(const net_weights_t *net, const naive_board_t *b, int x, int y,
                                  int c)
{
	int32_t sum = net->first_bias[c];
	int u, v;

	for (int tap = 0; tap < 9; tap++) {
		unsigned state;

		if (!naive_beside(b, x, y, tap, &u, &v))
			continue;
		state = b->state[v * b->width + u];
		if (state != net->states)
			sum += net->first[((unsigned)tap * net->states + state) * NAIVE_CHANNELS +
			                  (unsigned)c];
	}
	return naive_limit(sum);
}

static inline int32_t naive_next(const net_weights_t *net, const naive_board_t *b, naive_plane_t in,
                                 int layer, int x, int y, int c)
{
	int32_t sum = net->next_bias[layer * NAIVE_CHANNELS + c] * 64;
	int u, v;

	for (int i = 0; i < 9 * NAIVE_CHANNELS; i++)
		if (naive_beside(b, x, y, i / NAIVE_CHANNELS, &u, &v))
			sum += in[v][u][i % NAIVE_CHANNELS] *
			       net->next[(layer * NAIVE_CHANNELS + c) * 9 * NAIVE_CHANNELS + i];
	return naive_limit((sum > 0 ? sum / 64 : 0) + in[y][x][c]);
}

/* naive_layer works out a layer, -1 the input layer; it is 0 beyond the window. */
static inline void naive_layer(const net_weights_t *net, const naive_board_t *b, naive_plane_t in,
                               int layer, naive_plane_t out)
{
	memset(out, 0, sizeof(naive_plane_t));
	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++)
			for (int c = 0; c < NAIVE_CHANNELS; c++)
				if (bits_has(&b->window, (unsigned)(y * b->width + x)))
					out[y][x][c] =
					        layer < 0 ? naive_first(net, b, x, y, c)
					                  : naive_next(net, b, in, layer, x, y, c);
}

static inline int32_t naive_work(const net_weights_t *net, const naive_board_t *b,
                                 naive_plane_t last, unsigned side)
{
	int32_t pooled[2 * NAIVE_CHANNELS] = {0}, sum = net->limit_bias[side] * 1024;

	for (int c = 0; c < NAIVE_CHANNELS; c++) {
		for (int p = 0; p < b->width * b->height; p++) {
			const int32_t value = last[p / b->width][p % b->width][c];

			pooled[c] += value;
			if (value > pooled[NAIVE_CHANNELS + c])
				pooled[NAIVE_CHANNELS + c] = value;
		}
		pooled[c] /= (int32_t)bits_count(&b->window);
	}
	for (unsigned i = 0; i < NAIVE_HIDDEN; i++) {
		int32_t hidden = net->pool_bias[i] * 1024;

		for (unsigned c = 0; c < 2 * NAIVE_CHANNELS; c++)
			hidden += pooled[c] * net->pool[i * 2 * NAIVE_CHANNELS + c];
		sum += naive_limit(hidden / 1024) * net->limit[side * NAIVE_HIDDEN + i];
	}
	return sum / 1024;
}

/* naive_judge writes the scores of all points, and returns the work with `side` to move. */
static inline int32_t naive_judge(const net_weights_t *net, const naive_board_t *b, unsigned side,
                                  int32_t score[AREA_MAX])
{
	static naive_plane_t a, next;

	naive_layer(net, b, a, -1, a);
	for (int i = 0; i < NAIVE_LAYERS; i++) {
		naive_layer(net, b, a, i, next);
		memcpy(a, next, sizeof(a));
	}
	for (int p = 0; p < b->width * b->height; p++) {
		score[p] = 0;
		for (int c = 0; c < NAIVE_CHANNELS; c++)
			score[p] += a[p / b->width][p % b->width][c] * net->out[c];
	}
	return naive_work(net, b, a, side);
}

/* naive_sum_most is the greatest sum of as many products with values of NAIVE_MOST. */
static inline int64_t naive_sum_most(const int16_t *weight, unsigned count, int64_t bias)
{
	int64_t sum = bias < 0 ? -bias : bias;

	for (unsigned i = 0; i < count; i++)
		sum += (int64_t)abs(weight[i]) * NAIVE_MOST;
	return sum;
}

/* naive_never_overflows: does each sum of the layers fit 32 bits, whatever the input? */
static inline bool naive_never_overflows(const net_weights_t *net)
{
	enum { PATCH = 9 * NAIVE_CHANNELS };
	int64_t most = naive_sum_most(net->out, NAIVE_CHANNELS, 0);

	for (unsigned i = 0; i < NAIVE_LAYERS * NAIVE_CHANNELS; i++) {
		const int64_t sum = naive_sum_most(&net->next[(size_t)i * PATCH], PATCH,
		                                   net->next_bias[i] * 64);

		most = sum > most ? sum : most;
	}
	for (unsigned i = 0; i < NAIVE_HIDDEN; i++) {
		const int64_t sum = naive_sum_most(&net->pool[(size_t)i * 2 * NAIVE_CHANNELS],
		                                   2 * NAIVE_CHANNELS, net->pool_bias[i] * 1024);

		most = sum > most ? sum : most;
	}
	for (unsigned i = 0; i < 2; i++) {
		const int64_t sum = naive_sum_most(&net->limit[(size_t)i * NAIVE_HIDDEN],
		                                   NAIVE_HIDDEN, net->limit_bias[i] * 1024);

		most = sum > most ? sum : most;
	}
	return most <= INT32_MAX;
}

/* naive_policy_agrees: does `told` say how much less likely the moves of these scores are than the
 * likeliest (hints_t.policy), to a unit and one part in 10,000? The least score that there is: the
 * network has nothing to say of that move; if of none, all are equally likely. */
static inline bool naive_policy_agrees(const int32_t *score, unsigned count, const uint16_t *told)
{
	static const double ln_2 = 0.69314718055994531;
	int32_t best = INT32_MIN;

	for (unsigned i = 0; i < count; i++)
		best = score[i] > best ? score[i] : best;
	for (unsigned i = 0; i < count; i++) {
		const double below = ((double)best - score[i]) / 4096 / ln_2 * 16;
		const double off = told[i] - (below < UINT16_MAX ? below : UINT16_MAX);

		if (best == INT32_MIN       ? told[i] != 0
		    : score[i] == INT32_MIN ? told[i] != UINT16_MAX
		                            : off > 1 + below / 10000 || -off > 1 + below / 10000)
			return false;
	}
	return true;
}

#endif
