/* SPDX-License-Identifier: MIT
 * truth.h - what is true of a claim, by labelling the whole graph of positions; for small boards.
 */
#ifndef TESTS_PROOFS_TRUTH_H
#define TESTS_PROOFS_TRUTH_H

#include "engine/game/game.h"
#include "engine/proof/certificate.h"

/* truth_of tells whether the attacker reaches the goal by force from `pos`, the position of the
 * header: 1 or 0, by the rules; or if `lambda`, by orders up to `order`. -1: more than `most`
 * positions, or lines too long. */
int truth_of(const certificate_header_t *header, position_t *pos, bool lambda, unsigned order,
             unsigned most);

#endif
