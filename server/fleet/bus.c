/* SPDX-License-Identifier: MIT
 * bus.c - see bus.h.
 *
 * To connect takes up to a second, and a socket may be full. So one thread does all that may have
 * to wait, and the loop puts what is to be sent into its queue.
 *
 *     RESTS --attempt--> CONNECTED --lost, or it cannot be written to--> RESTS
 *       ^--failed--/
 *
 * What comes in is copied, on a thread of the broker's library, into an envelope, which is posted.
 * The thread waits for a connection's last callback before it makes another: so after bus_end
 * nothing is posted any more. The news of the connection's own state is one node that is always
 * there: the newest state wins, and needs no memory. */
#include "server/fleet/bus.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/base/signals.h"
#include "engine/base/strbuf.h"
#include "server/list.h"

/* A message on its way out. */
typedef struct outgoing {
	struct outgoing *next;
	size_t count;
	char subject[BUS_SUBJECT_BYTES];
	uint8_t bytes[];
} outgoing_t;

typedef struct {
	outgoing_t *first, **last;
	size_t bytes;
	unsigned count;
} queue_out_t;

struct bus {
	const broker_ops_t *ops;
	void (*message_cb)(void *context, const char *subject, const uint8_t *bytes, size_t count);
	void (*state_cb)(void *context, bool is_connected, const char *why);
	void *context;
	char address[BUS_SERVERS_MOST][BUS_TEXT_BYTES];
	char name[BUS_TEXT_BYTES], credentials[BUS_TEXT_BYTES], ca[BUS_TEXT_BYTES];
	char subject[BUS_SUBJECTS_MOST][BUS_SUBJECT_BYTES];
	unsigned addresses, subjects;
	bridge_t *bridge;
	pthread_t thread;
	_Atomic unsigned waiting; /* relaxed: a bound */
	_Atomic uint64_t lost;    /* relaxed: a counter */

	/* Of the loop thread. */
	bool has_ended, was_connected;
	uint64_t told_connections;

	/* Of the thread. */
	broker_t *broker;

	pthread_mutex_t lock; /* for all below */
	pthread_cond_t work;  /* something below has changed */
	queue_out_t queue;
	bool is_ending, is_broken, is_connected;
	uint64_t connections; /* that were made */
	char why[ERRINFO_TEXT_MAX];
	bool is_posted; /* the node below is in the bridge */
	bridge_node_t state;
};

typedef struct {
	bridge_node_t node;
	bus_t *bus;
	size_t count;
	char subject[BUS_SUBJECT_BYTES];
	uint8_t bytes[];
} envelope_t;

static void lose(bus_t *bus)
{
	atomic_fetch_add_explicit(&bus->lost, 1, memory_order_relaxed);
}

/* deliver calls the callback for an envelope, and frees it. */
static void deliver(bridge_node_t *node)
{
	envelope_t *e = LIST_ENTRY(node, envelope_t, node);
	bus_t *bus = e->bus;

	atomic_fetch_sub_explicit(&bus->waiting, 1, memory_order_relaxed);
	if (!bus->has_ended)
		bus->message_cb(bus->context, e->subject, e->bytes, e->count);
	mem_free(e, sizeof(*e) + e->count);
}

/* post hands a message over to the loop; false: it is lost. */
static bool post(bus_t *bus, const char *subject, const void *bytes, size_t count)
{
	envelope_t *e = count <= BUS_MESSAGE_MOST && strlen(subject) < BUS_SUBJECT_BYTES
	                        ? mem_alloc_head(sizeof(*e) + count, sizeof(*e))
	                        : NULL;

	if (e == NULL)
		return false;
	if (atomic_fetch_add_explicit(&bus->waiting, 1, memory_order_relaxed) >= BUS_WAITING_MOST) {
		atomic_fetch_sub_explicit(&bus->waiting, 1, memory_order_relaxed);
		mem_free(e, sizeof(*e) + count);
		return false;
	}
	e->node.run = deliver;
	e->bus = bus;
	e->count = count;
	strbuf_copy(e->subject, sizeof(e->subject), subject);
	if (count > 0)
		memcpy(e->bytes, bytes, count);
	bridge_post(bus->bridge, &e->node);
	return true;
}

