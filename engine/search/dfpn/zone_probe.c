/* SPDX-License-Identifier: MIT
 * zone_probe.c - the zone-keyed proof cache (proof_cache.h) as part of df-pn.
 *
 * A value holds on every board that asks the same question (zone_ops_t.question) and has the same
 * stones on the value's zone. So a position that the transposition table does not know may be
 * decided all the same: most positions of a fight differ by moves that do not matter where it is
 * decided.
 *
 * Lambda     The same attack is tried in all kinds of positions, and mostly it fails for the same
 *            reason. Known at a glance, that failure also narrows what else to try
 *            (zone_track.c). So the nodes after attacks of order ZONE_PROBE_ORDER and more are
 *            looked up, whatever their value. Nodes before attacks are not: they are found too
 *            seldom. A failure that rests on the line is not kept: it is not true elsewhere.
 *
 * Once       A lookup costs as much as a node, and a node that was left open is found far less
 *            often than a new one. So nodes are looked up when they are new.
 *
 * Plain      Only proofs are kept: what fails in the goals that are asked so (live) depends on
 *            the whole board. Under a limit of depth nothing is kept, as the limit would have to
 *            be compared as well.
 *
 * Memory     Each worker has a cache of its own. What other workers decide reaches it by the
 *            transposition table, position by position. A cache takes at most one part in
 *            ZONE_PROBE_TABLE_PART of that table.
 *
 * How often lookups succeed: docs/results/search.md, "Proof cache". */
#include "engine/search/dfpn/zone_probe.h"

#include "engine/base/check.h"
#include "engine/search/dfpn/numbers.h"
#include "engine/search/core/zone_track.h"
#include "engine/tuning/tuning.h"

enum { BYTES_MOST = 64 << 20 }; /* limit: bytes of one worker's cache */

static bool recalls(const search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);

	return s->dfpn.proof_cache != NULL && s->is_dfpn && !s->dfpn.bounded &&
	       (state_is_plain(s) || (f->defends && f->order >= ZONE_PROBE_ORDER));
}

/* bytes_most is how many bytes a worker may keep. */
static size_t bytes_most(const search_t *s)
{
	ttable_stats_t table;

	ttable_size(s->env.table, &table);
	return table.bytes / ZONE_PROBE_TABLE_PART < BYTES_MOST
	               ? table.bytes / ZONE_PROBE_TABLE_PART
	               : BYTES_MOST;
}

void zone_probe_begin(search_t *s)
{
	if (s->dfpn.proof_cache == NULL && s->zones.rules != NULL &&
	    s->env.zoning == ZONING_SOUND && s->is_dfpn && !s->dfpn.bounded &&
	    s->left.zone.areas == 1 && s->zones.rules->question != NULL)
		s->dfpn.proof_cache = proof_cache_create(bytes_most(s));
}

/* asked_of is what the top frame asks. */
static cached_question_t asked_of(const search_t *s)
{
	const frame_t *f = framestack_top(&s->stack);
	const hashkey_t stocks = {f->key.lo ^ f->stockless_key.lo, f->key.hi ^ f->stockless_key.hi};
	cached_question_t asked = {.stocks = stocks.lo};

	asked.key = s->game->zones->question(s->pos, asked.stones);
	asked.key.lo ^= stocks.lo ^ (state_is_plain(s) ? 0 : f->order);
	asked.key.hi ^= stocks.hi;
	return asked;
}

/* is_kept: may the verdict be of use elsewhere? */
static bool is_kept(const search_t *s, value_t value)
{
	return value == VALUE_PROVEN ||
	       (value == VALUE_DISPROVEN && !state_is_plain(s) && node_taint(s) == TAINT_NONE);
}

void zone_probe_keep(search_t *s, value_t value, unsigned plies)
{
	const frame_t *f = framestack_top(&s->stack);
	bits_t others;
	cached_question_t asked;

	if (!recalls(s) || !is_kept(s, value))
		return;
	others = s->zones.cells.board;
	bits_subtract(&others, zone_track_points(s));
	if (bits_is_empty(&others))
		return; /* the table knows this one */
	asked = asked_of(s);
	proof_cache_add(s->dfpn.proof_cache, &asked,
	                &(cached_verdict_t){*zone_track_points(s), f->stocked, f->best,
	                                    (uint16_t)plies, value});
}

bool zone_probe_leave(search_t *s)
{
	frame_t *f = framestack_top(&s->stack);
	numbers_t numbers;
	cached_verdict_t found;
	cached_question_t asked;

	if (!recalls(s) || f->opening || (!state_is_plain(s) && numbers_probe(s, f, &numbers)))
		return false;
	asked = asked_of(s);
	if (!proof_cache_find(s->dfpn.proof_cache, &asked, &found) ||
	    (found.value == VALUE_PROVEN && found.plies > f->depth))
		return false;
	zone_track_recalled(s, &found.zone);
	f->best = found.best;
	f->stocked |= found.stocked;
	node_leave_stored(s, found.value, found.plies);
	return true;
}
