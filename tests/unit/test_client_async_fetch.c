/* SPDX-License-Identifier: MIT
 * test_client_async_fetch.c - certificates and statuses by tesuji_async.h, against a daemon that
 * the test plays: made or not yet, in pieces, refused, cancelled, nonsense. */
#include "tests/unit/async_peer.h"

enum { BYTES = 10 };

static const uint8_t proof[BYTES] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

static int fetch(uint64_t tag, uint64_t job, int deadline_ms)
{
	const tesuji_query_t asked = query(tag, deadline_ms);

	return tesuji_async_certificate(a, job, &asked, NULL);
}

static int fetch_piece(uint64_t tag, uint64_t job, uint64_t offset)
{
	const tesuji_query_t asked = query(tag, -1);

	return tesuji_async_piece(a, job, offset, &asked, NULL);
}

static int survey(uint64_t tag, unsigned board, int deadline_ms)
{
	const tesuji_query_t asked = query(tag, deadline_ms);
	tesuji_request_t request;

	tesuji_request_init(&request);
	request.board = board;
	request.rows = board > 0 ? NULL : "X./..";
	return tesuji_async_go_status(a, &request, 1, &asked, NULL);
}

static void give_piece(uint32_t msgid, const msg_piece_t *piece)
{
	wirebuf_t out = fresh();

	rpc_put_response(&out, msgid);
	msg_piece_write(&out, piece);
	give(&out);
}

/* give_bytes gives the part [from, to) of the proof; none: it is not made yet. */
static void give_bytes(uint32_t msgid, uint64_t job, size_t from, size_t to)
{
	msg_piece_t piece = {.job = job};

	if (to > from)
		piece = (msg_piece_t){.job = job,
		                      .ready = true,
		                      .bytes = BYTES,
		                      .piece = (const char *)&proof[from],
		                      .length = to - from};
	give_piece(msgid, &piece);
}

static void give_certified(uint64_t job, err_t code)
{
	msg_certified_t msg = {.job = job, .bytes = BYTES, .has_error = code != ERR_OK};
	wirebuf_t out = fresh();

	msg.error.code = code;
	strcpy(msg.error.message, "no");
	rpc_put_notification(&out, NOTIFY_CERTIFIED);
	msg_certified_write(&out, &msg);
	give(&out);
}

static void give_begun(uint32_t msgid, uint64_t status, uint64_t questions)
{
	const msg_begun_t msg = {.status = status, .questions = questions, .rows = "X./.."};
	wirebuf_t out = fresh();

	rpc_put_response(&out, msgid);
	msg_begun_write(&out, &msg);
	give(&out);
}

static void give_verdict(uint64_t status)
{
	msg_verdict_t msg = {.status = status,
	                     .colour = MSG_BLACK,
	                     .stones = "A2",
	                     .value = MSG_PROVEN,
	                     .best = "A1"};
	wirebuf_t out = fresh();

	rpc_put_notification(&out, NOTIFY_VERDICT);
	msg_verdict_write(&out, &msg);
	give(&out);
}

static void give_ended(uint64_t status)
{
	const msg_ended_t msg = {.status = status, .decided = 1};
	wirebuf_t out = fresh();

	rpc_put_notification(&out, NOTIFY_ENDED);
	msg_ended_write(&out, &msg);
	give(&out);
}

/* Two ask for a certificate that has to be made: both wait, then each fetches it in pieces. */
static void made_for_both(void **state)
{
	heard_t heard[2];

	(void)state;
	assert_int_equal(fetch(1, 7, -1), TESUJI_OK);
	assert_int_equal(fetch(2, 7, -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, 2), 2);
	assert_string_equal(heard[0].method, "job.certificate");
	assert_int_equal(heard[0].job, 7);
	give_bytes(heard[0].msgid, 7, 0, 0);
	give_bytes(heard[1].msgid, 7, 0, 0);
	give_certified(8, ERR_OK); /* nobody's */
	assert_int_equal(run(), 0);
	assert_int_equal(hear(heard, 2), 0);
	give_certified(7, ERR_OK);
	assert_int_equal(run(), 0);
	assert_int_equal(hear(heard, 2), 2);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(heard[i].offset, 0);
		give_bytes(heard[i].msgid, 7, 0, 4);
	}
	assert_int_equal(run(), 0);
	assert_int_equal(hear(heard, 2), 2);
	assert_int_equal(heard[0].offset, 4);
	give_bytes(heard[1].msgid, 7, 4, BYTES);
	give_bytes(heard[0].msgid, 7, 4, BYTES);
	assert_int_equal(run(), 2);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(told[i].bytes, BYTES);
		assert_int_equal(told[i].sum, 55);
	}
	assert_int_equal(told[0].tag + told[1].tag, 3);
	assert_int_equal(tesuji_async_open_queries(a), 0);
}

