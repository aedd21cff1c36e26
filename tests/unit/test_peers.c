/* SPDX-License-Identifier: MIT
 * test_peers.c - who counts as one peer, and what its share is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "server/peers.h"

static peers_t peers;

static peer_t *at(const char *address)
{
	struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons(7)};
	struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons(7)};

	if (inet_pton(AF_INET, address, &v4.sin_addr) == 1)
		return peers_at(&peers, (const struct sockaddr *)&v4);
	assert_int_equal(inet_pton(AF_INET6, address, &v6.sin6_addr), 1);
	return peers_at(&peers, (const struct sockaddr *)&v6);
}

static void addresses_of_one_host_are_one_peer(void **state)
{
	static const struct {
		const char *one, *other, *text;
		bool same;
	} rows[] = {
	        {"192.0.2.1", "192.0.2.1", "192.0.2.1", true},
	        {"192.0.2.1", "192.0.2.2", "192.0.2.1", false},
	        {"127.0.0.1", "127.1.2.3", "127.0.0.1", true},
	        {"::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1", true},
	        {"::ffff:127.0.0.9", "127.0.0.1", "127.0.0.1", true},
	        {"2001:db8::1", "2001:db8::2:0:0:1", "2001:db8::/64", true},
	        {"2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:1::/64", false},
	        {"::1", "127.0.0.1", "::1/64", false},
	};

	(void)state;
	peers_init(&peers);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		peer_t *one = at(rows[i].one), *other = at(rows[i].other);

		assert_string_equal(one->text, rows[i].text);
		assert_int_equal(one == other, rows[i].same);
		assert_int_equal(peers.count, rows[i].same ? 1 : 2);
		peers_drop(one);
		peers_drop(other);
		assert_int_equal(peers.count, 0);
	}
	assert_int_equal(mem_live(), 0);
}

static void kinds_of_sockets_are_told_apart(void **state)
{
	peer_t *uid, *control, *embedded;
	char text[PEER_TEXT_MAX], wanted[PEER_TEXT_MAX];
	int ends[2];

	(void)state;
	peers_init(&peers);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	uid = peers_of(&peers, ends[0], PEER_IPV4);
	control = peers_of(&peers, ends[0], PEER_CONTROL);
	embedded = peers_of(&peers, ends[0], PEER_EMBEDDED);
	(void)snprintf(wanted, sizeof(wanted), "uid:%u", getuid());
	assert_string_equal(uid->text, wanted);
	assert_string_equal(control->text, "control");
	assert_ptr_not_equal(control, embedded);
	assert_int_equal(peers.count, 3);
	peers_address(ends[1], text);
	(void)snprintf(wanted, sizeof(wanted), "uid:%u,pid:%d", getuid(), getpid());
	assert_string_equal(text, wanted);
	peers_drop(uid);
	peers_drop(control);
	peers_drop(embedded);
	(void)close(ends[0]);
	(void)close(ends[1]);
	assert_int_equal(mem_live(), 0);
}

/* Many that all take whatever they get: each leaves something, while anything is there. */
static void a_share_leaves_something(void **state)
{
	enum { MOST = 1024 };
	static const uint64_t wanted[] = {891, 116, 15, 1, 1};
	char address[INET_ADDRSTRLEN];
	peer_t *held[sizeof(wanted) / sizeof(wanted[0])];
	uint64_t used = 0;

	(void)state;
	peers_init(&peers);
	peers.share = 87;
	for (unsigned i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		peer_t *peer;

		(void)snprintf(address, sizeof(address), "192.0.2.%u", i);
		held[i] = peer = at(address);
		while (used < MOST && peer->jobs < peers_most(peer, peer->jobs, used, MOST)) {
			peer->jobs++;
			used++;
		}
		assert_int_equal(peer->jobs, wanted[i]);
	}
	assert_int_equal(used, MOST);
	for (unsigned i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		held[i]->jobs = 0;
		peers_drop(held[i]);
	}
	assert_int_equal(mem_live(), 0);
}

