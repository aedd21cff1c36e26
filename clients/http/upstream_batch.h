/* SPDX-License-Identifier: MIT
 * upstream_batch.h - batches that are handed in: each in messages one after the other, on a
 * connection that takes no other batch meanwhile.
 *
 * Bounds    batches that are being handed in or wait for a connection, and their bytes. Who has
 *           waited for UPSTREAM_QUEUE_MS is answered "busy".
 * Ownership what is handed in is taken over.
 * Threads   the loop's.
 * Errors    as those of upstream_call. A batch that is not handed in whole is none.
 */
#ifndef CLIENTS_HTTP_UPSTREAM_BATCH_H
#define CLIENTS_HTTP_UPSTREAM_BATCH_H

#include "clients/http/lot.h"
#include "clients/http/upstream.h"

enum {
	UPSTREAM_BATCHES_MOST = 64,  /* of all without a token */
	UPSTREAM_BATCHES_OTHER = 16, /* of another account */
	UPSTREAM_BATCHES_BYTES = 32 << 20,
	UPSTREAM_BATCHES_BYTES_OTHER = 8 << 20,
};

typedef struct upstream_filling upstream_filling_t;

/* Those of an upstream. */
typedef struct {
	uv_timer_t timer;
	upstream_filling_t *first; /* in the order of asking */
	unsigned count;
	size_t bytes;
} upstream_batches_t;

/* upstream_batch hands in a batch; the result is that of the last batch.submit. */
void upstream_batch(upstream_t *u, lot_t *lot,
                    void (*answered)(void *user, const upstream_answer_t *answer), void *user);

/* upstream_batch_open prepares an upstream, and upstream_batch_close, when its connections are
 * closed, fails what waits: for upstream.c. */
void upstream_batch_open(upstream_t *u);
void upstream_batch_close(upstream_t *u);

#endif
