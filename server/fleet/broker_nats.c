/* SPDX-License-Identifier: MIT
 * broker_nats.c - see broker.h.
 *
 * libnats holds the lock of a connection while it connects again, for a second and more: whoever
 * sends waits for that. So it is told not to; who has lost a connection makes another (bus.c).
 *
 * A connection is over when each of its subscriptions, and the connection itself, has called its
 * last callback: `open` is 0. */
#include "server/fleet/broker_nats.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

#include <nats/nats.h>

#include "engine/base/mem.h"

struct broker {
	void (*message_cb)(void *context, const char *subject, const void *bytes, size_t count);
	void (*lost_cb)(void *context);
	void *context;
	natsConnection *connection;
	natsSubscription *subscription[BROKER_LISTEN_MOST];
	unsigned subscriptions;
	pthread_mutex_t lock;  /* of open */
	pthread_cond_t closed; /* open is 0 */
	unsigned open;         /* last callbacks that are still to come */
};

/* opened and closed count callbacks that are to come. */
static void opened(broker_t *broker)
{
	pthread_mutex_lock(&broker->lock);
	broker->open++;
	pthread_mutex_unlock(&broker->lock);
}

static void closed(broker_t *broker)
{
	pthread_mutex_lock(&broker->lock);
	assert(broker->open > 0);
	if (--broker->open == 0)
		pthread_cond_signal(&broker->closed);
	pthread_mutex_unlock(&broker->lock);
}

static void message_cb(natsConnection *nc, natsSubscription *sub, natsMsg *msg, void *context)
{
	const broker_t *broker = context;

	(void)nc;
	(void)sub;
	broker->message_cb(broker->context, natsMsg_GetSubject(msg), natsMsg_GetData(msg),
	                   (size_t)natsMsg_GetDataLength(msg));
	natsMsg_Destroy(msg);
}

static void complete_cb(void *context)
{
	closed(context);
}

static void closed_cb(natsConnection *nc, void *context)
{
	broker_t *broker = context;

	(void)nc;
	broker->lost_cb(broker->context);
	closed(broker);
}

/* set_login sets what the broker is to know the daemon by, and how it is known. */
static natsStatus set_login(natsOptions *options, const broker_conf_t *conf)
{
	natsStatus s = natsOptions_SetName(options, conf->name);

	if (s == NATS_OK && conf->credentials[0] != '\0')
		s = natsOptions_SetUserCredentialsFromFiles(options, conf->credentials, NULL);
	if (s == NATS_OK && strncmp(conf->address, "tls://", 6) == 0)
		s = natsOptions_SetSecure(options, true);
	if (s == NATS_OK && conf->ca[0] != '\0')
		s = natsOptions_LoadCATrustedCertificates(options, conf->ca);
	return s;
}

/* set_options sets all that a connection needs, but for its callback. */
static natsStatus set_options(natsOptions *options, const broker_conf_t *conf)
{
	natsStatus s = natsOptions_SetURL(options, conf->address);

	if (s == NATS_OK)
		s = natsOptions_SetAllowReconnect(options, false);
	if (s == NATS_OK)
		s = natsOptions_SetTimeout(options, BROKER_TRY_MS);
	if (s == NATS_OK)
		s = natsOptions_SetWriteDeadline(options, BROKER_TRY_MS);
	if (s == NATS_OK)
		s = natsOptions_SetSendAsap(options, true);
	if (s == NATS_OK)
		s = natsOptions_SetPingInterval(options, BROKER_PING_MS);
	return s == NATS_OK ? set_login(options, conf) : s;
}

static err_t failed(natsStatus s, errinfo_t *why)
{
	const err_t err = s == NATS_CONNECTION_AUTH_FAILED ? ERR_TOKEN
	                  : s == NATS_NO_MEMORY            ? ERR_NOMEM
	                  : s == NATS_INVALID_ARG          ? ERR_VALUE
	                  : s == NATS_MAX_PAYLOAD          ? ERR_LIMIT
	                                                   : ERR_IO;

	return err_fail(why, err, "%s", natsStatus_GetText(s));
}

