/* SPDX-License-Identifier: MIT
 * evict.c - chooses the connections that are closed for memory.
 *
 * It chooses a peer first, and then connections of that peer: none of a peer's thousands of
 * connections may be large, and the largest of all may be another peer's. The peer's connections
 * are put into classes by powers of two of their size, in one pass; a second pass closes them
 * from the largest class down. Up to a factor of two this closes the largest first, without a
 * sorted structure that every message would have to update.
 *
 * A connection is sent an error before it is closed, but one that does not read its output is
 * closed at once.
 */
#include "server/evict.h"

#include <assert.h>

#include "server/budget.h"
#include "server/conn_in.h"
#include "server/log.h"

enum {
	CLASSES = 48,           /* of sizes, by powers of two */
	TELL_BYTES_MAX = 65536, /* with more than that unread a connection is not told */
	FREE_PART = 8,          /* one part in so many is made free */
};

static unsigned class_of(size_t bytes)
{
	unsigned n = 0;

	while (n + 1 < CLASSES && bytes >> (n + 1) > 0)
		n++;
	return n;
}

/* greediest returns the peer that is charged most; NULL: there is no peer. */
static peer_t *greediest(const peers_t *peers)
{
	peer_t *found = NULL;

	for (link_t *at = peers->all.next; at != &peers->all; at = at->next) {
		peer_t *peer = LIST_ENTRY(at, peer_t, all);

		if (found == NULL || peer->bytes > found->bytes)
			found = peer;
	}
	return found;
}

/* evict closes one connection, with an error if it reads its output. */
static void evict(conn_t *conn)
{
	const conns_t *conns = conn->conns;
	errinfo_t why;

	(void)err_fail(&why, ERR_BUSY,
	               "this connection holds %zu bytes, %s %llu of the %llu that all may have "
	               "(max_client_mib): read answers sooner, keep fewer boards",
	               conn->charged, conn->peer->text, (unsigned long long)conn->peer->bytes,
	               (unsigned long long)conns->bytes_most);
	log_line(LOG_WARNING, LOG_CONN, "id=%llu evicted=%zu peer_bytes=%llu all=%llu peer=%s",
	         (unsigned long long)conn->node.id, conn->charged,
	         (unsigned long long)conn->peer->bytes, (unsigned long long)conns->bytes,
	         conn->address);
	if ((conn->state == CONN_OPEN || conn->state == CONN_ENDING) &&
	    conn->out.bytes <= TELL_BYTES_MAX) {
		conn_refuse(conn, &why);
		conn_in_forget(conn);
	} else {
		conn_abort(conn, "over max_client_mib");
	}
}

/* lowest_class returns the lowest class whose connections a peer has to lose to free `wanted`
 * bytes. */
static unsigned lowest_class(const conns_t *conns, const peer_t *peer, size_t wanted)
{
	size_t bytes[CLASSES] = {0}, sum = 0;
	unsigned n = CLASSES;

	for (const link_t *at = conns->all.next; at != &conns->all; at = at->next) {
		const conn_t *conn = LIST_ENTRY(at, conn_t, all);

		if (conn->peer == peer)
			bytes[class_of(conn->charged)] += conn->charged;
	}
	while (n > 0 && sum < wanted)
		sum += bytes[--n];
	return n;
}

/* relieve closes connections of the peer until the goal is reached or the peer has none. */
static void relieve(conns_t *conns, const peer_t *peer)
{
	const size_t goal = conns->bytes_most - conns->bytes_most / FREE_PART;
	const unsigned lowest = lowest_class(conns, peer, conns->bytes - goal);

	for (unsigned n = CLASSES; n-- > lowest && conns->bytes > goal;) {
		for (link_t *at = conns->all.next; at != &conns->all; at = at->next) {
			conn_t *conn = LIST_ENTRY(at, conn_t, all);

			if (conn->peer == peer && conn->charged > 0 &&
			    class_of(conn->charged) == n && conns->bytes > goal)
				evict(conn); /* leaves the list in its close callback */
		}
	}
}

void evict_relieve(conns_t *conns)
{
	while (budget_is_over(conns)) {
		const peer_t *peer = greediest(conns->peers);

		if (peer == NULL || peer->bytes == 0)
			return; /* cannot be: the sum of what peers hold is above the budget */
		relieve(conns, peer);
	}
}
