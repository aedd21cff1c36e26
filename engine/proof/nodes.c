/* SPDX-License-Identifier: MIT
 * nodes.c - see nodes.h. */
#include "engine/proof/nodes.h"

#include <assert.h>

#include "engine/base/rng.h"

static const zone_t none;

err_t nodes_init(nodes_t *nodes, const proof_sink_t *sink)
{
	*nodes = (nodes_t){.sink = sink};
	return visited_init(&nodes->content, 0);
}

void nodes_fini(nodes_t *nodes)
{
	visited_fini(&nodes->content);
}

static hashkey_t mix(hashkey_t key, uint64_t word)
{
	key.lo = rng_mix(key.lo ^ word);
	key.hi = rng_mix(key.hi + word);
	return key;
}

/* find: is the content written already, or can nothing be? Then *node is told. */
static bool find(const nodes_t *nodes, hashkey_t key, uint32_t *node)
{
	*node = 0;
	return nodes->failed != ERR_OK || visited_find(&nodes->content, key, 0, node, NULL);
}

/* keep numbers a node that the sink has taken, or not. */
static uint32_t keep(nodes_t *nodes, hashkey_t key, err_t taken)
{
	nodes->failed = taken;
	if (taken == ERR_OK)
		nodes->failed = visited_add(&nodes->content, key, 0, nodes->count, &none);
	return nodes->count++;
}

uint32_t nodes_attack(nodes_t *nodes, move_t move, uint32_t child)
{
	const hashkey_t key = mix(mix((hashkey_t){1, 1}, move), child);
	uint32_t node;

	assert(child == PROOF_NONE || child < nodes->count || nodes->failed != ERR_OK);
	if (find(nodes, key, &node))
		return node;
	return keep(nodes, key, nodes->sink->attack(nodes->sink->context, move, child));
}

uint32_t nodes_defence(nodes_t *nodes, uint32_t rest, const proof_reply_t *reply, unsigned count)
{
	hashkey_t key = mix((hashkey_t){2, 2}, rest);
	uint32_t node;

	assert(rest == PROOF_NONE || rest < nodes->count || nodes->failed != ERR_OK);
	for (unsigned i = 0; i < count; i++) {
		assert(reply[i].child < nodes->count || nodes->failed != ERR_OK);
		key = mix(mix(key, reply[i].move), reply[i].child);
	}
	if (find(nodes, key, &node))
		return node;
	return keep(nodes, key, nodes->sink->defend(nodes->sink->context, rest, reply, count));
}
