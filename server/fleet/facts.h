/* SPDX-License-Identifier: MIT
 * facts.h - what the stores of a fleet know together: this daemon tells the others the facts that
 * its searches find, and takes in theirs.
 *
 *   found here    store_keep -> outbox --some ms--> a parcel to all who listen
 *   told          a parcel -> form (libuv's pool) --drawn--> searched again (fact_audit.h) -> store
 *                                                 \--else----------------------------------> store
 *   missed        asked for, from one member after the other (fact_replay.h), and told likewise
 *
 * Why no JetStream: each store has all that it was ever told, so a stream would be one more copy,
 * with limits beyond which it has forgotten, and a broker that keeps something. A daemon that was
 * away, or is new, asks a store instead, and gets what it lacks, however old.
 *
 * Nobody is believed by name. A record must be one that a lookup would find, by these rules and in
 * this format; its truth is sampled as workers' results are (fleet_check_percent), beginning with
 * the first FACTS_FIRST of each daemon. Who tells what is false is shut out until the end, and what
 * was taken from it lately is dropped from the store. What was found elsewhere is told to nobody
 * but who asks, so nothing goes in circles. Whatever is too much is left out and counted: messages,
 * bytes of a daemon a second, facts that wait.
 *
 * Ownership a facts_t borrows its server.
 * Threads   the loop thread; facts come from searches on their threads.
 */
#ifndef SERVER_FLEET_FACTS_H
#define SERVER_FLEET_FACTS_H

#include "server/fleet/members.h"
#include "server/inside.h"

enum {
	FACTS_DELAY_MS = 20,           /* latency: until a fact is told; others may go with it */
	FACTS_PARCEL_BYTES = 64 << 10, /* size: of a parcel, at most */
	FACTS_FIRST = 8,               /* of a daemon, that are all checked */
	FACTS_WAITING_MOST = 8192,     /* limit: with more that wait for the disk none are taken */
	FACTS_REFUSED_MS = 60000,      /* rate: of lines in the log about what is refused */
};

typedef struct facts facts_t;

typedef struct {
	server_t *server;
	const member_t *self;
	const members_t *members;
	messages_send_t send_cb;
	void *context;
} facts_conf_t;

typedef struct {
	uint64_t sent;    /* found here, and told */
	uint64_t taken;   /* others', into the store, */
	uint64_t known;   /* that it had, */
	uint64_t refused; /* and that, or messages which, were not what they must be, or too many */
	uint64_t agreed;  /* that were searched again, and found, */
	uint64_t open;    /* of which nothing was found, */
	uint64_t refuted; /* and that are false */
	uint64_t dropped; /* taken, and removed since who told them has told what is false */
	uint64_t lost;    /* found here and not told, since too many waited */
} facts_counts_t;

/* facts_create: ERR_VALUE: there is no store; ERR_NOMEM. There may be no searches yet. facts_free
 * accepts NULL; it must not be busy. */
err_t facts_create(const facts_conf_t *conf, facts_t **out, errinfo_t *why);
void facts_free(facts_t *facts);

/* facts_attach has it told what searches find; there may have been none. */
void facts_attach(facts_t *facts);

/* facts_begin makes its handles, facts_end closes them. */
void facts_begin(facts_t *facts);
void facts_end(facts_t *facts);

/* facts_connected tells whether there is a broker. facts_tick goes on with what was missed; every
 * second. facts_message takes one of the kinds facts, list, listed and want. */
void facts_connected(facts_t *facts, bool is_connected);
void facts_tick(facts_t *facts);
void facts_message(facts_t *facts, const message_t *message);

/* facts_stop takes nothing in any more; facts_busy: is something being searched or looked up? When
 * that ends, jobs_t.idle_cb is called. */
void facts_stop(facts_t *facts);
bool facts_busy(const facts_t *facts);

/* facts_offered is how many facts others may ask for. */
uint64_t facts_offered(const facts_t *facts);
facts_counts_t facts_counts(facts_t *facts);

#endif
