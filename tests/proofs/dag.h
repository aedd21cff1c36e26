/* SPDX-License-Identifier: MIT
 * dag.h - certificates for tests: strategies as arrays of nodes, found by brute force and judged by
 * brute force, both by the engine's own rules (game.h), with which the checker shares nothing.
 *
 * Ownership a dag_t is the caller's: dag_free. Errors: no memory ends the program.
 */
#ifndef TESTS_PROOFS_DAG_H
#define TESTS_PROOFS_DAG_H

#include "engine/base/rng.h"
#include "engine/game/game.h"
#include "engine/proof/bytes.h"

typedef struct {
	bool defence;
	int32_t move;   /* of an attack */
	uint32_t child; /* or default */
	unsigned count; /* replies listed */
	certificate_reply_t replies[CERTIFICATE_REPLIES_MAX / 2];
} dag_node_t;

typedef struct {
	certificate_header_t header;
	dag_node_t *nodes;
	uint32_t count, room, root;
} dag_t;

void dag_free(dag_t *dag);

/* dag_add adds an empty node. dag_write makes a file of it; false: the writer refused. dag_read
 * reads one; false: it is none. */
dag_node_t *dag_add(dag_t *dag);
bool dag_write(dag_t *dag, bytes_t *out);
bool dag_read(bytes_t *in, dag_t *out);

/* dag_save leaves a file in the folder as "17-what"; if it cannot, the program ends. */
void dag_save(const bytes_t *file, const char *folder, unsigned number, const char *what);

/* dag_position makes the position of the header; NULL: the game refuses it. */
position_t *dag_position(const certificate_header_t *header);

/* dag_prove looks for a strategy of `depth` moves or fewer from the position of the header, which
 * it fills the nodes with. False: there is none, or *budget positions did not suffice. */
bool dag_prove(dag_t *dag, unsigned depth, long *budget, rng_t *rng);

/* dag_judge replays every legal reply everywhere: 1 it is a proof, 0 it is none, -1 *budget
 * positions did not suffice. */
int dag_judge(const dag_t *dag, long *budget);

#endif
