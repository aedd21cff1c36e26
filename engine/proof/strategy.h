/* SPDX-License-Identifier: MIT
 * strategy.h - the nodes of a certificate, in memory.
 *
 * Ownership the arrays are the strategy's; strategy_free releases them.
 * Threads   one while it is read; any after that.
 */
#ifndef ENGINE_PROOF_STRATEGY_H
#define ENGINE_PROOF_STRATEGY_H

#include "engine/proof/certificate.h"
#include "engine/proof/certificate_read.h"

enum { STRATEGY_BYTES_MAX = 512 << 20 }; /* more than any certificate of tesujid has */

typedef struct {
	bool defence;
	uint16_t height; /* nodes from here to the farthest leaf */
	int32_t move;    /* of an attack */
	uint32_t child;  /* of an attack; the default of a defence; CERTIFICATE_NONE */
	uint32_t count;  /* replies listed */
	size_t first;    /* of them, in replies[] */
} strategy_node_t;

typedef struct {
	uint32_t root, count;
	strategy_node_t *nodes;
	certificate_reply_t *replies;
	size_t replied;
	size_t nodes_room, replies_room;
} strategy_t;

/* strategy_add adds a node, whose children are in: it must have some, in order, and its lines must
 * not be too long, or the strategy is of no more use. All zero is an empty one. */
err_t strategy_add(strategy_t *strategy, const certificate_item_t *item, errinfo_t *why);

/* strategy_bytes returns how much memory its arrays have. */
size_t strategy_bytes(const strategy_t *strategy);

/* strategy_read reads all nodes and checks how they hang together: what a child is, how long lines
 * are, what the root is. ERR_LIMIT: they take more than `most` bytes; a stream need not have an
 * end. *out must be freed whatever comes. */
err_t strategy_read(certificate_reader_t *reader, bool defender_first, size_t most, strategy_t *out,
                    errinfo_t *why);
void strategy_free(strategy_t *strategy);

/* strategy_listed returns the child of a reply that a defence lists, or CERTIFICATE_NONE. */
uint32_t strategy_listed(const strategy_t *strategy, uint32_t node, int32_t move);

#endif