/* came_cb and lost_cb run on threads of the broker's library. */
static void came_cb(void *context, const char *subject, const void *bytes, size_t count)
{
	bus_t *bus = context;

	if (!post(bus, subject, bytes, count))
		lose(bus);
}

static void lost_cb(void *context)
{
	bus_t *bus = context;

	pthread_mutex_lock(&bus->lock);
	bus->is_broken = true;
	pthread_cond_signal(&bus->work);
	pthread_mutex_unlock(&bus->lock);
}

/* state_run tells the loop of the newest state; of a connection that went and came, of both. */
static void state_run(bridge_node_t *node)
{
	bus_t *bus = LIST_ENTRY(node, bus_t, state);
	bool is_connected, is_new;
	char why[ERRINFO_TEXT_MAX];

	pthread_mutex_lock(&bus->lock);
	bus->is_posted = false;
	is_connected = bus->is_connected;
	is_new = bus->connections != bus->told_connections;
	bus->told_connections = bus->connections;
	strbuf_copy(why, sizeof(why), bus->why);
	pthread_mutex_unlock(&bus->lock);
	if (bus->has_ended)
		return;
	if (is_connected && is_new && bus->was_connected)
		bus->state_cb(bus->context, false, "the connection was lost");
	if (!is_connected || is_new)
		bus->state_cb(bus->context, is_connected, why);
	bus->was_connected = is_connected;
}

/* tell has the loop told of the connection's state, if that is news. */
static void tell(bus_t *bus, bool is_connected, const char *why)
{
	bool is_news;

	pthread_mutex_lock(&bus->lock);
	is_news = is_connected || bus->is_connected || strcmp(bus->why, why) != 0;
	bus->is_connected = is_connected;
	bus->connections += is_connected;
	strbuf_copy(bus->why, sizeof(bus->why), why);
	if (is_news && !bus->is_posted) {
		bus->is_posted = true;
		bridge_post(bus->bridge, &bus->state);
	}
	pthread_mutex_unlock(&bus->lock);
}

static broker_conf_t broker_conf(bus_t *bus, unsigned address)
{
	return (broker_conf_t){.address = bus->address[address],
	                       .name = bus->name,
	                       .credentials = bus->credentials,
	                       .ca = bus->ca,
	                       .message_cb = came_cb,
	                       .lost_cb = lost_cb,
	                       .context = bus};
}

/* free_all frees messages, which are lost. */
static void free_all(bus_t *bus, outgoing_t *message)
{
	while (message != NULL) {
		outgoing_t *next = message->next;

		lose(bus);
		mem_free(message, sizeof(*message) + message->count);
		message = next;
	}
}

/* send_all sends messages. Where that fails the connection is lost, and they are, too. */
static err_t send_all(bus_t *bus, outgoing_t *message, errinfo_t *why)
{
	while (message != NULL) {
		outgoing_t *next = message->next;
		const err_t err = bus->ops->send(bus->broker, message->subject, message->bytes,
		                                 message->count, why);

		if (err != ERR_OK && err != ERR_LIMIT) {
			free_all(bus, message);
			return err;
		}
		if (err == ERR_LIMIT)
			lose(bus);
		mem_free(message, sizeof(*message) + message->count);
		message = next;
	}
	return ERR_OK;
}

/* listen_all listens to all subjects. */
static err_t listen_all(bus_t *bus, errinfo_t *why)
{
	err_t err = ERR_OK;

	for (unsigned i = 0; err == ERR_OK && i < bus->subjects; i++)
		err = bus->ops->listen(bus->broker, bus->subject[i], why);
	return err;
}

/* What the thread has to do next. */
typedef struct {
	outgoing_t *first;
	bool is_over;
} orders_t;

