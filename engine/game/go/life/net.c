/* SPDX-License-Identifier: MIT
 * net.c - see net.h.
 *
 * Network    A residual network (He et al. 2016) of CHANNELS channels: one input layer of 3x3
 *            convolutions, LAYERS residual layers of one 3x3 convolution each, whose output is
 *            added to their input, and two heads. The policy head gives each point one score, for
 *            the attacker. The work head takes the mean and the maximum of each channel through
 *            two fully connected layers; it has two outputs, one for either side to move. The
 *            weights are learned from searches (tools/train/remake).
 *
 * Input      One of STATES states for each point (net_state): empty, or a stone of the attacker's
 *            or of the defender's in a block of 1, 2, 3, or at least 4 liberties. Points beyond
 *            the edge contribute nothing. The network decides in which order moves are tried and
 *            where time is spent, and nothing else.
 *
 * Integers   Weights and values are whole numbers, so that every machine puts moves in the same
 *            order: 64ths, and 1024ths for the weights of the work head. Compilers turn the sums
 *            of products of 16 bits into instructions that every processor has. No sum overflows:
 *            tools/train/train.py limits the weights, values end at VALUE_MOST, and a test adds up
 *            the greatest possible sums.
 *
 * Window     On a board of more than WHOLE_MOST points only the points within NEAR steps of those
 *            asked about are looked at; beyond them the layers are 0, as beyond the edge. A
 *            smaller board is looked at as a whole, and the answers for the last SAID such boards
 *            are kept in the scratch of the position (position_scratch): df-pn asks for the order
 *            and the work of one board in turn, and comes back to boards that it has left. (With
 *            256 boards a quarter of all looks is saved, with 16 times as many a third.) */
#include "engine/game/go/life/net.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/game/go/life/net_weights.h"

enum {
	CHANNELS = 16,
	STATES = NET_STATES,
	LIBERTIES_MOST = 4, /* more liberties look the same */
	TAPS = 3,           /* in a row, and rows */
	ROW = TAPS * CHANNELS,
	PATCH = TAPS * ROW,
	LAYERS = 7, /* residual ones, after the input layer */
	HIDDEN = 32,
	SHIFT = 6,       /* 64ths */
	FINE_SHIFT = 10, /* 1024ths: weights of the work head */
	VALUE_MOST = 8191,
	STRIDE_MOST = SIDE_MOST + 2,
	CELLS = STRIDE_MOST * STRIDE_MOST,
	POINTS_MOST = 81, /* that are put in order */
	WHOLE_MOST = 81,  /* of a board that is looked at as a whole */
	SMALL_CELLS = WHOLE_MOST + 2 * (SIDE_MOST + WHOLE_MOST / SIDE_MOST) + 4, /* of a long one */
	SAID = 256, /* small boards whose answers are kept */
	WORK_MOST = 40 * WORK_UNIT,
	TAUGHT = 7, /* side of the boards of which it may say the work */
	NEAR = 4,   /* steps from the points asked about, of the window */
};

/* All channels of each cell. The cells are the points of the board, row by row, and a margin of
 * one; the channels of neighbouring cells of a row follow each other. */
typedef int16_t layer_t[CELLS * CHANNELS];

/* The cells that are looked at, by number, and the states of all. */
typedef struct {
	const geometry_t *geo;
	unsigned stride, cells; /* of the whole board */
	unsigned count;
	uint16_t cell[AREA_MAX];
	uint8_t state[CELLS];
} window_t;

/* The answers for a board. */
typedef struct {
	uint8_t state[SMALL_CELLS];
	int32_t score[WHOLE_MOST];
	int32_t work[2];
} said_t;

/* The scratch of a position: slots by state. `cells` counts those of the board in the slot; 0: the
 * slot has not been written to. */
typedef struct {
	uint16_t cells[SAID];
	said_t slot[SAID];
} scores_t;

_Static_assert(SMALL_CELLS <= UINT16_MAX, "the cells of a small board can be counted");

_Static_assert(sizeof(net_first) == TAPS * TAPS * STATES * CHANNELS * sizeof(net_first[0]) &&
                       sizeof(net_next) == LAYERS * CHANNELS * PATCH * sizeof(net_next[0]) &&
                       sizeof(net_pool) == 2 * HIDDEN * CHANNELS * sizeof(net_pool[0]),
               "net.c and tools/train/train.py agree on the shape of the network");

/* The sums of products are most of the work. Where the processor has it they are made twice as wide
 * (not every libc can choose so, and the sanitizers cannot start programs that choose so). */
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
        defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

static unsigned cell_of(const geometry_t *geo, unsigned p)
{
	return (p / geo->width + 1) * (geo->width + 2u) + p % geo->width + 1;
}

