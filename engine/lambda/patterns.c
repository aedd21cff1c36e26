/* SPDX-License-Identifier: MIT
 * patterns.c - a decision tree over verdicts, for each question one.
 *
 * Tree      A leaf is a list of patterns. When it has grown long it is split by a point: those
 *            without it in their zone, and those with nothing, a stone of the first or of the
 *            second side on it. The point is the one after which fewest are expected to be looked
 *            at. A board goes down to those without the point and to those that have on it what
 *            it has. Leaves that no point parts well grow on until twice as long. (A finding
 *            looks at some 20 nodes and 14 patterns of trees of some 100,000; where a split had to
 *            halve what is looked at, at 9 and 43.)
 *
 * Alternatives: a table by zone, which has to be asked once for each zone there is, of which
 *            there are nearly as many as verdicts; a tree with its points in a fixed order, whose
 *            upper nodes are points on which nothing ever changes.
 *
 * Full      What finds no room is dropped: the tree stays as it is. */
#include "engine/lambda/patterns.h"

#include "engine/base/check.h"
#include "engine/base/mem.h"

enum {
	LEAF_LONG = 6,    /* patterns of a leaf before it is split */
	STATES = 4,       /* of a point in a pattern: not in its zone, empty, stones */
	SPLIT_PARTS = 4,  /* a split has to save one part of so many of what is looked at */
	QUESTIONS = 1024, /* that have a tree */
	PROBES = 8,
	PATTERNS_FIRST = 64,
	TREE_DEEP = 1024, /* of the way through a tree: points of a board, and to spare */
	NONE = 0,         /* no pattern, no node: the first of each is not used */
};

typedef struct {
	bits_t zone, stones[2];
	uint32_t next; /* of the leaf */
	move_t best;
	uint16_t plies;
	uint8_t value;
} pattern_t;

typedef struct {
	uint32_t child[STATES];
	uint32_t first; /* pattern of a leaf */
	uint32_t count, split_at;
	uint16_t point; /* BITS_POINTS: a leaf */
} node_t;

typedef struct {
	hashkey_t key;
	uint32_t node;
} root_t;

struct patterns {
	pattern_t *pattern;
	node_t *node;
	uint32_t patterns, patterns_room, patterns_most;
	uint32_t nodes, nodes_room;
	root_t root[QUESTIONS];
};

patterns_t *patterns_create(size_t bytes)
{
	patterns_t *p = mem_alloc(sizeof(*p));

	if (p == NULL)
		return NULL;
	p->patterns_most = (uint32_t)(bytes / (sizeof(pattern_t) + sizeof(node_t)));
	p->patterns = p->nodes = 1;
	return p;
}

void patterns_free(patterns_t *p)
{
	if (p == NULL)
		return;
	mem_free(p->pattern, p->patterns_room * sizeof(pattern_t));
	mem_free(p->node, p->nodes_room * sizeof(node_t));
	mem_free(p, sizeof(*p));
}

/* reserve makes room for `more` than are in use, but not for more than `most`. */
static bool reserve(void **array, uint32_t *room, uint32_t used, uint32_t more, uint32_t most,
                    size_t each)
{
	const uint32_t twice = *room == 0 ? PATTERNS_FIRST : *room * 2;
	const uint32_t wanted = twice < most ? twice : most;
	void *grown;

	if (used + more <= *room)
		return true;
	if (used + more > wanted)
		return false;
	grown = mem_grow(*array, *room * each, wanted * each);
	if (grown == NULL)
		return false;
	*array = grown;
	*room = wanted;
	return true;
}

static bool reserve_nodes(patterns_t *p)
{
	void *nodes = p->node;
	const bool ok =
	        reserve(&nodes, &p->nodes_room, p->nodes, STATES, p->patterns_most, sizeof(node_t));

	p->node = nodes;
	return ok;
}

static bool reserve_pattern(patterns_t *p)
{
	void *patterns = p->pattern;
	const bool ok = reserve(&patterns, &p->patterns_room, p->patterns, 1, p->patterns_most,
	                        sizeof(pattern_t));

	p->pattern = patterns;
	return ok;
}

static uint32_t new_leaf(patterns_t *p)
{
	assert(p->nodes < p->nodes_room);
	p->node[p->nodes] = (node_t){.point = BITS_POINTS, .split_at = LEAF_LONG};
	return p->nodes++;
}

/* find_root returns where the tree of a question is, or would be; NULL: there is no room. */
static const root_t *find_root(const patterns_t *p, hashkey_t key)
{
	for (unsigned i = 0; i < PROBES; i++) {
		const root_t *root = &p->root[(key.lo + i) % QUESTIONS];

		if (root->node == NONE || (root->key.lo == key.lo && root->key.hi == key.hi))
			return root;
	}
	return NULL;
}

