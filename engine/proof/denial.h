/* SPDX-License-Identifier: MIT
 * denial.h - makes the defender's strategy of a disproof: what the defender plays so that the
 * attacker never reaches the goal, or does not reach it by lambda up to an order
 * (docs/proofs.md).
 *
 * Units, ownership, threads and errors are those of build.h. ERR_LIMIT also means that a line is
 * too long to be written. */
#ifndef ENGINE_PROOF_DENIAL_H
#define ENGINE_PROOF_DENIAL_H

#include "engine/proof/build.h"

/* denial_build writes the strategy of a root that a search in these surroundings has disproven; by
 * the driver of lambda that is up to `order`. With `moves` (then it is the order as well, and the
 * driver plain) it has failed to reach the goal within so many moves of the attacker's. The sink's
 * `attack` takes the defender's moves here, with the attacker's next node, and `defend` the
 * attacker's: all that he may play. */
err_t denial_build(const position_t *root, const search_env_t *env, unsigned order, unsigned moves,
                   const budget_t *budget, const proof_sink_t *sink, proof_built_t *out);

#endif
