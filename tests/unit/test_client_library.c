/* SPDX-License-Identifier: MIT
 * test_client_library.c - libtesuji against a daemon made of prepared bytes.
 *
 * A socketpair stands for the connection. The answers are written to its other
 * end before the call that will read them, so one thread plays both sides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "clients/c/tesuji.h"
#include "engine/base/mem.h"
#include "protocol/messages.h"
#include "protocol/methods.h"
#include "protocol/rpc.h"
#include "protocol/scan.h"

static tesuji_t *t;
static int peer;

static int connect_both(void **state)
{
	int ends[2];

	(void)state;
	assert_return_code(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	peer = ends[1];
	assert_int_equal(tesuji_connect_fd(ends[0], &t, NULL), TESUJI_OK);
	tesuji_set_timeout(t, 1000);
	return 0;
}

static int close_both(void **state)
{
	(void)state;
	tesuji_close(t);
	if (peer >= 0)
		close(peer);
	return 0;
}

static void give(wirebuf_t *bytes)
{
	assert_int_equal(bytes->failed, ERR_OK);
	assert_int_equal(write(peer, bytes->data, bytes->length), bytes->length);
	wirebuf_fini(bytes);
}

static wirebuf_t fresh(void)
{
	wirebuf_t out;

	wirebuf_init(&out, REPLY_BYTES_MAX);
	return out;
}

static void give_submitted(uint32_t msgid, uint64_t job)
{
	wirebuf_t out = fresh();
	msg_ref_t ref = {.job = job};

	rpc_put_response(&out, msgid);
	msg_ref_write(&out, &ref);
	give(&out);
}

static void give_progress(uint64_t job, uint64_t sequence)
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

static void put_done(wirebuf_t *out, uint64_t job)
{
	msg_done_t msg = {.job = job,
	                  .state = MSG_DONE,
	                  .value = MSG_PROVEN,
	                  .scope = MSG_SCOPE_ABSOLUTE,
	                  .order = 1,
	                  .depth = 5,
	                  .best = "D4",
	                  .nodes = 77,
	                  .nodes_per_s = 1000,
	                  .time_ms = 1.5,
	                  .table = {.bytes = 64, .entries = 2, .used = 1},
	                  .workers = 2,
	                  .rows = "X./..",
	                  .attacker = MSG_WHITE,
	                  .goal = {.type = "capture", .target = "A2", .attacker = MSG_WHITE}};

	msg.line.count = 2;
	strcpy(msg.line.move[0], "D4");
	strcpy(msg.line.move[1], "pass");
	rpc_put_notification(out, NOTIFY_DONE);
	msg_done_write(out, &msg);
}

static void give_done(uint64_t job)
{
	wirebuf_t out = fresh();

	put_done(&out, job);
	give(&out);
}

static tesuji_request_t a_request(void)
{
	tesuji_request_t request;

	tesuji_request_init(&request);
	request.rows = "X./..";
	request.target = "A2";
	return request;
}

/* asked reads the next request that the library sent. */
static void asked(rpc_t *message, codec_t *codec)
{
	static uint8_t bytes[FRAME_BYTES_MAX];
	ssize_t length = recv(peer, bytes, sizeof(bytes), 0);
	scan_t scan;
	errinfo_t why;

	assert_true(length > 0);
	scan_begin(&scan, &scan_request_limits);
	assert_int_equal(scan_feed(&scan, bytes, (size_t)length), SCAN_WHOLE);
	assert_int_equal(scan.taken, length);
	assert_int_equal(rpc_parse(codec, bytes, (size_t)length, message, &why), ERR_OK);
}

