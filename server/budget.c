/* SPDX-License-Identifier: MIT
 * budget.c - what each connection is charged, and the sums of the charges.
 *
 * Nobody is closed while a request is handled. Instead no further request is begun beyond the
 * budget (conn_in.c). So the budget is exceeded at most by one answer, and by the bytes that
 * arrive in one turn of the loop. evict.c chooses the connections that are closed then.
 */
#include "server/budget.h"

#include <assert.h>

static bool is_charged(const conn_t *conn)
{
	return conn->place == PLACE_SHARED || conn->place == PLACE_REFUSED;
}

/* bytes_of returns what the connection has to be charged. A connection that is closing frees its
 * memory within this turn of the loop, and is charged nothing. */
static size_t bytes_of(const conn_t *conn)
{
	if (conn->state == CONN_CLOSING || !is_charged(conn))
		return 0;
	return sizeof(*conn) + conn->in_capacity + outq_memory(&conn->out) + conn->held;
}

void budget_update(conn_t *conn)
{
	const size_t bytes = bytes_of(conn);

	assert(conn->conns->bytes >= conn->charged && conn->peer->bytes >= conn->charged);
	conn->conns->bytes = conn->conns->bytes - conn->charged + bytes;
	conn->peer->bytes = conn->peer->bytes - conn->charged + bytes;
	conn->charged = bytes;
}

void budget_hold(conn_t *conn, size_t bytes)
{
	conn->held += bytes;
	budget_update(conn);
}

void budget_give(conn_t *conn, size_t bytes)
{
	assert(conn->held >= bytes);
	conn->held -= bytes;
	budget_update(conn);
}

bool budget_is_over(const conns_t *conns)
{
	return conns->bytes_most > 0 && conns->bytes > conns->bytes_most;
}
