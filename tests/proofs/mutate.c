/* SPDX-License-Identifier: MIT
 * mutate.c - see mutate.h. The CRC is right again but for the last two. */
#include "tests/proofs/mutate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum { FIRST_OF_BYTES = MUTATIONS - 3 };

static const char *const names[MUTATIONS] = {
        "move changed",    "moves swapped",
        "child cut",       "child crossed",
        "leaf grown",      "default cut",
        "default crossed", "reply cut",
        "reply crossed",   "reply changed",
        "root moved",      "stone changed",
        "claim changed",   "bits flipped, CRC right",
        "bits flipped",    "truncated",
};

const char *mutate_name(unsigned way)
{
	return names[way];
}

/* pick returns a random node of a kind before `end`, or CERTIFICATE_NONE. */
static uint32_t pick(const dag_t *dag, rng_t *rng, bool defence, uint32_t end)
{
	for (unsigned i = 0; i < 64 && end > 0; i++) {
		const uint32_t n = rng_below(rng, end);

		if (dag->nodes[n].defence == defence)
			return n;
	}
	return CERTIFICATE_NONE;
}

/* some_move draws one that the game may have. */
static int32_t some_move(const dag_t *dag, rng_t *rng)
{
	const char *rows = dag->header.rows;
	unsigned area = 0;

	for (; *rows != '\0'; rows++)
		area += *rows != '/';
	if (area == 0)
		return (int32_t)rng_below(rng, 64 * 64);
	return (int32_t)rng_below(rng, area + 1) - 1;
}

static bool mutate_attack(dag_t *dag, unsigned way, rng_t *rng)
{
	const uint32_t at = pick(dag, rng, false, dag->count);
	const uint32_t other = pick(dag, rng, false, dag->count);
	const uint32_t defence = at == CERTIFICATE_NONE ? at : pick(dag, rng, true, at);
	dag_node_t *n = &dag->nodes[at];
	int32_t move;

	if (at == CERTIFICATE_NONE)
		return false;
	switch (way) {
	case 0:
		move = n->move;
		n->move = some_move(dag, rng);
		return n->move != move;
	case 1:
		move = n->move;
		n->move = dag->nodes[other].move;
		dag->nodes[other].move = move;
		return n->move != move;
	case 2:
		if (n->child == CERTIFICATE_NONE)
			return false;
		n->child = CERTIFICATE_NONE;
		return true;
	default:
		if (defence == CERTIFICATE_NONE || n->child == defence ||
		    (n->child == CERTIFICATE_NONE) != (way == 4))
			return false;
		n->child = defence;
		return true;
	}
}

static bool mutate_defence(dag_t *dag, unsigned way, rng_t *rng)
{
	const uint32_t at = pick(dag, rng, true, dag->count);
	const uint32_t attack = at == CERTIFICATE_NONE ? at : pick(dag, rng, false, at);
	dag_node_t *n = &dag->nodes[at];
	certificate_reply_t *reply;

	if (attack == CERTIFICATE_NONE)
		return false;
	if (way == 5 || way == 6) {
		const uint32_t was = n->child;

		n->child = way == 5 ? CERTIFICATE_NONE : attack;
		return n->child != was;
	}
	if (n->count == 0)
		return false;
	reply = &n->replies[rng_below(rng, n->count)];
	if (way == 7) {
		*reply = n->replies[--n->count];
	} else if (way == 8) {
		const uint32_t was = reply->child;

		reply->child = attack;
		return was != attack;
	} else {
		reply->move = some_move(dag, rng); /* two alike: the writer refuses */
	}
	return true;
}

static bool mutate_stone(dag_t *dag, rng_t *rng)
{
	char *text = dag->header.fen[0] != '\0' ? dag->header.fen : dag->header.rows;
	const size_t length = strcspn(text, " ");
	char *at = &text[rng_below(rng, (uint32_t)length)];
	const char was = *at;

	if (was == '/')
		return false;
	*at = text == dag->header.rows ? ".XO"[rng_below(rng, 3)]
	                               : "1PNBRQKpnbrqk"[rng_below(rng, 13)];
	return *at != was;
}

