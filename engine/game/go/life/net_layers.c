/* SPDX-License-Identifier: MIT
 * net_layers.c - see net_layers.h.
 */
#include "engine/game/go/life/net_layers.h"

#include <string.h>

#include "engine/base/check.h"

enum {
	TAPS = 3, /* in a row, and rows */
	ROW = TAPS * NET_CHANNELS,
	SHIFT = 6,       /* 64ths */
	FINE_SHIFT = 10, /* 1024ths: weights of the work head */
	WORK_MOST = 40 * WORK_UNIT,
	HALVING = 2839, /* the score that halves the chance: ln 2 in 4096ths, as scores are */
};

/* All channels of each cell; the channels of neighbouring cells of a row follow each other. */
typedef int16_t layer_t[NET_CELLS * NET_CHANNELS];

/* The sums of products are most of the work. So next_vnni is written for processors that add up
 * products of pairs, and `next` is compiled for those with registers of 256 bits as well (not every
 * libc can choose between such functions, and the sanitizers cannot start programs that do). */
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
        defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#define HAS_VNNI_CODE
#include <immintrin.h>
#else
#define WIDE
#endif

void net_window_begin(const geometry_t *geo, const bits_t *set, unsigned states, net_window_t *out)
{
	bits_t left = *set;

	out->geo = geo;
	out->stride = geo->width + 2u;
	out->cells = out->stride * (geo->height + 2u);
	memset(out->state, (int)states, out->cells);
	for (out->count = 0; !bits_is_empty(&left); out->count++)
		out->cell[out->count] = (uint16_t)net_cell(geo, bits_take(&left));
}

void net_rank(const int32_t *score, unsigned p, move_t *list, unsigned count)
{
	for (; count > 0 && score[list[count - 1]] < score[p]; count--)
		list[count] = list[count - 1];
	list[count] = (move_t)p;
}

void net_below(const int32_t *score, unsigned points, const move_t *moves, unsigned count,
               uint16_t *out)
{
	int64_t best = NET_NO_SCORE;

	for (unsigned i = 0; i < count; i++)
		if (moves[i] < points && score[moves[i]] > best)
			best = score[moves[i]];
	for (unsigned i = 0; i < count; i++) {
		const int32_t own = moves[i] < points ? score[moves[i]] : NET_NO_SCORE;
		const int64_t below = (best - own) * POLICY_UNIT / HALVING;
		const bool is_told = own != NET_NO_SCORE && below < POLICY_LEAST;

		out[i] = (uint16_t)(best == NET_NO_SCORE ? 0 : is_told ? below : POLICY_LEAST);
	}
}

unsigned net_work_told(int32_t work)
{
	return work < 1 ? 1 : work > WORK_MOST ? WORK_MOST : (unsigned)work;
}

static int16_t rectified(int32_t value)
{
	return (int16_t)(value <= 0 ? 0 : value < NET_VALUE_MOST ? value : NET_VALUE_MOST);
}

/* first works out the input layer from the states. */
static void first(const net_weights_t *net, const net_window_t *w, int16_t *out)
{
	for (unsigned i = 0; i < w->count; i++) {
		const unsigned cell = w->cell[i];
		int32_t sum[NET_CHANNELS];

		for (unsigned c = 0; c < NET_CHANNELS; c++)
			sum[c] = net->first_bias[c];
		for (unsigned tap = 0; tap < NET_TAPS; tap++) {
			const unsigned at = cell + (tap / TAPS - 1) * w->stride + tap % TAPS - 1;
			const int16_t *weight =
			        &net->first[(tap * net->states + w->state[at]) * NET_CHANNELS];

			if (w->state[at] == net->states)
				continue;
			for (unsigned c = 0; c < NET_CHANNELS; c++)
				sum[c] += weight[c];
		}
		for (unsigned c = 0; c < NET_CHANNELS; c++)
			out[cell * NET_CHANNELS + c] = rectified(sum[c]);
	}
}

