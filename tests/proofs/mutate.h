/* SPDX-License-Identifier: MIT
 * mutate.h - certificates with a fault, or what may be one. */
#ifndef TESTS_PROOFS_MUTATE_H
#define TESTS_PROOFS_MUTATE_H

#include "tests/proofs/dag.h"

enum { MUTATIONS = 16, MUTATION_REPLY_CUT = 7 };

/* mutate_name says in a word what mutation `way` does. */
const char *mutate_name(unsigned way);

/* mutate makes `out` a file that is `dag` but for mutation `way`. False: it does not apply. */
bool mutate(const dag_t *dag, unsigned way, rng_t *rng, bytes_t *out);

#endif
