/* SPDX-License-Identifier: MIT
 * stream.h - the bytes of a handle's socket, as they are or inside TLS. Library internals.
 *
 * Nothing here waits. Where TLS is broken, errno is EPROTO.
 *
 * Threads   one at a time for each handle.
 */
#ifndef CLIENTS_C_STREAM_H
#define CLIENTS_C_STREAM_H

#include <sys/types.h>

#include "clients/c/handle.h"

/* stream_send gives the socket bytes and returns how many of them were taken; -1 with errno, which
 * is EAGAIN while it takes none. Inside TLS bytes that were taken may wait here: stream_waits; they
 * go on with the next stream_send, whose length may be 0. */
ssize_t stream_send(tesuji_t *t, const uint8_t *bytes, size_t length);
bool stream_waits(const tesuji_t *t);

/* stream_recv stores at most `room` bytes and returns how many; 0: the end; -1 with errno, which is
 * EAGAIN while there are none. stream_has_more tells whether there may be more that the socket does
 * not know of: it has to be called again before the socket is waited for. */
ssize_t stream_recv(tesuji_t *t, uint8_t *to, size_t room);
bool stream_has_more(const tesuji_t *t);

/* stream_shake goes on with the handshake of TLS: 1: it is over; 0: the socket has to be waited
 * for; -1 with errno, which is ECONNRESET where the peer has left. */
int stream_shake(tesuji_t *t);

/* stream_text returns what to say of `error`, an errno of these functions. */
const char *stream_text(const tesuji_t *t, int error);

#endif
