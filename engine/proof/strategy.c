/* SPDX-License-Identifier: MIT
 * strategy.c - see strategy.h. */
#include "engine/proof/strategy.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"

enum { FIRST_ROOM = 1024 };

/* room makes sure that `array` has room for `more` members after `used` ones. */
static bool room(void **array, size_t *capacity, size_t used, size_t more, size_t each)
{
	size_t wanted = *capacity > 0 ? *capacity : FIRST_ROOM;
	void *grown;

	while (wanted < used + more)
		wanted *= 2;
	if (wanted == *capacity)
		return true;
	grown = mem_grow(*array, *capacity * each, wanted * each);
	if (grown == NULL)
		return false;
	*array = grown;
	*capacity = wanted;
	return true;
}

/* path_of writes the path of the node that is being added. */
static const char *path_of(const strategy_t *s, char out[ERRINFO_PATH_MAX])
{
	(void)snprintf(out, ERRINFO_PATH_MAX, "nodes[%" PRIu32 "]", s->count);
	return out;
}

/* take_child: a child of a node of one kind must be of the other. */
static err_t take_child(const strategy_t *s, strategy_node_t *node, uint32_t child, errinfo_t *why)
{
	const strategy_node_t *c;
	char path[ERRINFO_PATH_MAX];

	if (child == CERTIFICATE_NONE)
		return ERR_OK;
	assert(child < s->count);
	c = &s->nodes[child];
	if (c->defence == node->defence)
		return err_at(why, ERR_SYNTAX, path_of(s, path), "node %" PRIu32 " is no %s", child,
		              node->defence ? "attack" : "defence");
	if (c->height >= node->height)
		node->height = (uint16_t)(c->height + 1);
	if (node->height > CERTIFICATE_LINE_MAX)
		return err_at(why, ERR_SYNTAX, path_of(s, path), "a line has more than %d nodes",
		              CERTIFICATE_LINE_MAX);
	return ERR_OK;
}

err_t strategy_add(strategy_t *s, const certificate_item_t *item, errinfo_t *why)
{
	strategy_node_t *node;
	err_t err;

	if (!room((void **)&s->nodes, &s->nodes_room, s->count, 1, sizeof(*s->nodes)) ||
	    !room((void **)&s->replies, &s->replies_room, s->replied, item->count,
	          sizeof(*s->replies)))
		return err_fail(why, ERR_NOMEM, "no memory for %" PRIu32 " nodes", s->count + 1);
	node = &s->nodes[s->count];
	assert(item->count <= CERTIFICATE_REPLIES_MAX && s->nodes_room > s->count);
	*node = (strategy_node_t){.defence = item->kind == CERTIFICATE_DEFENCE,
	                          .height = 1,
	                          .move = item->move,
	                          .child = item->child,
	                          .first = s->replied,
	                          .count = item->count};
	err = take_child(s, node, item->child, why);
	for (unsigned i = 0; i < item->count && err == ERR_OK; i++) {
		s->replies[s->replied++] = item->replies[i];
		err = take_child(s, node, item->replies[i].child, why);
	}
	s->count++;
	return err;
}

err_t strategy_read(certificate_reader_t *reader, bool defender_first, size_t most, strategy_t *out,
                    errinfo_t *why)
{
	certificate_item_t item;
	err_t err;

	memset(out, 0, sizeof(*out));
	for (;;) {
		if ((err = certificate_read(reader, &item, why)) != ERR_OK)
			return err;
		if (item.kind == CERTIFICATE_END)
			break;
		if ((err = strategy_add(out, &item, why)) != ERR_OK)
			return err;
		if (strategy_bytes(out) > most)
			return err_fail(why, ERR_LIMIT,
			                "%" PRIu32 " nodes take more than %zu bytes", out->count,
			                most);
	}
	out->root = item.child;
	assert(out->root < out->count); /* certificate_read */
	if (out->nodes[out->root].defence != defender_first)
		return err_fail(why, ERR_SYNTAX, "the root is not of the side that moves first");
	return ERR_OK;
}

size_t strategy_bytes(const strategy_t *strategy)
{
	return strategy->nodes_room * sizeof(*strategy->nodes) +
	       strategy->replies_room * sizeof(*strategy->replies);
}

void strategy_free(strategy_t *strategy)
{
	mem_free(strategy->nodes, strategy->nodes_room * sizeof(*strategy->nodes));
	mem_free(strategy->replies, strategy->replies_room * sizeof(*strategy->replies));
	memset(strategy, 0, sizeof(*strategy));
}

uint32_t strategy_listed(const strategy_t *strategy, uint32_t node, int32_t move)
{
	const strategy_node_t *n = &strategy->nodes[node];
	size_t low = n->first, high = n->first + n->count;

	assert(node < strategy->count && high <= strategy->replied);
	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (strategy->replies[middle].move < move)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < n->first + n->count && strategy->replies[low].move == move)
		return strategy->replies[low].child;
	return CERTIFICATE_NONE;
}
