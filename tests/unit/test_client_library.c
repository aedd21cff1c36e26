/* SPDX-License-Identifier: MIT
 * test_client_library.c - the calls of libtesuji: what they send, what they make
 * of the answers, and what happens without memory. */
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

#include "clients/c/tesuji_fleet.h"
#include "engine/base/mem.h"
#include "protocol/scan.h"
#include "tests/unit/client_peer.h"

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

/* A request in which no field has its default. */
static tesuji_request_t request_of_everything(void)
{
	tesuji_request_t request;

	tesuji_request_init(&request);
	request.sgf = "(;SZ[9])";
	request.move = 3;
	request.game = "gomoku";
	request.options = "k=4 rule=renju";
	request.driver = "plain";
	request.engine = "dfpn";
	request.zone = "none";
	request.goal = "capture";
	request.target = "D4";
	request.attacker = TESUJI_WHITE;
	request.first = "defender";
	request.ko_verdict = 1;
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
	request.fresh = 1;
	request.progress_ms = 50;
	request.label = "a label";
	return request;
}

static void a_submission_carries_every_field(void **state)
{
	const tesuji_request_t request = request_of_everything();
	codec_t *codec = codec_create();
	static msg_submit_t msg;
	uint64_t job = 0;
	rpc_t message;
	errinfo_t why;

	(void)state;
	give_submitted(1, 42);
	assert_int_equal(tesuji_submit(t, &request, &job), TESUJI_OK);
	assert_int_equal(job, 42);

	asked(&message, codec);
	assert_string_equal(message.method, "job.submit");
	assert_int_equal(message.msgid, 1);
	assert_int_equal(msg_submit_read(&message.params, &msg, &why), ERR_OK);
	assert_string_equal(msg.game, "gomoku");
	assert_string_equal(msg.options, "k=4 rule=renju");
	assert_int_equal(msg.driver, MSG_DRIVER_PLAIN);
	assert_int_equal(msg.engine, MSG_ENGINE_DFPN);
	assert_int_equal(msg.zone, MSG_ZONING_NONE);
	assert_int_equal(msg.position.sgf_bytes, 8);
	assert_memory_equal(msg.position.sgf, "(;SZ[9])", 8);
	assert_int_equal(msg.position.move, 3);
	assert_string_equal(msg.goal.type, "capture");
	assert_string_equal(msg.goal.target, "D4");
	assert_int_equal(msg.goal.attacker, MSG_WHITE);
	assert_int_equal(msg.goal.first, MSG_DEFENDER);
	assert_true(msg.ko_verdict);
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
	assert_true(msg.fresh);
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
	REFUSED(bad.sgf = "(;)", TESUJI_E_VALUE,
	        "params.position: only one of sgf, rows and fen may be given");
	REFUSED(bad.fen = "8/8", TESUJI_E_VALUE,
	        "params.position: only one of sgf, rows and fen may be given");
	REFUSED(bad.options = "k", TESUJI_E_SYNTAX,
	        "params.options: \"k\" is not of the form name=value");
	REFUSED(bad.driver = "fast", TESUJI_E_VALUE,
	        "params.driver: 'fast' is not lambda or plain");
	REFUSED(bad.first = "black", TESUJI_E_VALUE,
	        "params.goal.first: 'black' is not attacker or defender");
	REFUSED(bad.engine = "fast", TESUJI_E_VALUE,
	        "params.engine: 'fast' is not auto, alphabeta or dfpn");
	REFUSED(bad.zone = "all", TESUJI_E_VALUE,
	        "params.zone: 'all' is not sound, none or inversion");
	REFUSED(bad.nodes = -2, TESUJI_E_RANGE,
	        "params.limits.nodes: -2 is not in 0..9007199254740991");
	REFUSED(bad.label = long_text, TESUJI_E_LIMIT, "params.label: longer than 63 bytes");
	REFUSED(bad.target = long_text, TESUJI_E_LIMIT, "params.goal.target: longer than 63 bytes");
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
	give_submitted(1, 1);
	assert_int_equal(tesuji_submit(t, &request, &job), TESUJI_OK);
	asked(&message, codec);
	assert_int_equal(msg_submit_read(&message.params, &msg, &why), ERR_OK);
	assert_null(msg.position.sgf);
	assert_string_equal(msg.position.rows, "X../.../..O");
	assert_string_equal(msg.game, "go");
	assert_int_equal(msg.goal.attacker, MSG_BLACK); /* White has just moved */

	strcpy(sgf + 15 + COMMENT_BYTES, "];W[zz])");
	assert_int_equal(tesuji_submit(t, &request, &job), TESUJI_E_VALUE);
	assert_non_null(strstr(tesuji_last_error(t)->text, "params.position.sgf: byte "));
	free(sgf);
	codec_destroy(codec);
}

