/* SPDX-License-Identifier: MIT
 * geometry.c - neighbour tables and edge masks for each board size, hash words.
 *
 * A position points at the table of its size instead of carrying it, so that a
 * copy moves 3 KB less. The tables lie in static storage (a megabyte of it, of
 * which only the sizes in use ever become memory), so nothing has to be freed.
 * `ready` is stored last, with release order, and tested with acquire order: a
 * thread that sees it set sees the finished table. The mutex only keeps two
 * builders apart.
 *
 * The hash is Zobrist's (1970): the xor of one random word for each fact. The
 * words come from fixed seeds, so keys are the same in every run.
 */
#include "engine/game/geometry.h"

#include "engine/base/check.h"
#include "engine/base/rng.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { SIZES = SIDE_MOST - SIDE_LEAST + 1, WORD_BITS = 64 };

typedef struct {
	atomic_bool ready;
	geometry_t geometry;
} slot_t;

static slot_t slots[SIZES][SIZES];
static hashwords_t hashwords;
static bool hashwords_built; /* under the mutex */
static pthread_mutex_t build_mutex = PTHREAD_MUTEX_INITIALIZER;

static hashkey_t random_key(rng_t *rng)
{
	hashkey_t key;

	key.lo = rng_next(rng);
	key.hi = rng_next(rng);
	return key;
}

/* stock_key leaves the low bits of a key, which say where a table has it: what holds with any
 * stocks of threats is kept beside what does not. */
static hashkey_t stock_key(rng_t *rng)
{
	enum { SPARED_BITS = 48 };
	hashkey_t key = random_key(rng);

	key.lo <<= SPARED_BITS;
	return key;
}

static void build_hashwords(hashwords_t *words)
{
	rng_t rng = {.state = UINT64_C(0x676f20636f6c6f72)};

	for (unsigned colour = 0; colour < 2; colour++)
		for (unsigned p = 0; p < AREA_MAX; p++)
			words->stone[colour][p] = random_key(&rng);
	for (unsigned p = 0; p < AREA_MAX; p++)
		words->ko[p] = random_key(&rng);
	for (unsigned side = 0; side < 2; side++)
		for (unsigned stock = 0; stock <= THREATS_UNLIMITED; stock++)
			words->threats[side][stock] = stock_key(&rng);
	words->defender_turn = random_key(&rng);
	for (unsigned p = 0; p < AREA_MAX; p++)
		words->wanted[p] = random_key(&rng);
}

static void build_point(geometry_t *geo, unsigned x, unsigned y)
{
	const unsigned w = geo->width;
	const unsigned p = y * w + x;
	uint16_t *near = geo->near[p];

	near[0] = (uint16_t)(y > 0 ? p - w : POINT_NONE);
	near[1] = (uint16_t)(x > 0 ? p - 1 : POINT_NONE);
	near[2] = (uint16_t)(x + 1 < w ? p + 1 : POINT_NONE);
	near[3] = (uint16_t)(y + 1u < geo->height ? p + w : POINT_NONE);
	bits_add(&geo->all, p);
	if (x > 0)
		bits_add(&geo->not_left, p);
	if (x + 1 < w)
		bits_add(&geo->not_right, p);
}

static void build(geometry_t *geo, unsigned width, unsigned height)
{
	if (!hashwords_built)
		build_hashwords(&hashwords);
	hashwords_built = true;
	geo->hash = &hashwords;
	geo->width = (uint16_t)width;
	geo->height = (uint16_t)height;
	geo->area = (uint16_t)(width * height);
	for (unsigned y = 0; y < height; y++)
		for (unsigned x = 0; x < width; x++)
			build_point(geo, x, y);
}

const geometry_t *geometry_get(unsigned width, unsigned height)
{
	slot_t *slot;

	assert(width >= SIDE_LEAST && width <= SIDE_MOST);
	assert(height >= SIDE_LEAST && height <= SIDE_MOST);
	slot = &slots[width - SIDE_LEAST][height - SIDE_LEAST];
	if (!atomic_load_explicit(&slot->ready, memory_order_acquire)) {
		pthread_mutex_lock(&build_mutex);
		if (!atomic_load_explicit(&slot->ready, memory_order_relaxed)) {
			build(&slot->geometry, width, height);
			atomic_store_explicit(&slot->ready, true, memory_order_release);
		}
		pthread_mutex_unlock(&build_mutex);
	}
	assert(slot->geometry.width == width && slot->geometry.height == height);
	return &slot->geometry;
}

hashkey_t geometry_goal_key(const geometry_t *geo, unsigned target, unsigned second,
                            colour_t attacker)
{
	const uint64_t goal = ((uint64_t)geo->width << 32) | ((uint64_t)geo->height << 24) |
	                      ((uint64_t)target << 8) | (uint64_t)attacker;
	const uint64_t other = second == POINT_NONE ? 0 : rng_mix(second + UINT64_C(1));
	hashkey_t key;

	assert(target < geo->area || target == POINT_NONE);
	key.lo = rng_mix(goal ^ other ^ UINT64_C(0x63617074757265));
	key.hi = rng_mix(rng_mix(goal ^ other ^ UINT64_C(0x676f616c)) + 1);
	return key;
}

/* Two words at a time: what compilers make of this needs half the instructions. */
typedef uint64_t pair_t __attribute__((vector_size(16)));

static pair_t pair_of(const bits_t *set, unsigned word)
{
	pair_t pair;

	memcpy(&pair, &set->word[word], sizeof(pair));
	return pair;
}

void geometry_neighbours(const geometry_t *geo, const bits_t *set, bits_t *out)
{
	const unsigned w = geo->width;
	pair_t before = {0, 0}, here = pair_of(set, 0);

	static_assert(BITS_WORDS % 2 == 0, "they come in pairs");
	assert(set != out);
	for (unsigned i = 0; i < BITS_WORDS; i += 2) {
		const pair_t after = i + 2 < BITS_WORDS ? pair_of(set, i + 2) : (pair_t){0, 0};
		const pair_t below = {before[1], here[0]}; /* the words before these */
		const pair_t above = {here[1], after[0]};
		const pair_t right = here << 1 | below >> (WORD_BITS - 1);
		const pair_t left = here >> 1 | above << (WORD_BITS - 1);
		const pair_t down = here << w | below >> (WORD_BITS - w);
		const pair_t up = here >> w | above << (WORD_BITS - w);
		const pair_t all = ((right & pair_of(&geo->not_left, i)) |
		                    (left & pair_of(&geo->not_right, i)) | down | up) &
		                   pair_of(&geo->all, i);

		memcpy(&out->word[i], &all, sizeof(all));
		before = here;
		here = after;
	}
}
