/* SPDX-License-Identifier: MIT
 * bus.h - messages between the daemons of a fleet, over NATS.
 *
 * Why NATS and not its JetStream for jobs: whoever hands out a job keeps it until the result is
 * back, and hands it out again when nothing is heard of it (leases.h). So a message that is lost,
 * or comes twice, does no harm, and an acknowledgement of the broker's would be no promise either:
 * it comes before the broker has written anything to its disk. What is left is a way that is as
 * short as can be. The broker may come later than the daemon, or go away and come back, or refuse
 * the daemon for a while: the bus goes through its addresses until one takes it. Messages that have
 * to be sent wait meanwhile, BUS_KEPT_BYTES of them, and what is more is lost; messages that are of
 * use only now are dropped.
 *
 * What comes in is handed over to the loop by the bridge, in the order in which it came on a
 * subject; beyond BUS_WAITING_MOST messages that the loop has not taken yet further ones are lost.
 *
 * Ownership texts and bytes are copied.
 * Threads   all functions, and both callbacks: the loop thread. None of them waits, but bus_end:
 *           what may wait for a broker is done by a thread of the bus's own; the library has more.
 * Errors    ERR_VALUE: an address or a file that the library does not take; ERR_NOMEM.
 */
#ifndef SERVER_FLEET_BUS_H
#define SERVER_FLEET_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "server/bridge.h"
#include "server/fleet/broker.h"

enum {
	BUS_SERVERS_MOST = 16, /* limit: of a list of addresses */
	BUS_SUBJECTS_MOST = BROKER_LISTEN_MOST,
	BUS_SUBJECT_BYTES = 128,      /* size: of a subject */
	BUS_TEXT_BYTES = 256,         /* size: of an address, a name, a path */
	BUS_MESSAGE_MOST = 512 << 10, /* limit: bytes of a message; the broker's is 1 MiB */
	BUS_WAITING_MOST = 8192,      /* limit: messages that wait for the loop */
	BUS_KEPT_BYTES = 4 << 20,     /* limit: that wait to be sent */
	BUS_CROWD = 256,       /* limit: such messages; beyond it BUS_FRESH ones are dropped */
	BUS_RETRY_MS = 250,    /* latency: between two attempts to connect, */
	BUS_REFUSED_MS = 2000, /* where the broker has refused the last one */
};

typedef struct bus bus_t;

/* What becomes of a message that cannot be sent at once: it waits, or it is dropped. */
typedef enum { BUS_KEPT, BUS_FRESH } bus_care_t;

typedef struct {
	const broker_ops_t *broker; /* how to connect to one */
	const char *servers;        /* nats://host:port or tls://host:port, separated by commas */
	const char *name;           /* of this daemon, for the broker's lists */
	const char *credentials;    /* a file of NATS credentials; "": none */
	const char *ca;             /* a file of authorities for tls://; "": the system's */

	/* What is listened to, wildcards included, up to the first NULL. Whatever brokers come and
	 * go: when a connection is told of, all its subjects are listened to. */
	const char *subjects[BUS_SUBJECTS_MOST];

	/* A message came on one of the subjects. */
	void (*message_cb)(void *context, const char *subject, const uint8_t *bytes, size_t count);
	/* The connection to a broker came, or went, or could not be made, for another reason than
	 * the one that was told last. `why` is "" when it came. */
	void (*state_cb)(void *context, bool is_connected, const char *why);
	void *context;
} bus_conf_t;

/* bus_open begins to connect, and returns at once. */
err_t bus_open(const bus_conf_t *conf, bridge_t *bridge, bus_t **out, errinfo_t *why);

/* bus_send sends a message; false: it is lost, since it is too long, or may not or cannot wait. */
bool bus_send(bus_t *bus, bus_care_t care, const char *subject, const uint8_t *bytes, size_t count);

/* bus_lost returns how many messages were lost here, coming or going. */
uint64_t bus_lost(const bus_t *bus);

/* bus_end sends what waits, if there is a broker, and closes the connection; no callback is called
 * from now on. It waits for the threads: for an attempt to connect or to write, which is given up
 * after BROKER_TRY_MS, and for a name that is being resolved. NULL is accepted. */
void bus_end(bus_t *bus);

/* bus_free frees it, after bus_end, when the bridge is empty (bridge_drain). NULL is accepted. */
void bus_free(bus_t *bus);

#endif
