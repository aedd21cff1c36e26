/* SPDX-License-Identifier: MIT
 * nodes.h - hands the nodes of a denial to a sink, those with the same content once.
 *
 * Ownership nodes_fini releases what nodes_init has made; the sink is borrowed.
 * Threads   one at a time.
 * Errors    the first failure sticks in `failed`; after it nothing is written, and what is returned
 *           means nothing.
 */
#ifndef ENGINE_PROOF_NODES_H
#define ENGINE_PROOF_NODES_H

#include "engine/proof/visited.h"
#include "engine/proof/build.h"

typedef struct {
	const proof_sink_t *sink;
	visited_t content; /* nodes by what is in them */
	uint32_t count;    /* of those written */
	err_t failed;
} nodes_t;

/* nodes_init makes it ready; nodes_fini may be called whatever it returns. */
err_t nodes_init(nodes_t *nodes, const proof_sink_t *sink);
void nodes_fini(nodes_t *nodes);

/* nodes_attack and nodes_defence return the node with this content; as in proof_sink_t. */
uint32_t nodes_attack(nodes_t *nodes, move_t move, uint32_t child);
uint32_t nodes_defence(nodes_t *nodes, uint32_t rest, const proof_reply_t *reply, unsigned count);

#endif
