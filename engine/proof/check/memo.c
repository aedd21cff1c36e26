/* SPDX-License-Identifier: MIT
 * memo.c - see memo.h.
 *
 * Design    An array of buckets of a few entries. An entry is a row of words: the node, the rest of
 * the position (ko, threats and the like), the stones as bit sets, and the zone, as many words a
 * set as the board needs. In a game whose zones say that boards may differ outside of them an entry
 * is found by its node, else by node and position. */
#include "engine/proof/check/memo.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/rng.h"

enum {
	WAYS = 8,
	SETS = 4, /* that hold a board: bits of at[] */
	HEAD = 2, /* words: node and extra; what is no stone */
	WORD = 64,
	WORDS_MAX = HEAD + (SETS + 1) * CHECK_SET_WORDS,
};

struct memo {
	const check_claim_t *claim;
	bool agrees; /* entries are found by node */
	bool zones;
	unsigned sets, width; /* sets of a board, words of a set */
	unsigned words;       /* of an entry */
	size_t buckets;
	uint64_t *slot;
	size_t bytes;
	unsigned turn; /* the way to fill next */
};

/* A position as an entry has it. */
typedef struct {
	uint64_t word[WORDS_MAX];
} entry_t;

memo_t *memo_create(const check_claim_t *claim, bool zones, size_t bytes)
{
	memo_t *memo = mem_alloc(sizeof(*memo));
	const bool points = claim->rules->columns != NULL;
	const unsigned area = points ? (unsigned)claim->area : WORD;

	if (memo == NULL)
		return NULL;
	memo->claim = claim;
	memo->zones = zones;
	memo->agrees = zones && claim->rules->zones == ZONE_AGREES;
	/* Stones are two bits. Pieces are letters, told apart by case and the low five bits. */
	memo->sets = points ? 2 : SETS;
	memo->width = (area + WORD - 1) / WORD;
	assert(memo->width <= CHECK_SET_WORDS);
	memo->words = HEAD + (memo->sets + zones) * memo->width;
	memo->buckets = bytes / (sizeof(uint64_t) * memo->words * WAYS);
	if (memo->buckets == 0)
		memo->buckets = 1;
	memo->bytes = memo->buckets * WAYS * memo->words * sizeof(uint64_t);
	memo->slot = mem_alloc_huge(memo->bytes);
	if (memo->slot == NULL) {
		mem_free(memo, sizeof(*memo));
		return NULL;
	}
	return memo;
}

void memo_free(memo_t *memo)
{
	if (memo == NULL)
		return;
	mem_free_huge(memo->slot, memo->bytes);
	mem_free(memo, sizeof(*memo));
}

/* code of what stands on a point, in so many bits as there are sets. */
static unsigned code(const memo_t *memo, unsigned what)
{
	static const char pieces[] = "PNBRQKpnbrqk";

	if (memo->sets != SETS || what == STONE_NONE)
		return what;
	assert(strchr(pieces, (int)what) != NULL);
	return (unsigned)(strchr(pieces, (int)what) - pieces) + 1;
}

/* pack writes node and position; the zone stays zero. */
static void pack(const memo_t *memo, uint32_t node, const check_board_t *board, unsigned extra,
                 entry_t *out)
{
	const unsigned area = memo->sets == SETS ? WORD : (unsigned)memo->claim->area;

	assert(node < UINT32_MAX);
	assert(board->threats[0] < 16 && board->threats[1] < 16 && board->castling < 16);
	memset(out, 0, sizeof(*out));
	out->word[0] = (uint64_t)extra << 32 | (node + 1); /* 0: nothing */
	out->word[1] = (uint64_t)(uint16_t)board->ko << 48 |
	               (uint64_t)(uint16_t)board->passed << 32 | (uint64_t)board->taken << 16 |
	               (uint64_t)board->threats[0] << 12 | (uint64_t)board->threats[1] << 8 |
	               (uint64_t)board->castling << 4 | board->turn;
	for (unsigned i = 0; i < memo->width; i++) {
		uint64_t set[SETS] = {0};

		for (unsigned p = i * WORD; p < (i + 1) * WORD && p < area; p++) {
			const uint64_t what = code(memo, board->at[p]);

			for (unsigned s = 0; s < SETS; s++)
				set[s] |= (what >> s & 1) << p % WORD;
		}
		for (unsigned s = 0; s < memo->sets; s++)
			out->word[HEAD + s * memo->width + i] = set[s];
	}
}

