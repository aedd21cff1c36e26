/* SPDX-License-Identifier: MIT
 * threat_leaf.c - the threat-only leaf search of df-pn: questions of an order whose attacks leave
 * next to no reply (hints_t.leaf_order; fours in Gomoku, ataris in Go). Alpha-beta (alphabeta.c)
 * searches them depth first, without a limit of depth, before the other candidates of the node
 * above.
 *
 * Read       Some of these questions the game reads by itself (hints_t.read), either from their
 *            first node or from a later node of the attacker's. This needs sound zones, which say
 *            which replies the reading left out. After a reading in vain LEAF_READ_AGAIN more
 *            attacks are searched before the next reading. Alpha-beta by itself does not read: it
 *            deepens ply by ply and would read the same at every depth.
 *
 * Put off    A leaf search that takes long is put off, and its proof number is one more for each
 *            LEAF_NODES nodes that it took: another move of the node above may come first. Most
 *            leaf searches that succeed are short, and half of the nodes of all that fail are
 *            spent in the few long ones. What the search has found out is in the table, so that
 *            it is soon back where it was when its turn comes again. Its disproof number stays,
 *            as nothing new is known of it.
 *
 * What both gain: docs/results/search.md, "Leaf searches". */
#include "engine/search/dfpn/threat_leaf.h"

#include "engine/base/check.h"
#include "engine/search/alphabeta/alphabeta.h"
#include "engine/search/core/zone_track.h"
#include "engine/search/dfpn/numbers.h"
#include "engine/tuning/tuning.h"

bool threat_leaf_read(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	reading_t read;
	bool is_read;

	if (s->hints->read == NULL || f->defends || f->order != 1 || !state_in_leaf(s) ||
	    s->env.zoning != ZONING_SOUND || s->zones.rules == NULL)
		return false;
	is_read = s->hints->read(s->pos, &read);
	state_count(s, read.nodes);
	if (!is_read || (read.works && read.plies > f->depth))
		return false;
	f->best = read.best;
	f->stocked |= read.stocked;
	zone_track_recalled(s, &read.zone);
	node_leave_stored(s, read.works ? VALUE_PROVEN : VALUE_DISPROVEN, read.plies);
	return true;
}

/* read_on lets the game read a node inside a leaf search whose first node it could not read. */
static bool read_on(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	/* Where the leaf search begins it has been tried at the first glance. */
	const bool begins = s->stack.depth > 1 && f[-1].order > s->leaf.order;

	if (!begins && s->stack.depth > 2 && f[-2].leaf.unread > 0) {
		f->leaf.unread = (uint8_t)(f[-2].leaf.unread - 1u);
		return false;
	}
	if (!begins && threat_leaf_read(s))
		return true;
	f->leaf.unread = LEAF_READ_AGAIN;
	return false;
}

void threat_leaf_limit(search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);
	const frame_t *above = f - 1;
	uint32_t had, slack;

	assert(s->stack.depth > 1 && state_in_leaf(s));
	had = above->dfpn.special.proof - above->dfpn.replies;
	slack = f->dfpn.proof_limit > had ? f->dfpn.proof_limit - had : 1;
	s->leaf.until = s->nodes + (uint64_t)slack * LEAF_NODES;
	s->leaf.numbers = (numbers_t){state_least(had + slack, OPEN_MOST), 1};
}

/* leave_all leaves the whole of the leaf search, which is put off: a part that was left open would
 * look to the rest as if it had failed. */
static void leave_all(search_t *s)
{
	const bool is_spent = state_is_spent(s);

	while (s->stack.depth > 1 && s->stack.frame[s->stack.depth - 2].order <= s->leaf.order)
		node_pop(s);
	if (!is_spent)
		numbers_store(s, framestack_top(&s->stack), s->leaf.numbers);
	node_leave(s, VALUE_UNDECIDED, 0);
	s->left.numbers = is_spent ? numbers_unseen : s->leaf.numbers;
}

void threat_leaf_enter(search_t *s)
{
	unsigned distance;

	assert(s->is_dfpn && state_in_leaf(s));
	if (state_is_spent(s) || s->nodes >= s->leaf.until)
		leave_all(s);
	else if (framestack_top(&s->stack)->defends)
		alphabeta_enter(s);
	else if (!alphabeta_decides(s, &distance) && !read_on(s))
		alphabeta_attack(s, distance);
}
