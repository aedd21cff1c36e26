/* SPDX-License-Identifier: MIT
 * async_peer.h - a daemon played by the test for tesuji_async.h: it hears requests one by one and
 * answers what the test wants. All of it in one thread, over a socket pair. */
#ifndef TESTS_UNIT_ASYNC_PEER_H
#define TESTS_UNIT_ASYNC_PEER_H

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "clients/c/tesuji_async.h"
#include "engine/base/mem.h"
#include "protocol/msg.h"
#include "protocol/methods.h"
#include "protocol/msg_go.h"
#include "protocol/msg_position.h"
#include "protocol/msg_proof.h"
#include "protocol/rpc.h"
#include "protocol/scan.h"

enum { SLOTS = 4, LOG_MAX = 64 };

static tesuji_async_t *a;
static int daemon_fd, client_fd;
static codec_t *codec;

/* What was heard: the method and its msgid. */
typedef struct {
	char method[METHOD_BYTES_MAX + 1];
	uint32_t msgid;
	uint64_t board,
	        job;     /* of a submission or a status; of a cancel of either, or a certificate */
	uint64_t offset; /* of a piece */
} heard_t;

/* Answers in the order in which they came. */
typedef struct {
	uint64_t tag;
	int code;
	char best[TESUJI_POINT_BYTES]; /* of a report */
	unsigned moves;                /* of a board */
	unsigned verdicts;             /* of a status */
	size_t bytes;                  /* of a certificate or a piece, whose sum is: */
	unsigned sum;
	uint64_t whole; /* of a piece: bytes of all */
} told_t;

static told_t told[LOG_MAX];
static unsigned told_count;

static inline void answered(tesuji_async_t *from, const tesuji_answer_t *answer)
{
	told_t *t = &told[told_count++];

	assert_ptr_equal(from, a);
	assert_true(told_count <= LOG_MAX);
	assert_non_null(answer->error);
	assert_int_equal(answer->error->code, answer->code);
	assert_int_equal(answer->code != TESUJI_OK,
	                 answer->report == NULL && answer->board == NULL &&
	                         answer->status == NULL && answer->certificate == NULL);
	*t = (told_t){.tag = answer->tag, .code = answer->code};
	if (answer->report != NULL)
		strcpy(t->best, answer->report->best);
	if (answer->board != NULL)
		t->moves = answer->board->moves;
	if (answer->status != NULL) {
		assert_true(answer->verdict_count <= 2 * answer->status->questions);
		assert_true(answer->verdict_count == 0 || answer->verdicts[0].stones[0] != '\0');
		t->verdicts = answer->verdict_count;
	}
	t->bytes = answer->certificate_bytes;
	t->whole = answer->certificate_whole;
	for (size_t i = 0; i < t->bytes; i++)
		t->sum += ((const uint8_t *)answer->certificate)[i];
}

static inline void give(wirebuf_t *bytes)
{
	assert_int_equal(bytes->failed, ERR_OK);
	assert_int_equal(send(daemon_fd, bytes->data, bytes->length, MSG_NOSIGNAL), bytes->length);
	wirebuf_fini(bytes);
}

static inline wirebuf_t fresh(void)
{
	wirebuf_t out;

	wirebuf_init(&out, REPLY_BYTES_MAX);
	return out;
}

static inline void give_info(uint32_t msgid, uint64_t slots)
{
	static msg_info_t info;
	wirebuf_t out = fresh();

	msg_info_init(&info);
	info.bounds.jobs_per_connection = slots;
	rpc_put_response(&out, msgid);
	msg_info_write(&out, &info);
	give(&out);
}

static inline void give_job(uint32_t msgid, uint64_t job)
{
	wirebuf_t out = fresh();
	const msg_ref_t ref = {.job = job};

	rpc_put_response(&out, msgid);
	msg_ref_write(&out, &ref);
	give(&out);
}

static inline void give_error(uint32_t msgid, err_t code, uint64_t retry_ms)
{
	wirebuf_t out = fresh();
	errinfo_t why;

	(void)err_fail(&why, code, "no");
	rpc_put_error(&out, msgid, &why, retry_ms);
	give(&out);
}

static inline void give_board(uint32_t msgid, unsigned moves)
{
	wirebuf_t out = fresh();
	const msg_held_t held = {.board = 1, .moves = moves, .to_play = MSG_WHITE, .rows = "X./.."};

	rpc_put_response(&out, msgid);
	msg_held_write(&out, &held);
	give(&out);
}

static inline void give_done(uint64_t job, const char *best)
{
	static msg_done_t msg;
	wirebuf_t out = fresh();

	memset(&msg, 0, sizeof(msg));
	msg.job = job;
	msg.state = MSG_DONE;
	msg.value = MSG_PROVEN;
	msg.attacker = MSG_BLACK;
	strcpy(msg.best, best);
	rpc_put_notification(&out, NOTIFY_DONE);
	msg_done_write(&out, &msg);
	give(&out);
}

