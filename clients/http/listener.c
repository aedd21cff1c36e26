/* SPDX-License-Identifier: MIT
 * listener.c - see listener.h.
 *
 * Loop       libmicrohttpd has no thread here: its epoll is polled by the loop, and it runs when
 *            something is to be read or written, or a timeout has passed. A request whose answer is
 *            not known yet is suspended, and so is a stream that has nothing to say.
 *
 * Limits     A connection has CONNECTION_BYTES, which bounds a request's head; bodies have theirs
 *            (bodies.h), and so have connections (places.h); who neither sends nor reads for IDLE_S
 *            is dropped.
 */
#include "clients/http/listener.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clients/http/bearers.h"
#include "clients/http/bodies.h"
#include "clients/http/errors.h"
#include "clients/http/framing.h"
#include "clients/http/origin.h"
#include "clients/http/places.h"
#include "clients/http/routes.h"

enum { CONNECTION_BYTES = 32 * 1024, IDLE_S = 60 };

/* Turns in which streams may send what they have before they end: a turn sends a socket's room, and
 * what a stream has is less than 64 times that. One whose client does not read keeps nobody. */
enum { LAST_TURNS = 64 };
enum { BACKLOG = 512 };

void listener_dress(const request_t *r, struct MHD_Response *response)
{
	const char *origin = request_header(r, "Origin");

	(void)MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
	if (MHD_get_response_header(response, "Cache-Control") == NULL)
		(void)MHD_add_response_header(response, "Cache-Control", "no-store");
	if (MHD_get_response_header(response, "Content-Security-Policy") == NULL)
		(void)MHD_add_response_header(response, "Content-Security-Policy",
		                              "default-src 'none'");
	if (origin != NULL && origin_is_named(&r->gateway->options, origin)) {
		(void)MHD_add_response_header(response, "Access-Control-Allow-Origin", origin);
		(void)MHD_add_response_header(response, "Access-Control-Expose-Headers",
		                              "Location, Retry-After, Allow, WWW-Authenticate");
		(void)MHD_add_response_header(response, "Vary", "Origin");
	}
}

/* --- requests --- */

/* stop_connection lets a request wait that has no answer yet. */
static void stop_connection(request_t *r)
{
	r->gateway->waiting++;
	r->is_stopped = true;
	MHD_suspend_connection(r->connection);
}

void listener_go_on(request_t *r)
{
	r->gateway->waiting--;
	r->is_stopped = false;
	MHD_resume_connection(r->connection);
	listener_turn(r->gateway);
}

static void *begin(void *context, const char *uri, struct MHD_Connection *connection)
{
	request_t *r = calloc(1, sizeof(*r));
	const size_t length = strcspn(uri, "?");

	if (r == NULL)
		return NULL;
	r->gateway = context;
	r->connection = connection;
	r->target = strndup(uri, length);
	r->wrong = framing_target(uri);
	if (r->wrong != NULL && uri[length] == '?') /* these bytes are the library's to read: */
		((char *)(uintptr_t)uri)[length + 1] = '\0'; /* now an empty query */
	if (r->target != NULL)
		return r;
	free(r);
	return NULL;
}

static void end(void *context, struct MHD_Connection *connection, void **state,
                enum MHD_RequestTerminationCode why)
{
	request_t *r = *state;

	(void)why;
	places_reads(context, connection);
	if (r == NULL)
		return;
	assert(!r->is_stopped);
	if (r->response != NULL)
		MHD_destroy_response(r->response);
	if (r->upstream != NULL)
		upstream_release(r->upstream);
	bodies_drop(r);
	free(r->target);
	free(r);
	*state = NULL;
}

static enum MHD_Result answer(request_t *r)
{
	struct MHD_Response *response = r->response;
	enum MHD_Result queued;

	bodies_drop(r);
	if (response == NULL)
		return MHD_NO; /* no memory: the connection ends */
	queued = MHD_queue_response(r->connection, r->status, response);
	r->response = NULL;
	MHD_destroy_response(response);
	return queued;
}

/* may_ask: by that name, from that page? */
static bool may_ask(const request_t *r)
{
	return origin_may_ask(&r->gateway->options, request_header(r, "Host"),
	                      request_header(r, "Origin"));
}

/* head looks at a head that has come. One that may be read in two ways is answered before the body
 * is, and the library closes the connection for that. */
static enum MHD_Result head(request_t *r, const char *method, const char *url, const char *version)
{
	unsigned status = MHD_HTTP_BAD_REQUEST;
	const char *path;

	places_reads(r->gateway, r->connection);
	r->method = method;
	r->path = framing_path(url);
	if (r->wrong == NULL)
		r->wrong = framing_head(r->connection, version, r->target, &status);
	if (r->wrong != NULL) {
		request_fail(r, status, "bad_request", "%s", r->wrong);
		return answer(r);
	}
	path = framing_path(r->target);
	memmove(r->target, path, strlen(path) + 1);
	if (r->gateway->is_closing || !may_ask(r) || !routes_takes(r) || !bearers_may_enter(r))
		r->body_is = BODY_UNWANTED;
	return MHD_YES;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **state)
{
	request_t *r = *state;

	(void)context;
	(void)connection;
	if (r == NULL)
		return MHD_NO;
	if (r->method == NULL)
		return head(r, method, url, version);
	if (*size > 0) {
		bodies_add(r, data, *size);
		*size = 0;
		return MHD_YES;
	}
	if (!r->is_begun) {
		r->is_begun = true;
		places_rests(r->connection);
		if (!may_ask(r))
			request_fail(r, MHD_HTTP_FORBIDDEN, "forbidden",
			             "this gateway is not asked by that name or from that page");
		else if (r->gateway->is_closing)
			request_fail_as(r, &errors_closing);
		else if (!bodies_failed(r) && !request_repeats(r))
			routes_answer(r);
		if (r->waits) {
			stop_connection(r);
			return MHD_YES;
		}
	}
	return answer(r);
}

