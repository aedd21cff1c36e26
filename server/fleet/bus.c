/* SPDX-License-Identifier: MIT
 * bus.c - see bus.h: libnats, and its threads kept away from everything else.
 *
 * A callback of libnats copies what came into an envelope and posts that. bus_end is over when each
 * subscription, and the connection, has called its last callback (`open` is 0): from then on
 * nothing is posted any more. */
#include "server/fleet/bus.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include <nats/nats.h>

#include "engine/base/mem.h"
#include "engine/base/strbuf.h"
#include "server/list.h"

enum {
	SUBJECTS_MOST = 8, /* limit: that are listened to */
	SERVER_BYTES = 256,
};

struct bus {
	bus_conf_t conf;
	bridge_t *bridge;
	natsConnection *connection;
	natsSubscription *subscription[SUBJECTS_MOST];
	unsigned subscriptions;
	bool has_ended;        /* the loop thread's */
	pthread_mutex_t lock;  /* for the two below */
	pthread_cond_t closed; /* open is 0 */
	unsigned open;
	_Atomic unsigned waiting; /* relaxed: a bound */
	_Atomic uint64_t lost;    /* relaxed: a counter */
};

typedef enum { ENVELOPE_MESSAGE, ENVELOPE_CONNECTED, ENVELOPE_DISCONNECTED } envelope_kind_t;

typedef struct {
	bridge_node_t node;
	bus_t *bus;
	envelope_kind_t kind;
	size_t count;
	char subject[BUS_SUBJECT_BYTES];
	uint8_t bytes[];
} envelope_t;

static void lose(bus_t *bus)
{
	atomic_fetch_add_explicit(&bus->lost, 1, memory_order_relaxed);
}

static void opened(bus_t *bus)
{
	pthread_mutex_lock(&bus->lock);
	bus->open++;
	pthread_mutex_unlock(&bus->lock);
}

static void closed(bus_t *bus)
{
	pthread_mutex_lock(&bus->lock);
	assert(bus->open > 0);
	if (--bus->open == 0)
		pthread_cond_signal(&bus->closed);
	pthread_mutex_unlock(&bus->lock);
}

/* deliver calls the callback for an envelope, and frees it. */
static void deliver(bridge_node_t *node)
{
	envelope_t *e = LIST_ENTRY(node, envelope_t, node);
	bus_t *bus = e->bus;

	atomic_fetch_sub_explicit(&bus->waiting, 1, memory_order_relaxed);
	if (!bus->has_ended && e->kind == ENVELOPE_MESSAGE)
		bus->conf.message_cb(bus->conf.context, e->subject, e->bytes, e->count);
	else if (!bus->has_ended)
		bus->conf.state_cb(bus->conf.context, e->kind == ENVELOPE_CONNECTED);
	mem_free(e, sizeof(*e) + e->count);
}

/* post hands something over to the loop. On a thread of libnats. */
static void post(bus_t *bus, envelope_kind_t kind, const char *subject, const void *bytes,
                 size_t count)
{
	const bool is_message = kind == ENVELOPE_MESSAGE;
	envelope_t *e;

	if (atomic_fetch_add_explicit(&bus->waiting, 1, memory_order_relaxed) >= BUS_WAITING_MOST &&
	    is_message) {
		atomic_fetch_sub_explicit(&bus->waiting, 1, memory_order_relaxed);
		lose(bus);
		return;
	}
	e = mem_alloc(sizeof(*e) + count);
	if (e == NULL) {
		atomic_fetch_sub_explicit(&bus->waiting, 1, memory_order_relaxed);
		lose(bus);
		return;
	}
	e->node.run = deliver;
	e->bus = bus;
	e->kind = kind;
	e->count = count;
	strbuf_copy(e->subject, sizeof(e->subject), subject);
	if (count > 0)
		memcpy(e->bytes, bytes, count);
	bridge_post(bus->bridge, &e->node);
}

static void message_cb(natsConnection *nc, natsSubscription *sub, natsMsg *msg, void *context)
{
	bus_t *bus = context;
	const int length = natsMsg_GetDataLength(msg);

	(void)nc;
	(void)sub;
	if (length < 0 || length > BUS_MESSAGE_MOST ||
	    strlen(natsMsg_GetSubject(msg)) >= BUS_SUBJECT_BYTES)
		lose(bus);
	else
		post(bus, ENVELOPE_MESSAGE, natsMsg_GetSubject(msg), natsMsg_GetData(msg),
		     (size_t)length);
	natsMsg_Destroy(msg);
}

static void complete_cb(void *context)
{
	closed(context);
}

static void connected_cb(natsConnection *nc, void *context)
{
	(void)nc;
	post(context, ENVELOPE_CONNECTED, "", NULL, 0);
}

static void disconnected_cb(natsConnection *nc, void *context)
{
	(void)nc;
	post(context, ENVELOPE_DISCONNECTED, "", NULL, 0);
}

static void closed_cb(natsConnection *nc, void *context)
{
	(void)nc;
	closed(context);
}

/* set_servers gives libnats the addresses of a list. */
static err_t set_servers(natsOptions *options, const char *list, errinfo_t *why)
{
	char text[BUS_SERVERS_MOST][SERVER_BYTES];
	const char *servers[BUS_SERVERS_MOST];
	int count = 0;

	for (const char *at = list; *at != '\0';) {
		const size_t length = strcspn(at, ",");

		if (count == BUS_SERVERS_MOST || length == 0 || length >= SERVER_BYTES)
			return err_at(why, ERR_VALUE, "fleet",
			              "at most %d addresses nats://host:port, separated by commas",
			              BUS_SERVERS_MOST);
		memcpy(text[count], at, length);
		text[count][length] = '\0';
		if (strncmp(text[count], "nats://", 7) != 0 &&
		    strncmp(text[count], "tls://", 6) != 0)
			return err_at(why, ERR_VALUE, "fleet",
			              "'%s' does not begin with nats:// or tls://", text[count]);
		servers[count] = text[count];
		count++;
		at += length + (at[length] == ',');
	}
	if (count == 0 || natsOptions_SetServers(options, servers, count) != NATS_OK)
		return err_at(why, ERR_VALUE, "fleet", "'%s' is no list of addresses", list);
	return ERR_OK;
}