static void a_submission_carries_every_field(void **state)
{
	tesuji_request_t request;
	codec_t *codec = codec_create();
	static msg_submit_t msg;
	uint64_t job = 0;
	rpc_t message;
	errinfo_t why;

	(void)state;
	tesuji_request_init(&request);
	request.sgf = "(;SZ[9])";
	request.move = 3;
	request.target = "D4";
	request.attacker = TESUJI_WHITE;
	request.ko = "E5";
	request.attacker_threats = 1;
	request.defender_threats = TESUJI_UNLIMITED;
	request.order = 0;
	request.depth = 31;
	request.nodes = 1000;
	request.time_ms = 2000;
	request.table_bytes = 1 << 20;
	request.workers = 3;
	request.schedule = "depth";
	request.detach = 1;
	request.progress_ms = 50;
	request.label = "a label";
	give_submitted(1, 42);
	assert_int_equal(tesuji_submit(t, &request, &job), TESUJI_OK);
	assert_int_equal(job, 42);

	asked(&message, codec);
	assert_string_equal(message.method, "job.submit");
	assert_int_equal(message.msgid, 1);
	assert_int_equal(msg_submit_read(&message.params, &msg, &why), ERR_OK);
	assert_string_equal(msg.game, "go");
	assert_int_equal(msg.position.sgf_bytes, 8);
	assert_memory_equal(msg.position.sgf, "(;SZ[9])", 8);
	assert_int_equal(msg.position.move, 3);
	assert_string_equal(msg.goal.type, "capture");
	assert_string_equal(msg.goal.target, "D4");
	assert_int_equal(msg.goal.attacker, MSG_WHITE);
	assert_string_equal(msg.ko, "E5");
	assert_int_equal(msg.threats.attacker, 1);
	assert_int_equal(msg.threats.defender, MSG_THREATS_UNLIMITED);
	assert_int_equal(msg.limits.order, 0);
	assert_int_equal(msg.limits.depth, 31);
	assert_int_equal(msg.limits.nodes, 1000);
	assert_int_equal(msg.limits.time_ms, 2000);
	assert_int_equal(msg.limits.table_bytes, 1 << 20);
	assert_int_equal(msg.limits.workers, 3);
	assert_int_equal(msg.schedule, MSG_SCHEDULE_DEPTH);
	assert_true(msg.detach);
	assert_int_equal(msg.progress_ms, 50);
	assert_string_equal(msg.label, "a label");
	codec_destroy(codec);
}

static void requests_that_cannot_travel(void **state)
{
	static const char long_text[] = "0123456789012345678901234567890123456789"
	                                "012345678901234567890123456789";
	tesuji_request_t good = a_request(), bad;
	uint64_t job;

	(void)state;
#define REFUSED(change, code, expected)                                    \
	do {                                                               \
		bad = good;                                                \
		change;                                                    \
		assert_int_equal(tesuji_submit(t, &bad, &job), code);      \
		assert_string_equal(tesuji_last_error(t)->text, expected); \
	} while (0)
	REFUSED(bad.rows = NULL, TESUJI_E_MISSING,
	        "params.position: one of sgf and rows must be given");
	REFUSED(bad.sgf = "(;)", TESUJI_E_MISSING,
	        "params.position: one of sgf and rows must be given, not both");
	REFUSED(bad.target = NULL, TESUJI_E_MISSING, "params.goal.target: missing");
	REFUSED(bad.nodes = -2, TESUJI_E_RANGE,
	        "params.limits.nodes: -2 is not in 0..9007199254740991");
	REFUSED(bad.label = long_text, TESUJI_E_LIMIT, "params.label: longer than 63 bytes");
	REFUSED(bad.target = long_text, TESUJI_E_LIMIT, "params.goal.target: longer than 15 bytes");
	REFUSED(bad.schedule = "fast", TESUJI_E_VALUE,
	        "params.schedule: 'fast' is not auto or depth");
	REFUSED(bad.attacker_threats = 4, TESUJI_E_RANGE,
	        "params.threats.attacker: 4 is not 0, 1, 2 or TESUJI_UNLIMITED");
#undef REFUSED
	assert_int_equal(job, 0);
}

