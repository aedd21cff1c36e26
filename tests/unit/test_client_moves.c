/* SPDX-License-Identifier: MIT
 * test_client_moves.c - the first moves of a problem by libtesuji: the events it makes of verdicts,
 * with nothing in them of the messages before.
 */
#include "tests/unit/client_peer.h"

#include "clients/c/tesuji_moves.h"
#include "protocol/msg_moves.h"

static void give_begun(uint32_t msgid)
{
	wirebuf_t out = fresh();
	const msg_moves_t msg = {.status = 5,
	                         .moves = 1,
	                         .time_ms = 1000,
	                         .game = "go",
	                         .style = "go",
	                         .rows = "XX./..O",
	                         .attacker = MSG_BLACK,
	                         .goal = {.type = "capture", .target = "C1"}};

	rpc_put_response(&out, msgid);
	msg_moves_write(&out, &msg);
	give(&out);
}

/* give_result gives the result of a job that nobody listens to, with all that a result has. Its
 * texts are as long as they can be, and so fill what comes after it in the same memory. */
static void give_result(void)
{
	wirebuf_t out = fresh();
	msg_done_t msg = {.job = 3,
	                  .state = MSG_FAILED,
	                  .has_error = true,
	                  .error = {.code = 1, .name = "internal"},
	                  .best = "A1",
	                  .zone = {.is_known = true, .count = 1, .point = {"A1"}},
	                  .table = {.bytes = 64, .entries = 2, .used = 1},
	                  .workers = 2,
	                  .remembered = true,
	                  .rows = "X./..",
	                  .goal = {.type = "capture", .target = "A2"}};

	memset(msg.label, 'l', sizeof(msg.label) - 1);
	memset(msg.claim, 'c', sizeof(msg.claim) - 1);
	memset(msg.error.message, 'm', sizeof(msg.error.message) - 1);
	rpc_put_notification(&out, NOTIFY_DONE);
	msg_done_write(&out, &msg);
	give(&out);
}

static void give_verdict(void)
{
	wirebuf_t out = fresh();
	const msg_tried_t msg = {.status = 5,
	                         .move = "C2",
	                         .verdict = MSG_MOVE_WORKS,
	                         .rank = 1,
	                         .done = {.state = MSG_DONE, .value = MSG_PROVEN}};

	rpc_put_notification(&out, NOTIFY_MOVE);
	msg_tried_write(&out, &msg);
	give(&out);
}

static void a_verdict_has_nothing_of_others(void **state)
{
	tesuji_request_t request;
	tesuji_moves_t begun;
	tesuji_event_t event;

	(void)state;
	tesuji_request_init(&request);
	request.rows = "XX./..O";
	give_begun(1);
	give_result();
	give_verdict();
	assert_int_equal(tesuji_moves(t, &request, &begun), TESUJI_OK);
	assert_int_equal(begun.moves, 1);
	assert_string_equal(begun.target, "C1");
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_MOVE);
	assert_int_equal(event.status, 5);
	assert_string_equal(event.tried.move, "C2");
	assert_int_equal(event.tried.verdict, TESUJI_MOVE_WORKS);
	assert_int_equal(event.tried.has_question, 0);
	assert_int_equal(event.report.state, TESUJI_DONE);
	assert_int_equal(event.report.error.code, TESUJI_OK);
	assert_string_equal(event.report.error.text, "");
	assert_string_equal(event.report.label, "");
	assert_string_equal(event.report.claim, "");
	assert_string_equal(event.report.rows, "");
	assert_int_equal(event.report.zone_length, 0);
	assert_true(event.report.table_bytes == 0 && event.report.table_entries == 0);
	assert_int_equal(event.report.workers, 0);
	assert_int_equal(event.report.remembered, 0);
	assert_int_equal(tesuji_next(t, 0, &event), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup_teardown(a_verdict_has_nothing_of_others, connect_both,
	                                        close_both),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
