/* SPDX-License-Identifier: MIT
 * fact_audit.h - searches again for facts that others have told, one after the other.
 *
 * What is drawn waits here, and is in no store before it has been searched for: on a board with
 * stones at random wherever the fact says that they do not matter. The search is an
 * ordinary job of one thread, which has its turns beside those of clients, within twice what the
 * fact is said to have cost and FACT_AUDIT_NODES_MORE; so a fact that is false and said to be very
 * dear stays open at its limit.
 *
 * Ownership what waits is copied.
 * Threads   the loop thread.
 */
#ifndef SERVER_FLEET_FACT_AUDIT_H
#define SERVER_FLEET_FACT_AUDIT_H

#include "server/fact_check.h"
#include "server/fleet/messages.h"
#include "server/inside.h"

enum {
	FACT_AUDIT_WAITING = 64,     /* limit: facts that wait */
	FACT_AUDIT_NODES = 10000000, /* limit: of a search */
	FACT_AUDIT_NODES_MORE = 100000,
};

typedef struct fact_audit fact_audit_t;

typedef struct {
	server_t *server;
	const member_t *self;
	/* What a search has found of a peer's fact, which is borrowed. */
	void (*checked_cb)(void *context, const char *peer, const fact_record_bytes_t *record,
	                   fact_verdict_t verdict);
	void *context;
} fact_audit_conf_t;

/* fact_audit_create returns NULL without memory. fact_audit_free accepts NULL; it must not be
 * busy. */
fact_audit_t *fact_audit_create(const fact_audit_conf_t *conf);
void fact_audit_free(fact_audit_t *audit);

/* fact_audit_add has a peer's fact searched for; false: enough wait, or it has stopped.
 * fact_audit_drop forgets what waits of a peer's. */
bool fact_audit_add(fact_audit_t *audit, const char *peer, const fact_record_bytes_t *record);
void fact_audit_drop(fact_audit_t *audit, const char *peer);

/* fact_audit_stop ends it; fact_audit_busy: does a search go on? When that ends, jobs_t.idle_cb is
 * called. */
void fact_audit_stop(fact_audit_t *audit);
bool fact_audit_busy(const fact_audit_t *audit);

#endif