static void long_records_are_sent_as_rows(void **state)
{
	enum { COMMENT_BYTES = 100000 };
	tesuji_request_t request;
	codec_t *codec = codec_create();
	char *sgf = malloc(COMMENT_BYTES + 100);
	static msg_submit_t msg;
	uint64_t job = 0;
	rpc_t message;
	errinfo_t why;

	(void)state;
	strcpy(sgf, "(;SZ[3]AB[aa]C[");
	memset(sgf + strlen(sgf), 'c', COMMENT_BYTES);
	strcpy(sgf + 15 + COMMENT_BYTES, "];W[cc])");
	tesuji_request_init(&request);
	request.sgf = sgf;
	request.target = "A3";
	give_submitted(1, 1);
	assert_int_equal(tesuji_submit(t, &request, &job), TESUJI_OK);
	asked(&message, codec);
	assert_int_equal(msg_submit_read(&message.params, &msg, &why), ERR_OK);
	assert_null(msg.position.sgf);
	assert_string_equal(msg.position.rows, "X../.../..O");

	strcpy(sgf + 15 + COMMENT_BYTES, "];W[zz])");
	assert_int_equal(tesuji_submit(t, &request, &job), TESUJI_E_VALUE);
	assert_non_null(strstr(tesuji_last_error(t)->text, "params.position.sgf: byte "));
	free(sgf);
	codec_destroy(codec);
}

static void solve_waits_for_its_own_job(void **state)
{
	tesuji_request_t request = a_request();
	tesuji_report_t report;
	tesuji_event_t event;
	uint64_t other;
	int tag = 0;

	(void)state;
	request.user = &tag;
	give_submitted(1, 5);
	assert_int_equal(tesuji_submit(t, &request, &other), TESUJI_OK);
	give_submitted(2, 6);
	give_done(5);
	give_progress(6, 1);
	give_done(6);
	assert_int_equal(tesuji_solve(t, &request, NULL, &report), TESUJI_OK);
	assert_int_equal(report.job, 6);
	assert_int_equal(report.state, TESUJI_DONE);
	assert_int_equal(report.value, TESUJI_PROVEN);
	assert_int_equal(report.scope, TESUJI_SCOPE_ABSOLUTE);
	assert_int_equal(report.depth, 5);
	assert_int_equal(report.nodes, 77);
	assert_int_equal(report.line_length, 2);
	assert_string_equal(report.line[1], "pass");
	assert_string_equal(report.rows, "X./..");
	assert_int_equal(report.attacker, TESUJI_WHITE);
	assert_string_equal(report.target, "A2");
	assert_int_equal(report.table_entries, 2);

	assert_int_equal(tesuji_pending(t), 1);
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_DONE);
	assert_int_equal(event.job, 5);
	assert_ptr_equal(event.user, &tag);
	assert_int_equal(tesuji_next(t, 0, &event), 0);
}

static void the_latest_progress_wins_and_nothing_follows_the_end(void **state)
{
	tesuji_request_t request = a_request();
	tesuji_event_t event;
	tesuji_state_t job_state;
	wirebuf_t out = fresh();
	msg_cancelled_t cancelled = {.job = 9, .state = MSG_DONE};
	uint64_t job;

	(void)state;
	give_submitted(1, 9);
	assert_int_equal(tesuji_submit(t, &request, &job), TESUJI_OK);
	for (uint64_t i = 1; i <= 5; i++)
		give_progress(9, i);
	give_done(9);
	give_progress(9, 6);    /* after the end: nobody's */
	give_progress(1000, 1); /* never ours */
	give_done(1000);
	rpc_put_response(&out, 2);
	msg_cancelled_write(&out, &cancelled);
	give(&out);
	assert_int_equal(tesuji_cancel(t, 9, &job_state), TESUJI_OK);
	assert_int_equal(job_state, TESUJI_DONE);

	assert_int_equal(tesuji_pending(t), 2);
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_PROGRESS);
	assert_int_equal(event.report.sequence, 5);
	assert_string_equal(event.report.best, "C3");
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_DONE);
	assert_int_equal(tesuji_next(t, 0, &event), 0);
}

