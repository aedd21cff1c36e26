/* SPDX-License-Identifier: MIT
 * budget.c - charging: what each connection holds, and the sums of it.
 *
 * Nobody is closed while a request is handled; instead no further one is begun (conn_in.c), so
 * that the budget is exceeded by one answer, and by what arrives in one turn of the loop. Who has
 * to go then is for evict.c. */
#include "server/budget.h"

#include <assert.h>

static bool is_charged(const conn_t *conn)
{
	return conn->place == PLACE_SHARED || conn->place == PLACE_REFUSED;
}

/* bytes_of tells what the connection holds; one that is closing gives it back in this turn. */
static size_t bytes_of(const conn_t *conn)
{
	if (conn->state == CONN_CLOSING || !is_charged(conn))
		return 0;
	return sizeof(*conn) + conn->in_capacity + outq_memory(&conn->out) + conn->held;
}

void budget_update(conn_t *conn)
{
	const size_t bytes = bytes_of(conn);

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
