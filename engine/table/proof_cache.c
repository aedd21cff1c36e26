/* SPDX-License-Identifier: MIT
 * proof_cache.c - a decision tree over verdicts, one tree for each question.
 *
 * Tree       A leaf is a list of patterns. When a leaf has grown long it is split by a point into
 *            four: patterns without the point in their zone, and those with nothing, a stone of
 *            the first or a stone of the second side on it. The point chosen is the one after
 *            which fewest patterns are expected to be looked at. A board goes down to the patterns
 *            without the point and to those that have on it what the board has. A leaf that no
 *            point parts well grows on until it is twice as long, up to a length at which it
 *            takes no more. (In trees of more than 20,000 patterns a successful look reads some
 *            85 nodes, one word of 160 patterns, and 39 of these whole; measured on those of GNU
 *            Go's questions that take most, with 4,000,000 nodes each.)
 *
 * Near       Nearly all of the time goes to memory that is not in the processor's cache. So the
 *            four nodes after a split lie side by side. And a leaf holds one word of each of its
 *            patterns (the word in which the first zone of the question has most points), which
 *            rules out most patterns that do not agree without a look at the pattern itself.
 *
 * Stocks     A pattern that rests on the stocks of ko threats stands in the tree with the others,
 *            and holds for its own stocks only: one way down the tree serves both kinds.
 *
 * Full       A pattern for which there is no memory is dropped; the tree stays as it is.
 *
 * Alternatives   A hash table for each zone was weighed: all tables have to be asked, and there are
 *            nearly as many zones as verdicts. A tree with its points in a fixed order would have
 *            points on which nothing ever changes in its upper nodes. */
#include "engine/table/proof_cache.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/tuning/tuning.h"

enum {
	LEAF_MOST = 1024, /* limit: patterns of a leaf that no point parts well */
	PART_LONG = 5,    /* layout: patterns of a part of a leaf */
	SET_WORDS = 6,    /* layout: of a set of points, 19x19 at most */
	STATES = 4,       /* layout: of a point in a pattern: not in its zone, empty, stones */
	QUESTIONS = 1024, /* size: questions that have a tree */
	PROBES = 8,       /* limit: places that are tried for a question's tree */
	ROOM_FIRST = 64,  /* size: of an array at first */
	TREE_DEEP = 1024, /* bound: the way through a tree: points of a board, and to spare */
	NONE = 0,         /* layout: no pattern, node, part: the first of each is not used */
};

/* A set of points of a board of Go, no other game having questions: a quarter less than bits_t. */
typedef struct {
	uint64_t word[SET_WORDS];
} set_t;

typedef struct {
	set_t zone, stones[2];
	uint64_t stocks;
	move_t best;
	uint16_t plies;
	uint8_t value;
	bool stocked;
} pattern_t;

typedef struct {
	uint32_t at; /* the first of the nodes after the split, or the last part of the leaf */
	uint32_t count, split_at;
	uint16_t point; /* BITS_POINTS: a leaf */
} node_t;

/* One word of a pattern. */
typedef struct {
	uint64_t zone, stones[2];
} word_t;

/* Some of the patterns of a leaf. All parts but the last, which comes first, are full. */
typedef struct {
	word_t lead[PART_LONG];
	uint32_t pattern[PART_LONG];
	uint32_t next;
} part_t;

typedef struct {
	hashkey_t key;
	uint32_t node;
	uint32_t lead; /* which word the leaves hold */
} root_t;

/* An array that grows. */
typedef struct {
	void *array;
	uint32_t used, room;
} pool_t;

struct proof_cache {
	pool_t pattern, node, part;
	uint32_t most;       /* of each */
	uint32_t spare_part; /* of leaves that were split, one after the other */
	root_t root[QUESTIONS];
};

static set_t set_of(const bits_t *points)
{
	set_t set;

	assert(points->word[SET_WORDS] == 0);
	memcpy(&set, points, sizeof(set));
	return set;
}

static bool set_has(const set_t *set, unsigned point)
{
	assert(point < 64 * SET_WORDS);
	return (set->word[point / 64] >> point % 64 & 1) != 0;
}