static void messages_may_come_in_pieces(void **state)
{
	tesuji_request_t request = a_request();
	tesuji_event_t event;
	wirebuf_t out = fresh();
	uint64_t job;

	(void)state;
	give_submitted(1, 3);
	assert_int_equal(tesuji_submit(t, &request, &job), TESUJI_OK);
	put_done(&out, 3);
	for (size_t i = 0; i < out.length; i++) {
		assert_int_equal(tesuji_next(t, 0, &event), 0);
		assert_int_equal(write(peer, out.data + i, 1), 1);
	}
	assert_int_equal(tesuji_next(t, 0, &event), 1);
	assert_int_equal(event.job, 3);
	wirebuf_fini(&out);
}

static void errors_of_the_daemon_reach_the_caller(void **state)
{
	errinfo_t busy = {ERR_BUSY, "64 jobs in flight"}, range = {ERR_RANGE, "params.x: no"};
	tesuji_request_t request = a_request();
	wirebuf_t out = fresh();
	tesuji_report_t report;
	uint64_t job;

	(void)state;
	rpc_put_error(&out, 1, &busy, 120);
	give(&out);
	assert_int_equal(tesuji_submit(t, &request, &job), TESUJI_E_BUSY);
	assert_int_equal(tesuji_last_error(t)->retry_ms, 120);
	assert_string_equal(tesuji_last_error(t)->text, "64 jobs in flight");
	out = fresh();
	rpc_put_error(&out, 2, &range, 0);
	give(&out);
	assert_int_equal(tesuji_status(t, 1, &report), TESUJI_E_RANGE);
	assert_int_equal(tesuji_last_error(t)->retry_ms, 0);
	assert_int_equal(tesuji_pending(t), 0); /* the connection lives */
}

