/* SPDX-License-Identifier: MIT
 * test_client_async_batch.c - batches that are followed by tesuji_async.h, against a daemon that
 * the test plays (async_peer.h). */
#include "tests/unit/async_peer.h"

#include "clients/c/tesuji_batch.h"
#include "protocol/msg_batch.h"
#include "tests/unit/peer_batch.h"

static const tesuji_batch_ref_t night = {.key = "night"};
static uint64_t nexts[LOG_MAX];
static unsigned results;

static void result(tesuji_async_t *from, const tesuji_report_t *report, uint64_t next, void *user)
{
	assert_ptr_equal(from, a);
	assert_ptr_equal(user, nexts);
	assert_string_equal(report->best, "A1");
	nexts[results++] = next;
}

static void ended(tesuji_async_t *from, const tesuji_answer_t *answer)
{
	assert_ptr_equal(from, a);
	assert_null(answer->report);
	told[told_count++] = (told_t){.tag = answer->tag, .code = answer->code};
}

static void follow(uint64_t tag, int deadline_ms)
{
	const tesuji_query_t asked = {
	        .tag = tag, .deadline_ms = deadline_ms, .answered = ended, .user = nexts};

	results = 0;
	assert_int_equal(tesuji_async_batch_watch(a, &night, 4, result, &asked, NULL), TESUJI_OK);
	(void)run();
}

static void give_results(uint32_t msgid, msg_batch_state_t state, uint32_t count)
{
	wirebuf_t out = batch_results(msgid, state, count);

	give(&out);
	(void)run();
}

static void results_come_until_the_end(void **state)
{
	(void)state;
	follow(1, -1);
	give_results(expect("batch.watch"), MSG_BATCH_RUNNING, 2);
	assert_int_equal(results, 2);
	assert_int_equal(nexts[0], 5);
	give_results(expect("batch.watch"), MSG_BATCH_DONE, 1);
	assert_int_equal(nexts[2], 7);
	assert_int_equal(told_count, 0);
	give_results(expect("batch.watch"), MSG_BATCH_DONE, 0);
	assert_int_equal(told_count, 1);
	assert_int_equal(told[0].code, TESUJI_OK);
	assert_int_equal(tesuji_async_open_queries(a), 0);
}

static void a_daemon_that_ends_is_not_asked_again(void **state)
{
	(void)state;
	follow(1, -1);
	give_results(expect("batch.watch"), MSG_BATCH_RUNNING, 0);
	assert_int_equal(told[0].code, TESUJI_E_DRAINING);
	assert_int_equal(tesuji_async_open_queries(a), 0);
}

static void a_cancel_ends_the_following(void **state)
{
	uint32_t msgid;

	(void)state;
	follow(1, -1);
	msgid = expect("batch.watch");
	assert_int_equal(tesuji_async_cancel(a, 1), TESUJI_OK);
	(void)run();
	assert_int_equal(told[0].code, TESUJI_E_CANCELLED);
	give_results(msgid, MSG_BATCH_RUNNING, 2);
	assert_int_equal(results, 0);
	assert_int_equal(told_count, 1);
}

static void what_is_refused(void **state)
{
	const tesuji_batch_ref_t none = {.key = ""};
	const tesuji_query_t asked = query(1, -1);
	uint32_t msgid;

	(void)state;
	assert_int_equal(tesuji_async_batch_watch(a, &none, 0, result, &asked, NULL),
	                 TESUJI_E_MISSING);
	follow(1, -1);
	msgid = expect("batch.watch");
	give_error(msgid, ERR_BUSY, 10); /* is asked again */
	assert_int_equal(run(), 0);
	for (heard_t heard[1]; told_count == 0;) {
		assert_int_equal(hear_later(heard, 1), 1);
		give_error(heard[0].msgid, ERR_JOB, 0);
		(void)run();
	}
	assert_int_equal(told[0].code, TESUJI_E_JOB);
	follow(2, -1); /* and is open when the handle is closed */
}

int main(void)
{
#define WITH_BOTH(test) cmocka_unit_test_setup_teardown(test, connect_both, close_both)
	const struct CMUnitTest tests[] = {
	        WITH_BOTH(results_come_until_the_end),
	        WITH_BOTH(a_daemon_that_ends_is_not_asked_again),
	        WITH_BOTH(a_cancel_ends_the_following),
	        WITH_BOTH(what_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