static pattern_t *pattern_at(const proof_cache_t *p, uint32_t i)
{
	assert(i < p->pattern.used);
	return (pattern_t *)p->pattern.array + i;
}

static node_t *node_at(const proof_cache_t *p, uint32_t i)
{
	assert(i < p->node.used);
	return (node_t *)p->node.array + i;
}

static part_t *part_at(const proof_cache_t *p, uint32_t i)
{
	assert(i < p->part.used);
	return (part_t *)p->part.array + i;
}

proof_cache_t *proof_cache_create(size_t bytes)
{
	proof_cache_t *p = mem_alloc(sizeof(*p));

	if (p == NULL)
		return NULL;
	p->most = (uint32_t)(bytes / (sizeof(pattern_t) + sizeof(node_t) + sizeof(part_t)));
	p->pattern.used = p->part.used = 1;
	p->node.used = STATES;
	return p;
}

static void pool_free(pool_t *pool, size_t each)
{
	mem_free(pool->array, pool->room * each);
}

void proof_cache_free(proof_cache_t *p)
{
	if (p == NULL)
		return;
	pool_free(&p->pattern, sizeof(pattern_t));
	pool_free(&p->node, sizeof(node_t));
	pool_free(&p->part, sizeof(part_t));
	mem_free(p, sizeof(*p));
}

/* reserve makes room for `more` than are in use, but not for more than `most`. */
static bool reserve(pool_t *pool, uint32_t more, uint32_t most, size_t each)
{
	const uint32_t twice = pool->room == 0 ? ROOM_FIRST : pool->room * 2;
	const uint32_t wanted = twice < most ? twice : most;
	void *grown;

	if (pool->used + more <= pool->room)
		return true;
	if (pool->used + more > wanted)
		return false;
	grown = mem_grow(pool->array, pool->room * each, wanted * each);
	if (grown == NULL)
		return false;
	pool->array = grown;
	pool->room = wanted;
	return true;
}

/* reserve_all makes room for one pattern more, the first nodes of its tree, and what it takes to
 * split its leaf. It may move all nodes: to be called before any of them is held. */
static bool reserve_all(proof_cache_t *p)
{
	return reserve(&p->pattern, 1, p->most, sizeof(pattern_t)) &&
	       reserve(&p->node, 2 * STATES, p->most, sizeof(node_t)) &&
	       reserve(&p->part, 1 + STATES, p->most, sizeof(part_t));
}

/* new_group makes the empty leaves of a split. */
static uint32_t new_group(proof_cache_t *p)
{
	const uint32_t group = p->node.used;

	p->node.used += STATES;
	assert(p->node.used <= p->node.room);
	for (uint32_t i = group; i < p->node.used; i++)
		*node_at(p, i) = (node_t){.split_at = PROOF_CACHE_LEAF, .point = BITS_POINTS};
	return group;
}

static uint32_t new_part(proof_cache_t *p)
{
	const uint32_t spare = p->spare_part;

	if (spare == NONE) {
		assert(p->part.used < p->part.room);
		return p->part.used++;
	}
	p->spare_part = part_at(p, spare)->next;
	return spare;
}

/* put adds a pattern to a leaf of a tree with that lead. */
static void put(proof_cache_t *p, node_t *leaf, uint32_t lead, uint32_t pattern)
{
	const pattern_t *from = pattern_at(p, pattern);
	const unsigned i = leaf->count++ % PART_LONG;
	part_t *part;

	if (i == 0) {
		const uint32_t at = new_part(p);

		part_at(p, at)->next = leaf->at;
		leaf->at = at;
	}
	part = part_at(p, leaf->at);
	part->pattern[i] = pattern;
	part->lead[i] = (word_t){from->zone.word[lead],
	                         {from->stones[0].word[lead], from->stones[1].word[lead]}};
}

/* held_by is how many patterns the first part of a leaf has; the others are full. */
static unsigned held_by(const node_t *leaf)
{
	return leaf->count == 0 ? 0 : (leaf->count - 1) % PART_LONG + 1;
}

