/* SPDX-License-Identifier: MIT
 * sdnotify.c - sd_notify(3) and sd_listen_fds(3) as their manual pages define them: one datagram
 * to an AF_UNIX socket, and some environment variables.
 *
 * A socket is made for each message. There are few messages in a daemon's life and one for each
 * period of the watchdog, and so no socket has to be kept or closed at exec.
 */
#include "server/sdnotify.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "engine/base/clock.h"

enum { WAIT_S = 5 }; /* limit: the loop stands still meanwhile */

/* send_within waits up to so long where the socket is full, whose reader is busy; 0: not at all. */
static err_t send_within(const char *message, unsigned seconds)
{
	const struct timeval wait = {.tv_sec = seconds};
	const char *path = getenv("NOTIFY_SOCKET");
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	size_t length, n = strlen(message);
	ssize_t sent;
	int fd, error;

	if (path == NULL || path[0] == '\0')
		return ERR_OK;
	length = strlen(path);
	if ((path[0] != '/' && path[0] != '@') || length >= sizeof(address.sun_path))
		return ERR_VALUE;
	memcpy(address.sun_path, path, length);
	if (path[0] == '@')
		address.sun_path[0] = '\0'; /* the abstract name space */
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return err_from_errno(errno);
	(void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof(wait));
	sent = sendto(fd, message, n, MSG_NOSIGNAL | (seconds == 0 ? MSG_DONTWAIT : 0),
	              (const struct sockaddr *)&address,
	              (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
	error = errno;
	(void)close(fd);
	return sent == (ssize_t)n ? ERR_OK : err_from_errno(error);
}

err_t sdnotify_send(const char *message)
{
	return send_within(message, WAIT_S);
}

err_t sdnotify_alive(void)
{
	return send_within("WATCHDOG=1", 0);
}

err_t sdnotify_reloading(void)
{
	char message[64];

	(void)snprintf(message, sizeof(message), "RELOADING=1\nMONOTONIC_USEC=%llu",
	               (unsigned long long)(clock_now_ns() / NS_PER_US));
	return sdnotify_send(message);
}

/* env_number reads a decimal variable; 0 where it is absent or no number. */
static uint64_t env_number(const char *name)
{
	const char *text = getenv(name);
	char *end;
	uint64_t n;

	if (text == NULL || text[0] < '0' || text[0] > '9')
		return 0;
	errno = 0;
	n = strtoull(text, &end, 10);
	return errno == 0 && *end == '\0' ? n : 0;
}

uint64_t sdnotify_watchdog_us(void)
{
	uint64_t pid = env_number("WATCHDOG_PID");

	if (getenv("WATCHDOG_PID") != NULL && pid != (uint64_t)getpid())
		return 0;
	return env_number("WATCHDOG_USEC");
}

int sdnotify_fds(void)
{
	uint64_t count = env_number("LISTEN_FDS");

	if (env_number("LISTEN_PID") != (uint64_t)getpid() || count == 0)
		return 0;
	if (count > SD_FDS_MAX)
		count = SD_FDS_MAX;
	(void)unsetenv("LISTEN_FDS");
	(void)unsetenv("LISTEN_PID");
	(void)unsetenv("LISTEN_FDNAMES");
	for (int i = 0; i < (int)count; i++)
		(void)fcntl(SD_FDS_START + i, F_SETFD, FD_CLOEXEC);
	return (int)count;
}
