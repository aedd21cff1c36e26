/* SPDX-License-Identifier: MIT
 * proofs.h - certificates of finished jobs, made when somebody asks for one.
 *
 *     proven --first request--> building --> ready --record forgotten--> gone
 *                                       `--> failed: told, and proven again
 *
 * A build may search again what the table has lost, so it has a thread of its own, at the workers'
 * priority; few at once. What it makes is kept in memory, bounded, until its record is forgotten.
 *
 * Ownership a record owns its proof_t; one that is being built outlives it, until the thread is
 *           done. Connections are referred to by id.
 * Threads   the loop thread; a build touches its own bytes and numbers only.
 */
#ifndef SERVER_PROOFS_H
#define SERVER_PROOFS_H

#include "engine/solve/solver.h"
#include "protocol/msg_proof.h"
#include "server/bridge.h"
#include "server/conn.h"
#include "server/list.h"

typedef struct proofs proofs_t;
typedef struct proof proof_t;

struct proofs {
	solver_t *solver;
	bridge_t *bridge;
	conns_t *conns;
	worker_priority_t priority;
	link_t building;
	unsigned building_count;
	uint64_t bytes; /* of all that are ready */
	void *context;
	void (*idle_cb)(proofs_t *proofs); /* the last build has ended */
};

void proofs_init(proofs_t *proofs, conns_t *conns, void *context);

/* proofs_of keeps what a final job has proven, for the record of that number; NULL when it has
 * proven nothing, or without memory. */
proof_t *proofs_of(proofs_t *proofs, const job_t *job, uint64_t id);

/* proofs_drop forgets it; a build is cancelled. NULL is accepted. */
void proofs_drop(proof_t *proof);

/* proofs_ask gives a piece of the certificate, or begins to make it and says that it is not ready:
 * `conn` hears of it then. The limits of who asks first are those of the making. ERR_BUSY: with the
 * time to wait. */
err_t proofs_ask(proof_t *proof, conn_t *conn, const msg_certificate_t *asked, msg_piece_t *out,
                 uint64_t *retry_ms, errinfo_t *why);

/* proofs_conn_gone cancels what nobody else waits for; proofs_cancel_all cancels all. */
void proofs_conn_gone(proofs_t *proofs, const conn_t *conn);
void proofs_cancel_all(proofs_t *proofs);

#endif
