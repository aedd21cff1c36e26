/* SPDX-License-Identifier: MIT
 * peers.c - a hash table of peers.
 *
 * A peer exists while a connection, a job or a status in flight, or a certificate being made
 * holds it. So there are at most as many peers as these together, and the number of buckets,
 * chosen for a usual number of peers, need not grow. The hash is seeded, so that somebody with
 * many IPv6 networks cannot choose those of one bucket.
 *
 * The share is the rule of dynamic thresholds in switches with shared buffers (Choudhury and
 * Hahne 1998): own <= s (most - others), which is own <= s/(1-s) x free. It needs no count of
 * peers, and nothing changes when one more comes: what is free is all that the rule looks at.
 */
#include "server/peers.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "protocol/limits.h"

enum { PERCENT = 100, LOOPBACK_NET = 127 };

#define CLIENT_IS_FLEET   ((uint64_t)1 << 61) /* nor this */
#define CLIENT_IS_BATCH   ((uint64_t)1 << 62) /* nor this */
#define CLIENT_IS_ACCOUNT ((uint64_t)1 << 63) /* which no number of a connection has */

typedef union {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
	struct sockaddr_storage room;
} address_t;

void peers_init(peers_t *peers)
{
	*peers = (peers_t){.share = PERCENT, .seed = clock_now_ns()};
	list_init(&peers->all);
	for (unsigned i = 0; i < PEERS_BUCKETS; i++)
		list_init(&peers->buckets[i]);
}

/* far_end stores the address of the other end in *out; AF_UNSPEC: nobody is there any more. */
static void far_end(int fd, address_t *out)
{
	socklen_t length = sizeof(*out);

	memset(out, 0, sizeof(*out));
	if (getpeername(fd, &out->any, &length) != 0)
		out->any.sa_family = AF_UNSPEC;
}

static struct ucred credentials(int fd)
{
	struct ucred who = {.uid = (uid_t)-1};
	socklen_t length = sizeof(who);

	(void)getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &length);
	return who;
}

uint64_t peers_client(const peer_t *peer, uint64_t conn, unsigned *weight)
{
	static const unsigned of_class[MSG_CLASSES] = {[MSG_CLASS_OPERATOR] = 64,
	                                               [MSG_CLASS_INTERACTIVE] = 64,
	                                               [MSG_CLASS_NORMAL] = 8,
	                                               [MSG_CLASS_BATCH] = 1};
	const account_t *account = peer->account;

	*weight = account != NULL ? account->weight * of_class[account->class] : 1;
	if (peer->kind == PEER_FLEET)
		return (peer->key % CLIENT_IS_FLEET) | CLIENT_IS_FLEET;
	return account != NULL ? account->number | CLIENT_IS_ACCOUNT : conn;
}

uint64_t peers_batch_client(const peer_t *peer, uint64_t conn, unsigned *weight)
{
	const account_t *account = peer->account;

	*weight = account != NULL ? account->weight : 1;
	return (account != NULL ? account->number | CLIENT_IS_ACCOUNT : conn) | CLIENT_IS_BATCH;
}

unsigned peers_groups(int fd, uint32_t *groups, unsigned most)
{
	static_assert(sizeof(gid_t) == sizeof(uint32_t), "groups are given as they come");
	socklen_t length = (socklen_t)((most - 1) * sizeof(*groups));

	assert(most > 0);
	groups[0] = credentials(fd).gid;
	if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups + 1, &length) != 0)
		return 1; /* more than there is room for, or an old kernel */
	return 1 + length / (unsigned)sizeof(*groups);
}

void peers_address(int fd, char text[PEER_TEXT_MAX])
{
	char host[INET6_ADDRSTRLEN] = "?";
	address_t name;
	struct ucred who;

	far_end(fd, &name);
	switch (name.any.sa_family) {
	case AF_INET:
		(void)inet_ntop(AF_INET, &name.v4.sin_addr, host, sizeof(host));
		(void)snprintf(text, PEER_TEXT_MAX, "%s:%u", host, ntohs(name.v4.sin_port));
		break;
	case AF_INET6:
		(void)inet_ntop(AF_INET6, &name.v6.sin6_addr, host, sizeof(host));
		(void)snprintf(text, PEER_TEXT_MAX, "[%s]:%u", host, ntohs(name.v6.sin6_port));
		break;
	case AF_UNIX:
		who = credentials(fd);
		(void)snprintf(text, PEER_TEXT_MAX, "uid:%u,pid:%d", who.uid, who.pid);
		break;
	default:
		(void)snprintf(text, PEER_TEXT_MAX, "gone");
	}
}