/* list writes the patterns of a leaf. */
static void list(const proof_cache_t *p, const node_t *leaf, uint32_t out[LEAF_MOST])
{
	unsigned held = held_by(leaf), n = 0;

	for (uint32_t at = leaf->at; at != NONE; at = part_at(p, at)->next) {
		while (held > 0)
			out[n++] = part_at(p, at)->pattern[--held];
		held = PART_LONG;
	}
	assert(n == leaf->count);
}

/* give_back has the parts of a leaf used again. */
static void give_back(proof_cache_t *p, const node_t *leaf)
{
	uint32_t last = leaf->at;

	if (last == NONE)
		return;
	while (part_at(p, last)->next != NONE)
		last = part_at(p, last)->next;
	part_at(p, last)->next = p->spare_part;
	p->spare_part = leaf->at;
}

/* find_root returns where the tree of a question is, or would be; NULL: there is no room. */
static const root_t *find_root(const proof_cache_t *p, hashkey_t key)
{
	for (unsigned i = 0; i < PROBES; i++) {
		const root_t *root = &p->root[(key.lo + i) % QUESTIONS];

		if (root->node == NONE || (root->key.lo == key.lo && root->key.hi == key.hi))
			return root;
	}
	return NULL;
}

/* state_with is that of a point of the zone. */
static unsigned state_with(bool first, bool second)
{
	return 1u + first + 2u * second;
}

static unsigned state_of(const pattern_t *pattern, unsigned point)
{
	return set_has(&pattern->zone, point) ? state_with(set_has(&pattern->stones[0], point),
	                                                   set_has(&pattern->stones[1], point))
	                                      : 0;
}

/* cost_of is what is expected to be looked at if so many patterns are split by the point, times
 * their number. */
static uint32_t cost_of(const proof_cache_t *p, const uint32_t *pattern, unsigned n, unsigned point)
{
	uint32_t count[STATES] = {0};

	for (unsigned i = 0; i < n; i++)
		count[state_of(pattern_at(p, pattern[i]), point)]++;
	return count[0] * n + count[1] * count[1] + count[2] * count[2] + count[3] * count[3];
}

/* best_point returns by which point to split so many patterns; BITS_POINTS: none is good enough. */
static unsigned best_point(const proof_cache_t *p, const uint32_t *pattern, unsigned n)
{
	uint32_t least = n * n / PROOF_CACHE_SPLIT_PART * (PROOF_CACHE_SPLIT_PART - 1);
	unsigned best = BITS_POINTS;
	bits_t points = {{0}};

	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < SET_WORDS; k++)
			points.word[k] |= pattern_at(p, pattern[i])->zone.word[k];
	while (!bits_is_empty(&points)) {
		const unsigned point = bits_take(&points);
		const uint32_t cost = cost_of(p, pattern, n, point);

		if (cost < least) {
			least = cost;
			best = point;
		}
	}
	return best;
}

/* split parts a leaf by its best point, if any is good enough; there is room for it. */
static void split(proof_cache_t *p, node_t *leaf, uint32_t lead)
{
	uint32_t pattern[LEAF_MOST], group;
	const uint32_t n = leaf->count;
	unsigned point;

	list(p, leaf, pattern);
	point = best_point(p, pattern, n);
	leaf->split_at = 2 * n < LEAF_MOST ? 2 * n : LEAF_MOST;
	if (point == BITS_POINTS)
		return;
	give_back(p, leaf);
	group = new_group(p);
	*leaf = (node_t){.at = group, .point = (uint16_t)point};
	for (unsigned i = n; i-- > 0;) /* the older first */
		put(p, node_at(p, group + state_of(pattern_at(p, pattern[i]), point)), lead,
		    pattern[i]);
}

/* lead_of is the word in which the zone has most points. */
static uint32_t lead_of(const set_t *zone)
{
	uint32_t best = 0;

	for (uint32_t i = 1; i < SET_WORDS; i++)
		if (__builtin_popcountll(zone->word[i]) > __builtin_popcountll(zone->word[best]))
			best = i;
	return best;
}

/* leaf_for goes down to the leaf that the pattern belongs to. */
static node_t *leaf_for(const proof_cache_t *p, const root_t *root, const pattern_t *pattern)
{
	node_t *node = node_at(p, root->node);

	while (node->point != BITS_POINTS)
		node = node_at(p, node->at + state_of(pattern, node->point));
	return node;
}

