/* SPDX-License-Identifier: MIT
 * test_client_async_call.c - tesuji_call.h against a daemon that the test plays (async_peer.h). */
#include "tests/unit/async_peer.h"

#include "clients/c/tesuji_call.h"

static uint8_t got[256];
static size_t got_bytes;
static char noticed_method[METHOD_BYTES_MAX + 1];
static unsigned notices;

static void returned(tesuji_async_t *from, const tesuji_answer_t *answer)
{
	told_t *t = &told[told_count++];

	assert_ptr_equal(from, a);
	assert_true(answer->report == NULL && answer->board == NULL && answer->status == NULL &&
	            answer->certificate == NULL);
	assert_int_equal(answer->code == TESUJI_OK, answer->result != NULL);
	*t = (told_t){.tag = answer->tag, .code = answer->code};
	got_bytes = answer->result_bytes;
	assert_in_range(got_bytes, 0, sizeof(got));
	if (answer->result != NULL)
		memcpy(got, answer->result, got_bytes);
}

static void noticed(tesuji_async_t *from, const char *method, const void *params, size_t bytes,
                    void *user)
{
	assert_ptr_equal(from, a);
	assert_ptr_equal(user, &notices);
	assert_in_range(bytes, 0, sizeof(got));
	notices++;
	strcpy(noticed_method, method);
	got_bytes = bytes;
	if (params != NULL)
		memcpy(got, params, bytes);
}

static int call(uint64_t tag, const char *method, const wirebuf_t *params, int deadline_ms)
{
	const tesuji_query_t query = {.tag = tag, .deadline_ms = deadline_ms, .answered = returned};

	return tesuji_async_call(a, method, params == NULL ? NULL : params->data,
	                         params == NULL ? 0 : params->length, &query, NULL);
}

static wirebuf_t map_of(const char *key, uint64_t value)
{
	wirebuf_t out = fresh();

	put_map(&out, 1);
	put_text(&out, key);
	put_uint(&out, value);
	return out;
}

/* The parameters go out and the results come back byte for byte, in any order. */
static void bytes_pass(void **state)
{
	wirebuf_t params = map_of("job", 7), result = map_of("state", 3), out;
	uint32_t first, second;

	(void)state;
	assert_int_equal(call(1, "job.cancel", &params, -1), TESUJI_OK);
	assert_int_equal(run(), 0);
	first = expect("job.cancel"); /* whose parameters the peer has read */
	assert_int_equal(call(2, "server.info", NULL, -1), TESUJI_OK);
	assert_int_equal(run(), 0);
	second = expect("server.info");
	out = fresh();
	rpc_put_response(&out, second);
	put_raw(&out, result.data, result.length);
	give(&out);
	assert_int_equal(run(), 1);
	assert_int_equal(told[0].tag, 2);
	assert_int_equal(got_bytes, result.length);
	assert_memory_equal(got, result.data, got_bytes);
	give_error(first, ERR_BUSY, 200); /* is not asked again */
	assert_int_equal(run(), 1);
	assert_int_equal(told[1].tag, 1);
	assert_int_equal(told[1].code, TESUJI_E_BUSY);
	assert_int_equal(tesuji_async_open_queries(a), 0);
	wirebuf_fini(&params);
	wirebuf_fini(&result);
}

/* Notifications are told with their parameters, also those of the queries of the library. */
static void notices_are_told(void **state)
{
	heard_t heard[1] = {{.msgid = 0}};
	wirebuf_t out = fresh(), map = map_of("job", 70000);
	const tesuji_query_t query = {.tag = 3, .deadline_ms = -1, .answered = answered};
	tesuji_request_t request;

	(void)state;
	notices = 0;
	tesuji_async_on_notice(a, noticed, &notices);
	rpc_put_notification(&out, "some.thing");
	put_raw(&out, map.data, map.length);
	give(&out);
	assert_int_equal(run(), 0);
	assert_int_equal(notices, 1);
	assert_string_equal(noticed_method, "some.thing");
	assert_int_equal(got_bytes, map.length);
	assert_memory_equal(got, map.data, got_bytes);
	out = fresh();
	put_array(&out, 3);
	put_uint(&out, RPC_NOTIFICATION);
	put_text(&out, "bare");
	put_array(&out, 0);
	give(&out);
	assert_int_equal(run(), 0);
	assert_string_equal(noticed_method, "bare");
	assert_int_equal(got_bytes, 0);
	tesuji_request_init(&request);
	request.rows = "X./..";
	assert_int_equal(tesuji_async_solve(a, &request, &query, NULL), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, 1), 1);
	give_job(heard[0].msgid, 9);
	give_done(9, "A1");
	assert_int_equal(run(), 1);
	assert_int_equal(notices, 3);
	assert_string_equal(noticed_method, NOTIFY_DONE);
	assert_string_equal(told[0].best, "A1");
	wirebuf_fini(&map);
}