static void of_ipv4(uint32_t address, peer_t *out)
{
	struct in_addr shown;

	if (address >> 24 == LOOPBACK_NET)
		address = INADDR_LOOPBACK;
	out->kind = PEER_IPV4;
	out->key = address;
	shown.s_addr = htonl(address);
	(void)inet_ntop(AF_INET, &shown, out->text, sizeof(out->text));
}

static void of_ipv6(const struct in6_addr *address, peer_t *out)
{
	struct in6_addr net = *address;
	size_t length;

	if (IN6_IS_ADDR_V4MAPPED(address)) {
		uint32_t low;

		memcpy(&low, &address->s6_addr[12], sizeof(low));
		of_ipv4(ntohl(low), out);
		return;
	}
	out->kind = PEER_IPV6;
	memcpy(&out->key, net.s6_addr, sizeof(out->key));
	if (!IN6_IS_ADDR_LOOPBACK(address)) /* which is alone in its network */
		memset(&net.s6_addr[8], 0, 8);
	(void)inet_ntop(AF_INET6, &net, out->text, INET6_ADDRSTRLEN);
	length = strlen(out->text);
	(void)snprintf(out->text + length, sizeof(out->text) - length, "/64");
}

static link_t *bucket(peers_t *peers, const peer_t *who)
{
	const uint64_t hash = rng_mix(who->key ^ peers->seed ^ rng_mix((uint64_t)who->kind));

	return &peers->buckets[hash % PEERS_BUCKETS];
}

/* find_or_make returns a reference to the peer with the kind and key of *who, made if there is
 * none; NULL: no memory. */
static peer_t *find_or_make(peers_t *peers, const peer_t *who)
{
	link_t *in = bucket(peers, who);
	peer_t *peer;

	for (link_t *at = in->next; at != in; at = at->next) {
		peer = LIST_ENTRY(at, peer_t, link);
		if (peer->kind == who->kind && peer->key == who->key)
			return peers_hold(peer);
	}
	peer = mem_alloc(sizeof(*peer));
	if (peer == NULL)
		return NULL;
	*peer = *who;
	peer->peers = peers;
	peer->refs = 1;
	list_init(&peer->link);
	list_init(&peer->all);
	list_add(in, &peer->link);
	list_add(&peers->all, &peer->all);
	peers->count++;
	return peer;
}

peer_t *peers_at(peers_t *peers, const struct sockaddr *address)
{
	peer_t who = {.kind = PEER_UID, .key = UINT64_MAX, .text = "unknown"};

	if (address->sa_family == AF_INET)
		of_ipv4(ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr),
		        &who);
	else if (address->sa_family == AF_INET6)
		of_ipv6(&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr, &who);
	return find_or_make(peers, &who);
}

peer_t *peers_of(peers_t *peers, int fd, peer_kind_t kind)
{
	static const char *const names[] = {[PEER_CONTROL] = "control",
	                                    [PEER_EMBEDDED] = "embedded",
	                                    [PEER_JOURNAL] = "journal"};
	peer_t who = {.kind = kind};
	address_t name;

	if (names[kind] != NULL) {
		(void)snprintf(who.text, sizeof(who.text), "%s", names[kind]);
		return find_or_make(peers, &who);
	}
	far_end(fd, &name);
	if (name.any.sa_family != AF_UNIX)
		return peers_at(peers, &name.any);
	who.kind = PEER_UID;
	who.key = credentials(fd).uid;
	(void)snprintf(who.text, sizeof(who.text), "uid:%u", (unsigned)who.key);
	return find_or_make(peers, &who);
}

