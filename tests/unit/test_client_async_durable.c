/* SPDX-License-Identifier: MIT
 * test_client_async_durable.c - durable jobs of tesuji_async.h, against a daemon that the test
 * plays (async_peer.h). */
#include "tests/unit/async_peer.h"
#include "tests/unit/peer_kept.h"

#include "clients/c/tesuji_durable.h"

static int solve_durable(uint64_t tag, const char *key, int deadline_ms)
{
	const tesuji_query_t asked = query(tag, deadline_ms);
	tesuji_request_t request;

	tesuji_request_init(&request);
	request.rows = "X./..";
	request.target = "A2";
	return tesuji_async_solve_durable(a, &request, key, &asked, NULL);
}

/* Two queries for one key have one job, and its one end answers both. */
static void one_end_for_all_of_a_key(void **state)
{
	heard_t heard[2];

	(void)state;
	assert_int_equal(solve_durable(1, "night", -1), TESUJI_OK);
	assert_int_equal(solve_durable(2, "night", -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, 2), 2);
	give_job(heard[0].msgid, 5);
	give_job(heard[1].msgid, 5);
	give_done(5, "A1");
	assert_int_equal(run(), 2);
	assert_int_equal(told_count, 2);
	assert_string_equal(told[0].best, "A1");
	assert_string_equal(told[1].best, "A1");
	assert_int_equal(tesuji_async_open_queries(a), 0);
}

/* A job that is to outlive this program is not cancelled with its query. */
static void a_deadline_leaves_the_job(void **state)
{
	heard_t heard[1];

	(void)state;
	assert_int_equal(solve_durable(1, "night", 20), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, 1), 1);
	give_job(heard[0].msgid, 5);
	while (told_count == 0) {
		assert_true(can_run(5000));
		(void)run();
	}
	assert_int_equal(told[0].code, TESUJI_E_TIMEOUT);
	assert_int_equal(solve_durable(2, "night", -1), TESUJI_OK);
	assert_int_equal(tesuji_async_cancel(a, 2), TESUJI_OK);
	(void)run();
	assert_int_equal(told[1].code, TESUJI_E_CANCELLED);
	for (unsigned left = hear(heard, 1); left > 0; left = hear(heard, 1))
		assert_string_not_equal(heard[0].method, "job.cancel");
}

static void a_daemon_that_ends(void **state)
{
	wirebuf_t other = kept_note(6), ours = kept_note(5);
	heard_t heard[1];

	(void)state;
	assert_int_equal(solve_durable(1, "night", -1), TESUJI_OK);
	(void)run();
	assert_int_equal(hear(heard, 1), 1);
	give_job(heard[0].msgid, 5);
	give(&other); /* nobody here listens to that */
	give(&ours);
	assert_int_equal(run(), 1);
	assert_int_equal(told[0].code, TESUJI_E_DRAINING);
	assert_int_equal(tesuji_async_open_queries(a), 0);
}

static void acked(tesuji_async_t *from, const tesuji_answer_t *answer)
{
	assert_ptr_equal(from, a);
	assert_null(answer->report);
	told[told_count++] = (told_t){.tag = answer->tag, .code = answer->code};
}

static void a_result_is_taken(void **state)
{
	const tesuji_query_t asked = {.tag = 3, .deadline_ms = -1, .answered = acked};
	const msg_kept_t kept = {.job = 5, .key = "night"};
	wirebuf_t out = fresh();
	uint32_t msgid;

	(void)state;
	assert_int_equal(tesuji_async_ack_key(a, "", &asked, NULL), TESUJI_E_MISSING);
	assert_int_equal(tesuji_async_ack_key(a, "night", &asked, NULL), TESUJI_OK);
	(void)run();
	msgid = expect("job.ack");
	rpc_put_response(&out, msgid);
	msg_kept_write(&out, &kept);
	give(&out);
	assert_int_equal(run(), 1);
	assert_int_equal(told[0].code, TESUJI_OK);
	assert_int_equal(tesuji_async_ack_key(a, "night", &asked, NULL), TESUJI_OK);
	(void)run();
	give_error(expect("job.ack"), ERR_JOB, 0);
	assert_int_equal(run(), 1);
	assert_int_equal(told[1].code, TESUJI_E_JOB);
}

int main(void)
{
#define WITH_BOTH(test) cmocka_unit_test_setup_teardown(test, connect_both, close_both)
	const struct CMUnitTest tests[] = {
	        WITH_BOTH(one_end_for_all_of_a_key),
	        WITH_BOTH(a_deadline_leaves_the_job),
	        WITH_BOTH(a_daemon_that_ends),
	        WITH_BOTH(a_result_is_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