static int16_t rectified(int32_t value)
{
	return (int16_t)(value <= 0 ? 0 : value < VALUE_MOST ? value : VALUE_MOST);
}

uint8_t net_state(const go_t *go, unsigned p)
{
	unsigned libs;

	if (go->at[p] == COLOUR_NONE)
		return 0;
	libs = board_block(go, p)->libs;
	libs = libs < 1 ? 1 : libs > LIBERTIES_MOST ? LIBERTIES_MOST : libs;
	return (uint8_t)(go->at[p] == go->colour[SIDE_ATTACKER] ? libs : libs + LIBERTIES_MOST);
}

/* look writes the states of the whole board, and which cells are looked at. */
static void look(const go_t *go, const bits_t *set, window_t *w)
{
	const geometry_t *geo = go->geo;
	bits_t near = *set;

	w->geo = geo;
	w->stride = geo->width + 2u;
	w->cells = w->stride * (geo->height + 2u);
	memset(w->state, STATES, w->cells);
	for (unsigned p = 0; p < geo->area; p++)
		w->state[cell_of(geo, p)] = net_state(go, p);
	for (unsigned i = 0; i < NEAR && geo->area > WHOLE_MOST; i++) {
		bits_t more;

		geometry_neighbours(geo, &near, &more);
		bits_unite(&near, &more);
	}
	if (geo->area <= WHOLE_MOST)
		near = geo->all;
	for (w->count = 0; !bits_is_empty(&near); w->count++)
		w->cell[w->count] = (uint16_t)cell_of(geo, bits_take(&near));
}

/* first works out the input layer from the states. */
static void first(const window_t *w, int16_t *out)
{
	for (unsigned i = 0; i < w->count; i++) {
		const unsigned cell = w->cell[i];
		int32_t sum[CHANNELS];

		for (unsigned c = 0; c < CHANNELS; c++)
			sum[c] = net_first_bias[c];
		for (unsigned tap = 0; tap < TAPS * TAPS; tap++) {
			const unsigned at = cell + (tap / TAPS - 1) * w->stride + tap % TAPS - 1;
			const int16_t *weight =
			        &net_first[(tap * STATES + w->state[at]) * CHANNELS];

			if (w->state[at] == STATES)
				continue; /* beyond the edge */
			for (unsigned c = 0; c < CHANNELS; c++)
				sum[c] += weight[c];
		}
		for (unsigned c = 0; c < CHANNELS; c++)
			out[cell * CHANNELS + c] = rectified(sum[c]);
	}
}

/* next works out a residual layer: a convolution of the layer before it, plus that layer. */
WIDE static void next(const window_t *w, const int16_t *in, const int16_t *weights,
                      const int16_t *bias, int16_t *out)
{
	for (unsigned i = 0; i < w->count; i++) {
		const unsigned cell = w->cell[i];
		int16_t patch[PATCH]; /* what is around it */
		int32_t sum[CHANNELS];

		for (unsigned row = 0; row < TAPS; row++)
			memcpy(&patch[row * ROW],
			       &in[(cell + (row - 1) * w->stride - 1) * CHANNELS],
			       ROW * sizeof(patch[0]));
		for (unsigned c = 0; c < CHANNELS; c++) {
			sum[c] = bias[c] * (1 << SHIFT);
			for (unsigned k = 0; k < PATCH; k++)
				sum[c] += patch[k] * weights[c * PATCH + k];
		}
		for (unsigned c = 0; c < CHANNELS; c++)
			out[cell * CHANNELS + c] = rectified((sum[c] > 0 ? sum[c] >> SHIFT : 0) +
			                                     in[cell * CHANNELS + c]);
	}
}

/* pool writes the mean of each channel over the window, and then the maximum of each. */
static void pool(const window_t *w, const int16_t *in, int32_t out[2 * CHANNELS])
{
	CHECK(w->count > 0);
	memset(out, 0, 2 * CHANNELS * sizeof(out[0]));
	for (unsigned i = 0; i < w->count; i++)
		for (unsigned c = 0; c < CHANNELS; c++) {
			const int16_t value = in[w->cell[i] * CHANNELS + c];

			out[c] += value;
			if (value > out[CHANNELS + c])
				out[CHANNELS + c] = value;
		}
	for (unsigned c = 0; c < CHANNELS; c++)
		out[c] /= (int32_t)w->count;
}

