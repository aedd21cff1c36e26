/* SPDX-License-Identifier: MIT
 * entry.c - what one entry says: adding facts, reading them.
 *
 * Design     The eight orders stand side by side instead of one pair (order,
 *            depth), since a search asks for all of them: a ladder that needs
 *            41 plies and a net of order 2 that needs 9 are both worth keeping.
 *            A new fact is spread over the orders it holds for when it is
 *            added, so that reading is one comparison. They share one coarse zone, the
 *            union of theirs.
 */
#include "engine/table/entry.h"

#include "engine/base/check.h"

static_assert((DEPTH_MAX + 2) / 2 < FAIL_FOREVER, "every depth has its code");

static uint8_t code_of(unsigned plies)
{
	assert(plies <= DEPTH_MAX);
	return (uint8_t)((plies + 2) / 2);
}

void entry_check(const ttentry_t *e)
{
	(void)e;
	for (int i = 0; i < TTABLE_ORDERS; i++) {
		assert(e->proven[i] != FAIL_FOREVER);
		assert(e->proven[i] == 0 || e->proven[i] > e->failed[i]); /* no contradiction */
	}
	for (int i = 0; i < ORDER_MAX; i++) {
		assert(e->proven[i] == 0 || e->proven[i + 1] != 0);
		assert(e->proven[i] == 0 || e->proven[i + 1] <= e->proven[i]);
		assert(e->failed[i] >= e->failed[i + 1]);
	}
}

/* has_proof: of any order? The highest has it then too. */
static bool has_proof(const ttentry_t *e)
{
	return e->proven[ORDER_MAX] != 0;
}

/* add_proven adds a proof, by its code, to the order and to higher ones; false: it was known, or
 * contradicts a failure that is there. */
static bool add_proven(ttentry_t *e, unsigned order, uint8_t code)
{
	bool news = false;

	assert(order <= ORDER_MAX && code != 0);
	if (e->failed[order] >= code)
		return false;
	for (unsigned i = order; i < TTABLE_ORDERS; i++) {
		if (e->proven[i] != 0 && e->proven[i] <= code)
			break; /* so it is at all higher orders */
		e->proven[i] = code;
		news = true;
	}
	return news;
}

/* add_failed adds a failure, by its code, to the order and to lower ones; false likewise. */
static bool add_failed(ttentry_t *e, unsigned order, uint8_t code)
{
	bool news = false;

	assert(order <= ORDER_MAX && code != 0);
	if (e->proven[order] != 0 && e->proven[order] <= code)
		return false;
	for (unsigned i = order + 1; i-- > 0;) {
		if (e->failed[i] >= code)
			break; /* so it is at all lower orders */
		e->failed[i] = code;
		news = true;
	}
	return news;
}

void entry_add_proven(ttentry_t *e, unsigned order, unsigned plies, move_t move, uint64_t zone)
{
	const uint8_t code = code_of(plies);
	const bool had_proof = has_proof(e);
	const bool is_believed = e->failed[order] < code;
	const bool news = add_proven(e, order, code);

	if (news)
		e->zone |= zone;
	if (is_believed && (news || !had_proof || e->move == MOVE_NONE) && move != MOVE_NONE)
		e->move = move;
	entry_check(e);
}

void entry_add_failed(ttentry_t *e, unsigned order, unsigned plies, bool forever, move_t move,
                      uint64_t zone)
{
	const uint8_t code = forever ? FAIL_FOREVER : code_of(plies);
	const bool is_believed = e->proven[order] == 0 || e->proven[order] > code;

	if (add_failed(e, order, code))
		e->zone |= zone;
	if (is_believed && move != MOVE_NONE && (!has_proof(e) || e->move == MOVE_NONE))
		e->move = move;
	entry_check(e);
}

void entry_unite(ttentry_t *e, const ttentry_t *other)
{
	for (unsigned i = 0; i < TTABLE_ORDERS; i++) {
		if (other->proven[i] != 0)
			(void)add_proven(e, i, other->proven[i]);
		if (other->failed[i] != 0)
			(void)add_failed(e, i, other->failed[i]);
	}
	e->zone |= other->zone;
	if (e->move == MOVE_NONE || (other->move != MOVE_NONE && has_proof(other) && has_proof(e)))
		e->move = other->move;
	entry_check(e);
}

bool entry_proven(const ttentry_t *e, unsigned order, unsigned plies)
{
	assert(order <= ORDER_MAX);
	return e->proven[order] != 0 && e->proven[order] <= code_of(plies);
}

bool entry_failed(const ttentry_t *e, unsigned order, unsigned plies)
{
	assert(order <= ORDER_MAX);
	return e->failed[order] >= code_of(plies);
}

bool entry_disproven(const ttentry_t *e, unsigned order)
{
	assert(order <= ORDER_MAX);
	return e->failed[order] == FAIL_FOREVER;
}

unsigned entry_proven_plies(const ttentry_t *e, unsigned order, unsigned plies_like)
{
	assert(order <= ORDER_MAX);
	if (e->proven[order] == 0)
		return 0;
	return 2u * e->proven[order] - 2u + plies_like % 2u;
}
