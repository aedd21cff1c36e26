/* SPDX-License-Identifier: MIT
 * problems.h - kinds of problems of every game, and random ones of each.
 */
#ifndef TESTS_MATRIX_PROBLEMS_H
#define TESTS_MATRIX_PROBLEMS_H

#include "engine/base/rng.h"
#include "engine/game/game.h"
#include "engine/proof/certificate.h"

/* A kind: what random_claim draws it by, and what of its problems are of the kind. */
typedef struct {
	const char *name;
	unsigned drawn_by, drawn_to; /* kinds of random_claim.h */
	const char *goal;            /* NULL: any */
	const char *options;         /* their names and values, a region's value not: "region" */
	bool is_go;
} kind_t;

enum { KINDS = 24 };

const kind_t *kind_at(unsigned kind);

/* A problem with its texts. */
typedef struct {
	certificate_header_t header;
	char options[CERTIFICATE_TEXT_MAX];
} asked_problem_t;

/* problem_draw makes one that the game accepts. problem_of lends it, without its stocks of threats
 * if `bare`. */
void problem_draw(rng_t *rng, unsigned kind, side_t first, asked_problem_t *out);
problem_t problem_of(const asked_problem_t *asked, bool bare);

/* problem_print writes it in a line, to be asked again. */
void problem_print(const asked_problem_t *asked);

#endif