static unsigned state_on(const bits_t stones[2], unsigned point)
{
	return 1u + bits_has(&stones[0], point) + 2u * bits_has(&stones[1], point);
}

static unsigned state_of(const pattern_t *pattern, unsigned point)
{
	return bits_has(&pattern->zone, point) ? state_on(pattern->stones, point) : 0;
}

/* cost_of is what is expected to be looked at if the leaf is split by the point, times its size. */
static uint32_t cost_of(const patterns_t *p, const node_t *leaf, unsigned point)
{
	uint32_t count[STATES] = {0};

	for (uint32_t i = leaf->first; i != NONE; i = p->pattern[i].next)
		count[state_of(&p->pattern[i], point)]++;
	return count[0] * leaf->count + count[1] * count[1] + count[2] * count[2] +
	       count[3] * count[3];
}

/* split parts a leaf by its best point, if any is good enough. */
static void split(patterns_t *p, uint32_t index)
{
	node_t *node = &p->node[index];
	uint32_t least = node->count * node->count / SPLIT_PARTS * (SPLIT_PARTS - 1), next;
	unsigned best = BITS_POINTS;
	bits_t points = {{0}};

	node->split_at = 2 * node->count;
	for (uint32_t i = node->first; i != NONE; i = p->pattern[i].next)
		bits_unite(&points, &p->pattern[i].zone);
	while (!bits_is_empty(&points)) {
		const unsigned point = bits_take(&points);
		const uint32_t cost = cost_of(p, node, point);

		if (cost < least) {
			least = cost;
			best = point;
		}
	}
	if (best == BITS_POINTS || !reserve_nodes(p))
		return;
	for (unsigned i = 0; i < STATES; i++) {
		const uint32_t leaf = new_leaf(p);

		p->node[index].child[i] = leaf;
	}
	node = &p->node[index];
	node->point = (uint16_t)best;
	for (uint32_t i = node->first; i != NONE; i = next) {
		node_t *leaf = &p->node[node->child[state_of(&p->pattern[i], best)]];

		next = p->pattern[i].next;
		p->pattern[i].next = leaf->first;
		leaf->first = i;
		leaf->count++;
	}
	node->first = NONE;
}

void patterns_add(patterns_t *p, const scene_t *scene, const verdict_t *verdict)
{
	const root_t *found = find_root(p, scene->question);
	pattern_t pattern = {.zone = verdict->zone,
	                     .best = verdict->best,
	                     .plies = verdict->plies,
	                     .value = (uint8_t)verdict->value};
	uint32_t at;

	if (found == NULL || !reserve_pattern(p) || !reserve_nodes(p))
		return;
	if (found->node == NONE)
		p->root[found - p->root] = (root_t){scene->question, new_leaf(p)};
	at = found->node;
	for (unsigned i = 0; i < 2; i++) {
		pattern.stones[i] = scene->stones[i];
		bits_intersect(&pattern.stones[i], &pattern.zone);
	}
	while (p->node[at].point != BITS_POINTS)
		at = p->node[at].child[state_of(&pattern, p->node[at].point)];
	pattern.next = p->node[at].first;
	p->pattern[p->patterns] = pattern;
	p->node[at].first = p->patterns++;
	if (++p->node[at].count >= p->node[at].split_at)
		split(p, at);
}

/* agrees: does the board look on the pattern's zone as the pattern does? */
static bool agrees(const pattern_t *pattern, const bits_t stones[2])
{
	uint64_t other = 0;

	for (unsigned i = 0; i < BITS_WORDS; i++)
		other |= ((pattern->stones[0].word[i] ^ stones[0].word[i]) |
		          (pattern->stones[1].word[i] ^ stones[1].word[i])) &
		         pattern->zone.word[i];
	return other == 0;
}

bool patterns_find(const patterns_t *p, const scene_t *scene, verdict_t *out)
{
	const root_t *found = find_root(p, scene->question);
	uint32_t stack[TREE_DEEP];
	unsigned held = 0;

	if (found == NULL || found->node == NONE)
		return false;
	stack[held++] = found->node;
	while (held > 0) {
		const node_t *node = &p->node[stack[--held]];

		for (uint32_t i = node->first; i != NONE; i = p->pattern[i].next) {
			if (!agrees(&p->pattern[i], scene->stones))
				continue;
			*out = (verdict_t){p->pattern[i].zone, p->pattern[i].best,
			                   p->pattern[i].plies, (value_t)p->pattern[i].value};
			return true;
		}
		if (node->point == BITS_POINTS)
			continue;
		assert(held + 2 <= TREE_DEEP);
		stack[held++] = node->child[0];
		stack[held++] = node->child[state_on(scene->stones, node->point)];
	}
	return false;
}