/* next works out a residual layer: a convolution of the layer before it, plus that layer. */
WIDE static void next(const net_window_t *w, const int16_t *in, const int16_t *weights,
                      const int16_t *bias, int16_t *out)
{
	for (unsigned i = 0; i < w->count; i++) {
		const unsigned cell = w->cell[i];
		int16_t patch[NET_PATCH]; /* what is around it */
		int32_t sum[NET_CHANNELS];

		for (unsigned row = 0; row < TAPS; row++)
			memcpy(&patch[row * ROW],
			       &in[(cell + (row - 1) * w->stride - 1) * NET_CHANNELS],
			       ROW * sizeof(patch[0]));
		for (unsigned c = 0; c < NET_CHANNELS; c++) {
			sum[c] = bias[c] * (1 << SHIFT);
			for (unsigned k = 0; k < NET_PATCH; k++)
				sum[c] += patch[k] * weights[c * NET_PATCH + k];
		}
		for (unsigned c = 0; c < NET_CHANNELS; c++)
			out[cell * NET_CHANNELS + c] = rectified(
			        (sum[c] > 0 ? sum[c] >> SHIFT : 0) + in[cell * NET_CHANNELS + c]);
	}
}

#ifdef HAS_VNNI_CODE
/* Two values of the layer before, or the weights by which a channel takes them. */
typedef int32_t pair_t;
_Static_assert(sizeof(pair_t) == 2 * sizeof(int16_t) && NET_CHANNELS == 16 && ROW % 8 == 0,
               "a register of 512 bits has a pair for each channel, and a row is four and four");

static pair_t pair_at(const int16_t *values)
{
	pair_t pair;

	memcpy(&pair, values, sizeof(pair));
	return pair;
}

/* add_pair adds to the sum of each channel the products of two values with its weights. */
__attribute__((target("avx512f,avx512vnni"))) static inline __m512i add_pair(
        __m512i sum, const int16_t *values, const pair_t weights[NET_CHANNELS])
{
	return _mm512_dpwssd_epi32(sum, _mm512_set1_epi32(pair_at(values)),
	                           _mm512_load_si512(weights));
}

/* next_vnni does what `next` does, with a register that has the sums of all channels: the same
 * whole numbers, in a quarter of the instructions. Four sums of each do not wait for each other. */
__attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni"))) static void next_vnni(
        const net_window_t *w, const int16_t *in, const int16_t *weights, const int16_t *bias,
        int16_t *out)
{
	_Alignas(64) pair_t by[NET_PATCH / 2][NET_CHANNELS];
	const __m256i narrow = _mm256_loadu_si256((const __m256i *)bias);
	const __m512i begin = _mm512_slli_epi32(_mm512_cvtepi16_epi32(narrow), SHIFT);
	const __m512i none = _mm512_setzero_si512(), most = _mm512_set1_epi32(NET_VALUE_MOST);

	for (unsigned k = 0; k < NET_PATCH / 2; k++)
		for (unsigned c = 0; c < NET_CHANNELS; c++)
			by[k][c] = pair_at(&weights[c * NET_PATCH + 2 * k]);
	for (unsigned i = 0; i < w->count; i++) {
		const unsigned cell = w->cell[i];
		const int16_t *before = &in[cell * NET_CHANNELS];
		__m512i sum = begin, second = none, third = none, fourth = none;

		for (unsigned row = 0; row < TAPS; row++) {
			const int16_t *patch =
			        &in[(cell + (row - 1) * w->stride - 1) * NET_CHANNELS];

			for (unsigned k = 0; k < ROW / 2; k += 4, patch += 8) {
				pair_t(*those)[NET_CHANNELS] = &by[row * ROW / 2 + k];

				sum = add_pair(sum, patch, those[0]);
				second = add_pair(second, patch + 2, those[1]);
				third = add_pair(third, patch + 4, those[2]);
				fourth = add_pair(fourth, patch + 6, those[3]);
			}
		}
		sum = _mm512_add_epi32(_mm512_add_epi32(sum, second),
		                       _mm512_add_epi32(third, fourth));
		sum = _mm512_srai_epi32(_mm512_max_epi32(sum, none), SHIFT);
		sum = _mm512_add_epi32(
		        sum, _mm512_cvtepi16_epi32(_mm256_loadu_si256((const __m256i *)before)));
		sum = _mm512_max_epi32(_mm512_min_epi32(sum, most), none);
		_mm256_storeu_si256((__m256i *)&out[cell * NET_CHANNELS],
		                    _mm512_cvtepi32_epi16(sum));
	}
}

