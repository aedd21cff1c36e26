/* SPDX-License-Identifier: MIT
 * likely.c - see likely.h.
 *
 * Network    Three layers of 3x3 convolutions with 16 channels, and a score for each point: what
 *            stands within three points of it, and the edge, say how likely it is. Learned from the
 *            moves of proofs (tests/bench/lessons.c, learn.py). A point is empty, or has a stone
 *            of the attacker's or of the defender's, whose block has 1, 2, 3 or more liberties;
 *            or it is beyond the edge. It decides nothing but the order in which moves are
 *            tried.
 *
 * Integers   Weights and values are in 64ths, so that each machine puts moves in the same order,
 *            and compilers make the sums of products of 16 bits that every processor has.
 *
 * Needed     Only what the scores wanted rest on is worked out: the third layer on those points,
 *            the second around them, the first around these. With all moves of a board of 7x7
 *            that is the board. */
#include "engine/game/go/likely.h"

#include <string.h>

#include "engine/game/go/likely_net.h"

enum {
	CHANNELS = 16,
	STATES = 9, /* of a point of the board */
	LIBERTIES_MOST = 4,
	TAPS = 3, /* in a row, and rows */
	ROW = TAPS * CHANNELS,
	SHIFT = 6, /* 64ths */
	CELLS = (BOARD_MAX + 2) * (BOARD_MAX + 2),
	POINTS_MOST = 81, /* that are put in order */
};

/* All channels of each cell: the points of the board, row by row, and a margin of one. Those of
 * cells in a row follow each other. */
typedef int16_t layer_t[CELLS * CHANNELS];

static unsigned stride_of(const geometry_t *geo)
{
	return geo->width + 2u;
}

static unsigned cells_of(const geometry_t *geo)
{
	return stride_of(geo) * (geo->height + 2u);
}

static unsigned cell_of(const geometry_t *geo, unsigned p)
{
	return (p / geo->width + 1) * stride_of(geo) + p % geo->width + 1;
}

static int16_t rectified(int32_t sum)
{
	const int32_t value = sum > 0 ? sum >> SHIFT : 0;

	return (int16_t)(value < INT16_MAX ? value : INT16_MAX);
}

static unsigned state_of(const go_t *go, unsigned p)
{
	unsigned libs;

	if (go->at[p] == COLOUR_NONE)
		return 0;
	libs = board_block(go, p)->libs;
	libs = libs < 1 ? 1 : libs > LIBERTIES_MOST ? LIBERTIES_MOST : libs;
	return go->at[p] == go->colour[SIDE_ATTACKER] ? libs : libs + LIBERTIES_MOST;
}

/* around adds the points next to the set, or at a corner of it, and some more. */
static void around(const geometry_t *geo, bits_t *set)
{
	for (unsigned i = 0; i < 2; i++) {
		bits_t near;

		geometry_neighbours(geo, set, &near);
		bits_unite(set, &near);
	}
}

/* first works out the first layer on these points. */
static void first(const go_t *go, bits_t points, int16_t *out)
{
	const unsigned stride = stride_of(go->geo);
	uint8_t state[CELLS];

	memset(state, STATES, cells_of(go->geo));
	for (unsigned p = 0; p < go->geo->area; p++)
		state[cell_of(go->geo, p)] = (uint8_t)state_of(go, p);
	while (!bits_is_empty(&points)) {
		const unsigned cell = cell_of(go->geo, bits_take(&points));
		int32_t sum[CHANNELS];

		for (unsigned c = 0; c < CHANNELS; c++)
			sum[c] = net_first_bias[c];
		for (unsigned tap = 0; tap < TAPS * TAPS; tap++) {
			const unsigned at = cell + (tap / TAPS - 1) * stride + tap % TAPS - 1;
			const int16_t *w = &net_first[(tap * STATES + state[at]) * CHANNELS];

			if (state[at] == STATES)
				continue; /* beyond the edge */
			for (unsigned c = 0; c < CHANNELS; c++)
				sum[c] += w[c];
		}
		for (unsigned c = 0; c < CHANNELS; c++)
			out[cell * CHANNELS + c] = (int16_t)(sum[c] > 0 ? sum[c] : 0);
	}
}

/* product is the sum over a row of taps. */
static int32_t product(const int16_t *a, const int16_t *b)
{
	int32_t sum = 0;

	for (unsigned i = 0; i < ROW; i++)
		sum += a[i] * b[i];
	return sum;
}

/* next works out a layer of the one before. */
static void next(const geometry_t *geo, bits_t points, const int16_t *in, const int16_t *weights,
                 const int16_t *bias, int16_t *out)
{
	const unsigned stride = stride_of(geo);

	while (!bits_is_empty(&points)) {
		const unsigned cell = cell_of(geo, bits_take(&points));
		const int16_t *above = &in[(cell - stride - 1) * CHANNELS];
		const int16_t *beside = &in[(cell - 1) * CHANNELS];
		const int16_t *below = &in[(cell + stride - 1) * CHANNELS];

		for (unsigned c = 0; c < CHANNELS; c++) {
			const int16_t *w = &weights[c * TAPS * ROW];

			out[cell * CHANNELS + c] =
			        rectified(bias[c] * (1 << SHIFT) + product(above, w) +
			                  product(beside, w + ROW) + product(below, w + 2 * ROW));
		}
	}
}

void likely_scores(const go_t *go, const bits_t *set, int32_t *out)
{
	layer_t layer[2];
	bits_t inner = *set, outer, left = *set;

	for (unsigned i = 0; i < 2; i++)
		memset(layer[i], 0, cells_of(go->geo) * CHANNELS * sizeof(layer[i][0]));
	around(go->geo, &inner);
	outer = inner;
	around(go->geo, &outer);
	first(go, outer, layer[0]);
	next(go->geo, inner, layer[0], net_second, net_second_bias, layer[1]);
	next(go->geo, *set, layer[1], net_third, net_third_bias, layer[0]);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);
		const int16_t *values = &layer[0][cell_of(go->geo, p) * CHANNELS];

		out[p] = 0;
		for (unsigned c = 0; c < CHANNELS; c++)
			out[p] += values[c] * net_out[c];
	}
}

bool likely_order(const go_t *go, const bits_t *set, move_t *out)
{
	int32_t score[AREA_MAX];
	bits_t left = *set;
	unsigned count = 0;

	if (bits_count(set) > POINTS_MOST)
		return false;
	likely_scores(go, set, score);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);
		unsigned i = count++;

		for (; i > 0 && score[out[i - 1]] < score[p]; i--)
			out[i] = out[i - 1];
		out[i] = (move_t)p;
	}
	return true;
}