/* work_of works out the work head: the work with either side to move. */
static void work_of(const window_t *w, const int16_t *in, int32_t out[2])
{
	int32_t pooled[2 * CHANNELS], hidden[HIDDEN];

	pool(w, in, pooled);
	for (unsigned i = 0; i < HIDDEN; i++) {
		int32_t sum = net_pool_bias[i] * (1 << FINE_SHIFT);

		for (unsigned k = 0; k < 2 * CHANNELS; k++)
			sum += pooled[k] * net_pool[i * 2 * CHANNELS + k];
		hidden[i] = rectified(sum / (1 << FINE_SHIFT));
	}
	for (unsigned side = 0; side < 2; side++) {
		int32_t sum = net_limit_bias[side] * (1 << FINE_SHIFT);

		for (unsigned i = 0; i < HIDDEN; i++)
			sum += hidden[i] * net_limit[side * HIDDEN + i];
		out[side] = sum / (1 << FINE_SHIFT);
	}
}

/* judge runs the network on the window: the policy into `score`, and the work, which is meant for
 * whole boards only, into `work`. work may be NULL. */
static void judge(const window_t *w, int32_t *score, int32_t *work)
{
	layer_t layer[2];

	for (unsigned i = 0; i < 2; i++)
		memset(layer[i], 0, w->cells * CHANNELS * sizeof(layer[i][0]));
	first(w, layer[0]);
	for (unsigned i = 0; i < LAYERS; i++)
		next(w, layer[i % 2], &net_next[i * CHANNELS * PATCH], &net_next_bias[i * CHANNELS],
		     layer[(i + 1) % 2]);
	for (unsigned i = 0; i < w->count; i++) {
		const int16_t *values = &layer[LAYERS % 2][w->cell[i] * CHANNELS];
		const unsigned row = w->cell[i] / w->stride, column = w->cell[i] % w->stride;
		int32_t *out = &score[(row - 1) * w->geo->width + column - 1];

		*out = 0;
		for (unsigned c = 0; c < CHANNELS; c++)
			*out += values[c] * net_out[c];
	}
	if (work != NULL)
		work_of(w, layer[LAYERS % 2], work);
}

/* slot_of returns the slot in which the answers for a board are kept. */
static unsigned slot_of(const window_t *w)
{
	uint64_t hash = 0;

	for (unsigned i = 0; i < w->cells; i++)
		hash = (hash + w->state[i]) * 0x9e3779b97f4a7c15;
	return (unsigned)(hash >> 32) % SAID;
}

/* judge_small returns the answers for a board that is looked at as a whole, and runs the network if
 * they are not kept. They lie in the scratch of the position, or in *own if it has none. */
static const said_t *judge_small(const go_t *go, const window_t *w, said_t *own)
{
	scores_t *known = position_scratch(&go->base);
	const unsigned slot = known != NULL ? slot_of(w) : 0;
	said_t *said = known != NULL ? &known->slot[slot] : own;

	assert(w->cells <= SMALL_CELLS);
	if (known != NULL && known->cells[slot] == w->cells &&
	    memcmp(said->state, w->state, w->cells) == 0)
		return said;
	judge(w, said->score, said->work);
	if (known != NULL) {
		known->cells[slot] = (uint16_t)w->cells;
		memcpy(said->state, w->state, w->cells);
	}
	return said;
}

void net_scores(const go_t *go, const bits_t *set, int32_t *out)
{
	int32_t score[AREA_MAX];
	const int32_t *said = score;
	bits_t left = *set;
	window_t window;
	said_t own;

	look(go, set, &window);
	if (go->geo->area <= WHOLE_MOST)
		said = judge_small(go, &window, &own)->score;
	else
		judge(&window, score, NULL);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);

		out[p] = said[p];
	}
}

scratch_t net_scratch(const go_t *go)
{
	if (go->geo->area > WHOLE_MOST)
		return (scratch_t){.bytes = 0};
	return (scratch_t){.bytes = sizeof(scores_t), .zeroed = sizeof(((scores_t *)NULL)->cells)};
}

bool net_order(const go_t *go, const bits_t *set, move_t *out)
{
	int32_t score[AREA_MAX];
	bits_t left = *set;
	unsigned count = 0;

	if (bits_count(set) > POINTS_MOST)
		return false;
	net_scores(go, set, score);
	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);
		unsigned i = count++;

		for (; i > 0 && score[out[i - 1]] < score[p]; i--)
			out[i] = out[i - 1];
		out[i] = (move_t)p;
	}
	return true;
}

unsigned net_work(const go_t *go)
{
	window_t window;
	said_t own;
	int32_t work;

	if (go->geo->width != TAUGHT || go->geo->height != TAUGHT ||
	    bits_count(&go->region) != go->geo->area)
		return 0;
	look(go, &go->geo->all, &window);
	work = judge_small(go, &window, &own)->work[go->base.turn];
	return work < 1 ? 1 : work > WORK_MOST ? WORK_MOST : (unsigned)work;
}
