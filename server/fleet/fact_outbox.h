/* SPDX-License-Identifier: MIT
 * fact_outbox.h - facts that searches here have found, until the loop sends them to others.
 *
 * Ownership records are copied.
 * Threads   fact_outbox_add any; the rest the loop thread.
 */
#ifndef SERVER_FLEET_FACT_OUTBOX_H
#define SERVER_FLEET_FACT_OUTBOX_H

#include <pthread.h>

#include "server/bridge.h"
#include "server/fleet/fact_parcel.h"

enum { OUTBOX_BYTES = 1 << 20 /* limit: that wait; further facts are not sent */ };

typedef struct {
	bridge_t *bridge; /* NULL: it has not begun */
	bridge_node_t due;
	void (*due_cb)(void *context);
	void *context;

	pthread_mutex_t lock; /* of what follows */
	uint8_t *bytes;       /* facts as in a parcel */
	size_t length;
	bool is_posted;
	uint64_t lost;
} fact_outbox_t;

/* fact_outbox_init makes an empty one. The loop calls `due_cb` when a fact has come where there was
 * none. False: no memory. fact_outbox_begin gives it the bridge for that; no fact
 * may come before. */
bool fact_outbox_init(fact_outbox_t *outbox, void (*due_cb)(void *context), void *context);
void fact_outbox_begin(fact_outbox_t *outbox, bridge_t *bridge);
void fact_outbox_fini(fact_outbox_t *outbox);

void fact_outbox_add(fact_outbox_t *outbox, const fact_record_bytes_t *record);

/* fact_outbox_take moves facts to `out`, as many as have room in it and in a parcel, and returns
 * their bytes; *facts is their number. fact_outbox_waits: are there more? */
size_t fact_outbox_take(fact_outbox_t *outbox, uint8_t *out, size_t room, unsigned *facts);
bool fact_outbox_waits(fact_outbox_t *outbox);
uint64_t fact_outbox_lost(fact_outbox_t *outbox);

#endif