peer_t *peers_of_account(peers_t *peers, account_t *account)
{
	peer_t who = {.kind = PEER_ACCOUNT, .key = account->number};
	peer_t *peer;

	(void)snprintf(who.text, sizeof(who.text), "account %.*s", PEER_TEXT_MAX - 10,
	               account->name);
	peer = find_or_make(peers, &who);
	if (peer != NULL && peer->account == NULL)
		peer->account = accounts_hold(account);
	return peer;
}

peer_t *peers_of_front(peers_t *peers, const char *name)
{
	peer_t who = {.kind = PEER_FLEET};

	for (const char *at = name; *at != '\0'; at++)
		who.key = rng_mix(who.key ^ (unsigned char)*at);
	(void)snprintf(who.text, sizeof(who.text), "fleet %.*s", PEER_TEXT_MAX - 10, name);
	return find_or_make(peers, &who);
}

peer_t *peers_hold(peer_t *peer)
{
	assert(peer->refs > 0);
	peer->refs++;
	return peer;
}

void peers_drop(peer_t *peer)
{
	assert(peer->refs > 0);
	if (--peer->refs > 0)
		return;
	assert(peer->connections == 0 && peer->jobs == 0 && peer->statuses == 0 &&
	       peer->certificates == 0 && peer->boards == 0);
	assert(peer->table_bytes == 0 && peer->bytes == 0 && peer->batch_owner == NULL);
	assert(peer->peers->count > 0);
	peer->peers->count--;
	list_drop(&peer->link);
	list_drop(&peer->all);
	accounts_drop(peer->account);
	mem_free(peer, sizeof(*peer));
}

uint64_t peers_most(const peer_t *peer, uint64_t own, uint64_t used, uint64_t most)
{
	const uint64_t others = used > own ? used - own : 0;
	const uint64_t left = most > others ? most - others : 0;
	uint64_t part;

	assert(peer->peers->share > 0 && peer->peers->share <= PERCENT);
	if (peer->kind == PEER_CONTROL || peer->kind == PEER_EMBEDDED ||
	    peer->kind == PEER_JOURNAL || peer->kind == PEER_FLEET)
		return left;
	/* Rounded up, so that a share of something is at least 1. The product fits: the largest
	 * amounts are those of tables, 2^60 bytes at most. */
	part = left / PERCENT * peer->peers->share +
	       (left % PERCENT * peer->peers->share + PERCENT - 1) / PERCENT;
	assert(part <= left && (part > 0 || left == 0));
	return part == left && left > 1 && peer->peers->share < PERCENT ? left - 1 : part;
}

err_t peers_admit(const peer_t *peer, const bound_t *b, bound_hit_t *hit, errinfo_t *why)
{
	const char *remedy = b->remedy != NULL ? b->remedy : "wait, or cancel some";

	*hit = BOUND_KEPT;
	if (b->most_of_conn > 0 && b->of_conn >= b->most_of_conn) {
		*hit = BOUND_OF_CONN;
		return err_fail(why, ERR_BUSY, "%u %s of this connection are %s already",
		                b->most_of_conn, b->what, b->doing);
	}
	if (b->most_of_account > 0 && b->of_peer >= b->most_of_account) {
		*hit = BOUND_OF_ACCOUNT;
		return err_fail(why, ERR_QUOTA,
		                "%u %s of %s are %s already, as many as it may have: %s",
		                b->of_peer, b->what, peer->text, b->doing, remedy);
	}
	if (b->used >= b->most) {
		*hit = BOUND_OF_SERVER;
		return err_fail(why, ERR_BUSY, "%u %s of this server are %s already", b->most,
		                b->what, b->doing);
	}
	if (b->of_peer < peers_most(peer, b->of_peer, b->used, b->most))
		return ERR_OK;
	*hit = BOUND_OF_PEER;
	return err_fail(why, ERR_BUSY,
	                "%u %s of %s are %s already, its share of this server's %u (%s): %s",
	                b->of_peer, b->what, peer->text, b->doing, b->most, b->settings, remedy);
}

uint64_t peers_retry(double ms)
{
	return ms < RETRY_LEAST_MS  ? RETRY_LEAST_MS
	       : ms > RETRY_MOST_MS ? RETRY_MOST_MS
	                            : (uint64_t)ms;
}
