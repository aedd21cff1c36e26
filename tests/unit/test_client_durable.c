/* SPDX-License-Identifier: MIT
 * test_client_durable.c - tesuji_durable.h: what is sent, and what becomes of the answers. */
#include "clients/c/tesuji_durable.h"
#include "tests/unit/client_peer.h"
#include "tests/unit/peer_kept.h"

/* heard reads one request from the library; its parameters are decoded into *rpc. */
static void heard(codec_t *codec, const char *method, rpc_t *rpc)
{
	static uint8_t bytes[FRAME_BYTES_MAX];
	const ssize_t length = recv(peer, bytes, sizeof(bytes), MSG_DONTWAIT);
	errinfo_t why;

	assert_true(length > 0);
	assert_int_equal(rpc_parse(codec, bytes, (size_t)length, rpc, &why), ERR_OK);
	assert_string_equal(rpc->method, method);
}

static void give_known(uint32_t msgid, uint64_t job, bool known)
{
	wirebuf_t out = fresh();
	const msg_submitted_t msg = {.job = job, .key = "night", .known = known};

	rpc_put_response(&out, msgid);
	msg_submitted_write(&out, &msg);
	give(&out);
}

static void a_key_goes_out_and_known_comes_back(void **state)
{
	const tesuji_request_t request = a_request();
	codec_t *codec = codec_create();
	tesuji_event_t event;
	msg_submit_t msg;
	errinfo_t why;
	uint64_t job;
	int known;
	rpc_t rpc;

	(void)state;
	give_known(1, 7, false);
	assert_int_equal(tesuji_submit_durable(t, &request, "night", &job, &known), TESUJI_OK);
	assert_int_equal(job, 7);
	assert_int_equal(known, 0);
	heard(codec, "job.submit", &rpc);
	assert_int_equal(msg_submit_read(&rpc.params, &msg, &why), ERR_OK);
	assert_true(msg.durable);
	assert_string_equal(msg.key, "night");
	/* Again, while it goes on: one job, and one end. */
	give_known(2, 7, true);
	assert_int_equal(tesuji_submit_durable(t, &request, "night", &job, &known), TESUJI_OK);
	assert_int_equal(known, 1);
	give_done(7);
	assert_int_equal(tesuji_next(t, 1000, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_DONE);
	assert_int_equal(tesuji_next(t, 0, &event), 0);
	codec_destroy(codec);
}

static void keys_that_are_none(void **state)
{
	const tesuji_request_t request = a_request();
	char key[TESUJI_KEY_BYTES + 1];
	uint64_t job;

	(void)state;
	memset(key, 'k', sizeof(key) - 1);
	key[sizeof(key) - 1] = '\0';
	assert_int_equal(tesuji_submit_durable(t, &request, NULL, &job, NULL), TESUJI_E_MISSING);
	assert_int_equal(tesuji_submit_durable(t, &request, key, &job, NULL), TESUJI_E_LIMIT);
	assert_int_equal(tesuji_ack_key(t, ""), TESUJI_E_MISSING);
	assert_int_equal(tesuji_cancel_key(t, key, NULL), TESUJI_E_LIMIT);
}

/* Errors that are new keep their codes. */
static void refusals_have_their_codes(void **state)
{
	static const struct {
		err_t wire;
		tesuji_code_t code;
	} rows[] = {{ERR_KEY, TESUJI_E_KEY}, {ERR_JOURNAL, TESUJI_E_JOURNAL}};
	const tesuji_request_t request = a_request();
	uint64_t job;

	(void)state;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		wirebuf_t out = fresh();
		errinfo_t why;

		(void)err_fail(&why, rows[i].wire, "no");
		rpc_put_error(&out, i + 1, &why, 0);
		give(&out);
		assert_int_equal(tesuji_submit_durable(t, &request, "night", &job, NULL),
		                 rows[i].code);
	}
}

static void a_daemon_that_ends_says_that_the_job_goes_on(void **state)
{
	wirebuf_t other = kept_note(8), ours = kept_note(7);
	const tesuji_request_t request = a_request();
	tesuji_event_t event;
	uint64_t job;

	(void)state;
	give_known(1, 7, false);
	assert_int_equal(tesuji_submit_durable(t, &request, "night", &job, NULL), TESUJI_OK);
	give(&other); /* nobody here listens to that */
	give(&ours);
	assert_int_equal(tesuji_next(t, 1000, &event), 1);
	assert_int_equal(event.kind, TESUJI_EVENT_KEPT);
	assert_int_equal(event.job, 7);
	assert_int_equal(event.error.code, TESUJI_E_DRAINING);
	assert_non_null(strstr(event.error.text, "night"));
	assert_int_equal(tesuji_next(t, 0, &event), 0);
}

static void a_job_is_watched_and_taken_by_its_key(void **state)
{
	codec_t *codec = codec_create();
	tesuji_report_t report;
	tesuji_event_t event;
	wirebuf_t out = fresh();
	msg_job_t job = {.job = 9, .state = MSG_RUNNING, .attacker = MSG_BLACK};
	const msg_kept_t kept = {.job = 9, .key = "night"};
	msg_ref_t ref;
	errinfo_t why;
	rpc_t rpc;

	(void)state;
	rpc_put_response(&out, 1);
	msg_job_write(&out, &job);
	give(&out);
	assert_int_equal(tesuji_watch_key(t, "night", 0, &job, &report), TESUJI_OK);
	assert_int_equal(report.job, 9);
	heard(codec, "job.watch", &rpc);
	assert_int_equal(msg_watch_read(&rpc.params, &ref, &why), ERR_OK);
	assert_string_equal(ref.key, "night");
	give_done(9);
	assert_int_equal(tesuji_next(t, 1000, &event), 1);
	assert_ptr_equal(event.user, &job);
	out = fresh();
	rpc_put_response(&out, 2);
	msg_kept_write(&out, &kept);
	give(&out);
	assert_int_equal(tesuji_ack_key(t, "night"), TESUJI_OK);
	heard(codec, "job.ack", &rpc);
	assert_int_equal(msg_ref_read(&rpc.params, &ref, &why), ERR_OK);
	assert_string_equal(ref.key, "night");
	codec_destroy(codec);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        WITH_A_CONNECTION(a_key_goes_out_and_known_comes_back),
	        WITH_A_CONNECTION(keys_that_are_none),
	        WITH_A_CONNECTION(refusals_have_their_codes),
	        WITH_A_CONNECTION(a_daemon_that_ends_says_that_the_job_goes_on),
	        WITH_A_CONNECTION(a_job_is_watched_and_taken_by_its_key),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
