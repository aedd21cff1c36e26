/* SPDX-License-Identifier: MIT
 * broker.h - a connection to a broker of messages, as a bus needs it (bus.h): made once, lost once.
 *
 * It is a table of functions, so that no program needs a broker's library but the daemon that is
 * told of it (broker_nats.h); and a test may have a broker of its own.
 *
 * Ownership texts and bytes are borrowed during a call.
 * Threads   one at a time for each connection, which may have to wait; the callbacks come on
 *           threads of the broker's library.
 */
#ifndef SERVER_FLEET_BROKER_H
#define SERVER_FLEET_BROKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"

enum {
	BROKER_TRY_MS = 1000,   /* latency: of one attempt to connect, or to write */
	BROKER_PING_MS = 2000,  /* latency: a broker that does not answer two is gone */
	BROKER_LISTEN_MOST = 8, /* limit: subjects that are listened to */
};

typedef struct broker broker_t;

typedef struct {
	const char *address;                 /* nats://host:port or tls://host:port */
	const char *name, *credentials, *ca; /* as in bus_conf_t */

	/* A message came; the bytes and the subject are borrowed. */
	void (*message_cb)(void *context, const char *subject, const void *bytes, size_t count);
	/* The connection is lost; once, also where it is closed here. */
	void (*lost_cb)(void *context);
	void *context;
} broker_conf_t;

typedef struct {
	/* check tells whether the settings can be read. ERR_VALUE, ERR_NOMEM. */
	err_t (*check)(const broker_conf_t *conf, errinfo_t *why);

	/* open connects. ERR_IO: there is no broker; ERR_TOKEN: it refuses the daemon; ERR_VALUE.
	 */
	err_t (*open)(const broker_conf_t *conf, broker_t **out, errinfo_t *why);

	/* listen has messages on a subject delivered, from its return on; send sends one. ERR_IO:
	 * the connection is of no use any more; ERR_LIMIT: the broker takes no message of that
	 * size. */
	err_t (*listen)(broker_t *broker, const char *subject, errinfo_t *why);
	err_t (*send)(broker_t *broker, const char *subject, const uint8_t *bytes, size_t count,
	              errinfo_t *why);

	/* close ends it, and waits for callbacks to return; it says in *why what had gone wrong,
	 * ERR_OK: nothing that is known. */
	err_t (*close)(broker_t *broker, errinfo_t *why);
} broker_ops_t;

#endif