/* next_orders waits until there is something to do. */
static orders_t next_orders(bus_t *bus)
{
	orders_t orders;

	pthread_mutex_lock(&bus->lock);
	while (bus->queue.first == NULL && !bus->is_broken && !bus->is_ending)
		pthread_cond_wait(&bus->work, &bus->lock);
	orders = (orders_t){.is_over = bus->is_broken || bus->is_ending};
	if (!bus->is_broken) {
		orders.first = bus->queue.first;
		bus->queue = (queue_out_t){.last = &bus->queue.first};
	}
	pthread_mutex_unlock(&bus->lock);
	return orders;
}

/* serve uses a connection until it is lost, or the bus ends. */
static void serve(bus_t *bus)
{
	errinfo_t why = {.text = ""}, last = {.text = ""};
	orders_t orders = {.is_over = false};
	err_t err;

	err = listen_all(bus, &why);
	if (err == ERR_OK)
		tell(bus, true, "");
	while (err == ERR_OK && !orders.is_over) {
		orders = next_orders(bus);
		err = send_all(bus, orders.first, &why);
	}
	if (bus->ops->close(bus->broker, &last) != ERR_OK && err == ERR_OK)
		why = last;
	tell(bus, false, why.text[0] != '\0' ? why.text : "the connection was lost");
}

/* rest waits between two attempts; false: the bus ends. */
static bool rest(bus_t *bus, unsigned ms)
{
	const uint64_t until = clock_now_ns() + (uint64_t)ms * NS_PER_MS;
	const struct timespec end = {.tv_sec = (time_t)(until / NS_PER_S),
	                             .tv_nsec = (long)(until % NS_PER_S)};
	bool is_ending;

	pthread_mutex_lock(&bus->lock);
	while (!bus->is_ending && clock_now_ns() < until)
		(void)pthread_cond_timedwait(&bus->work, &bus->lock, &end);
	is_ending = bus->is_ending;
	bus->is_broken = false;
	pthread_mutex_unlock(&bus->lock);
	return !is_ending;
}

static void *thread_main(void *context)
{
	bus_t *bus = context;
	unsigned wait_ms = 0;

	for (unsigned i = 0; rest(bus, wait_ms); i++) {
		const broker_conf_t conf = broker_conf(bus, i % bus->addresses);
		errinfo_t why;
		const err_t err = bus->ops->open(&conf, &bus->broker, &why);

		wait_ms = err == ERR_TOKEN ? BUS_REFUSED_MS : BUS_RETRY_MS;
		if (err == ERR_OK)
			serve(bus);
		else
			tell(bus, false, why.text);
	}
	return NULL;
}

/* bad_address says which address is none, but not what it is: it may have a password. */
static err_t bad_address(errinfo_t *why, unsigned number)
{
	return err_at(why, ERR_VALUE, "fleet",
	              "address %u is no nats://host:port or tls://host:port (a list is separated "
	              "by commas, and has at most %d)",
	              number, BUS_SERVERS_MOST);
}

/* set_addresses takes the list apart. */
static err_t set_addresses(bus_t *bus, const char *list, errinfo_t *why)
{
	for (const char *at = list;; at++) {
		const size_t length = strcspn(at, ",");

		if (bus->addresses == BUS_SERVERS_MOST || length >= BUS_TEXT_BYTES ||
		    (strncmp(at, "nats://", 7) != 0 && strncmp(at, "tls://", 6) != 0))
			return bad_address(why, bus->addresses + 1);
		memcpy(bus->address[bus->addresses++], at, length);
		at += length;
		if (*at == '\0')
			return ERR_OK;
	}
}

/* prepare takes the settings, and tries them. */
static err_t prepare(bus_t *bus, const bus_conf_t *conf, errinfo_t *why)
{
	err_t err = set_addresses(bus, conf->servers, why);
	broker_conf_t trial;
	errinfo_t told;

	if (err != ERR_OK)
		return err;
	strbuf_copy(bus->name, sizeof(bus->name), conf->name);
	strbuf_copy(bus->credentials, sizeof(bus->credentials), conf->credentials);
	strbuf_copy(bus->ca, sizeof(bus->ca), conf->ca);
	for (unsigned i = 0; i < BUS_SUBJECTS_MOST && conf->subjects[i] != NULL; i++)
		strbuf_copy(bus->subject[bus->subjects++], BUS_SUBJECT_BYTES, conf->subjects[i]);
	trial = broker_conf(bus, 0);
	err = bus->ops->check(&trial, &told);
	return err == ERR_OK ? ERR_OK : err_at(why, err, "fleet", "%s", told.text);
}

