/* SPDX-License-Identifier: MIT
 * fact_peers.c - see fact_peers.h. */
#include "server/fleet/fact_peers.h"

#include <assert.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/strbuf.h"

fact_peer_t *fact_peers_find(fact_peers_t *peers, const char *name)
{
	for (unsigned i = 0; i < peers->count; i++)
		if (strcmp(peers->peer[i].name, name) == 0)
			return &peers->peer[i];
	return NULL;
}

/* room returns a place for a new peer: a free one, or that of who was heard of longest ago. */
static fact_peer_t *room(fact_peers_t *peers)
{
	fact_peer_t *oldest = NULL;

	if (peers->count < FACT_PEERS_MOST)
		return &peers->peer[peers->count++];
	for (unsigned i = 0; i < peers->count; i++) {
		fact_peer_t *peer = &peers->peer[i];

		if (!peer->is_shut_out && (oldest == NULL || peer->heard_ms < oldest->heard_ms))
			oldest = peer;
	}
	return oldest;
}

fact_peer_t *fact_peers_note(fact_peers_t *peers, const char *name, uint64_t now_ms)
{
	fact_peer_t *peer = fact_peers_find(peers, name);

	if (peer == NULL && (peer = room(peers)) != NULL) {
		*peer = (fact_peer_t){.number = ++peers->numbers,
		                      .heard_ms = now_ms,
		                      .budget = FACT_PEERS_BURST_BYTES};
		strbuf_copy(peer->name, sizeof(peer->name), name);
	}
	return peer;
}

bool fact_peers_may(fact_peer_t *peer, size_t bytes, uint64_t now_ms)
{
	const uint64_t more = (now_ms - peer->heard_ms) * FACT_PEERS_BYTES_S / MS_PER_S;

	peer->budget += more;
	if (peer->budget > FACT_PEERS_BURST_BYTES)
		peer->budget = FACT_PEERS_BURST_BYTES;
	peer->heard_ms = now_ms;
	if (peer->budget < bytes)
		return false;
	peer->budget -= bytes;
	return true;
}

void fact_peers_took(fact_peers_t *peers, const fact_peer_t *peer, fact_name_t name)
{
	assert(peer->number > 0);
	peers->taken[peers->next] = (fact_taken_t){peer->number, name};
	peers->next = (peers->next + 1) % FACT_PEERS_TAKEN;
}

bool fact_peers_untake(fact_peers_t *peers, const fact_peer_t *peer, unsigned *at, fact_name_t *out)
{
	for (; *at < FACT_PEERS_TAKEN; ++*at)
		if (peers->taken[*at].peer == peer->number) {
			*out = peers->taken[*at].name;
			peers->taken[*at].peer = 0;
			return true;
		}
	return false;
}
