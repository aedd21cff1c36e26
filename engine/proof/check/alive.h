/* SPDX-License-Identifier: MIT
 * alive.h - unconditional life (Benson 1976), for the goals of Go that are about life.
 *
 * Ownership values.
 * Threads   any: nothing here keeps state.
 * Errors    none.
 */
#ifndef ENGINE_PROOF_CHECK_ALIVE_H
#define ENGINE_PROOF_CHECK_ALIVE_H

#include "engine/proof/check/rules.h"

/* alive_find finds the stones of a colour that are unconditionally alive. */
void alive_find(const check_claim_t *claim, const check_board_t *board, int colour, set_t *out);

/* alive_support adds what makes the living stones of `stones`, of one colour, live: on every board
 * that looks the same on it they do. */
void alive_support(const check_claim_t *claim, const check_board_t *board, const set_t *stones,
                   set_t *out);

#endif
