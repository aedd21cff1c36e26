/* SPDX-License-Identifier: MIT
 * zone_track.h - keeping the zones of a search: what each node depends on, and which moves
 * that leaves to be tried.
 *
 * Every function is about the top frame and does nothing in a search without zones.
 * Threads   as search.h.
 */
#ifndef ENGINE_SEARCH_CORE_ZONE_TRACK_H
#define ENGINE_SEARCH_CORE_ZONE_TRACK_H

#include "engine/search/core/state.h"

/* zone_track_setup finds out whether the search has zones; the stack is made after it. */
void zone_track_setup(search_t *s);

/* zone_track_enter makes an empty zone for the frame that has just been pushed. zone_track_leave
 * hands its zone down: it is then s->left.zone. The frame's value is in s->left.value by then. */
void zone_track_enter(search_t *s);
void zone_track_leave(search_t *s);

/* The zone of a leaf, by the functions of the same names in zone_ops.h. */
void zone_track_finish(search_t *s, move_t move);
void zone_track_far(search_t *s, unsigned moves);
void zone_track_lost(search_t *s);

/* zone_track_won: the defender is to move and has lost, as the game tells without a move
 * (hints_t.guess). zone_track_soon: the defender has lost after `move`, for which zone_track_won
 * has been called. zone_track_all: anything may matter. */
void zone_track_won(search_t *s);
void zone_track_soon(search_t *s, move_t move);
void zone_track_all(search_t *s);

/* zone_track_points is the zone of the top frame, of one area; zone_track_recalled takes a
 * zone that is known. */
const bits_t *zone_track_points(const search_t *s);
void zone_track_recalled(search_t *s, const bits_t *points);

/* zone_track_known takes the zone of a fact that the table knows by that key: as it was found, or
 * from the coarse one of the entry. zone_track_keep keeps that of the frame that was left last as
 * the zone of a fact that is worth so many nodes, and returns the coarse one. */
void zone_track_known(search_t *s, hashkey_t key, zfact_t fact, uint64_t coarse);
uint64_t zone_track_keep(search_t *s, hashkey_t key, zfact_t fact, uint64_t nodes);

/* zone_track_same: the value is that of the child that came back (s->left), which changes nothing
 * on the board or passes for the side that succeeds. zone_track_move: it is that of the move
 * `tried`, made by the side that succeeds. */
void zone_track_same(search_t *s);
void zone_track_move(search_t *s, move_t tried);

/* zone_track_narrow begins to try the moves of the side that fails: the child that came back stands
 * for all moves that act like a pass, so that only the others need be tried.
 * zone_track_of_order does so where there is no such child: the order below fails for reasons
 * of distance. zone_track_of_threat makes the zone of a child that finishes, with the pass
 * played, as if it had come back.
 * zone_track_open begins to try moves none of which stands for others yet.
 * zone_track_listed tells that the candidates stand on the stack; zone_track_answered adds what the
 * answer to one of them depends on; zone_track_close is called when all have failed. */
void zone_track_narrow(search_t *s);
void zone_track_of_order(search_t *s);
void zone_track_open(search_t *s);
void zone_track_of_threat(search_t *s, move_t finish);
void zone_track_listed(search_t *s);
void zone_track_answered(search_t *s, move_t tried);
void zone_track_close(search_t *s);

/* zone_track_own, after a search: adds to the zone of the root what stones of the holder's own
 * could hurt. */
void zone_track_own(search_t *s);

/* zone_track_must returns the set that candidates have to be on, NULL: everywhere; until the next
 * push. */
const bits_t *zone_track_must(const search_t *s);

/* zone_track_few returns how many of the `count` candidates that the game has written for the
 * position are to be searched: all, or where a guess is wanted what hints_t.few says. */
unsigned zone_track_few(const search_t *s, unsigned count);

/* zone_track_may_narrow: may a candidate of the top frame that has failed leave out others? */
bool zone_track_may_narrow(const search_t *s);

/* zone_track_drops: need a candidate not be tried, if `must` is what zone_track_must tells? A pass
 * acts like one, so it is not among what must be. */
static inline bool zone_track_drops(const bits_t *must, move_t move)
{
	return must != NULL && (move >= BITS_POINTS || !bits_has(must, move));
}

#endif
