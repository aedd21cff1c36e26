/* SPDX-License-Identifier: MIT
 * test_pace.c - how much is done in a turn of the loop, by a clock that only work moves. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/table/epoch.h"
#include "protocol/codec.h"
#include "protocol/rpc.h"
#include "server/inside.h"
#include "tests/unit/seed.h"

enum {
	PEERS = 150,
	FRAMES = 40,                /* of each of them */
	FRAME_NS = 700 * NS_PER_US, /* that one takes */
	TURN_MOST_NS = PACE_TURN_NS + (PACE_KINDS - 1) * PACE_LEAST_NS,
	TURNS = 20000,
	SWEEP_WAIT_TURNS = 1000000,
	SWEEP_MOST = 2 * (PACE_TURN_NS / NS_PER_MS), /* uv_run may end one turn and begin one */
};

static uint64_t fake_ns = 1, step_ns;
static uv_loop_t loop;
static server_t *server;
static int ends[PEERS];
static conn_t *conns[PEERS];
static unsigned served[PEERS];
static uint64_t turn_ns, frame_turn; /* of requests in a turn of the loop, and in which */

static uint64_t fake_clock(void)
{
	return fake_ns += step_ns;
}

/* greedy does pieces of a kind until it must stop, and returns how long that was. */
static uint64_t greedy(pace_t *pace, pace_kind_t kind, uint64_t piece_ns)
{
	const uint64_t began = fake_ns;

	while (!pace_over(pace, kind))
		fake_ns += piece_ns;
	return fake_ns - began;
}

/* All kinds have endless work, in any order and in pieces of any size. */
static void turns_are_bounded_however_many_kinds_have_work(void **state)
{
	rng_t rng = seed_take();
	uint64_t longest = 0;
	pace_t pace;

	(void)state;
	step_ns = 0;
	assert_int_equal(uv_loop_init(&loop), 0);
	pace_init(&pace, &loop);
	pace.clock_ns = fake_clock;
	for (unsigned t = 0; t < TURNS; t++) {
		unsigned first = (unsigned)(rng_next(&rng) % PACE_KINDS);
		uint64_t over = 0, whole = 0;

		for (unsigned i = 0; i < PACE_KINDS; i++) {
			const pace_kind_t kind = (first + i) % PACE_KINDS;
			const uint64_t piece = 1 + rng_next(&rng) % (t % 2 == 0 ? NS_PER_MS : 5000);
			const uint64_t took = greedy(&pace, kind, piece);

			assert_true(took >= PACE_LEAST_NS || took >= piece);
			over += piece;
			whole += took;
		}
		assert_true(whole <= TURN_MOST_NS + over);
		if (t % 2 == 1 && whole > longest)
			longest = whole;
		for (uint64_t turns = pace.turns; pace.turns == turns;)
			(void)uv_run(&loop, UV_RUN_NOWAIT);
	}
	assert_true(longest <= 5 * (uint64_t)NS_PER_MS);
	pace_close(&pace);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(uv_loop_close(&loop), 0);
}

static void begin(void)
{
	conf_t conf;
	errinfo_t why;

	conf_init(&conf);
	conf.workers = 1;
	conf.table_mib = 1;
	assert_int_equal(uv_loop_init(&loop), 0);
	assert_int_equal(server_create(&loop, &conf, false, &server, &why), ERR_OK);
	server->conns.pace.clock_ns = fake_clock;
	for (unsigned i = 0; i < PEERS; i++) {
		int pair[2];

		assert_int_equal(
		        socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair),
		        0);
		assert_int_equal(server_adopt(server, pair[0]), ERR_OK);
		conns[i] = LIST_ENTRY(server->conns.all.previous, conn_t, all);
		ends[i] = pair[1];
		served[i] = 0;
	}
}

static void finish(void)
{
	for (unsigned i = 0; i < PEERS; i++)
		(void)close(ends[i]);
	step_ns = 0;
	server_drain(server, 0);
	server_drain(server, 0);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	server_destroy(server);
	assert_int_equal(uv_loop_close(&loop), 0);
}

static void frame_cb(conn_t *conn, const uint8_t *frame, size_t length)
{
	(void)frame;
	(void)length;
	if (frame_turn != conn->conns->pace.turns)
		turn_ns = 0;
	frame_turn = conn->conns->pace.turns;
	turn_ns += FRAME_NS;
	assert_true(turn_ns < PACE_REST_NS + FRAME_NS);
	fake_ns += FRAME_NS;
	for (unsigned i = 0; i < PEERS; i++)
		served[i] += conns[i] == conn;
}

static unsigned most(void)
{
	unsigned count = 0;

	for (unsigned i = 0; i < PEERS; i++)
		count = served[i] > count ? served[i] : count;
	return count;
}

static unsigned least(void)
{
	unsigned count = FRAMES;

	for (unsigned i = 0; i < PEERS; i++)
		count = served[i] < count ? served[i] : count;
	return count;
}

/* Everybody asks at once: a turn ends in time, with one request over it at most; and who waits is
 * served in order: nobody is ahead of anybody by more than two turns, each of one request (where
 * the turn of the loop ended) to as many as PACE_OWN_NS allows. */
static void requests_of_many_take_turns(void **state)
{
	const unsigned own =
	        (PACE_OWN_NS + FRAME_NS - 1) / FRAME_NS; /* in one turn of a connection */
	wirebuf_t out;

	(void)state;
	step_ns = 0;
	begin();
	server->conns.frame_cb = frame_cb;
	wirebuf_init(&out, 1 << 16);
	for (unsigned i = 0; i < FRAMES; i++) {
		rpc_put_request(&out, i, "server.info");
		put_map(&out, 0);
	}
	for (unsigned i = 0; i < PEERS; i++)
		assert_int_equal(write(ends[i], out.data, out.length), (ssize_t)out.length);
	wirebuf_fini(&out);
	while (least() < FRAMES) {
		(void)uv_run(&loop, UV_RUN_NOWAIT);
		assert_true(most() <= own * (least() + 2));
	}
	finish();
}

/* The time limits of many are looked at some at a time, and none is forgotten. */
static void sweeps_go_on_in_the_next_turn(void **state)
{
	unsigned turns = 0, before = 0;

	(void)state;
	step_ns = 0;
	begin();
	server->conns.idle_timeout_ms = 1;
	while (server->conns.unswept == 0 && turns++ < SWEEP_WAIT_TURNS) {
		step_ns = NS_PER_MS;
		before = server->conns.count;
		(void)uv_run(&loop, UV_RUN_ONCE);
	}
	assert_true(server->conns.unswept + SWEEP_MOST >= before);
	while (server->conns.unswept > 0) {
		before = server->conns.unswept;
		(void)uv_run(&loop, UV_RUN_NOWAIT);
		assert_true(server->conns.unswept + SWEEP_MOST >= before);
	}
	for (unsigned i = 0; i < PEERS; i++) { /* all have been told to go */
		char text;

		while (recv(ends[i], &text, 1, 0) != 0)
			(void)uv_run(&loop, UV_RUN_NOWAIT);
	}
	finish();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(turns_are_bounded_however_many_kinds_have_work),
	        cmocka_unit_test(requests_of_many_take_turns),
	        cmocka_unit_test(sweeps_go_on_in_the_next_turn),
	};
	int failed;

	(void)signal(SIGPIPE, SIG_IGN); /* as the daemon does */
	epoch_start();
	epoch_thread_join();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	epoch_barrier();
	epoch_thread_leave();
	CHECK(mem_live() == 0);
	return failed;
}
