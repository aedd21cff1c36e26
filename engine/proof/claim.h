/* SPDX-License-Identifier: MIT
 * claim.h - finds the moves that prove positions: in the table of a search, or by searching again
 * what that has lost.
 *
 * Ownership claims_fini releases what claims_init has made; the rest is borrowed.
 * Threads   one at a time; the table may be in use.
 */
#ifndef ENGINE_PROOF_CLAIM_H
#define ENGINE_PROOF_CLAIM_H

#include <stdatomic.h>

#include "engine/lambda/search.h"

/* That the attacker, to move, reaches the goal at `order` within `depth` plies. */
typedef struct {
	unsigned order, depth;
} claim_t;

typedef struct {
	search_env_t env;
	ttable_t *own; /* of what was searched again; NULL: nothing yet */
	uint64_t most; /* nodes that may be searched again */
	const _Atomic bool *cancel;
	uint64_t searched, again; /* nodes, positions */
	err_t failed;             /* ERR_OK, or why nothing more is searched */
} claims_t;

void claims_init(claims_t *claims, const search_env_t *env, uint64_t most,
                 const _Atomic bool *cancel);
void claims_fini(claims_t *claims);

/* claims_known returns the move that a table holds for the claim, and narrows it to the least order
 * and depth that are proven. claims_again searches. MOVE_NONE: there is none, or `failed` says
 * why. */
move_t claims_known(const claims_t *claims, const position_t *pos, claim_t *claim);
move_t claims_again(claims_t *claims, const position_t *pos, claim_t *claim);

/* claims_denied: does a table hold that `order` is disproven of the position, the attacker to move?
 * claims_deny searches; false: it is not disproven, or `failed` says why. */
bool claims_denied(const claims_t *claims, const position_t *pos, unsigned order);
bool claims_deny(claims_t *claims, const position_t *pos, unsigned order);

#endif
