/* SPDX-License-Identifier: MIT
 * test_client_async.c - tesuji_async.h against a daemon that the test plays: turns, busy ones,
 * changes of boards, deadlines, cancelling, and every way to lose the connection. */
#include "tests/unit/async_peer.h"

/* Answers find their queries in whatever order they come, and no more are sent than the daemon
 * takes at a time. */
static void turns(void **state)
{
	heard_t heard[SLOTS + 1];

	(void)state;
	assert_int_equal(run(), 0);
	for (uint64_t tag = 1; tag <= SLOTS + 2; tag++)
		assert_int_equal(solve(tag, 0, -1), TESUJI_OK);
	assert_int_equal(tesuji_async_open_queries(a), SLOTS + 2);
	assert_true(can_run(0));
	assert_int_equal(run(), 0);
	assert_int_equal(hear(heard, SLOTS + 1), SLOTS);
	for (uint32_t i = SLOTS; i > 0; i--)
		give_job(heard[i - 1].msgid, 100 + i);
	give_done(102, "B2");
	assert_true(can_run(0));
	assert_int_equal(run(), 1);
	assert_int_equal(told[0].tag, 2);
	assert_string_equal(told[0].best, "B2");
	give_job(expect("job.submit"), 200); /* the fifth has its place */
	give_done(200, "C5");
	give_done(101, "C1");
	assert_int_equal(run(), 2);
	assert_int_equal(told[1].tag, 5);
	assert_int_equal(told[2].tag, 1);
	assert_int_equal(tesuji_async_open_queries(a), 3);
	give_done(999, "Z9"); /* nobody's */
	assert_int_equal(run(), 0);
}

/* What the daemon had no room for is sent again when it said, in its turn. */
static void busy(void **state)
{
	heard_t heard[3];

	(void)state;
	for (uint64_t tag = 1; tag <= 3; tag++)
		assert_int_equal(solve(tag, 0, -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, 3), 3);
	give_error(heard[0].msgid, ERR_BUSY, 400);
	give_error(heard[1].msgid, ERR_BUSY, 200);
	give_error(heard[2].msgid, ERR_POSITION, 0);
	assert_int_equal(run(), 1);
	assert_int_equal(solve(4, 0, -1), TESUJI_OK);
	assert_int_equal(run(), 0);
	assert_int_equal(told[0].tag, 3);
	assert_int_equal(told[0].code, TESUJI_E_POSITION);
	assert_int_equal(hear(heard, 3), 0);
	assert_int_equal(hear_later(heard, 3), 3);
	assert_int_equal(heard[0].msgid, 1);
	assert_int_equal(heard[1].msgid, 2);
	assert_int_equal(heard[2].msgid, 4);
}

/* No change of a board passes a problem about it that may have to be sent again. */
static void boards_in_order(void **state)
{
	heard_t heard[4];

	(void)state;
	assert_int_equal(play(1, "D4", -1), TESUJI_OK);
	assert_int_equal(solve(2, 1, -1), TESUJI_OK);
	assert_int_equal(play(3, "E5", -1), TESUJI_OK);
	assert_int_equal(solve(4, 1, -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, 4), 2);
	assert_string_equal(heard[0].method, "go.position");
	assert_string_equal(heard[1].method, "job.submit");
	assert_int_equal(heard[1].board, 1);
	give_board(heard[0].msgid, 7);
	give_error(heard[1].msgid, ERR_BUSY, 200);
	assert_int_equal(run(), 1);
	assert_int_equal(told[0].tag, 1);
	assert_int_equal(told[0].moves, 7);
	assert_int_equal(hear(heard, 4), 0);
	assert_int_equal(hear_later(heard, 4), 1);
	assert_string_equal(heard[0].method, "job.submit");
	give_job(heard[0].msgid, 11);
	(void)run();
	assert_int_equal(hear(heard, 4), 2);
	assert_string_equal(heard[0].method, "go.position");
	assert_string_equal(heard[1].method, "job.submit");
	give_error(heard[0].msgid, ERR_POSITION, 0);
	give_job(heard[1].msgid, 12);
	give_done(12, "A1");
	assert_int_equal(run(), 2);
	assert_int_equal(told[1].tag, 3);
	assert_int_equal(told[1].code, TESUJI_E_POSITION);
	assert_int_equal(told[2].tag, 4);
}

