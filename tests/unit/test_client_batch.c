/* SPDX-License-Identifier: MIT
 * test_client_batch.c - tesuji_batch.h: what is sent, and what becomes of the answers. */
#include "clients/c/tesuji_batch.h"
#include "protocol/msg_batch.h"
#include "protocol/scan.h"
#include "tests/unit/client_peer.h"
#include "tests/unit/peer_batch.h"

#include <pthread.h>
#include <stdio.h>

enum { MANY = 300 };

static tesuji_request_t requests[MANY];
static tesuji_report_t results[TESUJI_BATCH_RESULTS];
static const tesuji_batch_ref_t night = {.key = "night"};

/* What was heard: a request of batch.submit. */
typedef struct {
	msg_batch_t head;
	uint32_t count;
	char labels[BATCH_FRAME_JOBS_MAX][MSG_LABEL_BYTES];
} frame_t;

static frame_t frames[8];

static tesuji_lot_t a_lot(unsigned count)
{
	static char labels[MANY][12];

	for (unsigned i = 0; i < count; i++) {
		requests[i] = a_request();
		(void)snprintf(labels[i], sizeof(labels[i]), "%u", i);
		requests[i].label = labels[i];
	}
	return (tesuji_lot_t){.key = "night", .requests = requests, .count = count};
}

static wirebuf_t answers[8];
static unsigned answer_count, frame_count;
static char last_method[METHOD_BYTES_MAX + 1];

/* note takes down a request. */
static void note(const rpc_t *rpc)
{
	static msg_submit_t job;
	frame_t *frame = &frames[frame_count];
	errinfo_t why;

	strcpy(last_method, rpc->method);
	if (strcmp(rpc->method, "batch.submit") != 0)
		return;
	frame_count++;
	assert_int_equal(msg_batch_read(&rpc->params, &frame->head, &frame->count, &why), ERR_OK);
	for (uint32_t i = 0; i < frame->count; i++) {
		assert_int_equal(msg_batch_job_read(&rpc->params, i, &job, &why), ERR_OK);
		strcpy(frame->labels[i], job.label);
	}
}

/* play is the daemon: it hears a request for each answer that it is to give. */
static void *play(void *unused)
{
	static uint8_t bytes[FRAME_BYTES_MAX];
	codec_t *codec = codec_create();

	frame_count = 0;
	for (unsigned i = 0; i < answer_count; i++) {
		scan_state_t step = SCAN_MORE;
		size_t length = 0;
		errinfo_t why;
		scan_t scan;
		rpc_t rpc;

		scan_begin(&scan, &scan_request_limits);
		while (step == SCAN_MORE) {
			const ssize_t n = recv(peer, bytes + length, sizeof(bytes) - length, 0);

			if (n <= 0)
				break;
			length += (size_t)n;
			step = scan_feed(&scan, bytes, length);
		}
		assert_int_equal(step, SCAN_WHOLE);
		assert_int_equal(rpc_parse(codec, bytes, length, &rpc, &why), ERR_OK);
		note(&rpc);
		give(&answers[i]);
	}
	codec_destroy(codec);
	return unused;
}

/* submit hands in a batch at such a daemon. */
static int submit(const tesuji_lot_t *lot, tesuji_batch_t *batch, int *known)
{
	pthread_t daemon;
	int rc;

	assert_int_equal(pthread_create(&daemon, NULL, play, NULL), 0);
	rc = tesuji_batch_submit(t, lot, batch, known);
	assert_int_equal(pthread_join(daemon, NULL), 0);
	answer_count = 0;
	return rc;
}

static void will_give_batched(uint32_t msgid, uint64_t jobs, bool known)
{
	const msg_batched_t msg = {.batch = 5, .jobs = jobs, .key = "night", .known = known};
	wirebuf_t out = fresh();

	rpc_put_response(&out, msgid);
	msg_batched_write(&out, &msg);
	answers[answer_count++] = out;
}

static void will_give_refusal(uint32_t msgid, err_t code, const char *text)
{
	wirebuf_t out = fresh();
	errinfo_t why;

	(void)err_fail(&why, code, "%s", text);
	rpc_put_error(&out, msgid, &why, 0);
	answers[answer_count++] = out;
}

static void give_results(uint32_t msgid, msg_batch_state_t state, uint32_t count)
{
	wirebuf_t out = batch_results(msgid, state, count);

	give(&out);
}

static void will_give_status(uint32_t msgid)
{
	const msg_batch_status_t msg = {
	        .batch = 5, .state = MSG_BATCH_CANCELLED, .key = "night", .jobs = 9, .proven = 4};
	wirebuf_t out = fresh();

	rpc_put_response(&out, msgid);
	msg_batch_status_write(&out, &msg);
	answers[answer_count++] = out;
}

static void many_go_out_in_messages(void **state)
{
	const tesuji_lot_t lot = a_lot(MANY);
	tesuji_batch_t batch;
	int known;

	(void)state;
	will_give_batched(1, 128, false);
	will_give_batched(2, 256, false);
	will_give_batched(3, MANY, true);
	assert_int_equal(submit(&lot, &batch, &known), TESUJI_OK);
	assert_int_equal(batch.batch, 5);
	assert_int_equal(batch.jobs, MANY);
	assert_string_equal(batch.key, "night");
	assert_int_equal(known, 1);
	assert_int_equal(frame_count, 3);
	assert_true(frames[0].head.durable && frames[0].head.more && frames[1].head.more);
	assert_string_equal(frames[0].head.key, "night");
	assert_int_equal(frames[1].head.batch, 5);
	assert_false(frames[2].head.more);
	assert_int_equal(frames[2].count, MANY - 2 * BATCH_FRAME_JOBS_MAX);
	assert_string_equal(frames[2].labels[0], "256");
}

