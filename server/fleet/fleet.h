/* SPDX-License-Identifier: MIT
 * fleet.h - this daemon as a member of a fleet: tells the others that it is here, and gives what
 * they tell to whom it concerns (front.h, errands.h).
 *
 * Ownership a fleet_t borrows its server.
 * Threads   the loop thread, or main before the loop runs.
 * Errors    every function accepts a fleet that is NULL, and does nothing then: the settings name
 *           none.
 */
#ifndef SERVER_FLEET_FLEET_H
#define SERVER_FLEET_FLEET_H

#include "server/fleet/errands.h"
#include "server/fleet/facts.h"
#include "server/fleet/front.h"
#include "server/inside.h"

enum {
	FLEET_HERE_MS = 1000, /* latency: between two messages that a daemon is here */
	FLEET_ROOM_MS = 20,   /* latency: until others know that a worker has room again */
};

typedef struct fleet fleet_t;

/* fleet_create makes what the settings of *server name; NULL: nothing. ERR_VALUE: a setting makes
 * no sense; ERR_NOMEM. fleet_attach gives it to the jobs of the server, before there are any. */
err_t fleet_create(server_t *server, fleet_t **out, errinfo_t *why);
void fleet_attach(fleet_t *fleet);

/* fleet_join begins to connect. ERR_VALUE: with `broker` NULL, the program cannot. */
err_t fleet_join(fleet_t *fleet, const broker_ops_t *broker, errinfo_t *why);

/* What a member has done since the start, and does. */
typedef struct {
	front_counts_t front;
	audit_counts_t audit;
	errands_counts_t errands;
	bool has_facts; /* it shares its store */
	facts_counts_t facts;
	uint64_t lost; /* messages */
	unsigned members, places;
	bool is_connected;
} fleet_counts_t;

/* fleet_count counts it; false: there is no fleet. fleet_tell fills in what server.info tells. */
void fleet_tell(const fleet_t *fleet, msg_info_t *out);
bool fleet_count(const fleet_t *fleet, fleet_counts_t *out);

/* fleet_drain takes no more jobs in, and audits no more; fleet_in_flight counts what of that is
 * still to end. fleet_end sends what is to be sent and closes the connection, for which it may wait
 * a second (bus_end), and its handles; nobody else may post to the bridge any more. */
void fleet_drain(fleet_t *fleet);
unsigned fleet_in_flight(const fleet_t *fleet);
void fleet_end(fleet_t *fleet);
void fleet_free(fleet_t *fleet);

#endif