static bool mutate_claim(dag_t *dag, rng_t *rng)
{
	static const char *const goals[] = {"capture", "connect",     "semeai",
	                                    "win",     "mate",        "live-any",
	                                    "live",    "capture-any", "capture-all"};
	enum { GOALS = sizeof(goals) / sizeof(goals[0]) };
	certificate_header_t *h = &dag->header;
	unsigned side;

	switch (rng_below(rng, 6)) {
	case 0:
		h->black = !h->black;
		return true;
	case 1:
		h->defender_first = !h->defender_first;
		return true;
	case 2:
		side = rng_below(rng, 2);
		h->threats[side] = (h->threats[side] + 1 + rng_below(rng, 3)) % 4;
		return true;
	case 3:
		(void)snprintf(h->goal, sizeof(h->goal), "%s", goals[rng_below(rng, GOALS)]);
		return true;
	case 4:
		if (h->target[0] == '\0')
			return false;
		h->target[rng_below(rng, 2)] = "ABCDE12345"[rng_below(rng, 10)];
		return true;
	default:
		if (h->options == 0)
			return false;
		h->options--;
		return true;
	}
}

/* mend makes the CRC right again: the trailer is the last array of four that begins with 0. */
static void mend(bytes_t *b)
{
	for (size_t i = b->length; i-- > 0;) {
		const uint8_t *p = &b->data[i];
		uint32_t crc;
		uint8_t trailer[5] = {0xce};

		if (p[0] != 0x94 || i + 1 >= b->length || p[1] != 0x00)
			continue;
		crc = (uint32_t)crc32(0, b->data, (uInt)i);
		for (unsigned j = 0; j < 4; j++)
			trailer[1 + j] = (uint8_t)(crc >> (24 - 8 * j));
		/* The CRC is the last value: replace it, whatever its length. */
		for (size_t at = i + 2; at < b->length; at++) {
			static const uint8_t lengths[] = {1, 2, 4};
			unsigned values = 0;
			size_t end = i + 2;

			while (values < 2 && end < b->length) {
				const uint8_t type = b->data[end];

				end += 1 +
				       (type >= 0xcc && type <= 0xce ? lengths[type - 0xcc] : 0u);
				values++;
			}
			b->length = end;
			(void)bytes_write(b, trailer, sizeof(trailer));
			return;
		}
	}
}

static void flip(bytes_t *b, rng_t *rng)
{
	for (unsigned i = 1 + rng_below(rng, 3); i > 0; i--)
		b->data[rng_below(rng, (uint32_t)b->length)] ^= (uint8_t)(1u << rng_below(rng, 8));
}

bool mutate(const dag_t *dag, unsigned way, rng_t *rng, bytes_t *out)
{
	dag_t copy = *dag;
	bool done = true;

	copy.nodes = malloc(dag->count * sizeof(*copy.nodes));
	if (copy.nodes == NULL)
		abort();
	memcpy(copy.nodes, dag->nodes, dag->count * sizeof(*copy.nodes));
	if (way < 5)
		done = mutate_attack(&copy, way, rng);
	else if (way < 10)
		done = mutate_defence(&copy, way, rng);
	else if (way == 10)
		copy.root = rng_below(rng, copy.count);
	else if (way == 11)
		done = mutate_stone(&copy, rng);
	else if (way == 12)
		done = mutate_claim(&copy, rng);
	done = done && dag_write(&copy, out);
	free(copy.nodes);
	if (!done || way < FIRST_OF_BYTES)
		return done;
	if (way == MUTATIONS - 1)
		out->length = rng_below(rng, (uint32_t)out->length);
	else
		flip(out, rng);
	if (way == FIRST_OF_BYTES)
		mend(out);
	return true;
}
