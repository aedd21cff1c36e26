/* SPDX-License-Identifier: MIT
 * canonical.c - see canonical.h.
 *
 * Design    A strategy is a tree of which equal parts may be shared. The canonical file shares
 *           all equal parts, so it depends on the tree alone and not on how the file that was
 *           read shared its parts. A walk from the root takes the children of a node before the
 *           node, in the order in which the node names them. Every node that has not been written
 *           yet gets the next number, with the new numbers of its children. The walk needs three
 *           words for each node of the file, and a stack as deep as a line of the file is long.
 *
 * Hash      The file may come from a stranger, who must not be able to choose nodes that collide.
 *           So the hash begins with a seed. It decides where is looked, and never what is
 *           written. */
#include "engine/proof/canonical.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"

/* A node on the way down, and which of its children comes next: 0 its `child`, then its replies. */
typedef struct {
	uint32_t node, next;
} step_t;

typedef struct {
	const strategy_t *strategy;
	certificate_writer_t *writer;
	uint32_t *number; /* by node; CERTIFICATE_NONE: not written */
	uint32_t *node;   /* one with that number, by number */
	uint32_t *slot;   /* numbers and 1, by hash */
	size_t slots;     /* a power of two */
	uint64_t seed;
	uint32_t count; /* written */
	unsigned depth;
	step_t step[CERTIFICATE_LINE_MAX];
} walk_t;

static uint32_t number_of(const walk_t *w, uint32_t node)
{
	assert(node == CERTIFICATE_NONE || w->number[node] < w->count); /* children come first */
	return node == CERTIFICATE_NONE ? CERTIFICATE_NONE : w->number[node];
}

static uint64_t hash_of(const walk_t *w, const strategy_node_t *n)
{
	uint64_t hash = rng_mix(w->seed ^ (uint64_t)n->defence << 32 ^ (uint32_t)n->move);

	hash = rng_mix(hash ^ number_of(w, n->child));
	for (uint32_t i = 0; i < n->count; i++) {
		const certificate_reply_t *r = &w->strategy->replies[n->first + i];

		hash = rng_mix(hash ^ (uint64_t)(uint32_t)r->move << 32 ^ number_of(w, r->child));
	}
	return hash;
}

/* alike: do two nodes say the same, by the new numbers of their children? */
static bool alike(const walk_t *w, const strategy_node_t *a, const strategy_node_t *b)
{
	if (a->defence != b->defence || a->move != b->move || a->count != b->count ||
	    number_of(w, a->child) != number_of(w, b->child))
		return false;
	for (uint32_t i = 0; i < a->count; i++) {
		const certificate_reply_t *x = &w->strategy->replies[a->first + i];
		const certificate_reply_t *y = &w->strategy->replies[b->first + i];

		if (x->move != y->move || number_of(w, x->child) != number_of(w, y->child))
			return false;
	}
	return true;
}

/* put writes a node whose children have been written. */
static err_t put(walk_t *w, const strategy_node_t *n)
{
	certificate_reply_t replies[CERTIFICATE_REPLIES_MAX];
	uint32_t node;

	if (!n->defence)
		return certificate_write_attack(w->writer, n->move, number_of(w, n->child), &node);
	for (uint32_t i = 0; i < n->count; i++) {
		const certificate_reply_t *r = &w->strategy->replies[n->first + i];

		replies[i] = (certificate_reply_t){r->move, number_of(w, r->child)};
	}
	return certificate_write_defence(w->writer, number_of(w, n->child), replies, n->count,
	                                 &node);
}

/* leave gives a node its number: that of one alike, or the next one. */
static err_t leave(walk_t *w, uint32_t node)
{
	const strategy_node_t *n = &w->strategy->nodes[node];
	size_t at = hash_of(w, n) & (w->slots - 1);
	err_t err;

	assert(w->number[node] == CERTIFICATE_NONE && w->count < w->slots);
	while (w->slot[at] != 0 && !alike(w, n, &w->strategy->nodes[w->node[w->slot[at] - 1]]))
		at = (at + 1) & (w->slots - 1);
	if (w->slot[at] != 0) {
		w->number[node] = w->slot[at] - 1;
		return ERR_OK;
	}
	err = put(w, n);
	w->node[w->count] = node;
	w->number[node] = w->count++;
	w->slot[at] = w->count;
	return err;
}

