/* SPDX-License-Identifier: MIT
 * zones.h - keeping the zones of a search: what each node depends on, and which moves
 * that leaves to be tried.
 *
 * Every function is about the top frame and does nothing in a search without zones.
 * Threads   as search.h.
 */
#ifndef ENGINE_LAMBDA_ZONES_H
#define ENGINE_LAMBDA_ZONES_H

#include "engine/lambda/node.h"

/* zones_setup finds out whether the search has zones; the stack is made after it. */
void zones_setup(search_t *s);

/* zones_enter makes an empty zone for the frame that has just been pushed. zones_leave
 * hands its zone down: it is then s->zone. */
void zones_enter(search_t *s);
void zones_leave(search_t *s);

/* What the value depends on of a leaf: game.h has the words. */
void zones_finish(search_t *s, move_t move);
void zones_far(search_t *s, unsigned moves);
void zones_lost(search_t *s);

/* zones_won: the defender is to move and has lost, as the game tells without a move
 * (game_t.guess). zones_soon: so it is after `move`, for which zones_won has been called.
 * zones_all: anything may matter. */
void zones_won(search_t *s);
void zones_soon(search_t *s, move_t move);
void zones_all(search_t *s);

/* zones_points is the zone of the top frame, of one area; zones_recalled takes one that is known.
 */
const bits_t *zones_points(const search_t *s);
void zones_recalled(search_t *s, const bits_t *points);

/* zones_known takes the zone of a fact that the table knows by that key: as it was found, or from
 * the coarse one of the entry. zones_keep keeps that of the frame that was left last as the zone of
 * a fact that took so many nodes, and returns the coarse one. */
void zones_known(search_t *s, hashkey_t key, zfact_t fact, uint64_t coarse);
uint64_t zones_keep(search_t *s, hashkey_t key, zfact_t fact, uint64_t nodes);

/* zones_same: the value is that of the child that came back, which changes nothing on
 * the board or passes for the side that succeeds. zones_move: it is that of the move
 * `tried`, made by the side that succeeds. */
void zones_same(search_t *s);
void zones_move(search_t *s, move_t tried);

/* zones_narrow begins a walk over the moves of the side that fails: the child that came
 * back stands for all moves that act like a pass, so that only the others need be walked.
 * zones_of_order does so where there is no such child: the order below fails for reasons
 * of distance. zones_of_threat makes the zone of a child that finishes, with the pass
 * played, as if it had come back.
 * zones_open begins a walk over moves none of which stands for others yet.
 * zones_listed tells that the candidates stand on the stack; zones_answered adds what the
 * answer to one of them depends on; zones_close ends the walk. */
void zones_narrow(search_t *s);
void zones_of_order(search_t *s);
void zones_open(search_t *s);
void zones_of_threat(search_t *s, move_t finish);
void zones_listed(search_t *s);
void zones_answered(search_t *s, move_t tried);
void zones_close(search_t *s);

/* zones_own, after a search: adds to the zone of the root what stones of the holder's own
 * could hurt. */
void zones_own(search_t *s);

/* zones_must returns the set that candidates have to be on, NULL: everywhere; until the next
 * push. */
const bits_t *zones_must(const search_t *s);

/* zones_may_narrow: may a candidate of the top frame that has failed leave out others? */
bool zones_may_narrow(const search_t *s);

/* zones_drops: need a candidate not be tried, if `must` is what zones_must tells? A pass acts like
 * one, so it is not among what must be. */
static inline bool zones_drops(const bits_t *must, move_t move)
{
	return must != NULL && (move >= BITS_POINTS || !bits_has(must, move));
}

#endif