/* It is there at once; it is refused; the daemon is busy with others; it could not be made. */
static void other_ends(void **state)
{
	heard_t heard[3];

	(void)state;
	for (uint64_t tag = 1; tag <= 3; tag++)
		assert_int_equal(fetch(tag, tag, -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, 3), 3);
	give_bytes(heard[0].msgid, 1, 0, BYTES);
	give_error(heard[1].msgid, ERR_JOB, 0);
	give_error(heard[2].msgid, ERR_BUSY, 10);
	assert_int_equal(run(), 2);
	assert_int_equal(told[0].bytes, BYTES);
	assert_int_equal(told[1].code, TESUJI_E_JOB);
	assert_int_equal(hear_later(heard, 3), 1); /* it is asked again */
	assert_int_equal(heard[0].job, 3);
	give_bytes(heard[0].msgid, 3, 0, 0);
	give_certified(3, ERR_LIMIT);
	assert_int_equal(run(), 1);
	assert_int_equal(told[2].code, TESUJI_E_LIMIT);
}

/* A daemon that is busy in the middle is asked again from the beginning, as the request was. */
static void busy_in_the_middle(void **state)
{
	heard_t heard[1];

	(void)state;
	assert_int_equal(fetch(1, 7, -1), TESUJI_OK);
	(void)run();
	give_bytes(expect("job.certificate"), 7, 0, 4);
	(void)run();
	give_error(expect("job.certificate"), ERR_BUSY, 1);
	assert_int_equal(run(), 0);
	assert_int_equal(hear_later(heard, 1), 1);
	assert_string_equal(heard[0].method, "job.certificate");
	give_bytes(heard[0].msgid, 7, 0, BYTES);
	assert_int_equal(run(), 1);
	assert_int_equal(told[0].bytes, BYTES);
	assert_int_equal(told[0].sum, 55);
}

/* One piece alone: made first, asked for again where the daemon was busy, the last, none. */
static void one_piece(void **state)
{
	heard_t heard[1];

	(void)state;
	assert_int_equal(fetch_piece(1, 7, 4), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, 1), 1);
	assert_int_equal(heard[0].offset, 4);
	give_error(heard[0].msgid, ERR_BUSY, 1);
	(void)run();
	assert_int_equal(hear_later(heard, 1), 1);
	assert_int_equal(heard[0].offset, 4);
	give_bytes(heard[0].msgid, 7, 0, 0);
	give_certified(7, ERR_OK);
	assert_int_equal(run(), 0);
	assert_int_equal(hear(heard, 1), 1);
	assert_int_equal(heard[0].offset, 4);
	give_bytes(heard[0].msgid, 7, 4, 6);
	assert_int_equal(run(), 1);
	assert_int_equal(told[0].bytes, 2);
	assert_int_equal(told[0].sum, 5 + 6);
	assert_int_equal(told[0].whole, BYTES);
	assert_int_equal(fetch_piece(2, 7, BYTES), TESUJI_OK);
	(void)run();
	give_piece(expect("job.certificate"),
	           &(msg_piece_t){
	                   .job = 7, .ready = true, .bytes = BYTES, .piece = (const char *)proof});
	assert_int_equal(run(), 1);
	assert_int_equal(told[1].bytes, 0);
	assert_int_equal(told[1].whole, BYTES);
	assert_int_equal(fetch_piece(3, 7, BYTES + 1), TESUJI_OK);
	(void)run();
	give_bytes(expect("job.certificate"), 7, 0, BYTES); /* it has no such byte */
	assert_int_equal(run(), 1);
	assert_int_equal(told[2].code, TESUJI_E_PROTOCOL);
}

