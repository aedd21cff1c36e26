/* SPDX-License-Identifier: MIT
 * claims.h - finds the moves that prove positions: in the table of a search, or by searching again
 * what that has lost.
 *
 * Ownership claims_fini releases what claims_init has made; the rest is borrowed.
 * Threads   one at a time; the table may be in use.
 */
#ifndef ENGINE_PROOF_CLAIMS_H
#define ENGINE_PROOF_CLAIMS_H

#include "engine/table/proof_cache.h"
#include "engine/search/search.h"
#include "engine/proof/budget.h"

/* That the attacker, to move, reaches the goal at `order` within `depth` plies. */
typedef struct {
	unsigned order, depth;
} claim_t;

typedef struct {
	search_env_t env;
	ttable_t *own;          /* of what was searched again; NULL: nothing yet */
	search_t *search;       /* that does so; NULL: none yet */
	proof_cache_t *by_zone; /* what was disproven; NULL: zones tell nothing */
	zone_t zone;            /* an empty one of the problem */
	const budget_t *budget;
	uint64_t searched, again; /* nodes, positions */
	bool bounded;             /* without lambda; orders are then moves that the attacker has */
	uint64_t until;           /* nodes at which a search is left */
	err_t failed;             /* ERR_OK, or why nothing more is searched */
} claims_t;

void claims_init(claims_t *claims, const search_env_t *env, const budget_t *budget);
void claims_fini(claims_t *claims);

/* claims_known returns the move that a table holds for the claim, and narrows it to the least order
 * and depth that are proven. claims_again searches. It takes a proof of more plies, up to
 * `longest`, where the search that is fastest finds one (without lambda, with sound zones), and the
 * claim has its depth then. MOVE_NONE: there is none, or `failed` says why. */
move_t claims_known(const claims_t *claims, const position_t *pos, claim_t *claim);
move_t claims_again(claims_t *claims, const position_t *pos, claim_t *claim, unsigned longest);

/* claims_compare lets disproofs be kept by their zones, for positions of the problem of `root`;
 * without memory none are. claims_alike: has the order been disproven of a board that agrees with
 * this one on the zone, and can the attacker, to move, not finish? claims_learn keeps the disproof
 * of a position that a table holds, if there is one. claims_deny keeps those that it finds.
 * claims_forget ends that; false: none were kept. */
void claims_compare(claims_t *claims, const position_t *root);
bool claims_alike(const claims_t *claims, const position_t *pos, unsigned order);
void claims_learn(claims_t *claims, const position_t *pos, unsigned order);
bool claims_forget(claims_t *claims);

/* claims_denied: does a table hold that `order` is disproven of the position, the attacker to move?
 * claims_lost: that it is proven? claims_deny searches, within so many nodes, 0: until it is
 * decided; false: it is not disproven, as far as is known, or `failed` says why. claims_reply,
 * without lambda, returns the defender's move, who is to move, that disproves it; MOVE_NONE: none
 * was found soon. */
bool claims_denied(const claims_t *claims, const position_t *pos, unsigned order);
bool claims_lost(const claims_t *claims, const position_t *pos, unsigned order);
bool claims_deny(claims_t *claims, const position_t *pos, unsigned order, uint64_t nodes);
move_t claims_reply(claims_t *claims, const position_t *pos, uint64_t nodes);

#endif
