/* SPDX-License-Identifier: MIT
 * test_durable.c - how the journal writes durable jobs, reads what anybody may have written, and
 * for how long results stay. */
#include <string.h>

#include "engine/base/rng.h"
#include "server/durable.h"
#include "tests/unit/seed.h"
#include "tests/unit/store_help.h"

enum { HOUR_MS = 3600000 };

static void results_age_by_the_wall_clock_with_an_hour_of_grace(void **state)
{
	const uint64_t keep = 24 * HOUR_MS;
	const uint64_t now = durable_wall();

	(void)state;
	assert_in_range(durable_left(keep, now), 24 * HOUR_MS - 1000, 24 * HOUR_MS);
	assert_in_range(durable_left(keep, now - 4 * HOUR_MS), 20 * HOUR_MS - 1000, 20 * HOUR_MS);
	assert_int_equal(durable_left(keep, now - 24 * (uint64_t)HOUR_MS + 60000), HOUR_MS);
	assert_int_equal(durable_left(keep, now - 1000 * (uint64_t)HOUR_MS), HOUR_MS);
	assert_int_equal(durable_left(keep, 0), HOUR_MS);
	/* From the future: the clock was wrong then, or is wrong now. */
	assert_int_equal(durable_left(keep, now + HOUR_MS), 24 * HOUR_MS);
	assert_int_equal(durable_left(keep, UINT64_MAX), 24 * HOUR_MS);
	assert_int_equal(durable_left(2000, 0), 2000);
}

static void fill_submission(msg_submit_t *msg)
{
	msg_submit_init(msg);
	(void)snprintf(msg->game, sizeof(msg->game), "go");
	(void)snprintf(msg->position.rows, sizeof(msg->position.rows), "OX./.../...");
	(void)snprintf(msg->goal.target, sizeof(msg->goal.target), "A3");
	(void)snprintf(msg->key, sizeof(msg->key), "k");
	msg->durable = true;
}

static void digest_of(const msg_submit_t *msg, uint8_t out[SHA256_BYTES])
{
	wirebuf_t body;

	wirebuf_init(&body, LEDGER_RECORD_MOST);
	durable_record_body(&body, msg);
	assert_int_equal(body.failed, ERR_OK);
	durable_record_digest(body.data, body.length, out);
	wirebuf_fini(&body);
}

static void the_same_question_has_the_same_digest(void **state)
{
	uint8_t first[SHA256_BYTES], other[SHA256_BYTES];
	msg_submit_t msg;

	(void)state;
	fill_submission(&msg);
	digest_of(&msg, first);
	msg.progress_ms = 0; /* who hears of it, and by which name, is not the question */
	msg.detach = true;
	msg.key[0] = 'l';
	digest_of(&msg, other);
	assert_memory_equal(first, other, SHA256_BYTES);
	msg.limits.nodes = 5;
	digest_of(&msg, other);
	assert_memory_not_equal(first, other, SHA256_BYTES);
}

/* write_job writes the record of a job; its length. */
static size_t write_job(uint8_t *out, size_t capacity)
{
	durable_record_t record = {.at_ms = 1234567};
	msg_submit_t msg;
	wirebuf_t body, bytes;
	size_t length;

	fill_submission(&msg);
	wirebuf_init(&body, LEDGER_RECORD_MOST);
	wirebuf_init(&bytes, LEDGER_RECORD_MOST);
	durable_record_body(&body, &msg);
	record.bytes = body.data;
	record.count = body.length;
	(void)snprintf(record.account, sizeof(record.account), "alice");
	(void)snprintf(record.key, sizeof(record.key), "k");
	durable_record_write(&bytes, DURABLE_JOB, &record);
	assert_int_equal(bytes.failed, ERR_OK);
	assert_true(bytes.length <= capacity);
	length = bytes.length;
	memcpy(out, bytes.data, length);
	wirebuf_fini(&body);
	wirebuf_fini(&bytes);
	return length;
}

static void a_record_is_read_as_it_was_written(void **state)
{
	codec_t *codec = codec_create();
	uint8_t bytes[1024], copy[1024];
	const size_t count = write_job(bytes, sizeof(bytes));
	durable_record_t record;
	msg_submit_t msg;
	errinfo_t why;

	(void)state;
	assert_int_equal(durable_record_read(codec, DURABLE_JOB, bytes, count, &record, &why),
	                 ERR_OK);
	assert_int_equal(record.at_ms, 1234567);
	assert_string_equal(record.account, "alice");
	assert_string_equal(record.key, "k");
	memcpy(copy, record.bytes, record.count);
	assert_int_equal(durable_record_submit(codec, copy, record.count, &msg, &why), ERR_OK);
	assert_string_equal(msg.goal.target, "A3");
	assert_true(msg.detach);
	/* Of another kind it is none. */
	assert_int_not_equal(
	        durable_record_read(codec, DURABLE_RESULT, bytes, count, &record, &why), ERR_OK);
	codec_destroy(codec);
}

/* Bytes that anybody may have written, with a good sum: each is a record or an error. */
static void hostile_records_are_refused(void **state)
{
	codec_t *codec = codec_create();
	uint8_t good[1024], bytes[1024];
	const size_t length = write_job(good, sizeof(good));
	rng_t rng = seed_take();
	unsigned taken = 0;

	(void)state;
	for (unsigned i = 0; i < 20000; i++) {
		const durable_kind_t kind = (durable_kind_t)rng_below(&rng, DURABLE_KINDS);
		size_t count = length;
		durable_record_t record;
		errinfo_t why;

		memcpy(bytes, good, length);
		for (unsigned change = rng_below(&rng, 4); change > 0; change--)
			bytes[rng_below(&rng, (uint32_t)length)] = (uint8_t)rng_next(&rng);
		if (rng_below(&rng, 4) == 0)
			count = rng_below(&rng, (uint32_t)length + 1);
		if (durable_record_read(codec, kind, bytes, count, &record, &why) == ERR_OK) {
			msg_submit_t msg;

			assert_true(strlen(record.key) < sizeof(record.key));
			if (kind == DURABLE_JOB)
				(void)durable_record_submit(codec, record.bytes, record.count, &msg,
				                            &why);
			taken++;
		} else {
			assert_true(why.text[0] != '\0');
		}
	}
	assert_true(taken > 0);
	codec_destroy(codec);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(results_age_by_the_wall_clock_with_an_hour_of_grace),
	        cmocka_unit_test(the_same_question_has_the_same_digest),
	        cmocka_unit_test(a_record_is_read_as_it_was_written),
	        cmocka_unit_test(hostile_records_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