/* A deadline ends a query wherever it is; its place is free when the daemon says so. */
static void deadlines(void **state)
{
	heard_t heard[SLOTS];
	unsigned cancel; /* comes at one deadline, the change at another */

	(void)state;
	for (uint64_t tag = 1; tag <= SLOTS + 1; tag++)
		assert_int_equal(solve(tag, 0, tag == 2 ? -1 : 250 - 40 * (int)tag), TESUJI_OK);
	assert_int_equal(play(9, "D4", 1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, SLOTS), SLOTS);
	give_job(heard[0].msgid, 101);
	give_job(heard[1].msgid, 102);
	(void)run();
	while (tesuji_async_open_queries(a) > 1) {
		assert_true(can_run(5000));
		(void)run();
	}
	assert_int_equal(told_count, SLOTS + 1);
	for (unsigned i = 0; i < told_count; i++)
		assert_int_equal(told[i].code, TESUJI_E_TIMEOUT);
	assert_int_equal(told[0].tag, 9);
	assert_int_equal(told[1].tag, SLOTS + 1);
	assert_int_equal(told[SLOTS].tag, 1);
	/* The fifth was never sent, and the change of the board was, behind it. */
	assert_int_equal(hear(heard, SLOTS), 2);
	cancel = strcmp(heard[0].method, "job.cancel") == 0 ? 0 : 1;
	assert_string_equal(heard[cancel].method, "job.cancel");
	assert_int_equal(heard[cancel].job, 101);
	assert_string_equal(heard[1 - cancel].method, "go.position");
	give_board(heard[1 - cancel].msgid, 1);
	give_job(3, 103); /* accepted too late */
	(void)run();
	assert_int_equal(hear(heard, SLOTS), 1);
	assert_int_equal(heard[0].job, 103);
	assert_int_equal(solve(10, 0, -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, SLOTS), 0); /* four are still with the daemon */
	give_done(103, "A1");
	assert_int_equal(run(), 0);
	(void)expect("job.submit");
	assert_int_equal(told_count, SLOTS + 1);
}

/* All of a tag that were asked before, in whatever state; each is told once. */
static void cancelling(void **state)
{
	heard_t heard[SLOTS];

	(void)state;
	for (uint64_t i = 0; i < SLOTS + 2; i++)
		assert_int_equal(solve(i % 2, 0, -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, SLOTS), SLOTS);
	give_job(heard[0].msgid, 100);
	give_job(heard[1].msgid, 101);
	(void)run();
	assert_int_equal(solve(0, 0, -1), TESUJI_OK); /* fresh */
	assert_int_equal(tesuji_async_cancel(a, 0), TESUJI_OK);
	assert_int_equal(tesuji_async_cancel(a, 0), TESUJI_OK);
	assert_int_equal(tesuji_async_cancel(a, 77), TESUJI_OK);
	assert_int_equal(solve(0, 0, -1), TESUJI_OK); /* asked after it */
	assert_true(can_run(0));
	assert_int_equal(run(), 4);
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(told[i].tag, 0);
		assert_int_equal(told[i].code, TESUJI_E_CANCELLED);
	}
	assert_int_equal(hear(heard, SLOTS), 1);
	assert_int_equal(heard[0].job, 100);
	give_done(100, "A1"); /* had it already */
	give_job(3, 102);
	give_done(101, "B1");
	assert_int_equal(run(), 1);
	assert_int_equal(told[4].tag, 1);
	/* A cancel for the third, and in the places of the first two the sixth and the eighth. */
	assert_int_equal(hear(heard, SLOTS), 3);
	assert_int_equal(heard[0].job, 102);
	assert_int_equal(heard[1].msgid, 6);
	assert_int_equal(heard[2].msgid, 8);
	assert_int_equal(tesuji_async_open_queries(a), 3);
}

