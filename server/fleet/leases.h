/* SPDX-License-Identifier: MIT
 * leases.h - which worker has which job, and until when: a lease lapses where its worker has not
 * been heard of it for LEASE_MS, and then the job is handed out again, or searched at home.
 *
 *     grant --renew, renew...--> end        its result has come, or it was cancelled
 *                        \-----> lapsed     nothing was heard of it
 *
 * A lease is of one hand-out: a job that is handed out twice has two numbers, one after the other,
 * so that what comes late of the first is told from the second.
 *
 * Units     ms of any clock that does not go back.
 * Ownership a lease_t is embedded in what the caller has of a job; it must stay while it is
 * granted. Threads   one; no clock is read here.
 */
#ifndef SERVER_FLEET_LEASES_H
#define SERVER_FLEET_LEASES_H

#include <stdbool.h>
#include <stdint.h>

#include "server/idmap.h"
#include "server/list.h"

enum {
	LEASE_MS = 3000,       /* latency: of a worker that has died until its jobs are elsewhere */
	LEASE_RENEW_MS = 1000, /* latency: between two signs of life; two may be lost */
};

typedef struct {
	idnode_t node; /* its number */
	link_t link;   /* in leases_t.by_end */
	unsigned worker;
	uint64_t ends_ms;
} lease_t;

/* It points into itself: it must not be moved. */
typedef struct {
	idmap_t map;
	link_t by_end; /* all last equally long, so the oldest end first */
	unsigned count;
} leases_t;

/* leases_init makes an empty set, whose numbers follow `before`: at most 2^62, and drawn, so that a
 * front does not give out the numbers that it gave out before it was started again. What was said
 * of those may still come. */
void leases_init(leases_t *leases, uint64_t before);

/* leases_fini frees what it has; no lease may be granted. */
void leases_fini(leases_t *leases);

/* leases_grant gives the lease a number that none had before, and the worker until
 * now_ms + LEASE_MS. */
void leases_grant(leases_t *leases, lease_t *lease, unsigned worker, uint64_t now_ms);

/* leases_find returns the lease of that number if that worker has it, else NULL. */
lease_t *leases_find(const leases_t *leases, uint64_t number, unsigned worker);

/* leases_renew has a granted lease last LEASE_MS from now. */
void leases_renew(leases_t *leases, lease_t *lease, uint64_t now_ms);

/* leases_end takes back a granted lease. */
void leases_end(leases_t *leases, lease_t *lease);

/* leases_lapsed returns a granted lease that has ended by now, or NULL: none has. */
lease_t *leases_lapsed(const leases_t *leases, uint64_t now_ms);

/* leases_of returns a granted lease of the worker, or NULL: it has none. Looks at all. */
lease_t *leases_of(const leases_t *leases, unsigned worker);

#endif
