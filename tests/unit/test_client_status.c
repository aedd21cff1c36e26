/* SPDX-License-Identifier: MIT
 * test_client_status.c - the status of a board by libtesuji: what it sends, the events it makes
 * of what comes, and what it does not take from a daemon. */
#include "tests/unit/client_peer.h"

#include "engine/base/mem.h"
#include "protocol/codec.h"
#include "protocol/msg_go.h"

static void give_begun(uint32_t msgid, uint64_t status, uint64_t questions)
{
	wirebuf_t out = fresh();
	msg_begun_t msg = {.status = status, .questions = questions, .rows = "X./.O"};

	rpc_put_response(&out, msgid);
	msg_begun_write(&out, &msg);
	give(&out);
}

static void give_verdict(uint64_t status, msg_asked_t kind, const char *best)
{
	wirebuf_t out = fresh();
	msg_verdict_t msg = {.status = status,
	                     .kind = kind,
	                     .colour = MSG_WHITE,
	                     .stones = "B1 \x1b",
	                     .size = 3,
	                     .liberties = 2,
	                     .value = MSG_PROVEN,
	                     .scope = MSG_SCOPE_ORDER,
	                     .ko = MSG_KO_FIGHT,
	                     .ko_threats = 1,
	                     .order = 2,
	                     .time_ms = 1.5,
	                     .remembered = true};

	strcpy(msg.best, best);
	if (kind == MSG_ASKED_CUT)
		strcpy(msg.stones, "B1 A2");
	rpc_put_notification(&out, NOTIFY_VERDICT);
	msg_verdict_write(&out, &msg);
	give(&out);
}

static void give_ended(uint64_t status)
{
	wirebuf_t out = fresh();
	const msg_ended_t msg = {.status = status, .decided = 2, .undecided = 1};

	rpc_put_notification(&out, NOTIFY_ENDED);
	msg_ended_write(&out, &msg);
	give(&out);
}

static tesuji_request_t about_a_board(void *user)
{
	tesuji_request_t request;

	tesuji_request_init(&request);
	request.rows = "X./.O";
	request.user = user;
	return request;
}

/* sent reads the request that went out. */
static void sent(msg_status_t *msg)
{
	static uint8_t bytes[4096];
	ssize_t length = read(peer, bytes, sizeof(bytes));
	codec_t *codec = codec_create();
	errinfo_t why;
	rpc_t rpc;

	assert_true(length > 0);
	assert_int_equal(rpc_parse(codec, bytes, (size_t)length, &rpc, &why), ERR_OK);
	assert_string_equal(rpc.method, "go.status");
	assert_int_equal(msg_status_read(&rpc.params, msg, &why), ERR_OK);
	codec_destroy(codec);
}

static void all_that_counts_is_sent(void **state)
{
	tesuji_request_t request = about_a_board(NULL);
	tesuji_status_t out;
	msg_status_t msg;

	(void)state;
	request.ko = "A1";
	request.order = 2;
	request.time_ms = 77;
	request.fresh = 1;
	give_begun(1, 5, 3);
	assert_int_equal(tesuji_go_status(t, &request, 0, &out), TESUJI_OK);
	assert_int_equal(out.status, 5);
	assert_int_equal(out.questions, 3);
	assert_string_equal(out.rows, "X./.O");
	sent(&msg);
	assert_string_equal(msg.position.rows, "X./.O");
	assert_string_equal(msg.ko, "A1");
	assert_int_equal(msg.order, 2);
	assert_int_equal(msg.time_ms, 77);
	assert_false(msg.cuts);
	assert_true(msg.fresh);
	request = about_a_board(NULL);
	give_begun(2, 6, 3);
	assert_int_equal(tesuji_go_status(t, &request, 1, &out), TESUJI_OK);
	sent(&msg);
	assert_int_equal(msg.order, 3);
	assert_int_equal(msg.time_ms, STATUS_DEFAULT_MS);
	assert_true(msg.cuts);
	assert_false(msg.fresh);
}