/* set_options sets all but the addresses. */
static natsStatus set_options(natsOptions *options, bus_t *bus)
{
	const bus_conf_t *conf = &bus->conf;
	natsStatus s = natsOptions_SetName(options, conf->name);

	if (s == NATS_OK)
		s = natsOptions_SetMaxReconnect(options, -1);
	if (s == NATS_OK)
		s = natsOptions_SetReconnectWait(options, BUS_RETRY_MS);
	if (s == NATS_OK)
		s = natsOptions_SetReconnectBufSize(options, BUS_KEPT_BYTES);
	if (s == NATS_OK)
		s = natsOptions_SetPingInterval(options, BUS_PING_MS);
	if (s == NATS_OK)
		s = natsOptions_SetRetryOnFailedConnect(options, true, connected_cb, bus);
	if (s == NATS_OK)
		s = natsOptions_SetReconnectedCB(options, connected_cb, bus);
	if (s == NATS_OK)
		s = natsOptions_SetDisconnectedCB(options, disconnected_cb, bus);
	if (s == NATS_OK)
		s = natsOptions_SetClosedCB(options, closed_cb, bus);
	if (s == NATS_OK && conf->credentials[0] != '\0')
		s = natsOptions_SetUserCredentialsFromFiles(options, conf->credentials, NULL);
	if (s == NATS_OK && conf->ca[0] != '\0')
		s = natsOptions_LoadCATrustedCertificates(options, conf->ca);
	return s;
}

static err_t connect_to(bus_t *bus, natsOptions *options, errinfo_t *why)
{
	err_t err = set_servers(options, bus->conf.servers, why);
	natsStatus s;

	if (err != ERR_OK)
		return err;
	s = set_options(options, bus);
	if (s != NATS_OK)
		return err_at(why, ERR_VALUE, "fleet", "%s", natsStatus_GetText(s));
	opened(bus);
	s = natsConnection_Connect(&bus->connection, options);
	if (s == NATS_OK)
		connected_cb(bus->connection, bus);
	if (s == NATS_OK || s == NATS_NOT_YET_CONNECTED)
		return ERR_OK;
	closed(bus);
	return err_at(why, ERR_VALUE, "fleet", "%s", natsStatus_GetText(s));
}

err_t bus_open(const bus_conf_t *conf, bridge_t *bridge, bus_t **out, errinfo_t *why)
{
	natsOptions *options = NULL;
	bus_t *bus = mem_alloc(sizeof(*bus));
	err_t err;

	*out = NULL;
	if (bus == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	bus->conf = *conf;
	bus->bridge = bridge;
	pthread_mutex_init(&bus->lock, NULL);
	pthread_cond_init(&bus->closed, NULL);
	if (natsOptions_Create(&options) != NATS_OK)
		err = err_fail(why, ERR_NOMEM, "no memory for a connection to a broker");
	else
		err = connect_to(bus, options, why);
	natsOptions_Destroy(options);
	if (err != ERR_OK) {
		bus->has_ended = true;
		bus_free(bus);
		return err;
	}
	*out = bus;
	return ERR_OK;
}

err_t bus_listen(bus_t *bus, const char *subject, errinfo_t *why)
{
	natsSubscription **sub = &bus->subscription[bus->subscriptions];
	natsStatus s;

	assert(bus->subscriptions < SUBJECTS_MOST && !bus->has_ended);
	s = natsConnection_Subscribe(sub, bus->connection, subject, message_cb, bus);
	if (s == NATS_OK) {
		opened(bus);
		s = natsSubscription_SetOnCompleteCB(*sub, complete_cb, bus);
		if (s != NATS_OK) {
			natsSubscription_Destroy(*sub);
			closed(bus);
		}
	}
	if (s != NATS_OK)
		return err_fail(why, ERR_NOMEM, "cannot listen to %s: %s", subject,
		                natsStatus_GetText(s));
	bus->subscriptions++;
	return ERR_OK;
}

bool bus_send(bus_t *bus, const char *subject, const uint8_t *bytes, size_t count)
{
	if (count <= BUS_MESSAGE_MOST &&
	    natsConnection_Publish(bus->connection, subject, bytes, (int)count) == NATS_OK)
		return true;
	lose(bus);
	return false;
}

uint64_t bus_lost(const bus_t *bus)
{
	return atomic_load_explicit(&bus->lost, memory_order_relaxed);
}

void bus_end(bus_t *bus)
{
	if (bus == NULL)
		return;
	bus->has_ended = true;
	natsConnection_Close(bus->connection);
	for (unsigned i = 0; i < bus->subscriptions; i++)
		natsSubscription_Destroy(bus->subscription[i]);
	pthread_mutex_lock(&bus->lock);
	while (bus->open > 0)
		pthread_cond_wait(&bus->closed, &bus->lock);
	pthread_mutex_unlock(&bus->lock);
	natsConnection_Destroy(bus->connection);
}

void bus_free(bus_t *bus)
{
	if (bus == NULL)
		return;
	assert(bus->has_ended && atomic_load(&bus->waiting) == 0);
	pthread_cond_destroy(&bus->closed);
	pthread_mutex_destroy(&bus->lock);
	mem_free(bus, sizeof(*bus));
}