static uint64_t *bucket_of(const memo_t *memo, const entry_t *entry)
{
	const unsigned words = memo->agrees ? 1 : HEAD + memo->sets * memo->width;
	uint64_t hash = 0;

	for (unsigned i = 0; i < words; i++)
		hash = rng_mix(hash ^ (i == 0 ? (uint32_t)entry->word[0] : entry->word[i]));
	return &memo->slot[hash % memo->buckets * WAYS * memo->words];
}

/* zone_has: a point, or none, in the zone of an entry? */
static bool zone_has(const memo_t *memo, const uint64_t *known, uint64_t point)
{
	const uint64_t *zone = &known[HEAD + memo->sets * memo->width];

	return point < (uint64_t)memo->claim->area && (zone[point / WORD] >> point % WORD & 1) != 0;
}

/* same_state: all but the stones. A ban outside of the zone is of no matter. */
static bool same_state(const memo_t *memo, const uint64_t *known, const uint64_t *wanted)
{
	const unsigned ko_shift = 48;
	const uint64_t a = known[1], b = wanted[1];

	if (a == b)
		return true;
	if (!memo->agrees || (a ^ b) << 16 != 0)
		return false;
	return !zone_has(memo, known, a >> ko_shift) && !zone_has(memo, known, b >> ko_shift);
}

static bool serves(const memo_t *memo, const uint64_t *known, const uint64_t *wanted)
{
	const uint64_t *zone = &known[HEAD + memo->sets * memo->width];

	if ((uint32_t)known[0] != (uint32_t)wanted[0] || known[0] >> 32 < wanted[0] >> 32 ||
	    !same_state(memo, known, wanted))
		return false;
	for (unsigned s = 0; s < memo->sets; s++)
		for (unsigned i = 0; i < memo->width; i++) {
			const unsigned at = HEAD + s * memo->width + i;
			const uint64_t differs = known[at] ^ wanted[at];

			if ((memo->agrees ? differs & zone[i] : differs) != 0)
				return false;
		}
	return true;
}

bool memo_find(const memo_t *memo, uint32_t node, const check_board_t *board, unsigned extra,
               set_t *zone)
{
	entry_t wanted;
	const uint64_t *slot;

	pack(memo, node, board, extra, &wanted);
	slot = bucket_of(memo, &wanted);
	memset(zone, 0, sizeof(*zone));
	for (unsigned way = 0; way < WAYS; way++, slot += memo->words) {
		if (!serves(memo, slot, wanted.word))
			continue;
		if (memo->zones)
			memcpy(zone->word, &slot[HEAD + memo->sets * memo->width],
			       memo->width * sizeof(uint64_t));
		return true;
	}
	return false;
}

void memo_add(memo_t *memo, uint32_t node, const check_board_t *board, unsigned extra,
              const set_t *zone)
{
	entry_t entry;
	uint64_t *slot;
	unsigned way = 0;

	pack(memo, node, board, extra, &entry);
	if (memo->zones)
		memcpy(&entry.word[HEAD + memo->sets * memo->width], zone->word,
		       memo->width * sizeof(uint64_t));
	slot = bucket_of(memo, &entry);
	while (way < WAYS && slot[way * memo->words] != 0)
		way++;
	if (way == WAYS)
		way = memo->turn++ % WAYS;
	memcpy(&slot[way * memo->words], entry.word, memo->words * sizeof(uint64_t));
}
