/* SPDX-License-Identifier: MIT
 * address.c - parses the text of an address, and connects to it.
 *
 * Design     connect() is started without blocking, and poll waits for it, because a blocking
 *            connect cannot be bounded. On loopback and on a Unix socket it succeeds or fails at
 *            once, so that looking for a daemon costs microseconds. The socket stays non-blocking:
 *            every later wait is a poll with a deadline, too.
 */
#include "clients/c/address.h"

#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "clients/c/fail.h"

static int parse_unix(const char *text, const char *path, address_t *out, tesuji_error_t *why)
{
	if (path[0] != '/')
		return fail_with(why, TESUJI_E_SYNTAX, "address '%s': a path must begin with '/'",
		                 text);
	if (strlen(path) >= ADDRESS_PATH_BYTES)
		return fail_with(why, TESUJI_E_SYNTAX,
		                 "address '%.60s...': a socket's path has at most %d bytes", text,
		                 ADDRESS_PATH_BYTES - 1);
	out->is_unix = true;
	strcpy(out->path, path);
	return TESUJI_OK;
}

static int parse_tcp(const char *text, const char *rest, address_t *out, tesuji_error_t *why)
{
	const char *colon = strrchr(rest, ':'), *host = rest;
	size_t length = colon != NULL ? (size_t)(colon - rest) : 0;
	const char *port = colon != NULL ? colon + 1 : "";
	long number = strtol(port, NULL, 10);

	if (length >= 2 && rest[0] == '[' && rest[length - 1] == ']') {
		host++;
		length -= 2;
	} else if (memchr(rest, ':', length) != NULL) {
		length = 0; /* an IPv6 address without brackets */
	}
	if (length == 0 || length >= ADDRESS_HOST_BYTES)
		return fail_with(why, TESUJI_E_SYNTAX,
		                 "address '%.100s': expected unix:/path, /path, tcp:host:port, "
		                 "host:port or tls://host:port",
		                 text);
	if (port[0] == '\0' || port[strspn(port, "0123456789")] != '\0' || strlen(port) > 5 ||
	    number < 1 || number > 65535)
		return fail_with(why, TESUJI_E_SYNTAX,
		                 "address '%.100s': the port '%.20s' is not in 1..65535", text,
		                 port);
	assert(strlen(port) < sizeof(out->port) && length < sizeof(out->host));
	memcpy(out->host, host, length);
	strcpy(out->port, port);
	return TESUJI_OK;
}

int address_parse(const char *text, address_t *out, tesuji_error_t *why)
{
	const char *rest = text;

	memset(out, 0, sizeof(*out));
	if (text[0] == '/')
		return parse_unix(text, text, out, why);
	if (strncmp(text, "unix:", 5) == 0)
		return parse_unix(text, text + 5, out, why);
	out->is_tls = strncmp(text, "tls:", 4) == 0;
	if (out->is_tls || strncmp(text, "tcp:", 4) == 0)
		rest = strncmp(text + 4, "//", 2) == 0 ? text + 6 : text + 4;
	return parse_tcp(text, rest, out, why);
}

/* connect_one tries one socket address; returns the socket or -1 with errno. */
static int connect_one(const struct sockaddr *address, socklen_t bytes, int timeout_ms)
{
	int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	int error = 0, on = 1, ready;
	socklen_t error_bytes = sizeof(error);
	struct pollfd poller = {.fd = fd, .events = POLLOUT};

	if (fd < 0)
		return -1;
	if (address->sa_family != AF_UNIX)
		(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	if (connect(fd, address, bytes) == 0)
		return fd;
	if (errno == EINPROGRESS) {
		do
			ready = poll(&poller, 1, timeout_ms);
		while (ready < 0 && errno == EINTR);
		if (ready == 0)
			error = ETIMEDOUT;
		else if (ready < 0 ||
		         getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &error_bytes) != 0)
			error = errno;
		if (error == 0)
			return fd;
		errno = error;
	}
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

static int connect_unix(const address_t *address, int timeout_ms)
{
	struct sockaddr_un where = {.sun_family = AF_UNIX};

	strcpy(where.sun_path, address->path);
	return connect_one((const struct sockaddr *)&where, sizeof(where), timeout_ms);
}

static int connect_tcp(const char *text, const address_t *address, int timeout_ms, int *fd,
                       tesuji_error_t *why)
{
	struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
	struct addrinfo *list = NULL;
	int rc = getaddrinfo(address->host, address->port, &hints, &list);

	if (rc != 0)
		return fail_with(why, TESUJI_E_IO, "cannot connect to %s: %s", text,
		                 rc == EAI_SYSTEM ? strerror(errno) : gai_strerror(rc));
	for (const struct addrinfo *a = list; a != NULL && *fd < 0; a = a->ai_next)
		*fd = connect_one(a->ai_addr, a->ai_addrlen, timeout_ms);
	rc = errno;
	freeaddrinfo(list);
	errno = rc;
	return TESUJI_OK;
}

int address_connect(const char *text, const address_t *address, int timeout_ms, int *fd,
                    tesuji_error_t *why)
{
	int rc = TESUJI_OK;

	*fd = -1;
	if (address->is_unix)
		*fd = connect_unix(address, timeout_ms);
	else
		rc = connect_tcp(text, address, timeout_ms, fd, why);
	if (rc != TESUJI_OK)
		return rc;
	if (*fd < 0 && errno == EAGAIN) /* a Unix socket whose backlog is full */
		errno = ECONNREFUSED;
	if (*fd < 0)
		return fail_with(why, errno == ETIMEDOUT ? TESUJI_E_TIMEOUT : TESUJI_E_IO,
		                 "cannot connect to %s: %s", text, strerror(errno));
	return TESUJI_OK;
}
