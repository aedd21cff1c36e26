/* SPDX-License-Identifier: MIT
 * browse_met.h - which node of a denial goes on from a position, for browse.h: a stop says that
 * the position is met elsewhere, and not where.
 *
 * Work      the denial is replayed once, on BROWSE_MET_POSITIONS positions at most. Of a longer
 *           one the positions that were met by then are known.
 *
 * Ownership browse_met_free releases what browse_met_read has made.
 * Threads   one while it is read; any after that.
 * Errors    ERR_NOMEM.
 */
#ifndef ENGINE_PROOF_CHECK_BROWSE_MET_H
#define ENGINE_PROOF_CHECK_BROWSE_MET_H

#include "engine/proof/check/rules.h"
#include "engine/proof/strategy.h"

enum {
	BROWSE_MET_POSITIONS = 200000, /* a fifth of a second, on the largest boards */
	BROWSE_MET_MEMORY = 96 << 20,  /* bytes while it is replayed: half of those on the
	                                  largest boards, all on 9x9 */
};

/* A position by its hash, and the node. */
typedef struct {
	uint64_t hash;
	uint32_t node; /* CERTIFICATE_NONE: the place is free */
} browse_met_place_t;

typedef struct {
	browse_met_place_t *place; /* by hash, with linear probing; NULL: nothing is met twice */
	size_t places, used;
} browse_met_t;

/* browse_met_read replays a denial. Without a stop in it, it has nothing to do. */
err_t browse_met_read(browse_met_t *out, const check_claim_t *claim, const strategy_t *strategy,
                      errinfo_t *why);
void browse_met_free(browse_met_t *met);
size_t browse_met_bytes(const browse_met_t *met);

/* browse_met_node returns the node that goes on from this position, with what deny.c counts as its
 * order, or CERTIFICATE_NONE. */
uint32_t browse_met_node(const browse_met_t *met, int order, const check_board_t *board);

#endif
