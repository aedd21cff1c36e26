/* SPDX-License-Identifier: MIT
 * metrics_http.c - libmicrohttpd without a thread of its own: its epoll is polled by the loop, and
 * it runs when something is to be read or written, or a timeout has passed.
 *
 * It is a part of tesujid and not of the library, so that the programs that embed a server need no
 * HTTP.
 */
#include "server/metrics_http.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "server/conf_address.h"
#include "server/inside.h"
#include "server/listen.h"
#include "server/metrics_text.h"

#ifdef WITH_METRICS_HTTP

#include <microhttpd.h>

enum {
	CONNECTIONS = 8,         /* limit: open at once; others wait in the kernel's queue */
	CONNECTION_BYTES = 8192, /* limit: of a request's head */
	IDLE_S = 10,             /* limit: without a byte, until a connection is closed */
	REQUEST_MS = 10000,      /* limit: from the end of a request until the next is answered */
};

/* A connection, and since when its request is waited for, in the time of the loop. */
typedef struct {
	struct MHD_Connection *connection; /* NULL: the place is free */
	uint64_t since_ms;
} place_t;

struct metrics_http {
	server_t *server;
	struct MHD_Daemon *mhd;
	uv_poll_t poll;
	uv_timer_t timer;
	place_t place[CONNECTIONS];
};

static void turn(metrics_http_t *http);

static void timer_cb(uv_timer_t *timer)
{
	turn(timer->data);
}

static void poll_cb(uv_poll_t *poll, int status, int events)
{
	(void)status;
	(void)events;
	turn(poll->data);
}

static unsigned connections(const metrics_http_t *http)
{
	return MHD_get_daemon_info(http->mhd, MHD_DAEMON_INFO_CURRENT_CONNECTIONS)->num_connections;
}

static place_t *place_of(metrics_http_t *http, const struct MHD_Connection *connection)
{
	for (size_t i = 0; i < CONNECTIONS; i++)
		if (http->place[i].connection == connection)
			return &http->place[i];
	return NULL;
}

/* counted gives a new connection a place, and frees that of one that has closed. */
static void counted(void *context, struct MHD_Connection *connection, void **own,
                    enum MHD_ConnectionNotificationCode what)
{
	metrics_http_t *http = context;
	const bool begins = what == MHD_CONNECTION_NOTIFY_STARTED;
	place_t *place = place_of(http, begins ? NULL : connection);

	(void)own;
	if (place != NULL)
		*place = (place_t){begins ? connection : NULL, uv_now(http->timer.loop)};
}

/* answered lets the time of the next request begin. */
static void answered(void *context, struct MHD_Connection *connection, void **state,
                     enum MHD_RequestTerminationCode why)
{
	metrics_http_t *http = context;
	place_t *place = place_of(http, connection);

	(void)state;
	(void)why;
	if (place != NULL)
		place->since_ms = uv_now(http->timer.loop);
}

/* sweep ends the connections whose request takes too long: eight that send a byte now and then
 * would have all places. It returns in how many milliseconds the next has to end; 0: none. */
static uint64_t sweep(metrics_http_t *http)
{
	const uint64_t now = uv_now(http->timer.loop);
	uint64_t next = 0;

	for (size_t i = 0; i < CONNECTIONS; i++) {
		const place_t *place = &http->place[i];
		const uint64_t end = place->since_ms + REQUEST_MS;

		if (place->connection == NULL)
			continue;
		if (end <= now)
			(void)shutdown(MHD_get_connection_info(place->connection,
			                                       MHD_CONNECTION_INFO_CONNECTION_FD)
			                       ->connect_fd,
			               SHUT_RDWR); /* the library hears of it */
		else if (next == 0 || end - now < next)
			next = end - now;
	}
	return next;
}

/* turn runs once more after connections have closed: with all places taken the library does not
 * listen, and begins to listen again at its next run. */
static void turn(metrics_http_t *http)
{
	MHD_UNSIGNED_LONG_LONG ms = 0;
	uint64_t next;
	unsigned before;
	bool waits;

	do {
		before = connections(http);
		(void)MHD_run(http->mhd);
	} while (connections(http) < before);
	next = sweep(http);
	waits = MHD_get_timeout(http->mhd, &ms) == MHD_YES;
	if (next > 0 && (!waits || next < ms))
		ms = next;
	if (waits || next > 0)
		(void)uv_timer_start(&http->timer, timer_cb, ms, 0);
	else
		(void)uv_timer_stop(&http->timer);
}

/* answer queues a text. MHD_NO: no memory, and the connection ends. */
static enum MHD_Result answer(struct MHD_Connection *connection, unsigned status, const char *type,
                              const void *text, size_t length)
{
	union {
		const void *given;
		void *taken; /* the library copies it */
	} body = {.given = text};
	struct MHD_Response *response =
	        MHD_create_response_from_buffer(length, body.taken, MHD_RESPMEM_MUST_COPY);
	enum MHD_Result queued;

	if (response == NULL)
		return MHD_NO;
	(void)MHD_add_response_header(response, "Content-Type", type);
	(void)MHD_add_response_header(response, "Cache-Control", "no-store");
	if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
		(void)MHD_add_response_header(response, "Allow", "GET, HEAD");
	queued = MHD_queue_response(connection, status, response);
	MHD_destroy_response(response);
	return queued;
}

