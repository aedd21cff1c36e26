/* SPDX-License-Identifier: MIT
 * stream.c - the bytes of a handle's socket.
 *
 * Design     TLS goes through memory (protocol/tls.h), not through OpenSSL's own socket: that
 *            would write without MSG_NOSIGNAL, and a library must not have its program killed by
 *            SIGPIPE. Each call to stream_recv reads the socket at most once.
 */
#include "clients/c/stream.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

/* push gives the socket what is sealed; false with errno: some of it is left. */
static bool push(tesuji_t *t)
{
	const uint8_t *bytes;
	size_t length;

	while ((length = tls_output(t->tls, &bytes)) > 0) {
		const ssize_t n = send(t->fd, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);

		if (n < 0)
			return false;
		tls_written(t->tls, (size_t)n);
	}
	errno = ENOMEM;
	return !tls_has_output(t->tls);
}

/* fill reads the socket once into TLS; as recv. */
static ssize_t fill(tesuji_t *t)
{
	uint8_t sealed[TLS_SEAL_BYTES];
	const ssize_t n = recv(t->fd, sealed, sizeof(sealed), MSG_DONTWAIT);

	if (n > 0 && tls_feed(t->tls, sealed, (size_t)n) != ERR_OK) {
		errno = ENOMEM;
		return -1;
	}
	return n;
}

ssize_t stream_send(tesuji_t *t, const uint8_t *bytes, size_t length)
{
	if (t->tls == NULL)
		return send(t->fd, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
	if (!push(t))
		return -1;
	if (length == 0)
		return 0;
	if (length > TLS_SEAL_BYTES)
		length = TLS_SEAL_BYTES;
	if (tls_write(t->tls, bytes, length) != ERR_OK) {
		errno = EPROTO;
		return -1;
	}
	(void)push(t); /* if not, the next call says why */
	return (ssize_t)length;
}

bool stream_waits(const tesuji_t *t)
{
	return t->tls != NULL && tls_has_output(t->tls);
}

/* opened returns what stream_recv does, of a step that has opened `got` bytes. */
static ssize_t opened(tls_step_t came, size_t got)
{
	if (came == TLS_DONE)
		return (ssize_t)got;
	errno = came == TLS_BROKEN ? EPROTO : EAGAIN;
	return came == TLS_ENDED ? 0 : -1;
}

ssize_t stream_recv(tesuji_t *t, uint8_t *to, size_t room)
{
	tls_step_t came;
	size_t got = 0;
	ssize_t n;

	if (t->tls == NULL)
		return recv(t->fd, to, room, MSG_DONTWAIT);
	if (!tls_has_input(t->tls) && (n = fill(t)) <= 0)
		return n;
	came = tls_read(t->tls, to, room, &got);
	(void)push(t); /* what TLS itself has to say; what is left goes with the next request */
	return opened(came, got);
}

int stream_shake(tesuji_t *t)
{
	const ssize_t n = fill(t);
	tls_step_t came;

	if (n == 0)
		errno = ECONNRESET;
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
		return -1;
	came = tls_shake(t->tls);
	if (!push(t) && came != TLS_BROKEN && errno != EAGAIN && errno != EWOULDBLOCK)
		return -1;
	if (came == TLS_BROKEN)
		errno = EPROTO;
	return came == TLS_BROKEN ? -1 : came == TLS_DONE;
}

bool stream_has_more(const tesuji_t *t)
{
	return t->tls != NULL && tls_has_input(t->tls);
}

const char *stream_text(const tesuji_t *t, int error)
{
	if (error != EPROTO || t->tls == NULL)
		return strerror(error);
	if (tls_fault(t->tls) == TLS_FAULT_ALERT &&
	    strstr(tls_why(t->tls), "certificate required") != NULL)
		return "it asks for a certificate; TESUJI_TLS_CERT and TESUJI_TLS_KEY name one";
	return tls_why(t->tls);
}
