/* SPDX-License-Identifier: MIT
 * countermove.c - a countermove table (Uiterwijk 1992), for proofs: the attack that last proved a
 * node after some reply; kept by that reply, and by the pair of that reply and the attack before
 * it.
 *
 * Why        Most replies do not disturb what the attacker is about. Each has to be answered all
 *            the same, and so has the same reply after any exchange of fours elsewhere. Those are
 *            other positions, of which the transposition table knows nothing; the answer is the
 *            same, and df-pn may have found it far down the list. Brought to the front of the
 *            list the answer costs no more than other likely moves (node_init.c, "Rank"). It is a
 *            guess about order and decides nothing. It stands for Kawano's simulation (1996),
 *            which plays the proof of a sibling again, move by move, as soon as the sibling is
 *            proven.
 *
 * Gain       Of 120 Gomoku puzzles 93 were proven with it within 1,000,000 nodes, 90 without it,
 *            and 92 with the pair alone (zones had half as much memory as the table). What proved
 *            nodes after any reply to the same attack, as a third key, gained nothing. Without
 *            lambda 17 lives of Go took 22,300 nodes with it, in three images each, and 27,200
 *            without (geometric mean, 300,000 where they were not enough).
 *
 * Alternatives   keys of more of the line, which are seldom met again; the position without its
 *            exchanges as a key, which would have to be found out first. */
#include "engine/search/dfpn/countermove.h"

#include "engine/base/check.h"
#include "engine/base/mem.h"

enum {
	REPLY_BITS = 10, /* moves of a board, and to spare */
	PAIR_BITS = 13,  /* a few thousand pairs are met in a fight; the later one stays */
	MOVE_BITS = 16,
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
