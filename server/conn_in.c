/* SPDX-License-Identifier: MIT
 * conn_in.c - the reading side of a connection.
 *
 * Bytes gather in one buffer, which starts with the frame that is being read. The scan resumes
 * where it stopped, so a frame in a thousand pieces costs its length once.
 *
 * Frames are handled for PACE_OWN_NS, however many these are: one frame may take a hundred times
 * as long as another. Then the connection joins the backlog and waits for the next turn of the
 * loop. It also does so when others have used up the turn, and when there is a backlog already:
 * the connection that came first is served first. The buffer is compacted once a turn, since the
 * handlers are given pointers into it.
 *
 * With TLS the bytes of the socket go to it first (tls.h), and what it opens goes to the buffer, as
 * much as there is room for in a turn. What it has not opened waits like frames do.
 *
 * Reading stops while frames wait, and while the output is above its limit. The peer sees this
 * as back-pressure, and the input is bounded by one frame.
 */
#include "server/conn_in.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "protocol/limits.h"
#include "server/budget.h"
#include "server/log.h"

static void refuse_scan(conn_t *conn)
{
	errinfo_t why;

	if (conn->scan.fault == SCAN_NO_MESSAGE) {
		conn_finish(conn, "not MessagePack-RPC");
		return;
	}
	(void)scan_explain(&conn->scan, &why);
	conn_refuse(conn, &why);
}

/* compact drops the first `used` bytes, and frees a large buffer that is empty. */
static void compact(conn_t *conn, size_t used)
{
	assert(used <= conn->in_length && conn->in_length <= conn->in_capacity);
	conn->in_length -= used;
	if (conn->in_length > 0 && used > 0)
		memmove(conn->in, conn->in + used, conn->in_length);
	if (conn->in_length == 0 && conn->in_capacity > CONN_READ_BYTES) {
		mem_free(conn->in, conn->in_capacity);
		conn->in = NULL;
		conn->in_capacity = 0;
		budget_update(conn);
	}
}

void conn_in_forget(conn_t *conn)
{
	assert(conn->state != CONN_OPEN);
	mem_free(conn->in, conn->in_capacity);
	conn->in = NULL;
	conn->in_length = conn->in_capacity = 0;
	budget_update(conn);
}

/* make_room doubles the buffer if it is full; false: no memory. */
static bool make_room(conn_t *conn)
{
	const size_t bytes = conn->in_capacity > 0 ? 2 * conn->in_capacity : CONN_READ_BYTES;
	uint8_t *in;

	if (conn->in_length < conn->in_capacity)
		return true;
	in = mem_grow(conn->in, conn->in_capacity, bytes);
	if (in == NULL)
		return false;
	conn->in = in;
	conn->in_capacity = bytes;
	budget_update(conn);
	return true;
}

/* answer_plainly tells who does not speak TLS, in plain bytes, what does here: a client of this
 * server that has named the wrong port would else see nothing but an end. */
static void answer_plainly(conn_t *conn)
{
	errinfo_t why;

	tls_free(conn->out.tls);
	conn->out.tls = NULL;
	(void)err_fail(&why, ERR_FRAME, "this port speaks TLS: connect to it as tls://host:port");
	conn_refuse(conn, &why);
}

/* broken ends a connection whose TLS cannot go on; what that has to say of it is sent. */
static void broken(conn_t *conn)
{
	const bool was_shaking = conn->shaking;

	log_line(LOG_INFO, LOG_CONN, "id=%llu event=tls-%s why=\"%s\" peer=%s",
	         (unsigned long long)conn->node.id, was_shaking ? "refused" : "broken",
	         tls_why(conn->out.tls), conn->address);
	conn_shaken(conn, false);
	if (tls_fault(conn->out.tls) == TLS_FAULT_ALIEN)
		answer_plainly(conn);
	else
		conn_finish(conn, was_shaking ? "no handshake" : "TLS is broken");
}

/* shake goes on with the handshake of TLS. */
static tls_step_t shake(conn_t *conn)
{
	const tls_step_t came = tls_shake(conn->out.tls);

	if (came == TLS_DONE) {
		log_line(LOG_DEBUG, LOG_CONN, "id=%llu event=tls version=%s",
		         (unsigned long long)conn->node.id, tls_version(conn->out.tls));
		conn_shaken(conn, true);
	}
	return came;
}

/* unseal goes on with TLS, and adds what it opens to the buffer, as much as there is room for. */
static void unseal(conn_t *conn)
{
	tls_t *tls = conn->out.tls;
	tls_step_t came = conn->shaking ? shake(conn) : TLS_DONE;

	while (came == TLS_DONE && conn->state == CONN_OPEN && !conn->throttled && !conn->paused) {
		size_t got;

		if (conn->in == NULL && !make_room(conn)) {
			conn_abort(conn, "no memory");
			return;
		}
		if (conn->in_length == conn->in_capacity)
			break; /* with frames, or it is made larger at the end of the turn */
		came = tls_read(tls, conn->in + conn->in_length,
		                conn->in_capacity - conn->in_length, &got);
		if (conn->in_length == 0 && got > 0)
			conn->frame_ms = uv_now(conn->conns->loop);
		conn->in_length += got;
	}
	if (came == TLS_BROKEN && conn->state == CONN_OPEN)
		broken(conn);
	if (conn->state != CONN_CLOSING && conn->out.tls != NULL && tls_has_output(tls))
		conn_flush_later(conn);
	budget_update(conn);
}

