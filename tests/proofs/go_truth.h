/* SPDX-License-Identifier: MIT
 * go_truth.h - what is true of a claim about Go, from the page that defines it (docs/proofs.md,
 * "Go"): no board, rule, goal or search of the engine's, nothing of the checker's.
 */
#ifndef TESTS_PROOFS_GO_TRUTH_H
#define TESTS_PROOFS_GO_TRUTH_H

#include <stdbool.h>

#include "engine/proof/certificate.h"

enum { GO_TRUTH_POINTS = 32 }; /* of a board, at most */

/* What was met on the way. */
typedef struct {
	unsigned states;
	bool left;   /* a stone was left in a ko that could have been taken back */
	bool traded; /* and a stone of the goal taken by that very move */
} go_truth_t;

/* go_truth tells whether the attacker reaches the goal of a header that is a problem (a game_create
 * of it succeeds): 1 or 0, by the rules; or if `lambda`, by orders up to `order`. -1: there are
 * more than `most` positions. *out may be NULL. */
int go_truth(const certificate_header_t *header, bool lambda, unsigned order, unsigned most,
             go_truth_t *out);

#endif
