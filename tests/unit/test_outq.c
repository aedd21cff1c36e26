/* SPDX-License-Identifier: MIT
 * test_outq.c - the queue of one connection: order, limits, what is replaced. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "server/outq.h"

enum { SOFT = 8192, HARD = 65536, MESSAGE = 100 };

typedef struct {
	uv_loop_t loop;
	uv_pipe_t pipe;
	int peer;
	outq_t q;
} fixture_t;

static int failure; /* status of the last batch */

static void written_cb(outq_t *q, int status)
{
	failure = status;
	if (status == 0)
		(void)outq_flush(q);
}

static int set_up(void **state)
{
	static fixture_t f;
	int ends[2], least = 1;

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	assert_int_equal(setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &least, sizeof(least)), 0);
	assert_int_equal(uv_loop_init(&f.loop), 0);
	assert_int_equal(uv_pipe_init(&f.loop, &f.pipe, 0), 0);
	assert_int_equal(uv_pipe_open(&f.pipe, ends[0]), 0);
	f.peer = ends[1];
	failure = 0;
	outq_init(&f.q, (uv_stream_t *)&f.pipe, SOFT, HARD, written_cb);
	*state = &f;
	return 0;
}

static int tear_down(void **state)
{
	fixture_t *f = *state;

	uv_close((uv_handle_t *)&f->pipe, NULL);
	(void)uv_run(&f->loop, UV_RUN_DEFAULT);
	outq_fini(&f->q);
	assert_int_equal(f->q.bytes, 0);
	assert_int_equal(uv_loop_close(&f->loop), 0);
	(void)close(f->peer);
	return 0;
}

/* message makes a buffer of MESSAGE bytes that all say `mark`. */
static outbuf_t *message(uint8_t mark)
{
	char text[MESSAGE];
	wirebuf_t out;
	outbuf_t *buf;

	wirebuf_init(&out, 4 * MESSAGE);
	memset(text, mark, sizeof(text));
	put_str_bytes(&out, text, sizeof(text) - 2); /* a head of two bytes */
	buf = outq_buffer_take(&out);
	assert_non_null(buf);
	assert_int_equal(buf->length, MESSAGE);
	memset(buf->data, mark, buf->length);
	return buf;
}

static err_t push(outq_t *q, uint8_t mark)
{
	outbuf_t *buf = message(mark);
	err_t err = outq_push(q, buf);

	outq_buffer_release(buf);
	return err;
}

static err_t push_latest(outq_t *q, uint8_t mark, outq_slot_t *slot)
{
	outbuf_t *buf = message(mark);
	err_t err = outq_push_latest(q, buf, slot);

	outq_buffer_release(buf);
	return err;
}

/* drain lets the queue write while the peer reads, and returns the marks. */
static size_t drain(fixture_t *f, uint8_t *marks, size_t room)
{
	uint8_t bytes[333];
	size_t total = 0;

	assert_int_equal(outq_flush(&f->q), 0);
	while (!outq_empty(&f->q) || total % MESSAGE != 0 || total == 0) {
		ssize_t n = recv(f->peer, bytes, sizeof(bytes), MSG_DONTWAIT);

		for (ssize_t i = 0; i < n; i++, total++) {
			assert_true(total / MESSAGE < room);
			if (total % MESSAGE == 0)
				marks[total / MESSAGE] = bytes[i];
			assert_int_equal(marks[total / MESSAGE], bytes[i]);
		}
		(void)uv_run(&f->loop, UV_RUN_NOWAIT);
	}
	for (ssize_t n; (n = recv(f->peer, bytes, MESSAGE, MSG_DONTWAIT)) > 0; total += (size_t)n)
		marks[total / MESSAGE] = bytes[0];
	return total / MESSAGE;
}

static void order_is_kept_through_short_writes(void **state)
{
	fixture_t *f = *state;
	uint8_t marks[256];

	for (unsigned i = 0; i < 100; i++) {
		assert_int_equal(push(&f->q, (uint8_t)i), ERR_OK);
		if (i % 7 == 0)
			assert_int_equal(outq_flush(&f->q), 0);
	}
	assert_int_equal(drain(f, marks, 256), 100);
	for (unsigned i = 0; i < 100; i++)
		assert_int_equal(marks[i], i);
	assert_int_equal(f->q.bytes, 0);
}