/* Long jobs: fewer fit into a message. */
static void a_message_has_what_it_holds(void **state)
{
	static char record[30000];
	const tesuji_lot_t lot = a_lot(3);

	(void)state;
	memset(record, ' ', sizeof(record) - 1);
	for (unsigned i = 0; i < 3; i++) {
		requests[i].rows = NULL;
		requests[i].sgf = record;
	}
	will_give_batched(1, 2, false);
	will_give_batched(2, 3, false);
	assert_int_equal(submit(&lot, NULL, NULL), TESUJI_OK);
	assert_int_equal(frame_count, 2);
	assert_int_equal(frames[0].count, 2);
	assert_int_equal(frames[1].count, 1);
}

static unsigned refused[8], refused_count;

static int leave_out(unsigned at, const tesuji_error_t *why, void *user)
{
	char path[64];

	assert_ptr_equal(user, refused);
	(void)snprintf(path, sizeof(path), "params.jobs[%u].", at);
	assert_int_equal(strncmp(why->text, path, strlen(path)), 0);
	refused[refused_count++] = at;
	return 0;
}

static void what_is_refused_is_left_out(void **state)
{
	tesuji_lot_t lot = a_lot(140);

	(void)state;
	refused_count = 0;
	requests[2].nodes = -5; /* which no message can hold */
	lot.refused = leave_out;
	lot.user = refused;
	will_give_batched(1, 128, false); /* all but 2, up to 128 */
	will_give_refusal(2, ERR_RANGE, "params.jobs[3].limits.order: 9 is not in 0..7");
	will_give_batched(3, 138, false);
	assert_int_equal(submit(&lot, NULL, NULL), TESUJI_OK);
	assert_int_equal(refused_count, 2);
	assert_int_equal(refused[0], 2);
	assert_int_equal(refused[1], 132);
	assert_int_equal(frame_count, 3);
	assert_string_equal(frames[0].labels[2], "3");
	assert_int_equal(frames[1].count, 11);
	assert_int_equal(frames[2].count, 10);
	assert_string_equal(frames[2].labels[2], "131");
	assert_string_equal(frames[2].labels[3], "133");
	assert_string_equal(frames[2].labels[9], "139");
}

static void what_is_wrong_is_named_and_half_a_batch_given_up(void **state)
{
	const tesuji_lot_t lot = a_lot(140);

	(void)state;
	will_give_batched(1, 128, false);
	will_give_refusal(2, ERR_RANGE, "params.jobs[3].limits.order: 9 is not in 0..7");
	will_give_status(3);
	assert_int_equal(submit(&lot, NULL, NULL), TESUJI_E_RANGE);
	assert_string_equal(tesuji_last_error(t)->text,
	                    "params.jobs[131].limits.order: 9 is not in 0..7");
	assert_int_equal(frame_count, 2);
	assert_string_equal(last_method, "batch.cancel");
	/* An error that is about no job. */
	will_give_refusal(4, ERR_JOURNAL, "the journal is full");
	assert_int_equal(submit(&lot, NULL, NULL), TESUJI_E_JOURNAL);
	assert_string_equal(last_method, "batch.submit");
}

static void results_are_taken(void **state)
{
	tesuji_batch_t batch;

	(void)state;
	give_results(1, MSG_BATCH_RUNNING, 3);
	assert_int_equal(tesuji_batch_watch(t, &night, 5, 0, results, 32, &batch), 3);
	assert_int_equal(results[2].job, 7);
	assert_string_equal(results[2].best, "A1");
	assert_int_equal(batch.state, TESUJI_BATCH_RUNNING);
	assert_int_equal(batch.jobs, 9);
	give_results(2, MSG_BATCH_DONE, 0);
	assert_int_equal(tesuji_batch_watch(t, &night, 8, 5000, results, 32, &batch), 0);
	assert_string_equal(tesuji_batch_state_name(batch.state), "done");
	/* It might have waited: so it is of a daemon that ends. */
	give_results(3, MSG_BATCH_RUNNING, 0);
	assert_int_equal(tesuji_batch_watch(t, &night, 8, 60000, results, 32, &batch),
	                 TESUJI_E_DRAINING);
	assert_int_equal(tesuji_batch_watch(t, &night, 8, 60001, results, 32, &batch),
	                 TESUJI_E_RANGE);
	will_give_status(4);
	give(&answers[--answer_count]);
	assert_int_equal(tesuji_batch_ack(t, &night, &batch), TESUJI_OK);
	assert_int_equal(batch.proven, 4);
	/* More than there is room for: no daemon does that. */
	give_results(5, MSG_BATCH_RUNNING, 3);
	assert_int_equal(tesuji_batch_watch(t, &night, 5, 0, results, 2, &batch),
	                 TESUJI_E_PROTOCOL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        WITH_A_CONNECTION(many_go_out_in_messages),
	        WITH_A_CONNECTION(a_message_has_what_it_holds),
	        WITH_A_CONNECTION(what_is_refused_is_left_out),
	        WITH_A_CONNECTION(what_is_wrong_is_named_and_half_a_batch_given_up),
	        WITH_A_CONNECTION(results_are_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
