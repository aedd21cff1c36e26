/* SPDX-License-Identifier: MIT
 * eval_cache.c - see eval_cache.h. Each board has one place, and the last one that came has it.
 *
 * How many   So many that the scratch stays below what is kept for the next position (mem.c): it is
 *            made anew for each copy, also of a small question. 65,536 boards would save 5 % of the
 *            time of lives of Shih et al. 2022, 8,192 4 %. 4,096 guesses save as much as 65,536,
 *            5 to 10 % (docs/results/network.md, "Faster nodes").
 */
#include "engine/game/go/life/eval_cache.h"

#include <stddef.h>

#include "engine/game/go/life/group_net.h"
#include "engine/game/go/life/net.h"

enum {
	BOARDS = 1024,  /* whose evaluations are kept */
	GUESSES = 4096, /* of positions */
};

_Static_assert((int)EVAL_POINTS >= GROUP_NET_POINTS && (int)EVAL_POINTS >= NET_WHOLE_MOST,
               "an evaluation of either network has room");

/* Hash and key 0: the place is empty. */
typedef struct {
	uint64_t hash[BOARDS];
	uint64_t key[GUESSES];
	guess_t guess[GUESSES];
	evaluation_t evaluation[BOARDS];
} memory_t;

scratch_t eval_cache_scratch(void)
{
	return (scratch_t){.bytes = sizeof(memory_t), .zeroed = offsetof(memory_t, guess)};
}

/* hash_of hashes states; it is not 0. */
static uint64_t hash_of(const uint8_t *state, unsigned count)
{
	uint64_t hash = 0;

	for (unsigned i = 0; i < count; i++) {
		hash = (hash + state[i] + 1) * 0x9e3779b97f4a7c15;
		hash ^= hash >> 29;
	}
	return hash | 1;
}

evaluation_t *eval_cache_find(const go_t *go, const uint8_t *state, unsigned count,
                              evaluation_t *own, bool *is_known)
{
	memory_t *memory = position_scratch(&go->base);
	uint64_t hash;
	unsigned place;

	*is_known = false;
	if (memory == NULL)
		return own;
	hash = hash_of(state, count);
	place = (unsigned)(hash >> 32) % BOARDS;
	*is_known = memory->hash[place] == hash;
	memory->hash[place] = hash;
	return &memory->evaluation[place];
}

bool eval_cache_guess(const go_t *go, guess_t *out)
{
	const memory_t *memory = position_scratch(&go->base);
	const unsigned place = (unsigned)(go->key.lo >> 32) % GUESSES;

	if (memory == NULL || go->key.hi == 0 || memory->key[place] != go->key.hi)
		return false;
	*out = memory->guess[place];
	return true;
}

void eval_cache_keep_guess(const go_t *go, const guess_t *guess)
{
	memory_t *memory = position_scratch(&go->base);
	const unsigned place = (unsigned)(go->key.lo >> 32) % GUESSES;

	if (memory == NULL)
		return;
	memory->key[place] = go->key.hi;
	memory->guess[place] = *guess;
}
