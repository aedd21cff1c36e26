/* SPDX-License-Identifier: MIT
 * seen.h - the positions that the replay of a denial has met, each with a node and an order.
 *
 * Unlike memo.h it forgets nothing. A denial holds if all that it meets is met at a node that
 * goes on, so it must be known what was met and what was not. Positions are kept whole, not
 * hashed alone.
 *
 * Ownership seen_fini releases what seen_init has made.
 * Threads   one at a time.
 * Errors    ERR_LIMIT: more bytes would be needed than seen_init allows. ERR_NOMEM.
 */
#ifndef ENGINE_PROOF_CHECK_SEEN_H
#define ENGINE_PROOF_CHECK_SEEN_H

#include "engine/proof/check/rules.h"

/* Instead of a node: any that goes on; one that does not. */
enum { MET_GOES_ON = -1, MET_STOPS = -2 };

typedef struct {
	int64_t node;
	int32_t order;
	int16_t ko, passed;
	uint16_t taken;
	uint8_t turn, threats[2], castling;
} seen_head_t;

typedef struct {
	size_t area, bytes; /* points of a board; bytes of an entry */
	size_t used, room, most;
	uint8_t *entry; /* all entries, end to end */
	uint32_t *slot; /* twice as many as there is room for: entries by hash, from 1; 0: none */
} seen_t;

/* seen_init makes one that may take so many bytes; ERR_NOMEM. */
err_t seen_init(seen_t *met, const check_claim_t *claim, size_t bytes);
void seen_fini(seen_t *met);

/* seen_add adds a position if it is not there, and tells in *is_new whether it was not. ERR_LIMIT:
 * there is no room within the bytes; ERR_NOMEM. */
err_t seen_add(seen_t *met, int64_t node, int order, const check_board_t *board, bool *is_new);

/* seen_has: was it added? */
bool seen_has(const seen_t *met, int64_t node, int order, const check_board_t *board);

/* seen_unmet finds a position that some node stops at and no other goes on from. False: there is
 * none. */
bool seen_unmet(const seen_t *met);

#endif
