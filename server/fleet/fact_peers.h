/* SPDX-License-Identifier: MIT
 * fact_peers.h - who has told facts, how many they may tell, and which were taken from whom lately.
 *
 * A daemon is known by its name; under another one it is another, since whoever may talk to the
 * broker may take any name. Who is shut out stays so until the end.
 *
 * Units     ms of any clock that does not go back.
 * Ownership values are copied. A peer is borrowed until the next call of fact_peers_note.
 * Threads   one; no clock is read here.
 */
#ifndef SERVER_FLEET_FACT_PEERS_H
#define SERVER_FLEET_FACT_PEERS_H

#include "engine/store/store_share.h"
#include "server/fleet/messages.h"

enum {
	FACT_PEERS_MOST = 1024,           /* limit: that are known at a time */
	FACT_PEERS_TAKEN = 16384,         /* limit: facts of which is known who has told them */
	FACT_PEERS_BYTES_S = 2 << 20,     /* rate: that one may tell, */
	FACT_PEERS_BURST_BYTES = 8 << 20, /* and at once */
};

typedef struct {
	char name[FLEET_NAME_BYTES];
	uint32_t number; /* > 0; no other peer has had it */
	bool is_shut_out;
	unsigned drawn; /* facts of its that were drawn to be checked */
	uint64_t heard_ms, budget;
} fact_peer_t;

typedef struct {
	uint32_t peer; /* its number; 0: nothing is here */
	fact_name_t name;
} fact_taken_t;

typedef struct {
	fact_peer_t peer[FACT_PEERS_MOST];
	unsigned count;
	uint32_t numbers; /* given out */
	fact_taken_t taken[FACT_PEERS_TAKEN];
	unsigned next; /* of them, to be overwritten */
} fact_peers_t;

/* fact_peers_note finds or makes a peer; NULL: there is no room, all being shut out.
 * fact_peers_find finds one. */
fact_peer_t *fact_peers_note(fact_peers_t *peers, const char *name, uint64_t now_ms);
fact_peer_t *fact_peers_find(fact_peers_t *peers, const char *name);

/* fact_peers_may: may it tell so many bytes now? They are counted then. */
bool fact_peers_may(fact_peer_t *peer, size_t bytes, uint64_t now_ms);

/* fact_peers_took notes that a fact of a peer's was taken. fact_peers_untake returns one of those
 * that is not written over, and forgets that; false: there is none. */
void fact_peers_took(fact_peers_t *peers, const fact_peer_t *peer, fact_name_t name);
bool fact_peers_untake(fact_peers_t *peers, const fact_peer_t *peer, unsigned *at,
                       fact_name_t *out);

#endif