static void lost(void **state)
{
	static const char last[] = "the peer said why";
	tesuji_error_t why;
	tesuji_request_t request;
	const tesuji_query_t asked = query(99, -1);
	heard_t heard[SLOTS];
	wirebuf_t out = fresh();
	errinfo_t info;

	(void)state;
	for (uint64_t tag = 1; tag <= SLOTS + 1; tag++)
		assert_int_equal(solve(tag, 0, tag == 3 ? 100000 : -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, SLOTS), SLOTS);
	give_job(heard[0].msgid, 100);
	(void)run();
	assert_int_equal(play(6, "D4", -1), TESUJI_OK); /* fresh */
	(void)err_fail(&info, ERR_DRAINING, last);
	rpc_put_refusal(&out, &info);
	give(&out);
	close(daemon_fd);
	daemon_fd = -1;
	assert_true(can_run(0));
	while (told_count == 0)
		assert_true(run() >= 0);
	assert_int_equal(told_count, SLOTS + 2);
	for (unsigned i = 0; i < told_count; i++) {
		assert_int_equal(told[i].tag, i + 1);
		assert_int_equal(told[i].code, TESUJI_E_CLOSED);
	}
	assert_int_equal(tesuji_async_open_queries(a), 0);
	assert_true(can_run(0)); /* an event loop has to hear of the loss as well */
	assert_int_equal(run(), TESUJI_E_CLOSED);
	assert_int_equal(run(), TESUJI_E_CLOSED);
	tesuji_request_init(&request);
	request.rows = "X./..";
	assert_int_equal(tesuji_async_solve(a, &request, &asked, &why), TESUJI_E_CLOSED);
	assert_non_null(strstr(why.text, last));
	assert_int_equal(told_count, SLOTS + 2);
}

/* Answers that make no sense lose the connection, too. */
static void nonsense(void **state)
{
	wirebuf_t out = fresh();

	(void)state;
	assert_int_equal(solve(1, 0, -1), TESUJI_OK);
	assert_int_equal(solve(2, 0, -1), TESUJI_OK);
	(void)run();
	rpc_put_response(&out, 1);
	put_map(&out, 1);
	put_text(&out, "job");
	put_text(&out, "seven");
	give(&out);
	assert_int_equal(run(), 2);
	assert_int_equal(told[0].code, TESUJI_E_PROTOCOL);
	assert_int_equal(told[1].code, TESUJI_E_PROTOCOL);
	assert_int_equal(run(), TESUJI_E_PROTOCOL);
}

static void closing(void **state)
{
	heard_t heard[SLOTS];

	(void)state;
	assert_int_equal(solve(1, 0, -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, SLOTS), 1);
	assert_int_equal(solve(2, 0, 5), TESUJI_OK);
	assert_int_equal(tesuji_async_cancel(a, 2), TESUJI_OK);
	tesuji_async_close(a);
	assert_int_equal(told_count, 2);
	assert_int_equal(told[0].code, TESUJI_E_CLOSED);
	assert_int_equal(told[1].code, TESUJI_E_CLOSED);
	a = NULL;
}

/* A callback may ask and cancel, but not run. */
static void ask_again(tesuji_async_t *from, const tesuji_answer_t *answer)
{
	assert_int_equal(answer->code, TESUJI_OK);
	assert_int_equal(tesuji_async_run(from, 0), TESUJI_E_VALUE);
	assert_int_equal(solve(5, 0, -1), TESUJI_OK);
	assert_int_equal(tesuji_async_cancel(from, 5), TESUJI_OK);
	assert_int_equal(solve(6, 0, -1), TESUJI_OK);
	told_count++;
}

static void from_a_callback(void **state)
{
	const tesuji_query_t asked = {.deadline_ms = -1, .answered = ask_again};
	tesuji_request_t request;

	(void)state;
	tesuji_request_init(&request);
	request.rows = "X./..";
	assert_int_equal(tesuji_async_solve(a, &request, &asked, NULL), TESUJI_OK);
	(void)run();
	give_job(expect("job.submit"), 1);
	give_done(1, "A1");
	assert_int_equal(run(), 2);
	assert_int_equal(told[1].tag, 5);
	assert_int_equal(told[1].code, TESUJI_E_CANCELLED);
	assert_int_equal(expect("job.submit"), 3);
}