/* unsealed has the rest of what TLS has wait for the next turn, and takes the peer's end when there
 * is no rest. */
static void unsealed(conn_t *conn)
{
	if (conn->state != CONN_OPEN || conn->throttled || conn->paused ||
	    !list_empty(&conn->backlog))
		return;
	if (tls_is_ended(conn->out.tls))
		conn_eof(conn);
	else if (tls_has_input(conn->out.tls))
		conn_wait_turn(conn);
}

void conn_in_turn(conn_t *conn)
{
	conns_t *conns = conn->conns;
	scan_state_t found = SCAN_WHOLE;
	const uint64_t began_ns = conns->pace.clock_ns();
	size_t used = 0;

	list_drop(&conn->backlog);
	if (conn->out.tls != NULL)
		unseal(conn);
	do {
		const uint8_t *frame;
		size_t length;

		if (conn->state != CONN_OPEN || conn->throttled || conn->paused ||
		    used == conn->in_length || budget_is_over(conns))
			break;
		frame = conn->in + used; /* there is a buffer: it holds something */
		found = scan_feed(&conn->scan, frame, conn->in_length - used);
		if (found != SCAN_WHOLE)
			break;
		length = conn->scan.taken;
		assert(length > 0 && length <= conn->in_length - used);
		scan_begin(&conn->scan, &scan_request_limits);
		conns->frame_cb(conn, frame, length);
		used += length;
	} while (conns->pace.clock_ns() - began_ns < PACE_OWN_NS &&
	         !pace_over(&conns->pace, PACE_REQUESTS));
	if (conn->state == CONN_OPEN && found == SCAN_REFUSED)
		refuse_scan(conn);
	if (conn->state != CONN_OPEN)
		used = conn->in_length;
	compact(conn, used);
	if (used > 0)
		conn->frame_ms = uv_now(conns->loop);
	if (conn->state == CONN_OPEN && found == SCAN_WHOLE && conn->in_length > 0 &&
	    !conn->throttled && !conn->paused)
		conn_wait_turn(conn);
	if (conn->state == CONN_OPEN && conn->in_length > 0 && list_empty(&conn->backlog))
		(void)make_room(conn); /* within the turn's time, since it may copy the frame */
	if (conn->out.tls != NULL)
		unsealed(conn);
	conn_read_update(conn);
}

/* must_wait tells whether what is read now has to wait for the next turn of the loop. */
static bool must_wait(conn_t *conn)
{
	return !list_empty(&conn->conns->backlog) || pace_over(&conn->conns->pace, PACE_REQUESTS);
}

/* conn_in_alloc lends all the room that there is, or less for bytes that have to wait, because
 * libuv reads from each of many connections once more in a turn whose time is over. */
void conn_in_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
	conn_t *conn = handle->data;
	size_t room;

	(void)suggested;
	if (conn->out.tls != NULL) {
		*out = uv_buf_init((char *)conn->conns->sealed, sizeof(conn->conns->sealed));
		return;
	}
	if (!make_room(conn)) {
		*out = uv_buf_init(NULL, 0); /* conn_in_read gets UV_ENOBUFS */
		return;
	}
	room = conn->in_capacity - conn->in_length;
	if ((pace_over(&conn->conns->pace, PACE_READING) || must_wait(conn)) &&
	    room > CONN_READ_BYTES)
		room = CONN_READ_BYTES;
	*out = uv_buf_init((char *)conn->in + conn->in_length, (unsigned)room);
}

/* took takes bytes that were read, into the buffer or into TLS; false: no memory. */
static bool took(conn_t *conn, const uint8_t *bytes, size_t length)
{
	tls_t *tls = conn->out.tls;
	err_t err = ERR_OK;

	if (conn->in_length == 0 && (tls == NULL || !tls_is_halfway(tls)))
		conn->frame_ms = conn->heard_ms;
	if (tls != NULL)
		err = tls_feed(tls, bytes, length);
	else
		conn->in_length += length;
	assert(conn->in_length <= conn->in_capacity);
	return err == ERR_OK;
}

void conn_in_read(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf)
{
	conn_t *conn = stream->data;

	if (nread == UV_EOF && conn->shaking) {
		conn_abort(conn, "left before the end of its handshake");
	} else if (nread == UV_EOF) {
		conn_eof(conn);
	} else if (nread < 0) {
		conn_abort(conn, uv_err_name((int)nread));
	} else if (nread > 0 && conn->state == CONN_OPEN) {
		conn->conns->received += (uint64_t)nread;
		conn->heard_ms = uv_now(conn->conns->loop);
		if (!took(conn, (const uint8_t *)buf->base, (size_t)nread)) {
			conn_abort(conn, "no memory");
			return;
		}
		if (must_wait(conn)) {
			conn_wait_turn(conn);
			conn_read_update(conn);
		} else {
			conn_in_turn(conn);
		}
	}
}
