/* SPDX-License-Identifier: MIT
 * lines.c - tables of lines for each board size, hash words.
 *
 * As in Go, a position points at the tables of its size, which lie in static
 * storage: `ready` is stored last, with release order, and tested with acquire
 * order, so whoever sees it set sees a finished table. The mutex only keeps two
 * builders apart. The hash words come from a fixed seed.
 */
#include "engine/game/gomoku/lines.h"

#include "engine/base/check.h"
#include "engine/base/rng.h"

#include <pthread.h>
#include <stdatomic.h>

enum { SIZES = BOARD_MAX - GOMOKU_SIDE_LEAST + 1, WORD_BITS = 64 };

typedef struct {
	atomic_bool ready;
	lines_t lines;
} slot_t;

static slot_t slots[SIZES][SIZES];
static gomoku_hashwords_t hashwords;
static bool hashwords_built; /* under the mutex */
static pthread_mutex_t build_mutex = PTHREAD_MUTEX_INITIALIZER;

static void build_hashwords(gomoku_hashwords_t *words)
{
	rng_t rng = {.state = UINT64_C(0x676f6d6f6b75)};

	for (unsigned side = 0; side < 2; side++)
		for (unsigned p = 0; p < GRID_AREA_MAX; p++) {
			words->stone[side][p].lo = rng_next(&rng);
			words->stone[side][p].hi = rng_next(&rng);
		}
	words->defender_turn.lo = rng_next(&rng);
	words->defender_turn.hi = rng_next(&rng);
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static void add_point(lines_t *lines, unsigned x, unsigned y)
{
	const unsigned w = lines->width, h = lines->height;
	const unsigned line[LINE_DIRECTIONS] = {
	        y,
	        h + x,
	        h + w + (x + h - 1 - y),
	        h + w + (w + h - 1) + (x + y),
	};
	const unsigned place[LINE_DIRECTIONS] = {x, y, least(x, y), least(w - 1 - x, y)};

	for (unsigned d = 0; d < LINE_DIRECTIONS; d++) {
		lines->line[d][y * w + x] = (uint8_t)line[d];
		lines->place[d][y * w + x] = (uint8_t)(LINE_PAD + place[d]);
		lines->valid[line[d]] |= UINT32_C(1) << (LINE_PAD + place[d]);
	}
}

static void build(lines_t *lines, unsigned width, unsigned height)
{
	if (!hashwords_built)
		build_hashwords(&hashwords);
	hashwords_built = true;
	lines->hash = &hashwords;
	lines->width = (uint16_t)width;
	lines->height = (uint16_t)height;
	lines->area = (uint16_t)(width * height);
	lines->words = (uint16_t)((width * height + WORD_BITS - 1) / WORD_BITS);
	lines->stride[0] = 1;
	lines->stride[1] = (uint16_t)width;
	lines->stride[2] = (uint16_t)(width + 1);
	lines->stride[3] = (uint16_t)(width - 1);
	for (unsigned y = 0; y < height; y++)
		for (unsigned x = 0; x < width; x++)
			add_point(lines, x, y);
}

const lines_t *gomoku_lines(unsigned width, unsigned height)
{
	slot_t *slot;

	assert(width >= GOMOKU_SIDE_LEAST && width <= BOARD_MAX);
	assert(height >= GOMOKU_SIDE_LEAST && height <= BOARD_MAX);
	slot = &slots[width - GOMOKU_SIDE_LEAST][height - GOMOKU_SIDE_LEAST];
	if (!atomic_load_explicit(&slot->ready, memory_order_acquire)) {
		pthread_mutex_lock(&build_mutex);
		if (!atomic_load_explicit(&slot->ready, memory_order_relaxed)) {
			build(&slot->lines, width, height);
			atomic_store_explicit(&slot->ready, true, memory_order_release);
		}
		pthread_mutex_unlock(&build_mutex);
	}
	assert(slot->lines.width == width && slot->lines.height == height);
	return &slot->lines;
}