/* hear reads all requests that are there, and returns how many. */
static inline unsigned hear(heard_t *out, unsigned most)
{
	static uint8_t bytes[1 << 18];
	ssize_t length = recv(daemon_fd, bytes, sizeof(bytes), MSG_DONTWAIT);
	unsigned count = 0;

	for (ssize_t at = 0; at < length;) {
		scan_t scan;
		rpc_t rpc;
		errinfo_t why;

		scan_begin(&scan, &scan_request_limits);
		assert_int_equal(scan_feed(&scan, bytes + at, (size_t)(length - at)), SCAN_WHOLE);
		assert_int_equal(rpc_parse(codec, bytes + at, scan.taken, &rpc, &why), ERR_OK);
		assert_true(count < most);
		out[count] = (heard_t){.msgid = rpc.msgid};
		strcpy(out[count].method, rpc.method);
		if (strcmp(rpc.method, "job.submit") == 0) {
			msg_submit_t msg;

			assert_int_equal(msg_submit_read(&rpc.params, &msg, &why), ERR_OK);
			assert_int_equal(msg.progress_ms, 0);
			out[count].board = msg.position.board;
		} else if (strcmp(rpc.method, "job.cancel") == 0) {
			msg_ref_t ref;

			assert_int_equal(msg_ref_read(&rpc.params, &ref, &why), ERR_OK);
			out[count].job = ref.job;
		} else if (strcmp(rpc.method, "job.certificate") == 0) {
			msg_certificate_t msg;

			assert_int_equal(msg_certificate_read(&rpc.params, &msg, &why), ERR_OK);
			out[count].job = msg.job;
			out[count].offset = msg.offset;
		} else if (strcmp(rpc.method, "go.status") == 0) {
			msg_status_t msg;

			assert_int_equal(msg_status_read(&rpc.params, &msg, &why), ERR_OK);
			out[count].board = msg.position.board;
		} else if (strcmp(rpc.method, "go.cancel") == 0) {
			msg_status_ref_t ref;

			assert_int_equal(msg_status_ref_read(&rpc.params, &ref, &why), ERR_OK);
			out[count].job = ref.status;
		}
		count++;
		at += (ssize_t)scan.taken;
	}
	return count;
}

static inline bool can_run(int timeout_ms)
{
	struct pollfd poller = {.fd = tesuji_async_fd(a), .events = POLLIN};

	return poll(&poller, 1, timeout_ms) == 1;
}

static inline int run(void)
{
	return tesuji_async_run(a, 0);
}

/* hear_later waits for a timer to send requests; it may have done so in the last run already. */
static inline unsigned hear_later(heard_t *out, unsigned most)
{
	unsigned count;

	while ((count = hear(out, most)) == 0) {
		assert_true(can_run(5000));
		(void)run();
	}
	return count;
}

/* expect hears exactly one request and returns its msgid. */
static inline uint32_t expect(const char *method)
{
	heard_t heard[1] = {{.msgid = 0}};

	assert_int_equal(hear(heard, 1), 1);
	assert_string_equal(heard[0].method, method);
	return heard[0].msgid;
}

static inline int connect_both(void **state)
{
	int ends[2];
	heard_t heard[1];

	(void)state;
	assert_return_code(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	client_fd = ends[0];
	daemon_fd = ends[1];
	codec = codec_create();
	told_count = 0;
	give_info(1, SLOTS);
	assert_int_equal(tesuji_async_open_fd(client_fd, 1000, &a, NULL), TESUJI_OK);
	assert_int_equal(hear(heard, 1), 1);
	assert_string_equal(heard[0].method, "server.info");
	return 0;
}

static inline int close_both(void **state)
{
	(void)state;
	tesuji_async_close(a);
	a = NULL;
	codec_destroy(codec);
	if (daemon_fd >= 0)
		close(daemon_fd);
	return 0;
}

static inline tesuji_query_t query(uint64_t tag, int deadline_ms)
{
	return (tesuji_query_t){.tag = tag, .deadline_ms = deadline_ms, .answered = answered};
}

static inline int solve(uint64_t tag, unsigned board, int deadline_ms)
{
	const tesuji_query_t asked = query(tag, deadline_ms);
	tesuji_request_t request;

	tesuji_request_init(&request);
	request.board = board;
	request.rows = board > 0 ? NULL : "X./..";
	request.target = "A2";
	return tesuji_async_solve(a, &request, &asked, NULL);
}

static inline int play(uint64_t tag, const char *move, int deadline_ms)
{
	const tesuji_query_t asked = query(tag, deadline_ms);
	tesuji_change_t change;

	tesuji_change_init(&change);
	change.play = &move;
	change.play_count = 1;
	return tesuji_async_position(a, &change, &asked, NULL);
}

#endif
