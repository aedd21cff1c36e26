/* SPDX-License-Identifier: MIT
 * outq.h - the messages that wait to be written to one connection, counted and bounded.
 *
 * libuv queues writes without bound. So it is given only what the socket takes at once, and
 * beyond that one batch at a time. Messages are reference-counted buffers, so that one
 * notification can wait in many queues.
 *
 * With TLS the messages are sealed a record at a time (tls.h), of up to TLS_SEAL_BYTES of them, and
 * the next record is sealed when the one before is written. So little more than one record is held
 * beside the messages.
 *
 * Units     bytes; a message is charged for its whole buffer.
 * Ownership a queue holds a reference to each buffer in it.
 * Threads   the loop thread.
 * Errors    ERR_LIMIT: the hard limit is reached. The caller must close the connection, since a
 *           message that could not be queued must not be lost silently.
 */
#ifndef SERVER_OUTQ_H
#define SERVER_OUTQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uv.h>

#include "engine/base/err.h"
#include "protocol/codec.h"
#include "protocol/tls.h"

typedef struct {
	uint32_t refs; /* > 0 */
	size_t capacity, length;
	uint8_t *data; /* [0, length) of `capacity` bytes */
} outbuf_t;

/* outq_buffer_take makes a buffer of the bytes in *written and leaves that empty. The caller
 * gets one reference. NULL: writing had failed, or there is no memory. outq_buffer_hold takes
 * one more reference and returns `buf`; outq_buffer_release gives one back and frees the buffer
 * with the last. */
outbuf_t *outq_buffer_take(wirebuf_t *written);
outbuf_t *outq_buffer_hold(outbuf_t *buf);
void outq_buffer_release(outbuf_t *buf);

/* The place of the latest message of one kind that may be replaced; 0 = there was none yet. */
typedef uint64_t outq_slot_t;

typedef struct outq outq_t;
struct outq {
	uv_stream_t *stream;
	outbuf_t **ring;
	size_t capacity;      /* of the ring: 0 or a power of two */
	uint64_t head, tail;  /* places [head, tail) wait or are being written; they count from 1 */
	size_t head_offset;   /* bytes of the message at head that are written */
	size_t bytes;         /* charged for all messages */
	uint64_t written;     /* bytes that the socket has taken, or libuv has given up, or TLS */
	size_t soft, hard;    /* limits of `bytes` */
	unsigned flying;      /* messages from head on that libuv is writing */
	tls_t *tls;           /* the connection's; NULL: messages are written as they are */
	bool sealed_flying;   /* libuv is writing what tls_output returned, */
	size_t sealed_length; /* which is so long */
	uv_write_t write;
	/* written_cb is called when libuv has written its batch, or has failed with the UV_
	 * error `status`. */
	void (*written_cb)(outq_t *q, int status);
};

/* outq_init makes an empty queue that writes to `stream`. soft < hard. */
void outq_init(outq_t *q, uv_stream_t *stream, size_t soft, size_t hard,
               void (*written_cb)(outq_t *q, int status));

/* outq_fini drops the messages that are left. libuv must have given back its batch. */
void outq_fini(outq_t *q);

/* outq_push appends a message that must arrive. ERR_LIMIT, ERR_NOMEM: it was not queued. */
err_t outq_push(outq_t *q, outbuf_t *buf);

/* outq_push_latest appends a message that may be dropped. If the message at *slot still waits,
 * the new one takes its place; above the soft limit the new one is dropped. Both are ERR_OK. */
err_t outq_push_latest(outq_t *q, outbuf_t *buf, outq_slot_t *slot);

/* outq_flush writes as much as the socket takes and leaves the rest to libuv. It returns 0, or
 * an UV_ error when the connection is broken. */
int outq_flush(outq_t *q);

/* outq_empty tells whether no message waits or is being written, nor a record of TLS. */
bool outq_empty(const outq_t *q);

/* outq_memory returns the bytes that the queue holds, the ring and TLS included. */
size_t outq_memory(const outq_t *q);

/* outq_full tells whether the queue is above its soft limit, outq_low whether it is at half of
 * that or below. */
bool outq_full(const outq_t *q);
bool outq_low(const outq_t *q);

#endif
