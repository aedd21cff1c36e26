/* SPDX-License-Identifier: MIT
 * test_lot.c - a batch cut into messages: each is one that a daemon takes, and all jobs are in
 * them, in their order.
 */
#include "clients/http/lot.h"

#include <string.h>

#include "clients/http/wire.h"
#include "protocol/limits.h"
#include "protocol/scan.h"
#include "tests/unit/seed.h"

enum { BATCH = 5, OF_MESSAGE = 128 };

/* message returns a message as JSON, which has passed the daemon's bounds. */
static json_t *message(const lot_t *lot, unsigned at)
{
	/* The message is the item of an array in an array. */
	static const scan_limits_t limits = {FRAME_BYTES_MAX - 64, FRAME_VALUES_MAX - 8,
	                                     FRAME_DEPTH_MAX - 2, false};
	codec_t *codec = codec_create();
	wirebuf_t out;
	json_t *value;
	scan_t scan;

	assert_non_null(codec);
	wirebuf_init(&out, FRAME_BYTES_MAX);
	lot_message(lot, at, BATCH, &out);
	assert_int_equal(out.failed, ERR_OK);
	scan_begin(&scan, &limits);
	assert_int_equal(scan_feed(&scan, out.data, out.length), SCAN_WHOLE);
	assert_int_equal(scan.taken, out.length);
	value = wire_unpack(codec, out.data, out.length);
	assert_non_null(value);
	wirebuf_fini(&out);
	codec_destroy(codec);
	return value;
}

/* check holds the messages of a batch against it. */
static void check(const json_t *params)
{
	json_t *all = json_array(), *expected = json_deep_copy(params);
	tesuji_error_t why;
	lot_t lot;

	assert_true(lot_make(params, &lot, &why));
	for (unsigned i = 0; i < lot.count; i++) {
		json_t *told = message(&lot, i), *jobs = json_object_get(told, "jobs");

		assert_int_equal(json_is_true(json_object_get(told, "more")), i + 1 < lot.count);
		assert_true(json_array_size(jobs) <= OF_MESSAGE);
		assert_int_equal(lot.part[i].first, json_array_size(all));
		assert_int_equal(lot.part[i].count, json_array_size(jobs));
		assert_int_equal(json_array_extend(all, jobs), 0);
		(void)json_object_del(told, "jobs");
		(void)json_object_del(told, "more");
		if (i == 0) {
			(void)json_object_del(expected, "jobs");
			assert_true(json_equal(told, expected));
		} else {
			assert_int_equal(json_object_size(told), 1);
			assert_int_equal(json_integer_value(json_object_get(told, "batch")), BATCH);
		}
		json_decref(told);
	}
	assert_true(json_equal(all, json_object_get(params, "jobs")));
	json_decref(all);
	json_decref(expected);
	lot_free(&lot);
}

/* job_of makes a job of about so many bytes and values. */
static json_t *job_of(size_t bytes, size_t values)
{
	json_t *list = json_array();
	char *text = test_calloc(bytes + 1, 1);
	json_t *job;

	memset(text, 'x', bytes);
	for (size_t i = 0; i < values; i++)
		json_array_append_new(list, json_null());
	job = json_pack("{s:s, s:o}", "label", text, "list", list);
	test_free(text);
	return job;
}

static void jobs_of_all_sizes(void **state)
{
	static const size_t bytes[] = {0, 1, 100, 500, 511, 512, 5000, 32000, 64000};
	enum { SIZES = sizeof(bytes) / sizeof(bytes[0]), ROUNDS = 30 };
	rng_t rng = seed_take();

	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		const unsigned count = rng_below(&rng, 300), most = round % SIZES;
		json_t *jobs = json_array(), *params;

		for (unsigned i = 0; i < count; i++)
			json_array_append_new(jobs, job_of(bytes[rng_below(&rng, most + 1)],
			                                   rng_below(&rng, 40)));
		params = json_pack("{s:o, s:s, s:b, s:s}", "jobs", jobs, "label", "lot", "durable",
		                   1, "key", "k");
		check(params);
		json_decref(params);
	}
}

static void values_are_bounded(void **state)
{
	json_t *params = json_pack("{s:[o, o, o]}", "jobs", job_of(1, 16000), job_of(1, 300),
	                           job_of(1, 16000));

	(void)state;
	check(params);
	json_decref(params);
}

