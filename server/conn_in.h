/* SPDX-License-Identifier: MIT
 * conn_in.h - the reading side of a connection: from bytes to frames.
 *
 * Threads   the loop thread.
 */
#ifndef SERVER_CONN_IN_H
#define SERVER_CONN_IN_H

#include "server/conn.h"

/* conn_in_turn gives the frames that wait in the buffer to frame_cb, for as long as one
 * connection may take of a turn of the loop. The connection may be closing afterwards. */
void conn_in_turn(conn_t *conn);

/* conn_in_forget frees the input buffer of a connection that is not OPEN any more. */
void conn_in_forget(conn_t *conn);

/* The callbacks of uv_read_start, for conns_init. */
void conn_in_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *out);
void conn_in_read(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf);

#endif