/* --- the loop --- */

static void timed(uv_timer_t *timer);

static unsigned connections(const gateway_t *g)
{
	return MHD_get_daemon_info(g->http, MHD_DAEMON_INFO_CURRENT_CONNECTIONS)->num_connections;
}

/* turn runs once more after connections have closed: with all places taken the library does not
 * listen, and begins to listen again at its next run. */
static void turn(gateway_t *g)
{
	MHD_UNSIGNED_LONG_LONG ms = 0;
	uint64_t sweep;
	bool has_timeout;
	unsigned before;

	if (g->http == NULL)
		return;
	do {
		before = connections(g);
		(void)MHD_run(g->http);
	} while (connections(g) < before);
	sweep = places_sweep(g);
	has_timeout = MHD_get_timeout(g->http, &ms) == MHD_YES;
	if (sweep > 0 && (!has_timeout || sweep < ms))
		ms = sweep;
	if (has_timeout || sweep > 0)
		uv_timer_start(&g->timer, timed, ms, 0);
	else
		uv_timer_stop(&g->timer);
}

static void timed(uv_timer_t *timer)
{
	turn(timer->data);
}

static void polled(uv_poll_t *poll, int status, int events)
{
	(void)status;
	(void)events;
	turn(poll->data);
}

void listener_turn(gateway_t *g)
{
	if (g->http != NULL && !g->is_closing)
		uv_timer_start(&g->timer, timed, 0, 0);
}

/* listen_at makes a socket that listens; -1, with the reason on standard error. */
static int listen_at(const char *where)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
	const char *colon = strrchr(where, ':');
	struct addrinfo *found = NULL;
	char host[ORIGIN_HOST_BYTES];
	int fd = -1, yes = 1, rc;

	if (colon == NULL || !origin_host(where, host)) {
		fprintf(stderr, "tesuji-http: --listen %s: expected an address and a port\n",
		        where);
		return -1;
	}
	rc = getaddrinfo(host, colon + 1, &hints, &found);
	if (rc != 0) {
		fprintf(stderr, "tesuji-http: --listen %s: %s\n", where, gai_strerror(rc));
		return -1;
	}
	fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) != 0 ||
	    bind(fd, found->ai_addr, found->ai_addrlen) != 0 || listen(fd, BACKLOG) != 0) {
		fprintf(stderr, "tesuji-http: cannot listen on %s: %s\n", where, strerror(errno));
		if (fd >= 0)
			close(fd);
		fd = -1;
	}
	freeaddrinfo(found);
	return fd;
}

static unsigned port_of(int fd)
{
	struct sockaddr_storage address;
	socklen_t length = sizeof(address);

	memset(&address, 0, sizeof(address));
	if (getsockname(fd, (struct sockaddr *)&address, &length) != 0)
		return 0;
	return ntohs(address.ss_family == AF_INET6
	                     ? ((const struct sockaddr_in6 *)&address)->sin6_port
	                     : ((const struct sockaddr_in *)&address)->sin_port);
}

bool listener_open(gateway_t *g)
{
	const int fd = listen_at(g->options.listen);
	const union MHD_DaemonInfo *info;

	if (fd < 0)
		return false;
	g->port = port_of(fd);
	g->http = MHD_start_daemon(
	        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, places_accept, g, handle, g,
	        MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT, g->options.connections,
	        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
	        (size_t)CONNECTION_BYTES, MHD_OPTION_URI_LOG_CALLBACK, begin, g,
	        MHD_OPTION_NOTIFY_COMPLETED, end, g, MHD_OPTION_NOTIFY_CONNECTION, places_notice, g,
	        MHD_OPTION_END);
	if (g->http == NULL) {
		fprintf(stderr, "tesuji-http: libmicrohttpd does not start\n");
		close(fd);
		return false;
	}
	info = MHD_get_daemon_info(g->http, MHD_DAEMON_INFO_EPOLL_FD);
	if (info == NULL || uv_poll_init(g->loop, &g->poll, info->epoll_fd) != 0 ||
	    uv_timer_init(g->loop, &g->timer) != 0) {
		fprintf(stderr, "tesuji-http: the loop does not start\n");
		MHD_stop_daemon(g->http);
		g->http = NULL;
		return false;
	}
	g->poll.data = g->timer.data = g;
	(void)uv_poll_start(&g->poll, UV_READABLE, polled);
	listener_turn(g);
	return true;
}

void listener_close(gateway_t *g)
{
	unsigned status;
	json_t *problem;

	if (g->http == NULL)
		return;
	assert(g->waiting == 0);
	g->is_closing = true;
	problem = request_problem(&errors_closing, &status);
	streams_end(g->streams, 0, problem);
	json_decref(problem);
	turn(g); /* sends what is answered, */
	for (unsigned i = 0; i < LAST_TURNS && streams_count(g->streams) > 0; i++)
		(void)MHD_run(g->http); /* and what streams had to send before their last event */
	uv_close((uv_handle_t *)&g->poll, NULL);
	uv_close((uv_handle_t *)&g->timer, NULL);
	MHD_stop_daemon(g->http);
	g->http = NULL;
}
