/* SPDX-License-Identifier: MIT
 * errands.h - the jobs of other daemons that this one searches: a worker's side of the fleet.
 *
 *   work --taken--> an ordinary job of the peer "fleet NAME" --its end--> done
 *      \--declined: it has enough, it ends, or it cannot or may not search that
 *
 * An errand is a job like any other, but for its end, which is told to its front and forgotten
 * here. Its front hears every LEASE_RENEW_MS which errands of its are here. What a front has
 * stopped, and all that it has where it is not heard of any more, or has begun anew, is cancelled.
 *
 * Ownership an errand belongs to its record (jobs.h), until errands_ended.
 * Threads   the loop thread.
 */
#ifndef SERVER_FLEET_ERRANDS_H
#define SERVER_FLEET_ERRANDS_H

#include "server/fleet/messages.h"
#include "server/inside.h"

enum {
	ERRANDS_FRONTS = 256,      /* limit: fronts that have errands here */
	ERRANDS_SILENCE_MS = 5000, /* latency: until the errands of a front that is gone are, too */
	ERRANDS_AHEAD = 2,         /* places for each thread that searches: one to follow */
	ERRANDS_MORE = 2,          /* and so many more, for what is on its way */
};

typedef struct errands errands_t;

typedef struct {
	server_t *server;
	const member_t *self;
	messages_send_t send_cb;
	/* An errand was taken, where there was none. */
	void (*busy_cb)(void *context);
	void *context;
} errands_conf_t;

typedef struct {
	uint64_t taken, declined, done, cancelled;
	unsigned running; /* now */
} errands_counts_t;

/* errands_create returns NULL without memory. errands_free accepts NULL; there may be none then. */
errands_t *errands_create(const errands_conf_t *conf);
void errands_free(errands_t *errands);

/* errands_take takes or declines a job; the body of the message is decoded with `codec`, which is
 * not that of a request. errands_stop and errands_watch do what a front asks about one.
 * errands_here notes that a front is there. */
void errands_take(errands_t *errands, const message_t *message, codec_t *codec);
void errands_stop(errands_t *errands, const message_t *message);
void errands_watch(errands_t *errands, const message_t *message);
void errands_here(errands_t *errands, const message_t *message);

/* errands_prove sends a front the certificate of what an errand has found. */
void errands_prove(errands_t *errands, const message_t *message);

/* errands_progressed and errands_ended are jobs_t.errand_progress_cb and errand_ended_cb. */
void errands_progressed(record_t *record);
void errands_ended(record_t *record, const result_t *result);

/* errands_tick renews leases, and looks for fronts that are gone; about every LEASE_RENEW_MS. */
void errands_tick(errands_t *errands);

/* errands_drain has no more taken; errands_busy: is a certificate in the making? (witness.h) */
void errands_drain(errands_t *errands);
bool errands_busy(const errands_t *errands);

/* errands_places tells how many jobs of others it would search at once, 0: it ends; errands_room
 * how many of these it could begin now. */
unsigned errands_places(const errands_t *errands);
unsigned errands_room(const errands_t *errands);
errands_counts_t errands_counts(const errands_t *errands);

#endif