static err_t thread_start(bus_t *bus, errinfo_t *why)
{
	const sigset_t former = signals_hold();
	const int rc = pthread_create(&bus->thread, NULL, thread_main, bus);

	signals_restore(&former);
	return rc == 0 ? ERR_OK : err_fail(why, ERR_NOMEM, "cannot make a thread for the fleet");
}

static void bus_init(bus_t *bus, const bus_conf_t *conf, bridge_t *bridge)
{
	pthread_condattr_t monotonic;

	bus->ops = conf->broker;
	bus->message_cb = conf->message_cb;
	bus->state_cb = conf->state_cb;
	bus->context = conf->context;
	bus->bridge = bridge;
	bus->queue.last = &bus->queue.first;
	bus->state.run = state_run;
	pthread_mutex_init(&bus->lock, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&bus->work, &monotonic);
	pthread_condattr_destroy(&monotonic);
}

err_t bus_open(const bus_conf_t *conf, bridge_t *bridge, bus_t **out, errinfo_t *why)
{
	bus_t *bus = mem_alloc(sizeof(*bus));
	err_t err;

	*out = NULL;
	if (bus == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	bus_init(bus, conf, bridge);
	err = prepare(bus, conf, why);
	if (err == ERR_OK)
		err = thread_start(bus, why);
	if (err != ERR_OK) {
		bus->has_ended = true;
		bus_free(bus);
		return err;
	}
	*out = bus;
	return ERR_OK;
}

/* enqueue puts a message into the queue, if it may wait there. */
static bool enqueue(bus_t *bus, bus_care_t care, outgoing_t *message)
{
	const size_t bytes = sizeof(*message) + message->count;
	bool is_taken;

	pthread_mutex_lock(&bus->lock);
	is_taken = bus->queue.bytes + bytes <= BUS_KEPT_BYTES &&
	           (care == BUS_KEPT || (bus->is_connected && bus->queue.count < BUS_CROWD));
	if (is_taken) {
		*bus->queue.last = message;
		bus->queue.last = &message->next;
		bus->queue.bytes += bytes;
		bus->queue.count++;
		pthread_cond_signal(&bus->work);
	}
	pthread_mutex_unlock(&bus->lock);
	return is_taken;
}

bool bus_send(bus_t *bus, bus_care_t care, const char *subject, const uint8_t *bytes, size_t count)
{
	outgoing_t *message = count <= BUS_MESSAGE_MOST
	                              ? mem_alloc_head(sizeof(*message) + count, sizeof(*message))
	                              : NULL;

	if (message != NULL) {
		message->count = count;
		strbuf_copy(message->subject, sizeof(message->subject), subject);
		if (count > 0)
			memcpy(message->bytes, bytes, count);
		if (enqueue(bus, care, message))
			return true;
		mem_free(message, sizeof(*message) + count);
	}
	lose(bus);
	return false;
}

uint64_t bus_lost(const bus_t *bus)
{
	return atomic_load_explicit(&bus->lost, memory_order_relaxed);
}

void bus_end(bus_t *bus)
{
	if (bus == NULL || bus->has_ended)
		return;
	bus->has_ended = true;
	pthread_mutex_lock(&bus->lock);
	bus->is_ending = true;
	pthread_cond_signal(&bus->work);
	pthread_mutex_unlock(&bus->lock);
	(void)pthread_join(bus->thread, NULL);
}

void bus_free(bus_t *bus)
{
	if (bus == NULL)
		return;
	assert(bus->has_ended && atomic_load(&bus->waiting) == 0 && !bus->is_posted);
	free_all(bus, bus->queue.first);
	pthread_cond_destroy(&bus->work);
	pthread_mutex_destroy(&bus->lock);
	mem_free(bus, sizeof(*bus));
}
