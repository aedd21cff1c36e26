/* SPDX-License-Identifier: MIT
 * outq.h - what waits to be written to one connection, counted and bounded.
 *
 * libuv queues without bound; here nothing is given to it that it does not
 * write at once, except one batch at a time. Messages are reference-counted
 * buffers, so that one notification can wait in many queues.
 *
 * Units     bytes; every message is charged its buffer's whole size.
 * Ownership a queue holds a reference to each buffer in it.
 * Threads   the loop thread.
 * Errors    ERR_LIMIT: the hard limit; the connection must be closed, since
 *           what could not be queued must not be lost silently.
 */
#ifndef SERVER_OUTQ_H
#define SERVER_OUTQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uv.h>

#include "engine/base/err.h"
#include "protocol/codec.h"

typedef struct {
	uint32_t refs;
	size_t capacity, length;
	uint8_t *data;
} outbuf_t;

/* outq_buffer_take makes one of what was written, which it leaves empty; one
 * reference for the caller. On failure NULL: the writing had failed, or there
 * is no memory. */
outbuf_t *outq_buffer_take(wirebuf_t *written);
outbuf_t *outq_buffer_hold(outbuf_t *buf);
void outq_buffer_release(outbuf_t *buf);

/* Where the latest droppable message of one kind was put; 0 = nowhere yet. */
typedef uint64_t outq_slot_t;

typedef struct outq outq_t;
struct outq {
	uv_stream_t *stream;
	outbuf_t **ring;
	size_t capacity;     /* of the ring, a power of two */
	uint64_t head, tail; /* places [head, tail) wait or are being written; they count from 1 */
	size_t head_offset;  /* bytes of the first that are written */
	size_t bytes;        /* charged */
	size_t soft, hard;
	unsigned flying; /* messages from head on that libuv writes now */
	uv_write_t write;
	/* written_cb hears that a batch has gone, or failed with an UV_ error. */
	void (*written_cb)(outq_t *q, int status);
};

void outq_init(outq_t *q, uv_stream_t *stream, size_t soft, size_t hard,
               void (*written_cb)(outq_t *q, int status));

/* outq_fini drops what is left. libuv must have given its batch back. */
void outq_fini(outq_t *q);

/* outq_push appends a message that must arrive. */
err_t outq_push(outq_t *q, outbuf_t *buf);

/* outq_push_latest appends a message that may be dropped, or puts it in the
 * place of the one that `slot` remembers if that still waits. Above the soft
 * limit it is dropped. */
err_t outq_push_latest(outq_t *q, outbuf_t *buf, outq_slot_t *slot);

/* outq_flush writes as much as the socket takes and leaves the rest with
 * libuv. Returns 0 or an UV_ error: the connection is broken. */
int outq_flush(outq_t *q);

bool outq_empty(const outq_t *q);

/* outq_memory returns the bytes that it holds, the ring included. */
size_t outq_memory(const outq_t *q);

/* outq_full: above the soft limit; outq_low: below half of it. */
bool outq_full(const outq_t *q);
bool outq_low(const outq_t *q);

#endif