/* next_child returns a child of the node that has no number yet, or CERTIFICATE_NONE. */
static uint32_t next_child(walk_t *w, step_t *step)
{
	const strategy_node_t *n = &w->strategy->nodes[step->node];

	while (step->next <= n->count) {
		const uint32_t i = step->next++;
		const uint32_t child =
		        i == 0 ? n->child : w->strategy->replies[n->first + i - 1].child;

		if (child != CERTIFICATE_NONE && w->number[child] == CERTIFICATE_NONE)
			return child;
	}
	return CERTIFICATE_NONE;
}

static err_t walk(walk_t *w)
{
	err_t err = ERR_OK;

	w->step[w->depth++] = (step_t){w->strategy->root, 0};
	while (w->depth > 0 && err == ERR_OK) {
		step_t *step = &w->step[w->depth - 1];
		const uint32_t child = next_child(w, step);

		assert(w->depth < CERTIFICATE_LINE_MAX || child == CERTIFICATE_NONE);
		if (child != CERTIFICATE_NONE) {
			w->step[w->depth++] = (step_t){child, 0};
		} else {
			err = leave(w, step->node);
			w->depth--;
		}
	}
	return err;
}

/* prepare makes the walk's arrays. */
static bool prepare(walk_t *w, const strategy_t *strategy)
{
	const size_t count = strategy->count;

	w->strategy = strategy;
	w->seed = rng_mix(clock_now_ns() ^ (uintptr_t)w);
	for (w->slots = 2; w->slots < 2 * count;)
		w->slots *= 2;
	w->number = mem_alloc_array(count, sizeof(*w->number));
	w->node = mem_alloc_array(count, sizeof(*w->node));
	w->slot = mem_alloc_array(w->slots, sizeof(*w->slot));
	if (w->number == NULL || w->node == NULL || w->slot == NULL)
		return false;
	memset(w->number, 0xff, count * sizeof(*w->number));
	return true;
}

static void finish(walk_t *w)
{
	if (w->strategy != NULL) {
		mem_free(w->number, w->strategy->count * sizeof(*w->number));
		mem_free(w->node, w->strategy->count * sizeof(*w->node));
		mem_free(w->slot, w->slots * sizeof(*w->slot));
	}
	certificate_writer_free(w->writer);
	mem_free(w, sizeof(*w));
}

err_t canonical_write(const certificate_header_t *header, const strategy_t *strategy,
                      certificate_sink_t sink, uint32_t *nodes, errinfo_t *why)
{
	walk_t *w = mem_alloc(sizeof(*w));
	err_t err;

	assert(strategy->root < strategy->count);
	if (w == NULL || !prepare(w, strategy)) {
		if (w != NULL)
			finish(w);
		return err_fail(why, ERR_NOMEM, "no memory for the canonical form of %u nodes",
		                strategy->count);
	}
	err = certificate_write_begin(header, sink, &w->writer, why);
	if (err == ERR_OK && ((err = walk(w)) != ERR_OK ||
	                      (err = certificate_write_end(w->writer, w->count - 1)) != ERR_OK))
		(void)err_fail(why, err, "%s", err_text(err));
	*nodes = w->count;
	finish(w);
	return err;
}

static long read_and_sum(void *from, void *buffer, size_t capacity)
{
	canonical_tap_t *tap = from;
	const long got = tap->from.read(tap->from.from, buffer, capacity);

	if (got > 0)
		sha256_add(&tap->sha, buffer, (size_t)got);
	return got;
}

certificate_source_t canonical_tap(canonical_tap_t *tap, certificate_source_t from)
{
	tap->from = from;
	sha256_begin(&tap->sha);
	return (certificate_source_t){read_and_sum, tap};
}

static bool sum(void *to, const void *bytes, size_t length)
{
	sha256_add(to, bytes, length);
	return true;
}

err_t canonical_name(const canonical_tap_t *tap, const certificate_header_t *header,
                     const strategy_t *strategy, char digest[SHA256_HEX_BYTES], bool *is_canonical,
                     errinfo_t *why)
{
	uint8_t canonical[SHA256_BYTES], read[SHA256_BYTES];
	sha256_t sha, was = tap->sha;
	uint32_t nodes;
	err_t err;

	sha256_begin(&sha);
	err = canonical_write(header, strategy, (certificate_sink_t){sum, &sha}, &nodes, why);
	if (err != ERR_OK)
		return err;
	sha256_end(&sha, canonical);
	sha256_end(&was, read);
	sha256_hex(canonical, digest);
	*is_canonical = memcmp(canonical, read, sizeof(read)) == 0;
	return ERR_OK;
}
