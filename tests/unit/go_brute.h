/* SPDX-License-Identifier: MIT
 * go_brute.h - whether a block of Go can be captured, from the rules alone: every position that
 * can come about is written down, with all its moves, and won positions are marked until no
 * more can be. No search, no lambda, no table of the engine's; nothing but go_naive.h.
 *
 * A position that comes again helps nobody to capture: what is won must be won in so many
 * moves. The defender may pass; the attacker may not, unless the board is cut down: then it is a
 * move elsewhere.
 *
 * Ownership brute_free releases what brute_make made.
 */
#ifndef TESTS_UNIT_GO_BRUTE_H
#define TESTS_UNIT_GO_BRUTE_H

#include <stdlib.h>

#include "tests/unit/go_naive.h"

enum { BRUTE_NEVER = UINT8_MAX, BRUTE_POINTS = 32, BRUTE_STATES = 1 << 13, BRUTE_EDGES = 1 << 17 };

typedef struct {
	uint64_t stones;
	uint8_t ko, threats[2], turn;
	bool taken;
	uint8_t won_in;       /* plies, BRUTE_NEVER: not */
	uint32_t edge, edges; /* where its moves lead, in brute_t.to */
} brute_state_t;

typedef struct {
	naive_t root;
	const bool *closed; /* points where nobody plays, the board is cut down; NULL: none */
	brute_state_t *state;
	uint32_t *slot; /* hash table: number of a state + 1 */
	uint32_t *to;
	uint32_t states, links;
	uint32_t most; /* states that may be written down; 0: BRUTE_STATES */
	bool full;     /* some question had more: its answer means nothing */
} brute_t;

static inline void brute_make(brute_t *b)
{
	memset(b, 0, sizeof(*b));
	b->state = malloc(BRUTE_STATES * sizeof(*b->state));
	b->slot = malloc(2 * BRUTE_STATES * sizeof(*b->slot));
	b->to = malloc(BRUTE_EDGES * sizeof(*b->to));
	assert(b->state != NULL && b->slot != NULL && b->to != NULL);
}

static inline void brute_free(brute_t *b)
{
	free(b->state);
	free(b->slot);
	free(b->to);
}

static inline void brute_pack(const naive_t *n, brute_state_t *out)
{
	memset(out, 0, sizeof(*out));
	for (unsigned p = 0; p < n->width * n->height; p++)
		out->stones |= (uint64_t)n->at[p] << 2 * p;
	out->ko = n->ko == NAIVE_NO_POINT ? UINT8_MAX : (uint8_t)n->ko;
	out->threats[0] = (uint8_t)n->threats[0];
	out->threats[1] = (uint8_t)n->threats[1];
	out->turn = (uint8_t)n->turn;
	out->taken = naive_is_taken(n);
	out->won_in = out->taken ? 0 : BRUTE_NEVER;
}

static inline void brute_unpack(const brute_t *b, const brute_state_t *s, naive_t *out)
{
	*out = b->root;
	for (unsigned p = 0; p < out->width * out->height; p++)
		out->at[p] = (uint8_t)(s->stones >> 2 * p & 3);
	out->ko = s->ko == UINT8_MAX ? NAIVE_NO_POINT : s->ko;
	out->threats[0] = s->threats[0];
	out->threats[1] = s->threats[1];
	out->turn = (side_t)s->turn;
}

/* brute_add returns the number of a state, a new one or not. */
static inline uint32_t brute_add(brute_t *b, const brute_state_t *s)
{
	const uint64_t what = (uint64_t)s->ko << 24 | (uint64_t)s->threats[0] << 16 |
	                      (uint64_t)s->threats[1] << 8 | s->turn;
	uint64_t hash = (s->stones * 0x9e3779b97f4a7c15 ^ what) * 0xbf58476d1ce4e5b9;

	for (hash >>= 20;; hash++) {
		uint32_t *slot = &b->slot[hash % (2 * BRUTE_STATES)];
		const brute_state_t *old = &b->state[*slot - 1];

		if (*slot == 0) {
			if (b->states == (b->most > 0 ? b->most : BRUTE_STATES)) {
				b->full = true;
				return 0;
			}
			b->state[b->states] = *s;
			*slot = ++b->states;
			return *slot - 1;
		}
		if (old->stones == s->stones && old->ko == s->ko && old->turn == s->turn &&
		    memcmp(old->threats, s->threats, sizeof(s->threats)) == 0)
			return *slot - 1;
	}
}

static inline void brute_link(brute_t *b, const naive_t *n, move_t move)
{
	naive_t after = *n;
	brute_state_t s;

	naive_play(&after, move);
	brute_pack(&after, &s);
	if (b->links == BRUTE_EDGES) {
		b->full = true;
		return;
	}
	b->to[b->links++] = brute_add(b, &s);
}

/* brute_grow writes down every position that can come about. */
static inline void brute_grow(brute_t *b)
{
	for (uint32_t i = 0; i < b->states && !b->full; i++) {
		naive_t n;

		b->state[i].edge = b->links;
		if (b->state[i].taken)
			continue;
		brute_unpack(b, &b->state[i], &n);
		for (unsigned p = 0; p < n.width * n.height; p++)
			if ((b->closed == NULL || !b->closed[p]) && naive_legal(&n, p))
				brute_link(b, &n, (move_t)p);
		if (n.turn == SIDE_DEFENDER || b->closed != NULL)
			brute_link(b, &n, MOVE_PASS);
		b->state[i].edges = b->links - b->state[i].edge;
	}
}

/* brute_wins: are enough of its moves won in fewer plies? */
static inline bool brute_wins(const brute_t *b, const brute_state_t *s, unsigned plies)
{
	const bool attacks = s->turn == SIDE_ATTACKER;

	for (uint32_t i = 0; i < s->edges; i++)
		if ((b->state[b->to[s->edge + i]].won_in < plies) == attacks)
			return attacks;
	return !attacks;
}

/* brute_mark marks what is won, ply by ply. */
static inline void brute_mark(brute_t *b)
{
	bool changed = true;

	for (unsigned plies = 1; changed && plies < BRUTE_NEVER; plies++) {
		changed = false;
		for (uint32_t i = 0; i < b->states; i++) {
			if (b->state[i].won_in < plies || !brute_wins(b, &b->state[i], plies))
				continue;
			b->state[i].won_in = (uint8_t)plies;
			changed = true;
		}
	}
}

/* brute_captured: is the target captured within so many plies, whoever is to move in `n`? Not if
 * b->full, which stays set: that is not known. */
static inline bool brute_captured(brute_t *b, const naive_t *n, unsigned plies)
{
	brute_state_t root;

	assert(n->width * n->height <= BRUTE_POINTS && plies < BRUTE_NEVER);
	memset(b->slot, 0, 2 * BRUTE_STATES * sizeof(*b->slot));
	b->root = *n;
	b->states = b->links = 0;
	brute_pack(n, &root);
	brute_add(b, &root);
	brute_grow(b);
	if (b->full)
		return false;
	brute_mark(b);
	return b->state[0].won_in <= plies;
}

#endif