/* A daemon that has no room for a certificate has room for all else. */
static void test_bug_a_busy_certificate_held_back_all_queries(void **state)
{
	const uint64_t hour_ms = 3600000;
	heard_t heard[3];

	(void)state;
	assert_int_equal(fetch(1, 7, -1), TESUJI_OK);
	(void)run();
	give_error(expect("job.certificate"), ERR_BUSY, hour_ms);
	(void)run();
	assert_int_equal(fetch(2, 8, -1), TESUJI_OK);
	assert_int_equal(solve(3, 0, -1), TESUJI_OK);
	assert_int_equal(survey(4, 0, -1), TESUJI_OK);
	assert_int_equal(play(5, "D4", -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, 3), 3);
	assert_string_equal(heard[0].method, "job.submit");
	assert_string_equal(heard[1].method, "go.status");
	assert_string_equal(heard[2].method, "go.position");
}

/* And one that has no room for a job may have some for a certificate. */
static void a_busy_job_holds_back_no_certificate(void **state)
{
	const uint64_t hour_ms = 3600000;

	(void)state;
	assert_int_equal(solve(1, 0, -1), TESUJI_OK);
	(void)run();
	give_error(expect("job.submit"), ERR_BUSY, hour_ms);
	(void)run();
	assert_int_equal(solve(2, 0, -1), TESUJI_OK);
	assert_int_equal(fetch(3, 7, -1), TESUJI_OK);
	(void)run();
	give_bytes(expect("job.certificate"), 7, 0, BYTES);
	assert_int_equal(run(), 1);
	assert_int_equal(told[0].tag, 3);
}

/* Who does not wait any more is told at once, and fetches nothing when it is made. */
static void nobody_waits(void **state)
{
	heard_t heard[2];

	(void)state;
	assert_int_equal(fetch(1, 7, -1), TESUJI_OK);
	assert_int_equal(fetch(2, 7, -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, 2), 2);
	give_bytes(heard[0].msgid, 7, 0, 0);
	(void)run();
	assert_int_equal(tesuji_async_cancel(a, 1), TESUJI_OK);
	assert_int_equal(tesuji_async_cancel(a, 2), TESUJI_OK);
	assert_int_equal(run(), 2);
	assert_int_equal(told[0].code, TESUJI_E_CANCELLED);
	give_certified(7, ERR_OK);
	give_bytes(heard[1].msgid, 7, 0, 4);
	assert_int_equal(run(), 0);
	assert_int_equal(hear(heard, 2), 0);
	assert_int_equal(solve(3, 0, -1), TESUJI_OK); /* and life goes on */
	(void)run();
	(void)expect("job.submit");
}

/* Pieces that make no whole lose the connection. */
static void pieces_of_nonsense(void **state)
{
	static const msg_piece_t bad[] = {
	        {.ready = true, .bytes = 4, .piece = (const char *)proof, .length = 5},
	        {.ready = true, .bytes = 4, .piece = (const char *)proof, .length = 0},
	        {.ready = true, .bytes = UINT32_MAX, .piece = (const char *)proof, .length = 5},
	};

	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(fetch(1, 7, -1), TESUJI_OK);
		(void)run();
		give_piece(expect("job.certificate"), &bad[i]);
		assert_int_equal(run(), 1);
		assert_int_equal(told[0].code, TESUJI_E_PROTOCOL);
		(void)close_both(state);
		(void)connect_both(state);
	}
	assert_int_equal(fetch(1, 7, -1), TESUJI_OK); /* another length than before */
	(void)run();
	give_bytes(expect("job.certificate"), 7, 0, 4);
	(void)run();
	give_piece(expect("job.certificate"), &bad[0]);
	assert_int_equal(run(), 1);
	assert_int_equal(told[0].code, TESUJI_E_PROTOCOL);
}