static void watching_a_finished_job(void **state)
{
	static msg_job_t msg;
	tesuji_report_t report;
	tesuji_event_t event;
	wirebuf_t out = fresh();
	int tag;

	(void)state;
	msg = (msg_job_t){.job = 8,
	                  .state = MSG_DONE,
	                  .value = MSG_PROVEN,
	                  .has_result = true,
	                  .goal = {.type = "capture", .target = "A2"},
	                  .rows = "X./..",
	                  .attacker = MSG_WHITE,
	                  .label = "l"};
	msg.result = (msg_done_t){.job = 8,
	                          .state = MSG_DONE,
	                          .value = MSG_PROVEN,
	                          .scope = MSG_SCOPE_ABSOLUTE,
	                          .depth = 5,
	                          .rows = "X./..",
	                          .attacker = MSG_WHITE,
	                          .goal = {.type = "capture", .target = "A2"}};
	rpc_put_response(&out, 1);
	msg_job_write(&out, &msg);
	put_done(&out, 8);
	give(&out);
	assert_int_equal(tesuji_watch(t, 8, 100, &tag, &report), TESUJI_OK);
	assert_int_equal(report.state, TESUJI_DONE);
	assert_int_equal(report.depth, 5);
	assert_int_equal(tesuji_next(t, 1000, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_DONE);
	assert_ptr_equal(event.user, &tag);
}

static int count_row(const tesuji_report_t *report, void *user)
{
	unsigned *seen = user;

	assert_int_equal(report->job, ++*seen);
	assert_int_equal(report->state, TESUJI_RUNNING);
	return *seen == 700 ? 77 : 0;
}

static void lists_are_walked(void **state)
{
	wirebuf_t out = fresh();
	unsigned seen = 0;

	(void)state;
	rpc_put_response(&out, 1);
	msg_list_open(&out, 1000);
	for (uint64_t i = 1; i <= 1000; i++) {
		msg_row_t row = {.job = i, .state = MSG_RUNNING, .value = MSG_UNDECIDED};

		msg_row_write(&out, &row);
	}
	give(&out);
	assert_int_equal(tesuji_list(t, count_row, &seen), 77);
	assert_int_equal(seen, 700);
}

static void info_is_copied(void **state)
{
	static msg_info_t msg;
	static tesuji_info_t info;
	wirebuf_t out = fresh();

	(void)state;
	msg_info_init(&msg);
	msg.workers = 4;
	msg.table_used = 0.25;
	msg.jobs.running = 3;
	msg.game_count = 1;
	strcpy(msg.games[0].name, "go");
	strcpy(msg.games[0].goals[0], "capture");
	strcpy(msg.games[0].goals[1], "live");
	msg.limit_count = 1;
	msg.limits[0] = (msg_limit_t){.name = "order", .most = 7, .fallback = 3, .unit = "order"};
	rpc_put_response(&out, 1);
	msg_info_write(&out, &msg);
	give(&out);
	assert_int_equal(tesuji_info(t, &info), TESUJI_OK);
	assert_string_equal(info.name, "tesuji");
	assert_int_equal(info.workers, 4);
	assert_int_equal(info.jobs_running, 3);
	assert_int_equal(info.games_count, 1);
	assert_string_equal(info.games[0].goals, "capture live");
	assert_int_equal(info.limits_count, 1);
	assert_int_equal(info.limits[0].fallback, 3);
	assert_true(info.table_used > 0.2 && info.table_used < 0.3);
}

static void a_lost_connection_is_told_once(void **state)
{
	tesuji_request_t request = a_request();
	tesuji_event_t event;
	tesuji_info_t info;
	uint64_t job;

	(void)state;
	give_submitted(1, 3);
	assert_int_equal(tesuji_submit(t, &request, &job), TESUJI_OK);
	give_done(3);
	close(peer);
	peer = -1;
	assert_int_equal(tesuji_next(t, 1000, &event), 1); /* what came before it is kept */
	assert_int_equal(event.kind, TESUJI_EVENT_DONE);
	assert_int_equal(tesuji_next(t, 1000, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_LOST);
	assert_int_equal(event.error.code, TESUJI_E_CLOSED);
	assert_non_null(strstr(event.error.text, "connection to descriptor "));
	assert_non_null(strstr(event.error.text, " lost: "));
	assert_int_equal(tesuji_next(t, 1000, &event), TESUJI_E_CLOSED);
	assert_int_equal(tesuji_info(t, &info), TESUJI_E_CLOSED);
	assert_int_equal(tesuji_submit(t, &request, &job), TESUJI_E_CLOSED);
	assert_int_equal(tesuji_pending(t), 0);
}

static void solve_ends_when_the_daemon_goes(void **state)
{
	tesuji_request_t request = a_request();
	tesuji_report_t report;

	(void)state;
	give_submitted(1, 3);
	give_progress(3, 1);
	close(peer);
	peer = -1;
	assert_int_equal(tesuji_solve(t, &request, NULL, &report), TESUJI_E_CLOSED);
	assert_int_equal(tesuji_pending(t), 1); /* the event is for those who wait for events */
}

static void the_last_word_explains_the_loss(void **state)
{
	errinfo_t idle = {ERR_TIMEOUT, "idle for 300 s"};
	wirebuf_t out = fresh();
	tesuji_event_t event;

	(void)state;
	rpc_put_refusal(&out, &idle);
	give(&out);
	close(peer);
	peer = -1;
	assert_int_equal(tesuji_next(t, 1000, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_LOST);
	assert_non_null(strstr(event.error.text, " lost: idle for 300 s"));
}

static void strangers_are_recognized(void **state)
{
	static const char *const strangers[] = {"HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-x\r\n",
	                                        "\x94\x01\x01\xc1", "\x94\x05\x01\xc0\xc0",
	                                        "\x94\x01\x01\xc0\xa1x"};

	(void)state;
	for (size_t i = 0; i < sizeof(strangers) / sizeof(strangers[0]); i++) {
		tesuji_info_t info;

		assert_true(write(peer, strangers[i], strlen(strangers[i])) > 0);
		assert_int_equal(tesuji_info(t, &info), TESUJI_E_PROTOCOL);
		assert_true(strlen(tesuji_last_error(t)->text) > 20);
		close_both(NULL);
		connect_both(NULL);
	}
}

static void no_answer_in_time_ends_the_connection(void **state)
{
	tesuji_info_t info;

	(void)state;
	tesuji_set_timeout(t, 20);
	assert_int_equal(tesuji_info(t, &info), TESUJI_E_TIMEOUT);
	assert_non_null(strstr(tesuji_last_error(t)->text, "no answer to server.info in 20 ms"));
	assert_int_equal(tesuji_info(t, &info), TESUJI_E_TIMEOUT);
}

/* What the callback of the tests below saw. */
typedef struct {
	int progress, done, lost;
	bool submit_again;
} seen_t;

static void on_event(tesuji_t *handle, const tesuji_event_t *event, void *context)
{
	seen_t *seen = context;
	tesuji_request_t request = a_request();
	tesuji_report_t report;
	uint64_t job;

	assert_ptr_equal(handle, t);
	seen->progress += event->kind == TESUJI_EVENT_PROGRESS;
	seen->done += event->kind == TESUJI_EVENT_DONE;
	seen->lost += event->kind == TESUJI_EVENT_LOST;
	assert_int_equal(tesuji_dispatch(t, 0), TESUJI_E_VALUE);
	assert_int_equal(tesuji_solve(t, &request, NULL, &report), TESUJI_E_VALUE);
	if (seen->submit_again && event->kind == TESUJI_EVENT_DONE) {
		seen->submit_again = false;
		give_submitted(2, 4);
		give_done(4);
		assert_int_equal(tesuji_submit(handle, &request, &job), TESUJI_OK);
	}
}

static void callbacks(void **state)
{
	tesuji_request_t request = a_request();
	seen_t seen = {.submit_again = true};
	uint64_t job;

	(void)state;
	assert_int_equal(tesuji_dispatch(t, 0), TESUJI_E_VALUE); /* no function yet */
	tesuji_on_event(t, on_event, &seen);
	assert_int_equal(tesuji_dispatch(t, 0), 0);
	give_submitted(1, 3);
	assert_int_equal(tesuji_submit(t, &request, &job), TESUJI_OK);
	give_progress(3, 1);
	give_done(3);
	assert_true(tesuji_fd(t) >= 0);
	while (seen.done < 2)
		assert_true(tesuji_dispatch(t, 1000) > 0);
	assert_int_equal(seen.progress, 1);
	close(peer);
	peer = -1;
	assert_int_equal(tesuji_dispatch(t, 1000), 1);
	assert_int_equal(seen.lost, 1);
	assert_int_equal(tesuji_dispatch(t, 1000), TESUJI_E_CLOSED);
	assert_int_equal(seen.lost, 1);
}

/* stop_at_once has the daemon answer the cancellation that it asks for. */
static int stop_at_once(const tesuji_report_t *report, void *user)
{
	msg_cancelled_t cancelled = {.job = report->job, .state = MSG_RUNNING};
	wirebuf_t out = fresh();
	int *calls = user;

	++*calls;
	rpc_put_response(&out, 2);
	msg_cancelled_write(&out, &cancelled);
	give(&out);
	give_progress(report->job, 2);
	give_done(report->job);
	return 1;
}

static void solve_can_be_stopped_from_its_callback(void **state)
{
	tesuji_request_t request = a_request();
	tesuji_report_t report;
	int calls = 0;

	(void)state;
	request.user = &calls;
	give_submitted(1, 3);
	give_progress(3, 1);
	assert_int_equal(tesuji_solve(t, &request, stop_at_once, &report), TESUJI_OK);
	assert_int_equal(calls, 1);
	assert_int_equal(report.job, 3);
}

/* live_and_die is one life of a handle in which every kind of allocation
 * happens; the failing one is counted from its first call of the library. */
static int live_and_die(long fail_after)
{
	tesuji_request_t request = a_request();
	msg_row_t row = {.job = 700, .state = MSG_RUNNING, .value = MSG_UNDECIDED};
	wirebuf_t list = fresh();
	static tesuji_report_t report;
	unsigned seen = 699;
	int ends[2], rc;

	assert_return_code(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	peer = ends[1];
	give_submitted(1, 5);
	give_progress(5, 1);
	give_done(5);
	rpc_put_response(&list, 2);
	msg_list_open(&list, 1);
	msg_row_write(&list, &row);

	mem_fail_after(fail_after);
	rc = tesuji_connect_fd(ends[0], &t, NULL);
	if (rc == TESUJI_OK) {
		rc = tesuji_solve(t, &request, NULL, &report);
		if (rc == TESUJI_OK) {
			assert_int_equal(write(peer, list.data, list.length), list.length);
			rc = tesuji_list(t, count_row, &seen) == 77 ? TESUJI_OK
			                                            : tesuji_last_error(t)->code;
		}
		tesuji_close(t);
	} else {
		close(ends[0]);
	}
	wirebuf_fini(&list);
	close(peer);
	return rc;
}

static void any_allocation_may_fail(void **state)
{
	bool pending = false;
	long n = 0;

	(void)state;
	for (; !pending; n++) {
		size_t live = mem_live();
		int rc = live_and_die(n);

		pending = mem_fail_pending();
		mem_fail_after(-1);
		assert_int_equal(rc, pending ? TESUJI_OK : TESUJI_E_NOMEM);
		assert_int_equal(mem_live(), live);
	}
	assert_in_range(n, 8, 100);
}

static void names(void **state)
{
	(void)state;
	assert_string_equal(tesuji_code_name(TESUJI_E_BUSY), "busy");
	assert_string_equal(tesuji_state_name(TESUJI_EXPIRED), "expired");
	assert_string_equal(tesuji_value_name(TESUJI_UNDECIDED), "undecided");
	assert_string_equal(tesuji_scope_name(TESUJI_SCOPE_ORDER), "order");
	assert_string_equal(tesuji_colour_name(TESUJI_WHITE), "white");
	assert_true(strlen(tesuji_version()) >= 5);
}

static void bad_descriptors(void **state)
{
	tesuji_error_t why;
	tesuji_t *other;
	int ends[2];

	(void)state;
	assert_int_equal(tesuji_connect_fd(-1, &other, &why), TESUJI_E_IO);
	assert_null(other);
	assert_return_code(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends), 0);
	assert_int_equal(tesuji_connect_fd(ends[0], &other, &why), TESUJI_E_TYPE);
	close(ends[0]);
	close(ends[1]);
	tesuji_close(NULL);
}

#define WITH_A_CONNECTION(test) cmocka_unit_test_setup_teardown(test, connect_both, close_both)

int main(void)
{
	const struct CMUnitTest tests[] = {
	        WITH_A_CONNECTION(a_submission_carries_every_field),
	        WITH_A_CONNECTION(requests_that_cannot_travel),
	        WITH_A_CONNECTION(long_records_are_sent_as_rows),
	        WITH_A_CONNECTION(solve_waits_for_its_own_job),
	        WITH_A_CONNECTION(the_latest_progress_wins_and_nothing_follows_the_end),
	        WITH_A_CONNECTION(messages_may_come_in_pieces),
	        WITH_A_CONNECTION(errors_of_the_daemon_reach_the_caller),
	        WITH_A_CONNECTION(watching_a_finished_job),
	        WITH_A_CONNECTION(lists_are_walked),
	        WITH_A_CONNECTION(info_is_copied),
	        WITH_A_CONNECTION(a_lost_connection_is_told_once),
	        WITH_A_CONNECTION(solve_ends_when_the_daemon_goes),
	        WITH_A_CONNECTION(the_last_word_explains_the_loss),
	        WITH_A_CONNECTION(strangers_are_recognized),
	        WITH_A_CONNECTION(no_answer_in_time_ends_the_connection),
	        WITH_A_CONNECTION(callbacks),
	        WITH_A_CONNECTION(solve_can_be_stopped_from_its_callback),
	        cmocka_unit_test(any_allocation_may_fail),
	        cmocka_unit_test(names),
	        cmocka_unit_test(bad_descriptors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