/* What the daemon would refuse anyway comes to it in one message. */
static void what_is_strange_is_left_to_the_daemon(void **state)
{
	static const char *const texts[] = {"{}", "{\"jobs\":5}", "{\"jobs\":{\"a\":[]},\"key\":7}",
	                                    "{\"jobs\":null,\"label\":\"x\"}"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		json_t *params = json_loads(texts[i], 0, NULL), *told;
		tesuji_error_t why;
		lot_t lot;

		assert_true(lot_make(params, &lot, &why));
		assert_int_equal(lot.count, 1);
		told = message(&lot, 0);
		assert_true(json_equal(told, params));
		json_decref(told);
		json_decref(params);
		lot_free(&lot);
	}
}

/* refused expects the error that a batch is refused with, and lets go of the batch. */
static void refused(json_t *params, tesuji_code_t code, const char *begin)
{
	tesuji_error_t why;
	lot_t lot;

	assert_false(lot_make(params, &lot, &why));
	assert_int_equal(why.code, code);
	assert_memory_equal(why.text, begin, strlen(begin));
	json_decref(params);
}

static void what_no_message_can_hold(void **state)
{
	json_t *deep = json_array(), *many = json_array();

	(void)state;
	for (unsigned i = 0; i < WIRE_DEPTH_MOST; i++)
		deep = json_pack("[o]", deep);
	for (unsigned i = 0; i <= BATCH_JOBS_MAX; i++)
		json_array_append_new(many, json_object());
	refused(json_pack("{s:[{}, o]}", "jobs", job_of(FRAME_BYTES_MAX, 0)), TESUJI_E_LIMIT,
	        "params.jobs[1]: ");
	refused(json_pack("{s:[{}, {}, o]}", "jobs", job_of(0, FRAME_VALUES_MAX)), TESUJI_E_LIMIT,
	        "params.jobs[2]: ");
	refused(json_pack("{s:[o]}", "jobs", deep), TESUJI_E_LIMIT, "params.jobs[0]: ");
	refused(json_pack("{s:o}", "jobs", many), TESUJI_E_RANGE, "params.jobs: ");
	refused(json_pack("{s:[], s:o}", "jobs", "key", job_of(FRAME_BYTES_MAX, 0)), TESUJI_E_LIMIT,
	        "params: ");
	refused(json_pack("{s:[], s:i}", "jobs", "batch", 3), TESUJI_E_VALUE, "params.batch: ");
	refused(json_pack("{s:[], s:b}", "jobs", "more", 1), TESUJI_E_VALUE, "params.more: ");
}

static void errors_name_the_job_of_the_batch(void **state)
{
	static const struct {
		unsigned message;
		const char *given, *named;
	} rows[] = {
	        {0, "params.jobs[3].limits.order: 9", "params.jobs[3].limits.order: 9"},
	        {1, "params.jobs[3].limits.order: 9", "params.jobs[131].limits.order: 9"},
	        {2, "params.jobs[0]: a map", "params.jobs[256]: a map"},
	        {2, "params.jobs[44]: a map", "params.jobs[44]: a map"}, /* it has none */
	        {1, "params.jobs: too many", "params.jobs: too many"},
	        {1, "params.jobs[x]", "params.jobs[x]"},
	        {1, "busy", "busy"},
	};
	json_t *jobs = json_array(), *params = json_pack("{s:o}", "jobs", jobs);
	tesuji_error_t why;
	lot_t lot;

	(void)state;
	for (unsigned i = 0; i < 300; i++)
		json_array_append_new(jobs, json_object());
	assert_true(lot_make(params, &lot, &why));
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		tesuji_error_t error = {.code = TESUJI_E_VALUE, .retry_ms = 7};

		strcpy(error.text, rows[i].given);
		lot_name(&lot, rows[i].message, &error);
		assert_string_equal(error.text, rows[i].named);
		assert_int_equal(error.retry_ms, 7);
	}
	json_decref(params);
	lot_free(&lot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(jobs_of_all_sizes),
	        cmocka_unit_test(values_are_bounded),
	        cmocka_unit_test(what_is_strange_is_left_to_the_daemon),
	        cmocka_unit_test(what_no_message_can_hold),
	        cmocka_unit_test(errors_name_the_job_of_the_batch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