static void errors_of_the_daemon_reach_the_caller(void **state)
{
	errinfo_t busy = {.code = ERR_BUSY, .text = "64 jobs in flight"},
	          range = {.code = ERR_RANGE, .text = "params.x: no"};
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
	strcpy(msg.games[0].style, "renju");
	msg.games[0].option_count = 1;
	msg.games[0].options[0] = (msg_option_t){
	        .name = "rule", .kind = "word", .most = 9, .words = {"a", "b"}, .fallback = "b"};
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
	assert_string_equal(info.games[0].style, "renju");
	assert_int_equal(info.games[0].options_count, 1);
	assert_string_equal(info.games[0].options[0].words, "a b");
	assert_string_equal(info.games[0].options[0].fallback, "b");
	assert_int_equal(info.games[0].options[0].most, 9);
	assert_int_equal(info.limits_count, 1);
	assert_int_equal(info.limits[0].fallback, 3);
	assert_true(info.table_used > 0.2 && info.table_used < 0.3);
}

static void a_fleet_is_copied(void **state)
{
	static msg_info_t msg;
	static tesuji_fleet_t fleet;
	wirebuf_t out = fresh();

	(void)state;
	msg_info_init(&msg);
	msg.has_fleet = true;
	strcpy(msg.fleet.name, "here");
	strcpy(msg.fleet.role, "front");
	msg.fleet.is_connected = true;
	msg.fleet.out = 1;
	msg.fleet.handed_out = 12;
	msg.fleet.settled = 5;
	msg.fleet.declined = 3;
	msg.fleet.lapsed = 2;
	msg.fleet.failed = 4;
	msg.fleet.errands = 6;
	msg.fleet.taken = 8;
	msg.fleet.done = 7;
	msg.fleet.lost = 9;
	msg.fleet.member_count = 2;
	msg.fleet.members[0] = (msg_member_t){.name = "w1",
	                                      .role = "worker",
	                                      .version = "0.1.0",
	                                      .places = 4,
	                                      .free = 3,
	                                      .jobs = 1};
	msg.fleet.members[1] = (msg_member_t){
	        .name = "w2", .role = "both", .version = "9", .silent_ms = 4000, .why = "silent"};
	rpc_put_response(&out, 1);
	msg_info_write(&out, &msg);
	give(&out);
	assert_int_equal(tesuji_fleet(t, &fleet), TESUJI_OK);
	assert_int_equal(fleet.is_in, 1);
	assert_string_equal(fleet.name, "here");
	assert_string_equal(fleet.role, "front");
	assert_int_equal(fleet.is_connected, 1);
	assert_int_equal(fleet.out, 1);
	assert_int_equal(fleet.handed_out, 12);
	assert_int_equal(fleet.settled, 5);
	assert_int_equal(fleet.declined, 3);
	assert_int_equal(fleet.lapsed, 2);
	assert_int_equal(fleet.failed, 4);
	assert_int_equal(fleet.errands, 6);
	assert_int_equal(fleet.taken, 8);
	assert_int_equal(fleet.done, 7);
	assert_int_equal(fleet.lost, 9);
	assert_int_equal(fleet.members_count, 2);
	assert_string_equal(fleet.members[0].name, "w1");
	assert_int_equal(fleet.members[0].places, 4);
	assert_int_equal(fleet.members[0].free, 3);
	assert_int_equal(fleet.members[0].jobs, 1);
	assert_string_equal(fleet.members[0].why, "");
	assert_string_equal(fleet.members[1].role, "both");
	assert_string_equal(fleet.members[1].version, "9");
	assert_int_equal(fleet.members[1].silent_ms, 4000);
	assert_string_equal(fleet.members[1].why, "silent");
}

static void a_daemon_may_be_in_no_fleet(void **state)
{
	static msg_info_t msg;
	static tesuji_fleet_t fleet = {.is_in = 1, .out = 1};
	wirebuf_t out = fresh();

	(void)state;
	msg_info_init(&msg);
	rpc_put_response(&out, 1);
	msg_info_write(&out, &msg);
	give(&out);
	assert_int_equal(tesuji_fleet(t, &fleet), TESUJI_OK);
	assert_int_equal(fleet.is_in, 0);
	assert_int_equal(fleet.out, 0);
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
	assert_string_equal(tesuji_scope_name(TESUJI_SCOPE_HEURISTIC), "heuristic");
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

int main(void)
{
	const struct CMUnitTest tests[] = {
	        WITH_A_CONNECTION(a_submission_carries_every_field),
	        WITH_A_CONNECTION(requests_that_cannot_travel),
	        WITH_A_CONNECTION(long_records_are_sent_as_rows),
	        WITH_A_CONNECTION(errors_of_the_daemon_reach_the_caller),
	        WITH_A_CONNECTION(lists_are_walked),
	        WITH_A_CONNECTION(info_is_copied),
	        WITH_A_CONNECTION(a_fleet_is_copied),
	        WITH_A_CONNECTION(a_daemon_may_be_in_no_fleet),
	        cmocka_unit_test(any_allocation_may_fail),
	        cmocka_unit_test(names),
	        cmocka_unit_test(bad_descriptors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
