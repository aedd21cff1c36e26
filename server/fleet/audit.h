/* SPDX-License-Identifier: MIT
 * audit.h - are the results true that workers tell? A front's side.
 *
 *   settled --> kept --drawn--> asked --proof--> waits --> checked --> accepted
 *                 |                \--no answer, or none to be had--> waits --> searched
 *                 \--its worker has told what is false--> waits --> searched
 *
 * Of the results that come from elsewhere so many of a hundred are drawn, after they have come, so
 * that no worker knows which. The worker is asked for a certificate (witness.h), which the checker
 * of tesuji-check judges by rules of its own. Where there is none the result is searched again
 * here, within about what it has cost there; so a worker that tells what is false of hard problems
 * alone, and gives no certificates, is found late or never.
 *
 * A worker is caught when its certificate is no proof of what it has told, or when a search here
 * finds the opposite. What it has told in the last AUDIT_KEPT_MS is searched again then. Whoever
 * was told what was false has been told; each such job is an error in the log. Nobody else is:
 * results from elsewhere are in no cache and no store (ending.c).
 *
 * That a result's first move and line are good is checked no further than outcome.h does.
 *
 * Ownership what is kept is copied.
 * Threads   the loop thread.
 */
#ifndef SERVER_FLEET_AUDIT_H
#define SERVER_FLEET_AUDIT_H

#include "server/fleet/messages.h"
#include "server/inside.h"

enum {
	AUDIT_KEPT = 1024,       /* limit: results that can be searched again */
	AUDIT_KEPT_MS = 300000,  /* limit: for how long */
	AUDIT_DRAWN = 16,        /* limit: that are asked about, or wait, at a time */
	AUDIT_ANSWER_MS = 10000, /* latency: until none is waited for any more */
	AUDIT_CHECK_MS = 10000,  /* limit: of a check; what takes longer is searched here */
	AUDIT_NODES = 50000000,  /* limit: of a search here */
};

typedef struct audit audit_t;

typedef struct {
	server_t *server;
	const member_t *self;
	messages_send_t send_cb;
	/* A worker has told what is false. */
	void (*caught_cb)(void *context, const char *worker, const errinfo_t *why);
	void *context;
} audit_conf_t;

typedef struct {
	uint64_t accepted; /* certificates, */
	uint64_t searched; /* results that a search here has found, too, */
	uint64_t open;     /* of which nothing was found, */
	uint64_t refuted;  /* and that are false */
} audit_counts_t;

/* audit_create returns NULL without memory. audit_free accepts NULL; it must not be busy. */
audit_t *audit_create(const audit_conf_t *conf);
void audit_free(audit_t *audit);

/* audit_settled takes the result of a final job that a worker has told, under the number that the
 * worker knows it by; `job_id` is its number here, 0: it has none. Of a hundred such
 * fleet_check_percent are drawn. */
void audit_settled(audit_t *audit, const member_t *worker, uint64_t number, uint64_t job_id,
                   const job_t *job);

/* audit_proof takes a worker's answer. */
void audit_proof(audit_t *audit, const message_t *message);

/* audit_suspect has all searched again that a worker has told lately. */
void audit_suspect(audit_t *audit, const member_t *worker);

/* audit_tick ends waiting for answers, and forgets what is old; every second. */
void audit_tick(audit_t *audit);

/* audit_stop audits no more; audit_busy: is something being checked or searched? When that ends,
 * jobs_t.idle_cb is called. */
void audit_stop(audit_t *audit);
bool audit_busy(const audit_t *audit);
audit_counts_t audit_counts(const audit_t *audit);

#endif