static void latest_takes_the_place(void **state)
{
	fixture_t *f = *state;
	outq_slot_t a = 0, b = 0;
	uint8_t marks[16];

	assert_int_equal(push_latest(&f->q, 1, &a), ERR_OK);
	assert_int_equal(push(&f->q, 2), ERR_OK);
	assert_int_equal(push_latest(&f->q, 3, &b), ERR_OK);
	assert_int_equal(push_latest(&f->q, 4, &a), ERR_OK); /* where 1 was */
	assert_int_equal(push_latest(&f->q, 5, &b), ERR_OK);
	assert_int_equal(drain(f, marks, 16), 3);
	assert_memory_equal(marks, "\4\2\5", 3);
	assert_int_equal(push_latest(&f->q, 6, &a), ERR_OK); /* gone: a new place */
	assert_int_equal(drain(f, marks, 16), 1);
	assert_int_equal(marks[0], 6);
}

/* What has begun to leave must leave as it was. */
static void begun_is_not_replaced(void **state)
{
	fixture_t *f = *state;
	outq_slot_t slots[60] = {0};
	uint8_t marks[256];
	size_t n;

	f->q.soft = 1 << 20;
	f->q.hard = 2 << 20;
	for (unsigned i = 0; i < 60; i++)
		assert_int_equal(push_latest(&f->q, (uint8_t)i, &slots[i]), ERR_OK);
	for (unsigned i = 60; i < 90; i++)
		assert_int_equal(push(&f->q, (uint8_t)i), ERR_OK);
	assert_int_equal(outq_flush(&f->q), 0);
	assert_true(f->q.flying > 0); /* the socket is smaller than that */
	for (unsigned i = 0; i < 60; i++)
		assert_int_equal(push_latest(&f->q, (uint8_t)(100 + i), &slots[i]), ERR_OK);
	n = drain(f, marks, 256);
	assert_true(n > 90); /* replaced, or sent a second time: never half and half */
	for (unsigned i = 0; i < 90; i++)
		assert_true(marks[i] == i || marks[i] == 100 + i);
}

static void limits_hold(void **state)
{
	fixture_t *f = *state;
	outq_slot_t slot = 0;
	size_t before;

	while (!outq_full(&f->q))
		assert_int_equal(push(&f->q, 1), ERR_OK);
	assert_true(f->q.bytes > SOFT && f->q.bytes < SOFT + 1024);
	before = f->q.bytes;
	assert_int_equal(push_latest(&f->q, 2, &slot), ERR_OK); /* dropped */
	assert_int_equal(f->q.bytes, before);
	while (push(&f->q, 3) == ERR_OK)
		;
	assert_int_equal(push(&f->q, 3), ERR_LIMIT);
	assert_true(f->q.bytes <= HARD);
	assert_false(outq_low(&f->q));
}

static void broken_peer_is_told(void **state)
{
	fixture_t *f = *state;

	(void)signal(SIGPIPE, SIG_IGN);
	for (unsigned i = 0; i < 90; i++)
		assert_int_equal(push(&f->q, 1), ERR_OK);
	assert_int_equal(outq_flush(&f->q), 0);
	assert_true(f->q.flying > 0);
	(void)close(f->peer);
	f->peer = -1;
	while (failure == 0)
		(void)uv_run(&f->loop, UV_RUN_ONCE);
	assert_true(failure == UV_EPIPE || failure == UV_ECONNRESET);
	assert_int_equal(push(&f->q, 2), ERR_OK);
	assert_true(outq_flush(&f->q) < 0);
}

static void one_buffer_waits_in_many_queues(void **state)
{
	fixture_t *f = *state;
	outbuf_t *buf = message(9);
	outq_t others[5];

	for (int i = 0; i < 5; i++) {
		outq_init(&others[i], (uv_stream_t *)&f->pipe, SOFT, HARD, written_cb);
		assert_int_equal(outq_push(&others[i], buf), ERR_OK);
	}
	assert_int_equal(buf->refs, 6);
	outq_buffer_release(buf);
	for (int i = 0; i < 5; i++)
		outq_fini(&others[i]);
}

static int no_leak(void **state)
{
	(void)state;
	return mem_live() == 0 ? 0 : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup_teardown(order_is_kept_through_short_writes, set_up,
	                                        tear_down),
	        cmocka_unit_test_setup_teardown(latest_takes_the_place, set_up, tear_down),
	        cmocka_unit_test_setup_teardown(begun_is_not_replaced, set_up, tear_down),
	        cmocka_unit_test_setup_teardown(limits_hold, set_up, tear_down),
	        cmocka_unit_test_setup_teardown(broken_peer_is_told, set_up, tear_down),
	        cmocka_unit_test_setup_teardown(one_buffer_waits_in_many_queues, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, no_leak);
}