static void verdicts_come_as_events(void **state)
{
	int tag;
	tesuji_request_t request = about_a_board(&tag);
	tesuji_status_t out;
	tesuji_event_t event;

	(void)state;
	give_begun(1, 5, 2);
	give_verdict(5, MSG_ASKED_CAPTURE, "A1");
	give_verdict(99, MSG_ASKED_CAPTURE, "A1"); /* of a stranger */
	give_verdict(5, MSG_ASKED_CUT, "");
	give_ended(5);
	give_verdict(5, MSG_ASKED_CAPTURE, "A1"); /* too late */
	assert_int_equal(tesuji_go_status(t, &request, 1, &out), TESUJI_OK);
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_VERDICT);
	assert_int_equal(event.status, 5);
	assert_int_equal(event.job, 0);
	assert_ptr_equal(event.user, &tag);
	assert_int_equal(event.verdict.asked, TESUJI_CAPTURE);
	assert_int_equal(event.verdict.colour, TESUJI_WHITE);
	assert_string_equal(event.verdict.stones, "B1 ?");
	assert_int_equal(event.verdict.size, 3);
	assert_int_equal(event.verdict.liberties, 2);
	assert_int_equal(event.verdict.value, TESUJI_PROVEN);
	assert_int_equal(event.verdict.scope, TESUJI_SCOPE_ORDER);
	assert_int_equal(event.verdict.ko, TESUJI_KO_FIGHT);
	assert_int_equal(event.verdict.ko_threats, 1);
	assert_string_equal(event.verdict.best, "A1");
	assert_int_equal(event.verdict.order, 2);
	assert_true(event.verdict.time_ms > 1 && event.verdict.remembered == 1);
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(event.verdict.asked, TESUJI_CUT);
	assert_string_equal(event.verdict.stones, "B1 A2");
	assert_string_equal(event.verdict.best, "");
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_STATUS);
	assert_int_equal(event.decided, 2);
	assert_int_equal(event.undecided, 1);
	assert_int_equal(tesuji_next(t, 0, &event), 0);
}

static void a_daemon_cannot_tell_more_than_was_asked(void **state)
{
	tesuji_request_t request = about_a_board(NULL);
	tesuji_status_t out;
	tesuji_event_t event;

	(void)state;
	give_begun(1, 5, 1);
	for (unsigned i = 0; i < 3; i++)
		give_verdict(5, MSG_ASKED_CAPTURE, "A1");
	assert_int_equal(tesuji_go_status(t, &request, 1, &out), TESUJI_OK);
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_VERDICT);
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_LOST);
	assert_int_equal(event.error.code, TESUJI_E_PROTOCOL);
	assert_non_null(strstr(event.error.text, "more verdicts than questions"));
}

static void nor_promise_too_much(void **state)
{
	tesuji_request_t request = about_a_board(NULL);
	tesuji_status_t out;

	(void)state;
	give_begun(1, 5, STATUS_QUESTIONS_MAX + 1);
	assert_int_equal(tesuji_go_status(t, &request, 1, &out), TESUJI_E_PROTOCOL);
	assert_non_null(strstr(tesuji_last_error(t)->text, "result.questions: more than 512"));
}

static void what_cannot_travel_is_refused(void **state)
{
	tesuji_request_t request = about_a_board(NULL);
	tesuji_status_t out;

	(void)state;
	request.sgf = "(;SZ[2])";
	assert_int_equal(tesuji_go_status(t, &request, 1, &out), TESUJI_E_VALUE);
	request = about_a_board(NULL);
	request.order = -7;
	assert_int_equal(tesuji_go_status(t, &request, 1, &out), TESUJI_E_RANGE);
	assert_non_null(strstr(tesuji_last_error(t)->text, "params.order: -7"));
	request = about_a_board(NULL);
	request.ko = "a point of no board at all";
	assert_int_equal(tesuji_go_status(t, &request, 1, &out), TESUJI_E_LIMIT);
}

static void cancelling(void **state)
{
	wirebuf_t out = fresh();
	const msg_status_ref_t ref = {.status = 5};
	const errinfo_t gone = {.code = ERR_JOB, .text = "params.status: there is no status 5"};

	(void)state;
	rpc_put_response(&out, 1);
	msg_status_ref_write(&out, &ref);
	give(&out);
	assert_int_equal(tesuji_go_cancel(t, 5), TESUJI_OK);
	out = fresh();
	rpc_put_error(&out, 2, &gone, 0);
	give(&out);
	assert_int_equal(tesuji_go_cancel(t, 5), TESUJI_E_JOB);
	assert_string_equal(tesuji_asked_name(TESUJI_SAVE), "save");
	assert_string_equal(tesuji_asked_name((tesuji_asked_t)9), "unknown");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        WITH_A_CONNECTION(all_that_counts_is_sent),
	        WITH_A_CONNECTION(verdicts_come_as_events),
	        WITH_A_CONNECTION(a_daemon_cannot_tell_more_than_was_asked),
	        WITH_A_CONNECTION(nor_promise_too_much),
	        WITH_A_CONNECTION(what_cannot_travel_is_refused),
	        WITH_A_CONNECTION(cancelling),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	return failed + (mem_live() != 0);
}
