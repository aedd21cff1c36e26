/* SPDX-License-Identifier: MIT
 * eye_pairs.c - guesses how far blocks are from life: how many moves in a row make two eyes.
 *
 * Pairs      Two eyes (eyes.h) together need the stones that either needs; a stone needed by both
 *            is counted once, and a corner of the one may be a stone that the other needs. One
 *            stone more is counted where the two have no block in common, and one for each block
 *            to be saved that is next to neither. A block around them in atari costs one stone
 *            more, and a stone of the other side on its last liberty breaks the pair. The cheapest
 *            pair says how far life is. It is firm with the least number of moves at which no
 *            single stone of the other side breaks all pairs that cost no more. Pairs too dear to
 *            matter are not looked at.
 *
 * The guess is neither a lower nor an upper bound: it only orders moves and nodes. Exact distances
 * would take a search of their own at every node.
 */
#include "engine/game/go/life/eye_pairs.h"

#include <string.h>

#include "engine/game/go/life/eyes.h"
#include "engine/game/go/board/word.h"
#include "engine/tuning/tuning.h"

enum { FAR = 12 }; /* bound: the cost of a pair; so dear means that no two eyes are in sight */

/* What a pair of eyes lacks. */
typedef struct {
	unsigned cost;   /* how many stones, FAR at most */
	uint64_t filled; /* points where they are missing */
	uint64_t broken; /* points where a stone of the other side breaks the pair */
} pair_t;

/* add_links adds the corners that an eye still needs to hold together, if the points of `filled`
 * are filled or belong to an eye. */
static void add_links(const eye_t *eye, uint64_t filled, pair_t *out)
{
	const unsigned had = word_count(eye->open & filled);
	const uint64_t left = eye->open & ~filled;
	const unsigned lacking = eye->links > had ? eye->links - had : 0;
	const unsigned room = word_count(left);

	if (lacking == 0)
		return;
	out->cost += lacking <= room ? lacking : room + EYES_GAP_COST * (lacking - room);
	out->filled |= left;
	if (lacking >= room)
		out->broken |= left;
}

/* cost_least returns how many stones both eyes lack together, corners not counted; FAR + 1: there
 * cannot be both. */
static unsigned cost_least(const eye_t *a, const eye_t *b)
{
	const uint64_t bodies = a->body | b->body, need = a->need | b->need;

	if (((a->body & b->body) | (need & bodies)) != 0)
		return FAR + 1;
	return (a->need & b->need) == 0 ? (unsigned)a->cost + b->cost : word_count(need);
}

/* join makes a pair of two eyes whose cost_least is `cost`, at most FAR. */
static pair_t join(const eyes_t *s, const eye_t *a, const eye_t *b, unsigned cost)
{
	const uint64_t bodies = a->body | b->body, need = a->need | b->need;
	pair_t pair = {.cost = cost, .filled = need, .broken = need};

	if (a->links > 0)
		add_links(a, need | bodies, &pair);
	if (b->links > 0)
		add_links(b, need | bodies, &pair);
	if ((a->roots & b->roots) == 0 && (a->need & b->need) == 0)
		pair.cost++;
	pair.cost += word_count(s->wanted & ~(a->roots | b->roots));
	for (uint64_t weak = (a->roots | b->roots) & s->weak; weak != 0;) {
		const uint64_t rescue = s->rescue[word_take(&weak)];

		pair.broken |= rescue;
		if ((rescue & (need | bodies)) != 0)
			continue;
		pair.filled |= rescue;
		pair.cost++;
	}
	if (a->is_frail)
		pair.broken |= a->body;
	if (b->is_frail)
		pair.broken |= b->body;
	if (pair.cost > FAR)
		pair.cost = FAR;
	return pair;
}

/* What is asked of all pairs: the least cost; that and the least firm cost; how many pairs lack a
 * stone on which point. */
typedef enum { TALLY_LEAST, TALLY_FIRM, TALLY_WANTED } tally_kind_t;

/* What was counted of all pairs of eyes, by their cost. */
typedef struct {
	unsigned least;           /* cost of the cheapest pair */
	uint64_t broken[FAR + 1]; /* points where one stone breaks all pairs of that cost */
	uint16_t wanted[FAR + 1]
	               [WINDOW]; /* how many pairs of that cost lack a stone on the point */
} tally_t;

/* firm_of returns the least cost at which no single stone breaks all pairs that cost no more; FAR:
 * there is none. */
static unsigned firm_of(const tally_t *t)
{
	uint64_t all = UINT64_MAX;

	for (unsigned cost = t->least; cost < FAR; cost++) {
		all &= t->broken[cost];
		if (all == 0)
			return cost;
	}
	return FAR;
}