void proof_cache_add(proof_cache_t *p, const cached_question_t *asked,
                     const cached_verdict_t *verdict)
{
	const root_t *found = find_root(p, asked->key);
	pattern_t pattern = {.zone = set_of(&verdict->zone),
	                     .stocked = verdict->stocked,
	                     .stocks = asked->stocks,
	                     .best = verdict->best,
	                     .plies = verdict->plies,
	                     .value = (uint8_t)verdict->value};
	node_t *leaf;

	if (found == NULL || !reserve_all(p))
		return;
	if (found->node == NONE)
		p->root[found - p->root] =
		        (root_t){asked->key, new_group(p), lead_of(&pattern.zone)};
	for (unsigned i = 0; i < 2; i++) {
		pattern.stones[i] = set_of(&asked->stones[i]);
		for (unsigned k = 0; k < SET_WORDS; k++)
			pattern.stones[i].word[k] &= pattern.zone.word[k];
	}
	leaf = leaf_for(p, found, &pattern);
	if (leaf->count == LEAF_MOST)
		return;
	*pattern_at(p, p->pattern.used++) = pattern;
	put(p, leaf, found->lead, p->pattern.used - 1);
	if (leaf->count >= leaf->split_at)
		split(p, leaf, found->lead);
}

static bool word_agrees(const word_t *word, const word_t *on)
{
	return (((word->stones[0] ^ on->stones[0]) | (word->stones[1] ^ on->stones[1])) &
	        word->zone) == 0;
}

/* agrees: does the pattern hold for the board, and its stocks? */
static bool agrees(const pattern_t *pattern, const cached_question_t *asked)
{
	uint64_t other = 0;

	for (unsigned i = 0; i < SET_WORDS; i++)
		other |= ((pattern->stones[0].word[i] ^ asked->stones[0].word[i]) |
		          (pattern->stones[1].word[i] ^ asked->stones[1].word[i])) &
		         pattern->zone.word[i];
	return other == 0 && (!pattern->stocked || pattern->stocks == asked->stocks);
}

/* find_in looks for a pattern of a leaf that holds, the newest first; NULL: none does. `lead` is
 * the board's. */
static const pattern_t *find_in(const proof_cache_t *p, const node_t *leaf, const word_t *lead,
                                const cached_question_t *asked)
{
	unsigned held = held_by(leaf);

	for (uint32_t at = leaf->at; at != NONE; at = part_at(p, at)->next) {
		const part_t *part = part_at(p, at);

		while (held > 0) {
			const pattern_t *pattern;

			if (!word_agrees(&part->lead[--held], lead))
				continue;
			pattern = pattern_at(p, part->pattern[held]);
			if (agrees(pattern, asked))
				return pattern;
		}
		held = PART_LONG;
	}
	return NULL;
}

bool proof_cache_find(const proof_cache_t *p, const cached_question_t *asked, cached_verdict_t *out)
{
	const root_t *found = find_root(p, asked->key);
	const pattern_t *pattern = NULL;
	uint32_t stack[TREE_DEEP];
	unsigned held = 0;
	word_t lead;

	if (found == NULL || found->node == NONE)
		return false;
	lead = (word_t){
	        .stones = {asked->stones[0].word[found->lead], asked->stones[1].word[found->lead]}};
	stack[held++] = found->node;
	while (held > 0 && pattern == NULL) {
		const node_t *node = node_at(p, stack[--held]);

		if (node->point == BITS_POINTS) {
			pattern = find_in(p, node, &lead, asked);
			continue;
		}
		assert(held + 2 <= TREE_DEEP);
		stack[held++] = node->at;
		stack[held++] = node->at + state_with(bits_has(&asked->stones[0], node->point),
		                                      bits_has(&asked->stones[1], node->point));
	}
	if (pattern == NULL)
		return false;
	*out = (cached_verdict_t){.stocked = pattern->stocked,
	                          .best = pattern->best,
	                          .plies = pattern->plies,
	                          .value = (value_t)pattern->value};
	memcpy(&out->zone, &pattern->zone, sizeof(pattern->zone));
	return true;
}
