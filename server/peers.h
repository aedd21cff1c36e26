/* SPDX-License-Identifier: MIT
 * peers.h - who is at the other end of a connection, and how much of everything that peer has.
 * Shares are counted by peer and not by connection, since anybody can open another connection.
 *
 *   IPv4 address   one peer; all of 127.0.0.0/8 is one
 *   IPv6 address   one peer for each /64, which is what one host gets; ::ffff:a.b.c.d is IPv4
 *   Unix socket    one peer for each uid (SO_PEERCRED)
 *   account        who has logged in, from wherever: one peer for each account (accounts.h)
 *   control        everybody on the control socket: the operator, who has no share
 *   embedded       the program around the server: no share
 *   fleet          another daemon, whose jobs are searched here: one peer for each; no share
 *   journal        who has submitted a durable job before the server began: no share
 *
 * A share depends on what is left. Of `most` in all a peer may have `share` percent of what the
 * others leave, and all of what they leave only if that is 1 or `share` is 100. A peer alone
 * gets 87 % by default. Of several peers that all want everything each leaves something to the
 * next, until one place is left and taken: of 1024 places by the fifth peer. A fixed part for
 * each peer would be too small for the only user of a machine, or too large to protect the
 * others from three of them.
 *
 * Ownership a peer is reference-counted: connections, jobs and statuses in flight, and certificates
 *           being made, hold it. The last reference frees it.
 * Threads   the loop thread.
 */
#ifndef SERVER_PEERS_H
#define SERVER_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "server/accounts.h"
#include "server/list.h"

enum { PEER_TEXT_MAX = 64, PEERS_BUCKETS = 1024 };

typedef enum {
	PEER_IPV4,
	PEER_IPV6,
	PEER_UID,
	PEER_ACCOUNT,
	PEER_CONTROL,
	PEER_EMBEDDED,
	PEER_JOURNAL,
	PEER_FLEET
} peer_kind_t;

typedef struct peers peers_t;

typedef struct peer {
	link_t link, all; /* in its bucket; of all peers */
	peers_t *peers;
	peer_kind_t kind;
	uint64_t key;             /* address, prefix, uid, or number of the account */
	account_t *account;       /* of PEER_ACCOUNT, a reference; else NULL */
	char text[PEER_TEXT_MAX]; /* "192.0.2.1", "2001:db8::/64", "uid:1000", "account alice" */
	unsigned refs;            /* > 0 */
	unsigned connections;     /* open, counted against max_connections */
	unsigned handshakes;      /* of TLS, that go on */
	unsigned jobs;            /* in flight */
	unsigned statuses;        /* in flight */
	unsigned certificates;    /* being made */
	unsigned boards;          /* that its connections keep */
	uint64_t table_bytes;     /* of the own tables of its jobs in flight */
	uint64_t bytes;           /* of memory that its connections hold */
	struct batch_owner *batch_owner; /* of its batches (batches.h); NULL: it has none */
} peer_t;

struct peers {
	link_t buckets[PEERS_BUCKETS];
	link_t all;
	unsigned count;
	unsigned share; /* percent, 1..100 */
	uint64_t seed;  /* of the hash */
};

/* peers_init makes an empty table with a share of 100 percent. */
void peers_init(peers_t *peers);

/* peers_of finds or makes the peer of a connected socket and takes a reference to it. With
 * PEER_IPV4 the socket tells the kind; PEER_JOURNAL has none. NULL: no memory. */
peer_t *peers_of(peers_t *peers, int fd, peer_kind_t kind);

/* peers_at does so by an IP address, peers_of_account for an account, peers_of_front for a daemon
 * of the fleet. peers_hold takes one more reference and returns `peer`; peers_drop gives one back,
 * and frees the peer with the last. */
struct sockaddr;
peer_t *peers_of_account(peers_t *peers, account_t *account);
peer_t *peers_of_front(peers_t *peers, const char *name);
peer_t *peers_at(peers_t *peers, const struct sockaddr *address);
peer_t *peers_hold(peer_t *peer);
void peers_drop(peer_t *peer);

/* peers_address writes the full address of the other end: "192.0.2.1:40312",
 * "[2001:db8::1]:40312", "uid:1000,pid:4711"; "gone" where nobody is there any more. */
void peers_address(int fd, char text[PEER_TEXT_MAX]);

/* peers_client returns the number under which the work of a connection of that peer has its turns
 * (engine/solve/queue.h): the account's, or `conn`, the connection's; and in *weight what it weighs
 * beside others. Without accounts everything weighs 1. With them a class weighs eight times as much
 * as the one below it, and inside a class accounts have their own weights. */
uint64_t peers_client(const peer_t *peer, uint64_t conn, unsigned *weight);

/* peers_batch_client does so for the jobs of its batches, which have turns of their own, beside
 * those of its other jobs, and weigh as those of an account of the class batch. */
uint64_t peers_batch_client(const peer_t *peer, uint64_t conn, unsigned *weight);

/* peers_groups writes the groups of who is at the other end of a Unix socket, and returns their
 * number, `most` at most. most > 0. */
unsigned peers_groups(int fd, uint32_t *groups, unsigned most);

/* peers_most returns how much of `most` in all a peer may have that has `own` of the `used`. It
 * is at least 1 where anything is left; it is less than all that is left if that is more than 1
 * and the share is below 100. */
uint64_t peers_most(const peer_t *peer, uint64_t own, uint64_t used, uint64_t most);

/* How many of something are in use, and how many may be. */
typedef struct {
	const char *what;     /* "jobs" */
	const char *doing;    /* "in flight" */
	const char *settings; /* "max_jobs, peer_share": the settings that the share depends on */
	unsigned of_conn, most_of_conn; /* the connection's and its bound; 0, 0: no such bound */
	unsigned of_peer, used, most;   /* the peer's; the server's and its bound */
	uint64_t most_of_account;       /* bound of the peer's account; 0: none, or no account */
	const char *remedy;             /* NULL: "wait, or cancel some" */
} bound_t;

typedef enum {
	BOUND_KEPT,
	BOUND_OF_CONN,
	BOUND_OF_ACCOUNT,
	BOUND_OF_SERVER,
	BOUND_OF_PEER
} bound_hit_t;

/* peers_admit tells whether a peer may have one more: ERR_OK, or ERR_BUSY with *why, and in *hit
 * the bound that is reached; ERR_QUOTA where that is the account's. The connection's bound is asked
 * first, then the account's, the server's and the peer's share, because a client can do most about
 * the first. */
err_t peers_admit(const peer_t *peer, const bound_t *bound, bound_hit_t *hit, errinfo_t *why);

/* peers_retry returns the retry_ms of an answer "busy" to who may find room after about so many ms:
 * from RETRY_LEAST_MS to RETRY_MOST_MS. */
uint64_t peers_retry(double ms);

#endif