static bool has_vnni(void)
{
	return __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw") &&
	       __builtin_cpu_supports("avx512vl");
}
#endif

/* run_layer is `next`, the fastest that the processor has. */
static void run_layer(const net_window_t *w, const int16_t *in, const int16_t *weights,
                      const int16_t *bias, int16_t *out)
{
#ifdef HAS_VNNI_CODE
	if (has_vnni()) {
		next_vnni(w, in, weights, bias, out);
		return;
	}
#endif
	next(w, in, weights, bias, out);
}

/* pool writes the mean of each channel over the window, and then the maximum of each. */
static void pool(const net_window_t *w, const int16_t *in, int32_t out[2 * NET_CHANNELS])
{
	CHECK(w->count > 0);
	memset(out, 0, 2 * NET_CHANNELS * sizeof(out[0]));
	for (unsigned i = 0; i < w->count; i++)
		for (unsigned c = 0; c < NET_CHANNELS; c++) {
			const int16_t value = in[w->cell[i] * NET_CHANNELS + c];

			out[c] += value;
			if (value > out[NET_CHANNELS + c])
				out[NET_CHANNELS + c] = value;
		}
	for (unsigned c = 0; c < NET_CHANNELS; c++)
		out[c] /= (int32_t)w->count;
}

/* work_of works out the work head: the work with either side to move. */
static void work_of(const net_weights_t *net, const net_window_t *w, const int16_t *in,
                    int32_t out[2])
{
	int32_t pooled[2 * NET_CHANNELS], hidden[NET_HIDDEN];

	pool(w, in, pooled);
	for (unsigned i = 0; i < NET_HIDDEN; i++) {
		int32_t sum = net->pool_bias[i] * (1 << FINE_SHIFT);

		for (unsigned k = 0; k < 2 * NET_CHANNELS; k++)
			sum += pooled[k] * net->pool[i * 2 * NET_CHANNELS + k];
		hidden[i] = rectified(sum / (1 << FINE_SHIFT));
	}
	for (unsigned side = 0; side < 2; side++) {
		int32_t sum = net->limit_bias[side] * (1 << FINE_SHIFT);

		for (unsigned i = 0; i < NET_HIDDEN; i++)
			sum += hidden[i] * net->limit[side * NET_HIDDEN + i];
		out[side] = sum / (1 << FINE_SHIFT);
	}
}

void net_judge(const net_weights_t *net, const net_window_t *w, int32_t *score, int32_t *work)
{
	layer_t layer[2];

	for (unsigned i = 0; i < 2; i++)
		memset(layer[i], 0, w->cells * NET_CHANNELS * sizeof(layer[i][0]));
	first(net, w, layer[0]);
	for (unsigned i = 0; i < NET_LAYERS; i++)
		run_layer(w, layer[i % 2], &net->next[i * NET_CHANNELS * NET_PATCH],
		          &net->next_bias[i * NET_CHANNELS], layer[(i + 1) % 2]);
	for (unsigned i = 0; i < w->count; i++) {
		const int16_t *values = &layer[NET_LAYERS % 2][w->cell[i] * NET_CHANNELS];
		const unsigned row = w->cell[i] / w->stride, column = w->cell[i] % w->stride;
		int32_t *out = &score[(row - 1) * w->geo->width + column - 1];

		*out = 0;
		for (unsigned c = 0; c < NET_CHANNELS; c++)
			*out += values[c] * net->out[c];
	}
	if (work != NULL)
		work_of(net, w, layer[NET_LAYERS % 2], work);
}
