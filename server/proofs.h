/* SPDX-License-Identifier: MIT
 * proofs.h - the certificates of finished jobs, made when a client asks for one.
 *
 *     proven --first request--> building --> ready --record forgotten--> freed
 *                                       `--> failed: told to who waits; proven again
 *
 * Making a certificate may search again what the table has lost. So each build has a thread of
 * its own, at the workers' priority, and few run at once. A certificate is kept in memory, which
 * is bounded, until its record is forgotten.
 *
 * Ownership a record owns its proof_t. A proof_t that is being built lives on after its record,
 *           until the thread is done. Connections are referred to by id.
 * Threads   the loop thread; a build touches only the bytes and counts of its own proof_t.
 */
#ifndef SERVER_PROOFS_H
#define SERVER_PROOFS_H

#include "engine/solve/solver.h"
#include "protocol/msg_proof.h"
#include "server/background.h"
#include "server/bridge.h"
#include "server/conn.h"
#include "server/list.h"

typedef struct proofs proofs_t;
typedef struct proof proof_t;

struct proofs {
	solver_t *solver;
	bridge_t *bridge;
	background_t *background;
	conns_t *conns;
	worker_priority_t priority;
	link_t building;
	unsigned building_count;
	uint64_t bytes; /* of all certificates that are ready */
	double mean_ms; /* that a build takes, of the last ones mostly */
	void *context;
	void (*idle_cb)(proofs_t *proofs); /* the last build has ended */
};

/* proofs_init prepares *proofs. The caller fills in solver, bridge, background, priority and
 * idle_cb before the first request. `conns` and `context` are borrowed. */
void proofs_init(proofs_t *proofs, conns_t *conns, void *context);

/* proofs_of keeps what the final job `job` has proven or disproven, for the record of the number
 * `id`. NULL: there is nothing to certify, or no memory. */
proof_t *proofs_of(proofs_t *proofs, const job_t *job, uint64_t id);

/* proofs_drop frees a proof_t when its record goes; a build is cancelled, and frees it later.
 * NULL is accepted. */
void proofs_drop(proof_t *proof);

/* proofs_ask answers a request for a piece of the certificate. If the certificate is not there,
 * the call begins to make it within the limits of this request, out->ready is false, and `conn`
 * gets job.certified when it is made or has failed. ERR_BUSY: too many are being made or kept,
 * or too many wait for this one; *retry_ms is then the time to wait. ERR_RANGE: the offset lies
 * behind the end. */
err_t proofs_ask(proof_t *proof, conn_t *conn, const msg_certificate_t *asked, msg_piece_t *out,
                 uint64_t *retry_ms, errinfo_t *why);

/* proofs_conn_gone cancels the builds that no other connection waits for; proofs_cancel_all
 * cancels all builds. */
void proofs_conn_gone(proofs_t *proofs, const conn_t *conn);
void proofs_cancel_all(proofs_t *proofs);

#endif