static void refused_at_once(void **state)
{
	tesuji_request_t request;
	tesuji_change_t change;
	tesuji_query_t asked = query(1, -1);
	tesuji_error_t why;

	(void)state;
	tesuji_request_init(&request);
	request.order = -5;
	assert_int_equal(tesuji_async_solve(a, &request, &asked, &why), TESUJI_E_RANGE);
	assert_non_null(strstr(why.text, "params.limits.order"));
	tesuji_request_init(&request);
	asked.answered = NULL;
	assert_int_equal(tesuji_async_solve(a, &request, &asked, &why), TESUJI_E_MISSING);
	tesuji_change_init(&change);
	change.sgf = change.rows = "X./..";
	assert_int_equal(tesuji_async_position(a, &change, &asked, &why), TESUJI_E_VALUE);
	change.sgf = NULL;
	change.play_count = 513;
	assert_int_equal(tesuji_async_position(a, &change, &asked, &why), TESUJI_E_LIMIT);
	assert_int_equal(tesuji_async_open_queries(a), 0);
	assert_int_equal(run(), 0);
}

/* scene lets an allocation fail: the first-th while queries are asked and sent, the second-th while
 * answers are taken; below 0: none. It tells whether one was still to fail. */
static bool scene(long first, long second)
{
	const size_t live = mem_live();
	unsigned asked = 0, count;
	heard_t heard[SLOTS];
	bool is_pending;
	int ends[2], rc;

	told_count = 0;
	assert_return_code(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	daemon_fd = ends[1];
	give_info(1, 1);
	codec = codec_create();
	mem_fail_after(first);
	rc = tesuji_async_open_fd(ends[0], 1000, &a, NULL);
	if (rc == TESUJI_OK) {
		asked += solve(1, 0, 100000) == TESUJI_OK;
		asked += solve(2, 0, -1) == TESUJI_OK;
		asked += play(3, "A1", -1) == TESUJI_OK;
		(void)tesuji_async_cancel(a, 2);
		(void)run();
	}
	is_pending = mem_fail_pending();
	mem_fail_after(-1);
	count = hear(heard, SLOTS);
	if (count > 0 && rc == TESUJI_OK && tesuji_async_open_queries(a) > 0)
		give_job(heard[0].msgid, 50);
	mem_fail_after(second);
	if (rc == TESUJI_OK) {
		(void)run();
		(void)tesuji_async_cancel(a, 1);
		(void)run();
		tesuji_async_close(a);
	} else {
		close(ends[0]);
	}
	is_pending = is_pending || mem_fail_pending();
	mem_fail_after(-1);
	close(daemon_fd);
	codec_destroy(codec);
	assert_int_equal(told_count, asked);
	assert_int_equal(mem_live(), live);
	return is_pending;
}

/* Each allocation fails in turn; a query is refused at once, or answered, and that once. */
static void without_memory(void **state)
{
	long first = 0, second = 0;

	(void)state;
	while (!scene(first, -1))
		first++;
	while (!scene(-1, second))
		second++;
	assert_true(first > 10 && second > 2);
}

int main(void)
{
#define WITH_BOTH(test) cmocka_unit_test_setup_teardown(test, connect_both, close_both)
	const struct CMUnitTest tests[] = {
	        WITH_BOTH(turns),
	        WITH_BOTH(busy),
	        WITH_BOTH(boards_in_order),
	        WITH_BOTH(deadlines),
	        WITH_BOTH(cancelling),
	        WITH_BOTH(lost),
	        WITH_BOTH(nonsense),
	        WITH_BOTH(closing),
	        WITH_BOTH(from_a_callback),
	        WITH_BOTH(refused_at_once),
	        cmocka_unit_test(without_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