static void late_and_cancelled(void **state)
{
	heard_t heard[2] = {{.msgid = 0}};

	(void)state;
	assert_int_equal(call(1, "server.info", NULL, 200), TESUJI_OK);
	assert_int_equal(call(2, "job.list", NULL, -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, 2), 2);
	while (told_count == 0) {
		assert_true(can_run(5000));
		(void)run();
	}
	assert_int_equal(told[0].code, TESUJI_E_TIMEOUT);
	assert_int_equal(tesuji_async_cancel(a, 2), TESUJI_OK);
	assert_int_equal(run(), 1);
	assert_int_equal(told[1].code, TESUJI_E_CANCELLED);
	give_job(heard[0].msgid, 1); /* nobody waits for them any more */
	give_job(heard[1].msgid, 2);
	assert_int_equal(run(), 0);
	assert_int_equal(told_count, 2);
}

/* What is no map is refused before it is sent, and so is a long name. */
static void no_maps(void **state)
{
	static const struct {
		const char *bytes;
		size_t length;
		int code;
	} bad[] = {
	        {"\xc0", 1, TESUJI_E_VALUE},
	        {"\x90", 1, TESUJI_E_VALUE},
	        {"\x81\xa1", 2, TESUJI_E_VALUE},
	        {"\x80\x80", 2, TESUJI_E_VALUE},
	        {"\xc1", 1, TESUJI_E_VALUE},
	        {"\xdf\xff\xff\xff\xff", 5, TESUJI_E_LIMIT},
	        {"\x81\xa1k\xdb\xff\xff\xff\xff", 8, TESUJI_E_LIMIT},
	        {"\x81\x01\x81\x01\x81\x01\x81\x01\x81\x01\x81\x01\x81\x01\x81\x01\x81\x01\x81\x01"
	         "\x81\x01\x81\x01\x81\x01\x81\x01\x81\x01\x80",
	         31, TESUJI_E_LIMIT},
	};
	const tesuji_query_t query = {.deadline_ms = -1, .answered = returned};
	char name[METHOD_BYTES_MAX + 2];
	tesuji_error_t why;
	heard_t heard[1] = {{.msgid = 0}};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(tesuji_async_call(a, "job.status", bad[i].bytes, bad[i].length,
		                                   &query, &why),
		                 bad[i].code);
		assert_int_equal(strncmp(why.text, "params: ", 8), 0);
	}
	memset(name, 'm', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_int_equal(tesuji_async_call(a, name, NULL, 0, &query, &why), TESUJI_E_VALUE);
	assert_int_equal(tesuji_async_call(a, "m", NULL, 0, &(tesuji_query_t){.user = name}, &why),
	                 TESUJI_E_MISSING);
	assert_int_equal(run(), 0);
	assert_int_equal(hear(heard, 1), 0);
	close(daemon_fd);
	daemon_fd = -1;
	assert_int_equal(call(4, "server.info", NULL, -1), TESUJI_OK);
	(void)run();
	assert_int_equal(told_count, 1);
	assert_int_equal(told[0].code, TESUJI_E_CLOSED);
}

int main(void)
{
#define WITH_BOTH(test) cmocka_unit_test_setup_teardown(test, connect_both, close_both)
	const struct CMUnitTest tests[] = {
	        WITH_BOTH(bytes_pass),
	        WITH_BOTH(notices_are_told),
	        WITH_BOTH(late_and_cancelled),
	        WITH_BOTH(no_maps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
