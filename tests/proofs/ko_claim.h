/* SPDX-License-Identifier: MIT
 * ko_claim.h - random problems of Go around kos, on boards so small that all can be tried. */
#ifndef TESTS_PROOFS_KO_CLAIM_H
#define TESTS_PROOFS_KO_CLAIM_H

#include "engine/base/rng.h"
#include "engine/proof/certificate.h"

enum { KO_GOALS = 7 };

const char *ko_goal(unsigned goal);

/* ko_claim fills the header with a problem of that goal, 0..KO_GOALS-1, which may be none. */
void ko_claim(rng_t *rng, unsigned goal, certificate_header_t *h);

#endif
