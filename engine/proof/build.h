/* SPDX-License-Identifier: MIT
 * build.h - makes a strategy of a proof: a DAG of nodes that anybody can follow without knowing
 * what lambda is (docs/proofs.md).
 *
 * Units     nodes are numbered from 0 as they are written, children first; plies as in the search.
 * Ownership everything is borrowed during the call.
 * Threads   any; the table may be in use.
 * Errors    ERR_NOMEM; ERR_LIMIT: the table has lost what the proof rests on, and to search it
 *           again took more nodes than allowed; ERR_TIMEOUT; ERR_CANCELLED; what the sink returns.
 */
#ifndef ENGINE_PROOF_BUILD_H
#define ENGINE_PROOF_BUILD_H

#include "engine/game/game.h"
#include "engine/search/search.h"
#include "engine/proof/budget.h"

#define PROOF_NONE UINT32_MAX /* no node */

/* A reply and the node that answers it. */
typedef struct {
	move_t move;
	uint32_t child;
} proof_reply_t;

/* Who takes the nodes. attack: the attacker plays `move`, and has reached the goal if there is no
 * child. defend: what is not among the replies, the pass too, is answered by `rest`; PROOF_NONE
 * where all legal replies are listed. What they return other than ERR_OK ends the building. */
typedef struct {
	err_t (*attack)(void *context, move_t move, uint32_t child);
	err_t (*defend)(void *context, uint32_t rest, const proof_reply_t *replies, unsigned count);
	void *context;
} proof_sink_t;

typedef struct {
	uint32_t root;     /* its node */
	uint32_t nodes;    /* written */
	uint64_t again;    /* positions that the table had lost */
	uint64_t searched; /* nodes that it took to find them again */
} proof_built_t;

/* What a search has proven: that the attacker reaches the goal at `order` within `depth` plies.
 * `may_be_longer`: nobody asked for so few, and a strategy of more plies will do. */
typedef struct {
	unsigned order, depth;
	bool may_be_longer;
} proof_found_t;

/* proof_build writes the strategy of a root of which a search in these surroundings (table, driver
 * and zoning count; zoning must be sound or none) has proven that. It searches again what the table
 * has lost, within the budget. */
err_t proof_build(const position_t *root, const search_env_t *env, const proof_found_t *found,
                  const budget_t *budget, const proof_sink_t *sink, proof_built_t *out);

#endif