static err_t make_options(const broker_conf_t *conf, natsOptions **out, errinfo_t *why)
{
	natsStatus s = natsOptions_Create(out);

	if (s == NATS_OK)
		s = set_options(*out, conf);
	if (s == NATS_OK)
		return ERR_OK;
	natsOptions_Destroy(*out);
	*out = NULL;
	return failed(s, why);
}

static err_t check(const broker_conf_t *conf, errinfo_t *why)
{
	natsOptions *options = NULL;
	const err_t err = make_options(conf, &options, why);

	natsOptions_Destroy(options);
	return err;
}

static void broker_free(broker_t *broker)
{
	pthread_cond_destroy(&broker->closed);
	pthread_mutex_destroy(&broker->lock);
	mem_free(broker, sizeof(*broker));
}

static natsStatus connect_to(broker_t *broker, natsOptions *options)
{
	natsStatus s = natsOptions_SetClosedCB(options, closed_cb, broker);

	if (s != NATS_OK)
		return s;
	opened(broker);
	s = natsConnection_Connect(&broker->connection, options);
	if (s != NATS_OK)
		closed(broker); /* it is not called then */
	return s;
}

static err_t open_broker(const broker_conf_t *conf, broker_t **out, errinfo_t *why)
{
	broker_t *broker = mem_alloc(sizeof(*broker));
	natsOptions *options = NULL;
	err_t err;

	*out = NULL;
	if (broker == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	broker->message_cb = conf->message_cb;
	broker->lost_cb = conf->lost_cb;
	broker->context = conf->context;
	pthread_mutex_init(&broker->lock, NULL);
	pthread_cond_init(&broker->closed, NULL);
	err = make_options(conf, &options, why);
	if (err == ERR_OK) {
		const natsStatus s = connect_to(broker, options);

		natsOptions_Destroy(options);
		err = s == NATS_OK ? ERR_OK : failed(s, why);
	}
	if (err == ERR_OK)
		*out = broker;
	else
		broker_free(broker);
	return err;
}

static err_t listen_to(broker_t *broker, const char *subject, errinfo_t *why)
{
	natsSubscription **sub = &broker->subscription[broker->subscriptions];
	natsStatus s;

	assert(broker->subscriptions < BROKER_LISTEN_MOST);
	s = natsConnection_Subscribe(sub, broker->connection, subject, message_cb, broker);
	if (s != NATS_OK)
		return failed(s, why);
	opened(broker);
	s = natsSubscription_SetOnCompleteCB(*sub, complete_cb, broker);
	if (s != NATS_OK) {
		natsSubscription_Destroy(*sub);
		closed(broker);
		return failed(s, why);
	}
	broker->subscriptions++;
	s = natsConnection_FlushTimeout(broker->connection, BROKER_TRY_MS);
	return s == NATS_OK ? ERR_OK : failed(s, why);
}

static err_t send_to(broker_t *broker, const char *subject, const uint8_t *bytes, size_t count,
                     errinfo_t *why)
{
	const natsStatus s = natsConnection_Publish(broker->connection, subject, bytes, (int)count);

	return s == NATS_OK ? ERR_OK : failed(s, why);
}

static err_t close_broker(broker_t *broker, errinfo_t *why)
{
	const char *text = NULL;
	const natsStatus s = natsConnection_GetLastError(broker->connection, &text);
	const err_t err = s == NATS_OK ? ERR_OK : failed(s, why);

	natsConnection_Close(broker->connection);
	for (unsigned i = 0; i < broker->subscriptions; i++)
		natsSubscription_Destroy(broker->subscription[i]);
	pthread_mutex_lock(&broker->lock);
	while (broker->open > 0)
		pthread_cond_wait(&broker->closed, &broker->lock);
	pthread_mutex_unlock(&broker->lock);
	natsConnection_Destroy(broker->connection);
	broker_free(broker);
	return err;
}

const broker_ops_t broker_nats = {
        .check = check,
        .open = open_broker,
        .listen = listen_to,
        .send = send_to,
        .close = close_broker,
};
