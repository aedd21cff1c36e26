/* SPDX-License-Identifier: MIT
 * test_client_events.c - events, callbacks and the end of a connection. */
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
#include "tests/unit/client_peer.h"

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
	assert_string_equal(report.line[1], "O-O?#"); /* signs that no move has are replaced */
	assert_string_equal(report.best_coords, "c3d4");
	assert_int_equal(report.coords_length, 2);
	assert_string_equal(report.coords[1], "e8g8");
	assert_int_equal(report.areas, 2);
	assert_int_equal(report.zone_length, 2);
	assert_string_equal(report.zone[0], "A2");
	assert_string_equal(report.zone[1], "B1?");
	assert_int_equal(report.indices[1], 1);
	assert_string_equal(report.claim, "mate in 2");
	assert_int_equal(report.driver, TESUJI_PLAIN);
	assert_int_equal(report.engine, TESUJI_DFPN);
	assert_int_equal(report.first, TESUJI_DEFENDER);
	assert_int_equal(report.ko, TESUJI_KO_FIGHT);
	assert_int_equal(report.ko_threats, 2);
	assert_int_equal(report.remembered, 1);
	assert_string_equal(report.game, "chess");
	assert_string_equal(report.style, "renju");
	assert_string_equal(report.rows, "X./..");
	assert_int_equal(report.attacker, TESUJI_WHITE);
	assert_string_equal(report.target, "A2 B3");
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

/* status_of answers tesuji_status with a finished job that has this result. */
static void status_of(uint32_t msgid, const msg_done_t *result, tesuji_report_t *report)
{
	static msg_job_t msg;
	wirebuf_t out = fresh();

	msg = (msg_job_t){.job = 8, .state = MSG_DONE, .has_result = true, .result = *result};
	msg.result.job = 8;
	rpc_put_response(&out, msgid);
	msg_job_write(&out, &msg);
	give(&out);
	assert_int_equal(tesuji_status(t, 8, report), TESUJI_OK);
}

static void zones_are_known_or_not(void **state)
{
	static msg_done_t done;
	static tesuji_report_t report;

	(void)state;
	memset(&done, 0, sizeof(done));
	status_of(1, &done, &report);
	assert_int_equal(report.areas, 0);
	assert_int_equal(report.zone_length, 0);
	done.zone.is_known = true;
	status_of(2, &done, &report);
	assert_int_equal(report.areas, 1);
	assert_int_equal(report.zone_length, 0);
	done.zone.count = MSG_ZONE_POINTS;
	for (unsigned i = 0; i < MSG_ZONE_POINTS; i++)
		strcpy(done.zone.point[i], "C3");
	status_of(3, &done, &report);
	assert_int_equal(report.areas, 1);
	assert_int_equal(report.zone_length, TESUJI_ZONE_POINTS);
	assert_string_equal(report.zone[TESUJI_ZONE_POINTS - 1], "C3");
	assert_int_equal(report.indices[TESUJI_ZONE_POINTS - 1], 1);
	done.areas = 3; /* and no indices */
	status_of(4, &done, &report);
	assert_int_equal(report.areas, 0);
	assert_int_equal(report.zone_length, 0);
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
	errinfo_t idle = {.code = ERR_TIMEOUT, .text = "idle for 300 s"};
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

int main(void)
{
	const struct CMUnitTest tests[] = {
	        WITH_A_CONNECTION(solve_waits_for_its_own_job),
	        WITH_A_CONNECTION(the_latest_progress_wins_and_nothing_follows_the_end),
	        WITH_A_CONNECTION(messages_may_come_in_pieces),
	        WITH_A_CONNECTION(watching_a_finished_job),
	        WITH_A_CONNECTION(zones_are_known_or_not),
	        WITH_A_CONNECTION(a_lost_connection_is_told_once),
	        WITH_A_CONNECTION(solve_ends_when_the_daemon_goes),
	        WITH_A_CONNECTION(the_last_word_explains_the_loss),
	        WITH_A_CONNECTION(strangers_are_recognized),
	        WITH_A_CONNECTION(no_answer_in_time_ends_the_connection),
	        WITH_A_CONNECTION(callbacks),
	        WITH_A_CONNECTION(solve_can_be_stopped_from_its_callback),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
