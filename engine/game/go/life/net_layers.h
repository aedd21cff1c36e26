/* SPDX-License-Identifier: MIT
 * net_layers.h - the arithmetic of the networks of this folder: residual networks (He et al. 2016)
 * over the points of a window of the board, with a policy head and a work head.
 *
 * Network    One input layer of 3x3 convolutions, NET_LAYERS residual layers of one 3x3 convolution
 *            each, whose output is added to their input, and two heads. The policy head gives each
 *            point of the window one score. The work head takes the mean and the maximum of each
 *            channel over the window through two fully connected layers; it has two outputs, one
 *            for either side to move. The weights are learned from searches (tools/train/remake).
 *
 * Input      One of the network's states for each point. A point without a state, as all beyond the
 *            edge, contributes nothing; one beyond the window contributes to the input layer alone.
 *
 * Integers   Weights and values are whole numbers, so that every machine puts moves in the same
 *            order: 64ths, and 1024ths for the weights of the work head. Compilers turn the sums
 *            of products of 16 bits into instructions that every processor has; for those that add
 *            up pairs of products there is code of its own. No sum overflows:
 *            tools/train/train.py limits the weights, values end at NET_VALUE_MOST, and a test adds
 *            up the greatest possible sums.
 *
 * Threads    any; a window: one thread at a time.
 * Errors     none.
 */
#ifndef ENGINE_GAME_GO_LIFE_NET_LAYERS_H
#define ENGINE_GAME_GO_LIFE_NET_LAYERS_H

#include "engine/game/go/board/board.h"

enum {
	NET_CHANNELS = 16,
	NET_TAPS = 9, /* of a convolution */
	NET_PATCH = NET_TAPS * NET_CHANNELS,
	NET_LAYERS = 7, /* residual ones, after the input layer */
	NET_HIDDEN = 32,
	NET_VALUE_MOST = 8191,
	NET_NO_SCORE = INT32_MIN,
	NET_STRIDE_MOST = SIDE_MOST + 2,
	NET_CELLS = NET_STRIDE_MOST * NET_STRIDE_MOST,
};

/* The weights of a network, whose input has so many states. Layout: first[tap][state][channel],
 * next[layer][channel][tap][channel before], out[channel], pool[hidden][mean or maximum][channel],
 * limit[side][hidden]. */
typedef struct {
	unsigned states;
	const int16_t *first, *first_bias, *next, *next_bias, *out, *pool, *pool_bias, *limit,
	        *limit_bias;
} net_weights_t;

/* NET_WEIGHTS initializes the weights of a network with the arrays that a header of weights has
 * (tools/train/header.py); NET_FITS: they have the lengths that so many states take. */
#define NET_WEIGHTS(prefix, count)                                                               \
	{                                                                                        \
		.states = (count), .first = prefix##_first, .first_bias = prefix##_first_bias,   \
		.next = prefix##_next, .next_bias = prefix##_next_bias, .out = prefix##_out,     \
		.pool = prefix##_pool, .pool_bias = prefix##_pool_bias, .limit = prefix##_limit, \
		.limit_bias = prefix##_limit_bias                                                \
	}
#define NET_FITS(prefix, count)                                                              \
	(sizeof(prefix##_first) == sizeof(int16_t) * NET_TAPS * (count)*NET_CHANNELS &&      \
	 sizeof(prefix##_next) == sizeof(int16_t) * NET_LAYERS * NET_CHANNELS * NET_PATCH && \
	 sizeof(prefix##_pool) == sizeof(int16_t) * 2 * NET_HIDDEN * NET_CHANNELS)

/* The window, by cells: these are the points of the board, row by row, and a margin of one. */
typedef struct {
	const geometry_t *geo;
	unsigned stride, cells; /* of the whole board */
	unsigned count;         /* of the window */
	uint16_t cell[AREA_MAX];
	uint8_t state[NET_CELLS]; /* of a cell that contributes nothing: the number of states */
} net_window_t;

/* net_cell returns the cell of a point. */
static inline unsigned net_cell(const geometry_t *geo, unsigned p)
{
	return (p / geo->width + 1) * (geo->width + 2u) + p % geo->width + 1;
}

/* net_window_begin makes the window of the points of `set`; no cell has a state yet. */
void net_window_begin(const geometry_t *geo, const bits_t *set, unsigned states, net_window_t *out);

/* net_rank puts a point into a list of `count` points by falling score, score[point]; of equals the
 * first stays first. `list` has room for it. */
void net_rank(const int32_t *score, unsigned p, move_t *list, unsigned count);

/* net_below writes what hints_t.policy does, by the scores of the `points` points of the board. A
 * score of NET_NO_SCORE: the network has nothing to say of that point, as of the pass; if it has
 * of none of the moves, all are equally likely. */
void net_below(const int32_t *score, unsigned points, const move_t *moves, unsigned count,
               uint16_t *out);

/* net_work_told is what hints_t.work may say of a work: 1 to 40 * WORK_UNIT. */
unsigned net_work_told(int32_t work);

/* net_judge runs a network on a window that has a point at least. It writes the score of each point
 * of the window to score[point], and the work with either side to move, which may be NULL. */
void net_judge(const net_weights_t *net, const net_window_t *w, int32_t *score, int32_t *work);

#endif