static void a_share_of_little_or_much_is_right(void **state)
{
	peer_t *peer;

	(void)state;
	peers_init(&peers);
	peer = at("192.0.2.1");
	peers.share = 87;
	assert_int_equal(peers_most(peer, 0, 0, 1), 1);
	assert_int_equal(peers_most(peer, 0, 1, 1), 0);
	assert_int_equal(peers_most(peer, 0, 0, 3), 2);
	assert_int_equal(peers_most(peer, 0, 0, 8), 7);
	assert_int_equal(peers_most(peer, 0, 0, 2), 1); /* the other is somebody else's */
	assert_int_equal(peers_most(peer, 1, 1, 2), 1);
	assert_int_equal(peers_most(peer, 0, 0, UINT64_C(1) << 60),
	                 (UINT64_C(1) << 60) / 100 * 87 + 67);
	assert_int_equal(peers_most(peer, 9, 5, 100), 87); /* more than is used: a setting shrank */
	peers.share = 100;
	assert_int_equal(peers_most(peer, 0, 3, 8), 5);
	peers.share = 1;
	assert_int_equal(peers_most(peer, 0, 0, 8), 1);
	peers_drop(peer);
	peer = peers_of(&peers, -1, PEER_CONTROL);
	assert_int_equal(peers_most(peer, 0, 3, 8), 5);
	peers_drop(peer);
}

/* The first bound that is exhausted is told: what the client can do most about. */
static void what_is_exhausted_is_told(void **state)
{
	static const struct {
		bound_t bound;
		bound_hit_t hit;
		const char *text;
	} rows[] = {
	        {{"jobs", "in flight", "max_jobs, peer_share", 63, 64, 63, 63, 200, 0, NULL},
	         BOUND_KEPT,
	         ""},
	        {{"jobs", "in flight", "max_jobs, peer_share", 64, 64, 174, 200, 200, 0, NULL},
	         BOUND_OF_CONN,
	         "64 jobs of this connection are in flight already"},
	        {{"statuses", "in flight", "peer_share", 3, 4, 28, 32, 32, 0, NULL},
	         BOUND_OF_SERVER,
	         "32 statuses of this server are in flight already"},
	        {{"statuses", "in flight", "peer_share", 0, 4, 28, 28, 32, 0, NULL},
	         BOUND_OF_PEER,
	         "28 statuses of 192.0.2.1 are in flight already, its share of this server's 32 "
	         "(peer_share): wait, or cancel some"},
	        {{"certificates", "being made", "peer_share", 0, 0, 0, 1, 2, 0, NULL},
	         BOUND_KEPT,
	         ""},
	        {{"certificates", "being made", "peer_share", 0, 0, 1, 1, 2, 0, NULL},
	         BOUND_OF_PEER,
	         "1 certificates of 192.0.2.1 are being made already, its share of this server's 2 "
	         "(peer_share): wait, or cancel some"},
	};
	errinfo_t why;
	bound_hit_t hit;
	peer_t *peer;

	(void)state;
	peers_init(&peers);
	peers.share = 87;
	peer = at("192.0.2.1");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const bool kept = rows[i].hit == BOUND_KEPT;

		why.text[0] = '\0';
		assert_int_equal(peers_admit(peer, &rows[i].bound, &hit, &why),
		                 kept ? ERR_OK : ERR_BUSY);
		assert_int_equal(hit, rows[i].hit);
		assert_string_equal(why.text, rows[i].text);
	}
	peers_drop(peer);
	assert_int_equal(mem_live(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(addresses_of_one_host_are_one_peer),
	        cmocka_unit_test(kinds_of_sockets_are_told_apart),
	        cmocka_unit_test(a_share_leaves_something),
	        cmocka_unit_test(a_share_of_little_or_much_is_right),
	        cmocka_unit_test(what_is_exhausted_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
