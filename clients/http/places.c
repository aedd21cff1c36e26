/* SPDX-License-Identifier: MIT
 * places.c - see places.h.
 *
 * Design     One list of all connections, which is gone through when one comes, and once a second:
 *            there are some thousands at most. libmicrohttpd counts the time since the last byte,
 *            and has nothing to end a connection from outside; its socket is shut down, which it
 *            sees as its client's doing.
 */
#include "clients/http/places.h"

#include <stdlib.h>
#include <sys/socket.h>

enum { SWEEP_MS = 1000, MS_PER_S = 1000 };

struct place {
	struct place *next, **self;
	struct MHD_Connection *connection;
	asker_t asker;
	uint64_t since; /* when what is awaited began, ms of the loop's clock */
	bool reads;     /* a part of a request is awaited */
};

enum MHD_Result places_accept(void *context, const struct sockaddr *address, socklen_t length)
{
	const gateway_t *g = context;
	unsigned count = 0;
	asker_t asker;

	(void)length;
	asker_of_socket(address, &asker);
	if (asker_is_proxy(&g->options, &asker))
		return MHD_YES;
	for (const struct place *p = g->places; p != NULL; p = p->next)
		count += asker_same(&p->asker, &asker);
	return count < g->options.of_address ? MHD_YES : MHD_NO;
}

static struct place *place_of(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
	        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	return info != NULL ? info->socket_context : NULL;
}

static struct place *place_add(gateway_t *g, struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
	        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	struct place *p = calloc(1, sizeof(*p));

	if (p == NULL)
		return NULL; /* it is counted nowhere; MHD's own limits hold */
	p->connection = connection;
	asker_of_socket(info != NULL ? info->client_addr : NULL, &p->asker);
	p->since = uv_now(g->loop);
	p->reads = true;
	p->next = g->places;
	p->self = &g->places;
	if (p->next != NULL)
		p->next->self = &p->next;
	g->places = p;
	return p;
}

void places_notice(void *context, struct MHD_Connection *connection, void **place,
                   enum MHD_ConnectionNotificationCode code)
{
	struct place *p = *place;

	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		*place = place_add(context, connection);
	} else if (p != NULL) {
		*p->self = p->next;
		if (p->next != NULL)
			p->next->self = p->self;
		free(p);
		*place = NULL;
	}
}

void places_reads(gateway_t *g, struct MHD_Connection *connection)
{
	struct place *p = place_of(connection);

	if (p == NULL)
		return;
	p->since = uv_now(g->loop);
	p->reads = true;
}

void places_rests(struct MHD_Connection *connection)
{
	struct place *p = place_of(connection);

	if (p != NULL)
		p->reads = false;
}

static void end(struct place *p)
{
	const union MHD_ConnectionInfo *info =
	        MHD_get_connection_info(p->connection, MHD_CONNECTION_INFO_CONNECTION_FD);

	p->reads = false;
	if (info != NULL)
		(void)shutdown(info->connect_fd, SHUT_RDWR);
}

uint64_t places_sweep(gateway_t *g)
{
	const uint64_t now = uv_now(g->loop);
	const uint64_t most = (uint64_t)g->options.request_s * MS_PER_S;

	if (g->places == NULL)
		return 0;
	if (now < g->sweep_at)
		return g->sweep_at - now;
	g->sweep_at = now + SWEEP_MS;
	for (struct place *p = g->places; p != NULL; p = p->next)
		if (p->reads && now - p->since >= most)
			end(p);
	return SWEEP_MS;
}