static enum MHD_Result say(struct MHD_Connection *connection, unsigned status, const char *text)
{
	return answer(connection, status, "text/plain; charset=utf-8", text, strlen(text));
}

static enum MHD_Result give_metrics(metrics_http_t *http, struct MHD_Connection *connection)
{
	enum MHD_Result queued;
	wirebuf_t text;

	wirebuf_init(&text, METRICS_TEXT_BYTES_MAX);
	metrics_text_all(http->server, &text);
	if (text.failed != ERR_OK)
		queued = say(connection, MHD_HTTP_INTERNAL_SERVER_ERROR, "no memory\n");
	else
		queued = answer(connection, MHD_HTTP_OK, "text/plain; version=0.0.4; charset=utf-8",
		                text.data, text.length);
	wirebuf_fini(&text);
	return queued;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **state)
{
	metrics_http_t *http = context;

	(void)version;
	(void)data;
	if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
		return say(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET and HEAD\n");
	if (*state == NULL) { /* the head has come */
		*state = http;
		return MHD_YES;
	}
	if (*size > 0)
		return MHD_NO; /* a body, for which there is no use */
	if (strcmp(url, "/metrics") == 0)
		return give_metrics(http, connection);
	if (strcmp(url, "/healthz") == 0)
		return say(connection, MHD_HTTP_OK, "ok\n");
	if (strcmp(url, "/readyz") != 0)
		return say(connection, MHD_HTTP_NOT_FOUND,
		           "there are /metrics, /healthz and /readyz\n");
	if (http->server->state != SERVER_SERVING)
		return say(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "shutting down\n");
	return say(connection, MHD_HTTP_OK, "ok\n");
}

/* mhd_start gives the socket to the library, and its epoll to the loop. */
static bool mhd_start(metrics_http_t *http, uv_loop_t *loop, int fd)
{
	const union MHD_DaemonInfo *info;

	http->mhd = MHD_start_daemon(
	        MHD_USE_EPOLL, 0, NULL, NULL, handle, http, MHD_OPTION_LISTEN_SOCKET, fd,
	        MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
	        (unsigned)IDLE_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES,
	        MHD_OPTION_NOTIFY_CONNECTION, counted, http, MHD_OPTION_NOTIFY_COMPLETED, answered,
	        http, MHD_OPTION_END);
	if (http->mhd == NULL) {
		(void)close(fd);
		return false;
	}
	info = MHD_get_daemon_info(http->mhd, MHD_DAEMON_INFO_EPOLL_FD);
	if (info == NULL || uv_poll_init(loop, &http->poll, info->epoll_fd) != 0) {
		MHD_stop_daemon(http->mhd);
		return false;
	}
	return true;
}

err_t metrics_http_open(uv_loop_t *loop, server_t *server, metrics_http_t **out, errinfo_t *why)
{
	metrics_http_t *http;
	int fd;
	err_t err = listen_once("metrics_listen", server->conf.metrics_listen, &fd, why);

	*out = NULL;
	if (err != ERR_OK || fd < 0)
		return err;
	http = mem_alloc(sizeof(*http));
	if (http == NULL) {
		(void)close(fd);
		return err_fail(why, ERR_NOMEM, "out of memory");
	}
	http->server = server;
	if (!mhd_start(http, loop, fd)) {
		mem_free(http, sizeof(*http));
		return err_at(why, ERR_IO, "metrics_listen", "HTTP does not start");
	}
	(void)uv_timer_init(loop, &http->timer); /* cannot fail */
	http->poll.data = http->timer.data = http;
	uv_unref((uv_handle_t *)&http->poll); /* the server alone keeps the loop running */
	uv_unref((uv_handle_t *)&http->timer);
	(void)uv_poll_start(&http->poll, UV_READABLE, poll_cb);
	*out = http;
	return ERR_OK;
}

void metrics_http_close(metrics_http_t *http)
{
	if (http == NULL)
		return;
	uv_close((uv_handle_t *)&http->poll, NULL);
	uv_close((uv_handle_t *)&http->timer, NULL);
	MHD_stop_daemon(http->mhd);
}

#else

struct metrics_http {
	char none;
};

err_t metrics_http_open(uv_loop_t *loop, server_t *server, metrics_http_t **out, errinfo_t *why)
{
	const char *cursor = server->conf.metrics_listen;
	char host[CONF_HOST_MAX];
	err_t err;
	int port;

	(void)loop;
	*out = NULL;
	if (!conf_address_next(&cursor, host, &port, &err))
		return ERR_OK;
	return err_at(why, ERR_VALUE, "metrics_listen",
	              "this tesujid was built without HTTP: server.metrics tells the same");
}

void metrics_http_close(metrics_http_t *http)
{
	(void)http;
}

#endif

void metrics_http_free(metrics_http_t *http)
{
	if (http != NULL)
		mem_free(http, sizeof(*http));
}
