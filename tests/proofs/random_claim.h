/* SPDX-License-Identifier: MIT
 * random_claim.h - random small problems of every game. */
#ifndef TESTS_PROOFS_RANDOM_CLAIM_H
#define TESTS_PROOFS_RANDOM_CLAIM_H

#include "engine/base/rng.h"
#include "engine/proof/certificate.h"

enum { CLAIM_KINDS = 12, CHESS_KIND = CLAIM_KINDS - 1 };

/* random_claim fills the header with a problem of the kind 0..CLAIM_KINDS-1, which may be none, and
 * returns in how many moves of the attacker's it is worth looking for a proof. */
unsigned random_claim(rng_t *rng, unsigned kind, certificate_header_t *h);

#endif
