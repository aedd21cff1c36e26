/* SPDX-License-Identifier: MIT
 * client_peer.h - a daemon made of prepared bytes, for tests of libtesuji.
 *
 * A socketpair stands for the connection. The answers are written to its other
 * end before the call that will read them, so one thread plays both sides. */
#ifndef TESTS_UNIT_CLIENT_PEER_H
#define TESTS_UNIT_CLIENT_PEER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "clients/c/tesuji.h"
#include "protocol/msg.h"
#include "protocol/methods.h"
#include "protocol/rpc.h"

static tesuji_t *t;
static int peer;

static inline int connect_both(void **state)
{
	int ends[2];

	(void)state;
	assert_return_code(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	peer = ends[1];
	assert_int_equal(tesuji_connect_fd(ends[0], &t, NULL), TESUJI_OK);
	tesuji_set_timeout(t, 1000);
	return 0;
}

static inline int close_both(void **state)
{
	(void)state;
	tesuji_close(t);
	if (peer >= 0)
		close(peer);
	return 0;
}

static inline void give(wirebuf_t *bytes)
{
	assert_int_equal(bytes->failed, ERR_OK);
	assert_int_equal(write(peer, bytes->data, bytes->length), bytes->length);
	wirebuf_fini(bytes);
}

static inline wirebuf_t fresh(void)
{
	wirebuf_t out;

	wirebuf_init(&out, REPLY_BYTES_MAX);
	return out;
}

static inline void give_submitted(uint32_t msgid, uint64_t job)
{
	wirebuf_t out = fresh();
	msg_ref_t ref = {.job = job};

	rpc_put_response(&out, msgid);
	msg_ref_write(&out, &ref);
	give(&out);
}

static inline void give_progress(uint64_t job, uint64_t sequence)
{
	wirebuf_t out = fresh();
	msg_progress_t msg = {
	        .job = job, .sequence = sequence, .value = MSG_UNDECIDED, .depth = 3, .best = "C3"};

	msg.line.count = 1;
	strcpy(msg.line.move[0], "C3");
	rpc_put_notification(&out, NOTIFY_PROGRESS);
	msg_progress_write(&out, &msg);
	give(&out);
}

static inline void put_done(wirebuf_t *out, uint64_t job)
{
	msg_done_t msg = {.job = job,
	                  .state = MSG_DONE,
	                  .value = MSG_PROVEN,
	                  .scope = MSG_SCOPE_ABSOLUTE,
	                  .claim = "mate in 2",
	                  .driver = MSG_DRIVER_PLAIN,
	                  .engine = MSG_ENGINE_DFPN,
	                  .order = 1,
	                  .depth = 5,
	                  .best = "D4",
	                  .ko = MSG_KO_FIGHT,
	                  .ko_threats = 2,
	                  .nodes = 77,
	                  .nodes_per_s = 1000,
	                  .time_ms = 1.5,
	                  .table = {.bytes = 64, .entries = 2, .used = 1},
	                  .workers = 2,
	                  .remembered = true,
	                  .game = "chess",
	                  .style = "renju",
	                  .best_coords = "c3d4",
	                  .rows = "X./..",
	                  .attacker = MSG_WHITE,
	                  .goal = {.type = "capture",
	                           .target = "A2 B3",
	                           .attacker = MSG_WHITE,
	                           .first = MSG_DEFENDER}};

	msg.line.count = 2;
	strcpy(msg.line.move[0], "D4");
	strcpy(msg.line.move[1], "O-O!#");
	msg.coords.count = 2;
	strcpy(msg.coords.move[0], "c3d4");
	strcpy(msg.coords.move[1], "e8g8");
	msg.zone.is_known = true;
	msg.zone.count = msg.indices.count = 2;
	msg.areas = 2;
	strcpy(msg.zone.point[0], "A2");
	strcpy(msg.zone.point[1], "B1;");
	msg.indices.index[0] = msg.indices.index[1] = 1;
	rpc_put_notification(out, NOTIFY_DONE);
	msg_done_write(out, &msg);
}

static inline void give_done(uint64_t job)
{
	wirebuf_t out = fresh();

	put_done(&out, job);
	give(&out);
}

static inline tesuji_request_t a_request(void)
{
	tesuji_request_t request;

	tesuji_request_init(&request);
	request.rows = "X./..";
	request.target = "A2";
	return request;
}

#define WITH_A_CONNECTION(test) cmocka_unit_test_setup_teardown(test, connect_both, close_both)

#endif
