/* SPDX-License-Identifier: MIT
 * outq.c - a ring of buffers, written with uv_try_write first.
 *
 *      head              head+flying                 tail
 *       | libuv writes it | waits; droppable messages |
 *       |                 | may still be replaced     |
 *
 * Most messages fit into the socket at once. So libuv queues no request object for them, and up
 * to BATCH messages leave in one writev. What the socket does not take is one uv_write of a
 * batch. Nothing else is written until that has ended, which keeps the order without a look into
 * libuv.
 *
 * A slot remembers a place and not a pointer. Places only grow, so one comparison tells whether
 * a message still waits, and neither the queue nor the owner of the slot has to tell the other
 * when it is freed.
 *
 * With TLS a message leaves the ring when it is sealed, and what is then written is a record.
 */
#include "server/outq.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"

enum { BATCH = 64, RING_AT_FIRST = 16 };

outbuf_t *outq_buffer_take(wirebuf_t *written)
{
	outbuf_t *buf = written->failed == ERR_OK ? mem_alloc(sizeof(*buf)) : NULL;

	if (buf == NULL) {
		wirebuf_fini(written);
		return NULL;
	}
	buf->refs = 1;
	buf->data = wirebuf_take(written, &buf->length, &buf->capacity);
	return buf;
}

outbuf_t *outq_buffer_hold(outbuf_t *buf)
{
	assert(buf->refs > 0);
	buf->refs++;
	return buf;
}

void outq_buffer_release(outbuf_t *buf)
{
	assert(buf->refs > 0);
	if (--buf->refs > 0)
		return;
	mem_free(buf->data, buf->capacity);
	mem_free(buf, sizeof(*buf));
}

/* cost returns what a queue is charged for a message: the buffer and a place in the ring. */
static size_t cost(const outbuf_t *buf)
{
	return sizeof(*buf) + sizeof(buf) + buf->capacity;
}

static outbuf_t **place(const outq_t *q, uint64_t at)
{
	return &q->ring[at & (q->capacity - 1)];
}

void outq_init(outq_t *q, uv_stream_t *stream, size_t soft, size_t hard,
               void (*written_cb)(outq_t *q, int status))
{
	assert(soft < hard);
	*q = (outq_t){.stream = stream,
	              .soft = soft,
	              .hard = hard,
	              .written_cb = written_cb,
	              .head = 1,
	              .tail = 1};
	q->write.data = q;
}

#ifndef NDEBUG
/* is_sound tells whether the numbers of a queue go together. */
static bool is_sound(const outq_t *q)
{
	const uint64_t count = q->tail - q->head;

	return q->head > 0 && q->head <= q->tail && count <= q->capacity && q->flying <= count &&
	       (count > 0 || q->head_offset == 0) && (count > 0) == (q->bytes > 0);
}
#endif

static void drop_head(outq_t *q)
{
	outbuf_t *buf = *place(q, q->head);

	assert(q->head < q->tail && q->bytes >= cost(buf));
	q->bytes -= cost(buf);
	q->head++;
	q->head_offset = 0;
	outq_buffer_release(buf);
}

void outq_fini(outq_t *q)
{
	assert(q->flying == 0 && !q->sealed_flying);
	while (q->head < q->tail)
		drop_head(q);
	assert(q->bytes == 0);
	mem_free(q->ring, q->capacity * sizeof(*q->ring));
	q->ring = NULL;
	q->capacity = 0;
}

bool outq_empty(const outq_t *q)
{
	return q->head == q->tail && (q->tls == NULL || !tls_has_output(q->tls));
}

size_t outq_memory(const outq_t *q)
{
	return q->bytes + q->capacity * sizeof(*q->ring) +
	       (q->tls != NULL ? tls_memory(q->tls) : 0);
}

bool outq_full(const outq_t *q)
{
	return q->bytes > q->soft;
}

bool outq_low(const outq_t *q)
{
	return q->bytes <= q->soft / 2;
}

static bool ring_grow(outq_t *q)
{
	size_t capacity = q->capacity > 0 ? q->capacity * 2 : RING_AT_FIRST;
	outbuf_t **ring = mem_alloc_array(capacity, sizeof(*ring));

	if (ring == NULL)
		return false;
	for (uint64_t at = q->head; at < q->tail; at++)
		ring[at & (capacity - 1)] = *place(q, at);
	mem_free(q->ring, q->capacity * sizeof(*q->ring));
	q->ring = ring;
	q->capacity = capacity;
	assert((capacity & (capacity - 1)) == 0 && is_sound(q));
	return true;
}

err_t outq_push(outq_t *q, outbuf_t *buf)
{
	if (q->bytes + cost(buf) > q->hard)
		return ERR_LIMIT;
	if (q->tail - q->head == q->capacity && !ring_grow(q))
		return ERR_NOMEM;
	*place(q, q->tail++) = outq_buffer_hold(buf);
	q->bytes += cost(buf);
	assert(is_sound(q) && q->bytes <= q->hard);
	return ERR_OK;
}

