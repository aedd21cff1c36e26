/* SPDX-License-Identifier: MIT
 * front.h - the jobs of this daemon that may be searched elsewhere: hands them out to the workers
 * of the fleet, and takes their results.
 *
 *   HOME --lend_next, work--> OUT --done--> settled
 *    ^                         |  \--it has ended here--> stop
 *    \--declined, lapsed, cancelled or failed there--/
 *
 * Whoever submits a job keeps it, and tells of it here: it is offered. Which one goes out next is
 * the solver's turn (engine/solve/lend.h), which worker gets it is placement.h, or sent.h where
 * another job that asks the same has been sent somewhere, and for how long it has it leases.h. A
 * job that has been lost FRONT_TRIES times, that a worker cannot do, or that has failed there,
 * stays at home: it may be what kills its workers.
 *
 * What a worker says is read as if a stranger had said it (outcome.h), and some of it is checked
 * (audit.h). A worker that says what no search can have found is shut out.
 *
 * Ownership a job is borrowed between front_offer and front_ended, and what it asks is copied.
 * Threads   the loop thread.
 */
#ifndef SERVER_FLEET_FRONT_H
#define SERVER_FLEET_FRONT_H

#include <stdatomic.h>

#include <uv.h>

#include "protocol/msg.h"
#include "server/fleet/audit.h"
#include "server/fleet/messages.h"
#include "server/fleet/placement.h"

enum {
	FRONT_SILENCE_MS = 3000, /* latency: who is not heard of for so long gets no jobs */
	FRONT_TRIES = 3,         /* limit: times that a job is lost, before it stays at home */
	FRONT_AT_ONCE = 64,      /* limit: jobs handed out in one turn of the loop */
	FRONT_FOLLOW_MS = 20,    /* latency: until a job that finds no place goes where another
	                          * that asks the same has been sent */
	FRONT_WATCH_MS = 100,    /* latency: until a worker knows that somebody watches its job */
};

typedef struct front front_t;

typedef struct {
	uv_loop_t *loop;
	solver_t *solver;
	audit_t *audit;
	const member_t *self;
	double small_ms; /* a job that takes less stays at home */
	messages_send_t send_cb;
	/* A job was offered, where there was none. */
	void (*busy_cb)(void *context);
	void *context;
} front_conf_t;

typedef struct {
	uint64_t sent, settled, declined, lapsed, failed;
	unsigned out, offered; /* now */
} front_counts_t;

/* front_create returns NULL without memory. front_free accepts NULL; nothing may be offered. */
front_t *front_create(const front_conf_t *conf);
void front_free(front_t *front);

/* front_offer tells of a job that has been submitted, of a game, by the number `job_id`, or 0;
 * `wanted`, or NULL, is true while its progress is. Without memory it stays at home. front_ended
 * tells of its end, and returns the name of the worker that has searched it, "": it was searched
 * here. Both accept a front that is NULL. */
void front_offer(front_t *front, job_t *job, uint64_t job_id, const msg_submit_t *msg,
                 const char *game, const atomic_bool *wanted);
const char *front_ended(front_t *front, const job_t *job, const result_t *result);

/* front_here takes what a daemon tells of itself; front_news what a worker tells of a job, of which
 * `root` is the message's map. */
void front_here(front_t *front, const message_t *message);
void front_news(front_t *front, const message_t *message, const node_t *root);

/* front_sent takes what another front tells of the jobs that it has handed out. */
void front_sent(front_t *front, const message_t *message);

/* front_shut_out has a worker of that name get no more jobs, which has told what is false. */
void front_shut_out(front_t *front, const char *name, const errinfo_t *why);

/* front_tick hands out what waits, if there is a broker, and takes back what has lapsed. To be
 * called every FRONT_TICK_MS while jobs are offered. */
enum { FRONT_TICK_MS = 4 };
void front_tick(front_t *front, bool is_connected);

/* front_counts tells what it has done. front_places tells how many jobs the workers that are there
 * search at once; 0 for NULL. front_worker borrows what it knows of one, NULL: nothing. */
front_counts_t front_counts(const front_t *front);
unsigned front_places(const front_t *front);
const fleet_worker_t *front_worker(const front_t *front, const char *name);

#endif
