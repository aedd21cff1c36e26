/* SPDX-License-Identifier: MIT
 * said.c - see said.h. Each board has one place, and the last one that came has it.
 *
 * How many   So many that the scratch stays below what is kept for the next position (mem.c): it is
 *            made anew for each copy, also of a small question. 65,536 boards would save 5 % of the
 *            time of lives of Shih et al. 2022, 8,192 4 %. 4,096 guesses save as much as 65,536,
 *            5 to 10 % (docs/results/network.md, "Faster nodes").
 */
#include "engine/game/go/life/said.h"

#include <stddef.h>

#include "engine/game/go/life/group_net.h"
#include "engine/game/go/life/net.h"

enum {
	BOARDS = 1024,  /* of which a network's answers are kept */
	GUESSES = 4096, /* of positions */
};

_Static_assert((int)SAID_POINTS >= GROUP_NET_POINTS && (int)SAID_POINTS >= NET_WHOLE_MOST,
               "what either network says has room");

/* Hash and key 0: the place is empty. */
typedef struct {
	uint64_t hash[BOARDS];
	uint64_t key[GUESSES];
	guess_t guess[GUESSES];
	said_t said[BOARDS];
} memory_t;

scratch_t said_scratch(void)
{
	return (scratch_t){.bytes = sizeof(memory_t), .zeroed = offsetof(memory_t, guess)};
}

said_t *said_find(const go_t *go, uint64_t hash, said_t *own, bool *is_said)
{
	memory_t *memory = position_scratch(&go->base);
	const unsigned place = (unsigned)(hash >> 32) % BOARDS;

	assert(hash != 0);
	*is_said = false;
	if (memory == NULL)
		return own;
	*is_said = memory->hash[place] == hash;
	memory->hash[place] = hash;
	return &memory->said[place];
}

bool said_guess(const go_t *go, guess_t *out)
{
	const memory_t *memory = position_scratch(&go->base);
	const unsigned place = (unsigned)(go->key.lo >> 32) % GUESSES;

	if (memory == NULL || go->key.hi == 0 || memory->key[place] != go->key.hi)
		return false;
	*out = memory->guess[place];
	return true;
}

void said_keep(const go_t *go, const guess_t *guess)
{
	memory_t *memory = position_scratch(&go->base);
	const unsigned place = (unsigned)(go->key.lo >> 32) % GUESSES;

	if (memory == NULL)
		return;
	memory->key[place] = go->key.hi;
	memory->guess[place] = *guess;
}
