/* SPDX-License-Identifier: MIT
 * renju.h - the moves that Renju forbids black, by the words of its rules.
 *
 * Threads   any: nothing here keeps state.
 * Errors    none.
 */
#ifndef ENGINE_PROOF_CHECK_RENJU_H
#define ENGINE_PROOF_CHECK_RENJU_H

#include "engine/proof/check/rules.h"

/* renju_forbidden: may black not play on this empty point? *threes is in how many lines he would
 * have what would be a three if its straight four were allowed. */
bool renju_forbidden(const check_claim_t *claim, const check_board_t *board, int point,
                     unsigned *threes);

/* renju_run returns how many stones of its colour are in a run with the stone on (x, y) in
 * direction d of 4, and how many of them come before it. */
int renju_run(const check_claim_t *claim, const check_board_t *board, int x, int y, int d,
              int *before);

/* The steps of the four directions. */
extern const int renju_step[4][2];

#endif