/* waits tells whether the message at `at` may still be replaced by another. */
static bool waits(const outq_t *q, uint64_t at)
{
	uint64_t first = q->head + q->flying;

	if (q->flying == 0 && q->head_offset > 0)
		first++; /* a part of it is written */
	return at >= first && at < q->tail;
}

err_t outq_push_latest(outq_t *q, outbuf_t *buf, outq_slot_t *slot)
{
	err_t err;

	if (waits(q, *slot)) {
		outbuf_t **at = place(q, *slot);

		q->bytes = q->bytes - cost(*at) + cost(buf);
		outq_buffer_release(*at);
		*at = outq_buffer_hold(buf);
		return ERR_OK;
	}
	if (outq_full(q))
		return ERR_OK;
	err = outq_push(q, buf);
	if (err == ERR_OK)
		*slot = q->tail - 1;
	return err;
}

/* gather puts the messages that are to be written next, at most BATCH, into `bufs` and returns
 * how many. */
static unsigned gather(const outq_t *q, uv_buf_t bufs[BATCH])
{
	unsigned n = 0;

	for (uint64_t at = q->head; at < q->tail && n < BATCH; at++, n++) {
		outbuf_t *buf = *place(q, at);
		size_t done = at == q->head ? q->head_offset : 0;

		assert(buf->refs > 0 && done <= buf->length && buf->length <= buf->capacity);
		bufs[n] = uv_buf_init((char *)buf->data + done, (unsigned)(buf->length - done));
	}
	return n;
}

/* consume drops the first `bytes` bytes, which are written. */
static void consume(outq_t *q, size_t bytes)
{
	assert(q->flying == 0);
	q->written += bytes;
	while (bytes > 0) {
		size_t left = (*place(q, q->head))->length - q->head_offset;

		if (bytes < left) {
			q->head_offset += bytes;
			return;
		}
		bytes -= left;
		drop_head(q);
	}
}

static void write_cb(uv_write_t *write, int status)
{
	outq_t *q = write->data;

	assert(q->flying > 0 && is_sound(q));
	for (; q->flying > 0; q->flying--) {
		q->written += (*place(q, q->head))->length - q->head_offset;
		drop_head(q);
	}
	q->written_cb(q, status);
}

/* seal makes one record of the messages that come next. */
static int seal(outq_t *q)
{
	uint8_t text[TLS_SEAL_BYTES];
	uv_buf_t bufs[BATCH];
	const unsigned n = gather(q, bufs);
	size_t length = 0;
	err_t err;

	for (unsigned i = 0; i < n && length < sizeof(text); i++) {
		const size_t room = sizeof(text) - length;
		const size_t part = bufs[i].len < room ? bufs[i].len : room;

		memcpy(text + length, bufs[i].base, part);
		length += part;
	}
	err = tls_write(q->tls, text, length);
	if (err == ERR_OK)
		consume(q, length);
	return err == ERR_OK ? 0 : UV_EPROTO;
}

static void sealed_cb(uv_write_t *write, int status)
{
	outq_t *q = write->data;

	assert(q->sealed_flying);
	q->sealed_flying = false;
	tls_written(q->tls, q->sealed_length);
	q->written_cb(q, status);
}

/* write_sealed writes a record, or leaves it to libuv. */
static int write_sealed(outq_t *q)
{
	const uint8_t *bytes;
	const size_t length = tls_output(q->tls, &bytes);
	uv_buf_t buf;
	int rc;

	if (length == 0)
		return UV_ENOMEM;
	buf = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)length);
	rc = uv_try_write(q->stream, &buf, 1);
	if (rc >= 0)
		tls_written(q->tls, (size_t)rc);
	if (rc != UV_EAGAIN)
		return rc < 0 ? rc : 0;
	rc = uv_write(&q->write, q->stream, &buf, 1, sealed_cb);
	q->sealed_flying = rc == 0;
	q->sealed_length = length;
	return rc;
}

/* flush_sealed does so with TLS. Before its handshake is over messages wait. */
static int flush_sealed(outq_t *q)
{
	int rc = 0;

	while (rc == 0 && !q->sealed_flying) {
		if (tls_has_output(q->tls))
			rc = write_sealed(q);
		else if (q->head < q->tail && !tls_is_shaking(q->tls))
			rc = seal(q);
		else
			break;
	}
	return rc;
}

int outq_flush(outq_t *q)
{
	if (q->tls != NULL)
		return flush_sealed(q);
	while (q->flying == 0 && !outq_empty(q)) {
		uv_buf_t bufs[BATCH];
		unsigned n = gather(q, bufs);
		int rc = uv_try_write(q->stream, bufs, n);

		if (rc >= 0) {
			consume(q, (size_t)rc);
			continue;
		}
		if (rc != UV_EAGAIN)
			return rc;
		rc = uv_write(&q->write, q->stream, bufs, n, write_cb);
		if (rc != 0)
			return rc;
		q->flying = n;
	}
	return 0;
}
