/* SPDX-License-Identifier: MIT
 * memo.h - what has been replayed already: pairs of a node and a position, with their zones.
 *
 * Positions are kept whole and compared, not hashed alone: what is found was replayed. What does
 * not fit is forgotten, and replayed again when it comes up: more time, never a wrong yes.
 *
 * Threads   one at a time.
 */
#ifndef ENGINE_PROOF_CHECK_MEMO_H
#define ENGINE_PROOF_CHECK_MEMO_H

#include "engine/proof/check/rules.h"

typedef struct memo memo_t;

/* memo_create makes one of so many bytes, or NULL. `zones`: whether they are kept and used. */
memo_t *memo_create(const check_claim_t *claim, bool zones, size_t bytes);
void memo_free(memo_t *memo);

/* memo_find: was this node replayed on this position, or on one that serves it? *zone is then its
 * zone. */
bool memo_find(const memo_t *memo, uint32_t node, const check_board_t *board, unsigned extra,
               set_t *zone);

void memo_add(memo_t *memo, uint32_t node, const check_board_t *board, unsigned extra,
              const set_t *zone);

#endif