/* A few statuses at a time; their verdicts come together. Nothing overtakes one that waits. */
static void statuses(void **state)
{
	heard_t heard[CONNECTION_STATUSES_MAX + 2];

	(void)state;
	for (uint64_t tag = 1; tag <= CONNECTION_STATUSES_MAX + 1; tag++)
		assert_int_equal(survey(tag, 0, -1), TESUJI_OK);
	assert_int_equal(solve(9, 0, -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, CONNECTION_STATUSES_MAX + 2), CONNECTION_STATUSES_MAX);
	for (unsigned i = 0; i < CONNECTION_STATUSES_MAX; i++)
		give_begun(heard[i].msgid, 50 + i, 2);
	give_verdict(51);
	give_verdict(50);
	give_verdict(51);
	give_verdict(99); /* nobody's */
	assert_int_equal(run(), 0);
	give_ended(51);
	give_ended(99);
	assert_int_equal(run(), 1);
	assert_int_equal(told[0].tag, 2);
	assert_int_equal(told[0].verdicts, 2);
	assert_int_equal(hear(heard, CONNECTION_STATUSES_MAX + 2), 2);
	assert_string_equal(heard[0].method, "go.status");
	assert_string_equal(heard[1].method, "job.submit");
	give_error(heard[0].msgid, ERR_POSITION, 0);
	give_ended(50);
	assert_int_equal(run(), 2);
	assert_int_equal(told[1].code, TESUJI_E_POSITION);
	assert_int_equal(told[2].verdicts, 1);
}

/* One that is cancelled is stopped, before or after it was taken up; its place is free at its
 * end. */
static void statuses_are_cancelled(void **state)
{
	heard_t heard[2];

	(void)state;
	assert_int_equal(survey(1, 0, -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, 1), 1);
	/* The other's deadline is past soon, but not before it has been sent. */
	for (int ms = 1; hear(&heard[1], 1) == 0; ms *= 2) {
		told_count = 0;
		assert_int_equal(survey(2, 0, ms), TESUJI_OK);
		(void)run();
	}
	give_begun(heard[0].msgid, 50, 3);
	while (told_count == 0) {
		assert_true(can_run(5000));
		(void)run();
	}
	assert_int_equal(told[0].tag, 2);
	assert_int_equal(told[0].code, TESUJI_E_TIMEOUT);
	assert_int_equal(tesuji_async_cancel(a, 1), TESUJI_OK);
	give_begun(heard[1].msgid, 51, 3);
	assert_int_equal(run(), 1);
	(void)run();
	assert_int_equal(hear(heard, 2), 2);
	for (unsigned i = 0; i < 2; i++)
		assert_string_equal(heard[i].method, "go.cancel");
	assert_int_equal(heard[0].job + heard[1].job, 101);
	give_verdict(50);
	give_ended(50);
	give_ended(51);
	assert_int_equal(run(), 0);
	assert_int_equal(told_count, 2);
}

/* A status of a board is about it as it stands: no change passes it before it is taken up. */
static void statuses_of_boards(void **state)
{
	heard_t heard[2];

	(void)state;
	assert_int_equal(survey(1, 1, -1), TESUJI_OK);
	assert_int_equal(play(2, "D4", -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, 2), 1);
	assert_int_equal(heard[0].board, 1);
	give_error(heard[0].msgid, ERR_BUSY, 1);
	(void)run();
	assert_int_equal(hear_later(heard, 2), 1);
	assert_string_equal(heard[0].method, "go.status");
	give_begun(heard[0].msgid, 50, 1);
	(void)run();
	(void)expect("go.position");
}

static void too_many_verdicts(void **state)
{
	(void)state;
	assert_int_equal(survey(1, 0, -1), TESUJI_OK);
	(void)run();
	give_begun(expect("go.status"), 50, 1);
	for (unsigned i = 0; i < 3; i++)
		give_verdict(50);
	assert_int_equal(run(), 1);
	assert_int_equal(told[0].code, TESUJI_E_PROTOCOL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, connect_both, close_both)

int main(void)
{
	const struct CMUnitTest tests[] = {
	        TEST(made_for_both),
	        TEST(other_ends),
	        TEST(busy_in_the_middle),
	        TEST(nobody_waits),
	        TEST(pieces_of_nonsense),
	        TEST(statuses),
	        TEST(statuses_are_cancelled),
	        TEST(statuses_of_boards),
	        TEST(too_many_verdicts),
	        TEST(test_bug_a_busy_certificate_held_back_all_queries),
	        TEST(a_busy_job_holds_back_no_certificate),
	        TEST(one_piece),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
