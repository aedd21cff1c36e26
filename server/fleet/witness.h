/* SPDX-License-Identifier: MIT
 * witness.h - makes the certificate of what an errand has found, if its front asks for that
 * (audit.h): a worker's side.
 *
 *   an errand's end --witness_keep--> kept --prove--> waits --> being made --> proof
 *                                       \--WITNESS_KEPT newer ones--> forgotten
 *
 * A front asks about few results, and soon after they have come, so that a bounded number of the
 * last ones is enough. One certificate is made at a time, on a thread of the workers' priority; one
 * that is too long, or takes too long, is not made, and the answer says why.
 *
 * Ownership what an errand has found is copied.
 * Threads   the loop thread.
 */
#ifndef SERVER_FLEET_WITNESS_H
#define SERVER_FLEET_WITNESS_H

#include "server/fleet/messages.h"
#include "server/inside.h"

enum {
	WITNESS_KEPT = 256,        /* limit: results that a front may ask about */
	WITNESS_WAITING = 8,       /* limit: certificates that are asked for and not begun */
	WITNESS_BYTES = 256 << 10, /* limit: of a certificate; less than BUS_MESSAGE_MOST */
	WITNESS_NODES = 1000000,   /* limit: searched again for one */
	WITNESS_MAKING_MS = 3000,  /* limit: that one may take; less than AUDIT_ANSWER_MS */
};

typedef struct witness witness_t;

typedef struct {
	server_t *server;
	const member_t *self;
	messages_send_t send_cb;
	void *context;
} witness_conf_t;

/* witness_create returns NULL without memory. witness_free accepts NULL; nothing may be in the
 * making. */
witness_t *witness_create(const witness_conf_t *conf);
void witness_free(witness_t *witness);

/* witness_keep keeps what a final job has found for a front, under the front's number; nothing
 * where it has decided nothing. */
void witness_keep(witness_t *witness, const member_t *front, uint64_t number, const job_t *job);

/* witness_ask takes the message of a front that asks. */
void witness_ask(witness_t *witness, const message_t *message);

/* witness_stop makes no more certificates; witness_busy: is one in the making? When that ends,
 * jobs_t.idle_cb is called. */
void witness_stop(witness_t *witness);
bool witness_busy(const witness_t *witness);

#endif
