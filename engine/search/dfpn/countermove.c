/* SPDX-License-Identifier: MIT
 * countermove.c - a countermove table (Uiterwijk 1992), for proofs: the attack that last proved a
 * node, kept by the reply that led to the node, and by the pair of that reply and the attack
 * before it.
 *
 * Why        Most replies do not disturb the attacker's plan. Each reply has to be answered all
 *            the same, and so has the same reply after an exchange elsewhere. Those are other
 *            positions, which the transposition table does not know; the answer is the same, and
 *            the game may list it late. At the front of the list it costs no more than other
 *            likely moves (node_init.c, "Rank"). The table is a guess about order and decides
 *            nothing. It takes the place of Kawano's simulation (1996), which plays the proof of
 *            a sibling again, move by move, as soon as the sibling is proven.
 *
 * Gain       docs/results/search.md, "Countermoves".
 *
 * Alternatives   Keys of more moves are seldom met again. The position without its exchanges
 *            would be a good key, but somebody would have to find out what the exchanges are. */
#include "engine/search/dfpn/countermove.h"

#include "engine/base/check.h"
#include "engine/base/mem.h"

enum {
	REPLY_BITS = 10, /* size: more entries than a board has moves */
	PAIR_BITS = 13,  /* size: a fight has a few thousand pairs; the later one stays */
	MOVE_BITS = 16,  /* layout: of a pair in one word */
};

typedef struct {
	uint32_t after; /* which moves; 0: nothing is known */
	move_t best;
} answer_t;

struct countermoves {
	answer_t reply[1 << REPLY_BITS], pair[1 << PAIR_BITS];
};

/* The moves that lead to a node. */
typedef struct {
	uint32_t reply, pair;
} after_t;

countermoves_t *countermove_create(void)
{
	return mem_alloc(sizeof(countermoves_t));
}

void countermove_free(countermoves_t *a)
{
	mem_free(a, sizeof(*a));
}

/* moves_before writes what led to the top frame; false where nothing did. */
static bool moves_before(const framestack_t *st, after_t *out)
{
	const uint32_t i = framestack_position(st, st->depth - 1);

	if (i == 0)
		return false;
	assert(!framestack_top(st)->defends && st->frame[i - 1].defends);
	out->reply = st->frame[i].move + 1u;
	out->pair = (uint32_t)st->frame[i - 1].move << MOVE_BITS | st->frame[i].move;
	return out->pair != 0;
}

static uint32_t slot_of(uint32_t after, unsigned bits)
{
	return after * UINT32_C(0x9e3779b1) >> (32 - bits);
}

static void keep(answer_t *slot, uint32_t after, move_t best)
{
	slot->after = after;
	slot->best = best;
}

void countermove_keep(countermoves_t *a, const framestack_t *st)
{
	after_t after;

	if (!moves_before(st, &after))
		return;
	keep(&a->reply[slot_of(after.reply, REPLY_BITS)], after.reply, framestack_top(st)->best);
	keep(&a->pair[slot_of(after.pair, PAIR_BITS)], after.pair, framestack_top(st)->best);
}

static void front(framestack_t *st, const answer_t *slot, uint32_t after)
{
	if (slot->after == after)
		(void)framestack_front(st, slot->best);
}

void countermove_front(const countermoves_t *a, framestack_t *st)
{
	after_t after;

	if (!moves_before(st, &after))
		return;
	front(st, &a->reply[slot_of(after.reply, REPLY_BITS)], after.reply);
	front(st, &a->pair[slot_of(after.pair, PAIR_BITS)], after.pair);
}