/* most_of returns the cost beyond which a pair cannot change what is asked. */
static unsigned most_of(const tally_t *t, tally_kind_t kind)
{
	const unsigned dearest = kind == TALLY_WANTED ? t->least + EYES_SHARES
	                         : kind == TALLY_FIRM ? firm_of(t)
	                                              : t->least;

	return dearest > FAR ? FAR : dearest > 0 ? dearest - 1 : 0;
}

/* note counts a pair. */
static void note(const pair_t *pair, tally_kind_t kind, tally_t *t)
{
	assert(pair->cost <= FAR);
	t->broken[pair->cost] &= pair->broken;
	if (pair->cost < t->least)
		t->least = pair->cost;
	for (uint64_t left = kind == TALLY_WANTED ? pair->filled : 0; left != 0;)
		t->wanted[pair->cost][word_take(&left)]++;
}

/* tally counts the pairs, the cheap eyes first, until the others are too dear to matter. */
static void tally(eyes_t *s, tally_kind_t kind, tally_t *t)
{
	unsigned most = FAR; /* cost of a pair that matters */

	t->least = FAR;
	for (unsigned i = 0; i <= FAR; i++)
		t->broken[i] = UINT64_MAX;
	if (kind == TALLY_WANTED)
		memset(t->wanted, 0, sizeof(t->wanted));
	for (unsigned i = 0; i < s->eyes && s->eye[i].cost <= most; i++) {
		eyes_link(s, &s->eye[i]);
		for (unsigned j = 0; j < i; j++) {
			const unsigned cost = cost_least(&s->eye[i], &s->eye[j]);
			pair_t pair;

			if (cost > most)
				continue;
			pair = join(s, &s->eye[i], &s->eye[j], cost);
			if (pair.cost <= most)
				note(&pair, kind, t);
		}
		most = most_of(t, kind);
	}
}

unsigned eye_pairs_moves(const go_t *go, uint16_t *out)
{
	unsigned score[WINDOW], found = 0;
	eyes_t s;
	tally_t t;

	eyes_find(go, &s);
	tally(&s, TALLY_WANTED, &t);
	for (unsigned i = 0; i < s.points; i++) {
		unsigned k, sum = 0;

		for (unsigned more = 0; more < EYES_SHARES && t.least + more < FAR; more++)
			sum += (unsigned)t.wanted[t.least + more][i]
			       << 2 * (EYES_SHARES - 1 - more);
		if (sum == 0)
			continue;
		for (k = found++; k > 0 && score[k - 1] < sum; k--) {
			score[k] = score[k - 1];
			out[k] = out[k - 1];
		}
		score[k] = sum;
		out[k] = s.point[i];
	}
	assert(found <= EYE_PAIRS_MOVES);
	return found;
}

/* The numbers go by how many moves are lacking. With half the disproof numbers easy problems of
 * life take as long, and fewer of the hard ones on 7x7 are solved. */
guess_t eye_pairs_guess(const go_t *go)
{
	TUNED_TABLE uint16_t proof[FAR + 1] = {
	        EYES_PROOF_0,  EYES_PROOF_1,  EYES_PROOF_2, EYES_PROOF_3, EYES_PROOF_4,
	        EYES_PROOF_5,  EYES_PROOF_6,  EYES_PROOF_7, EYES_PROOF_8, EYES_PROOF_9,
	        EYES_PROOF_10, EYES_PROOF_11, EYES_PROOF_12};
	TUNED_TABLE uint16_t disproof[FAR + 1] = {
	        EYES_DISPROOF_0, EYES_DISPROOF_1, EYES_DISPROOF_2,  EYES_DISPROOF_3,
	        EYES_DISPROOF_4, EYES_DISPROOF_5, EYES_DISPROOF_6,  EYES_DISPROOF_7,
	        EYES_DISPROOF_8, EYES_DISPROOF_9, EYES_DISPROOF_10, EYES_DISPROOF_11,
	        EYES_DISPROOF_12};
	eyes_t s;
	tally_t t;
	unsigned firm;

	eyes_find(go, &s);
	if (go->base.turn == SIDE_ATTACKER) {
		tally(&s, TALLY_LEAST, &t);
		return (guess_t){.proof = proof[t.least],
		                 .disproof = disproof[t.least],
		                 .is_near = t.least <= EYES_NEAR};
	}
	tally(&s, TALLY_FIRM, &t);
	firm = firm_of(&t);
	return (guess_t){.proof = 1u + proof[firm],
	                 .disproof = disproof[firm],
	                 .replies = 1u + proof[firm] - proof[t.least]};
}
