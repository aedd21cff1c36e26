/* SPDX-License-Identifier: MIT
 * listen.c - plain sockets, watched with uv_poll_t.
 *
 * uv_listen is not used: libuv accepts before it asks, and when file descriptors run out it
 * accepts and closes whatever waits. Here a connection for which there is no room stays in the
 * kernel's backlog. Polling stops at max_connections, for TLS also at TLS_HANDSHAKES_MAX, and at
 * EMFILE, ENFILE, ENOBUFS or ENOMEM. It goes on when a connection was freed or a handshake is over,
 * or after LISTEN_RETRY_MS, because another program may have taken the descriptor. TCP, Unix and
 * systemd's sockets are handled alike in this way.
 *
 * The control socket does not wait for room, since it has places of its own. Only a lack of
 * descriptors or memory stops it, for LISTEN_RETRY_MS.
 */
#include "server/listen.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "server/conf.h"
#include "server/conf_address.h"
#include "server/log.h"

typedef struct {
	listeners_t *listeners;
	link_t link;
	uv_poll_t poll;
	int fd;
	listen_kind_t kind;
	char path[CONF_TEXT_MAX]; /* of a Unix socket that this process has bound, else "" */
	dev_t device;             /* identity of the file at `path` */
	ino_t inode;
} listener_t;

typedef union {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
	struct sockaddr_un un;
	struct sockaddr_storage room;
} address_t;

enum { ADDRESS_TEXT_MAX = CONF_TEXT_MAX + 16 };

/* address_text writes "127.0.0.1:7411", "[::1]:7411" or "unix:/path". */
static void address_text(int fd, char text[ADDRESS_TEXT_MAX])
{
	address_t name;
	socklen_t length = sizeof(name);
	char host[INET6_ADDRSTRLEN] = "?";

	memset(&name, 0, sizeof(name));
	(void)getsockname(fd, &name.any, &length);
	switch (name.any.sa_family) {
	case AF_INET:
		(void)inet_ntop(AF_INET, &name.v4.sin_addr, host, sizeof(host));
		(void)snprintf(text, ADDRESS_TEXT_MAX, "%s:%u", host, ntohs(name.v4.sin_port));
		break;
	case AF_INET6:
		(void)inet_ntop(AF_INET6, &name.v6.sin6_addr, host, sizeof(host));
		(void)snprintf(text, ADDRESS_TEXT_MAX, "[%s]:%u", host, ntohs(name.v6.sin6_port));
		break;
	case AF_UNIX:
		(void)snprintf(text, ADDRESS_TEXT_MAX, "unix:%.*s", (int)sizeof(name.un.sun_path),
		               name.un.sun_path);
		break;
	default:
		(void)snprintf(text, ADDRESS_TEXT_MAX, "fd:%d", fd);
	}
}

static void poll_cb(uv_poll_t *poll, int status, int events);

static const char *const kind_marks[LISTEN_KINDS] = {"", " tls", " control"};

/* poll_kind starts or stops polling the sockets of one kind. */
static void poll_kind(listeners_t *listeners, listen_kind_t kind, bool on)
{
	for (link_t *at = listeners->all.next; at != &listeners->all; at = at->next) {
		listener_t *l = LIST_ENTRY(at, listener_t, link);

		if (l->kind != kind)
			continue;
		if (on)
			(void)uv_poll_start(&l->poll, UV_READABLE, poll_cb);
		else
			(void)uv_poll_stop(&l->poll);
	}
	listeners->paused[kind] = !on;
}

static void retry_cb(uv_timer_t *timer)
{
	listeners_t *listeners = timer->data;

	poll_kind(listeners, LISTEN_CONTROL, true);
	listen_resume(listeners);
}

static bool out_of_room(int error)
{
	return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

static void poll_cb(uv_poll_t *poll, int status, int events)
{
	listener_t *l = poll->data;
	listeners_t *listeners = l->listeners;

	(void)status;
	(void)events;
	assert(!listeners->paused[l->kind]);
	for (int i = 0; i < LISTEN_ACCEPTS_A_TURN; i++) {
		int fd;

		if (l->kind != LISTEN_CONTROL && !listeners->admit_cb(listeners, l->kind)) {
			log_line(LOG_WARNING, LOG_LISTEN, "event=paused why=max_connections%s",
			         l->kind == LISTEN_TLS ? ",handshakes" : "");
			poll_kind(listeners, l->kind, false);
			return;
		}
		fd = accept4(l->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
		if (fd >= 0) {
			listeners->accepted_cb(listeners, fd, l->kind);
		} else if (out_of_room(errno)) {
			log_line(LOG_WARNING, LOG_LISTEN, "event=paused why=%s",
			         strerrorname_np(errno));
			for (int kind = 0; kind < LISTEN_KINDS; kind++)
				poll_kind(listeners, (listen_kind_t)kind, false);
			(void)uv_timer_start(&listeners->retry, retry_cb, LISTEN_RETRY_MS, 0);
			return;
		} else if (errno == EAGAIN) {
			return;
		} /* else: that one connection is broken already */
	}
}

void listen_init(listeners_t *listeners, uv_loop_t *loop, void *context)
{
	*listeners = (listeners_t){.loop = loop, .context = context};
	list_init(&listeners->all);
	(void)uv_timer_init(loop, &listeners->retry); /* cannot fail */
	listeners->retry.data = listeners;
}

/* listener_add starts watching `fd`; it owns the fd also on failure. `path`: of a Unix socket. */
static err_t listener_add(listeners_t *listeners, int fd, listen_kind_t kind, const char *path,
                          errinfo_t *why)
{
	listener_t *l = mem_alloc(sizeof(*l));
	char text[ADDRESS_TEXT_MAX];
	struct stat status;
	int rc;

	if (l == NULL) {
		(void)close(fd);
		return err_fail(why, ERR_NOMEM, "out of memory");
	}
	list_init(&l->link);
	l->listeners = listeners;
	l->fd = fd;
	l->kind = kind;
	rc = uv_poll_init(listeners->loop, &l->poll, fd);
	if (rc != 0) {
		(void)close(fd);
		mem_free(l, sizeof(*l));
		return err_fail(why, ERR_IO, "cannot watch a socket: %s", uv_strerror(rc));
	}
	l->poll.data = l;
	if (path != NULL && stat(path, &status) == 0) {
		(void)snprintf(l->path, sizeof(l->path), "%s", path);
		l->device = status.st_dev;
		l->inode = status.st_ino;
	}
	list_add(&listeners->all, &l->link);
	(void)uv_poll_start(&l->poll, UV_READABLE, poll_cb);
	address_text(fd, text);
	log_line(LOG_NOTICE, LOG_LISTEN, "address=%s%s", text, kind_marks[kind]);
	return ERR_OK;
}

/* bound_socket makes a socket that listens on the address; -1 with errno on failure. */
static int bound_socket(const address_t *address, socklen_t length)
{
	int fd = socket(address->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	int one = 1, error;

	if (fd < 0)
		return -1;
	if (address->any.sa_family != AF_UNIX)
		(void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (address->any.sa_family == AF_INET6)
		(void)setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof(one));
	if (bind(fd, &address->any, length) == 0 && listen(fd, LISTEN_BACKLOG) == 0)
		return fd;
	error = errno;
	(void)close(fd);
	errno = error;
	return -1;
}

/* tcp_address fills *out from a host that conf_address_next has accepted, and returns its
 * length. */
static socklen_t tcp_address(const char *host, int port, address_t *out)
{
	memset(out, 0, sizeof(*out));
	if (inet_pton(AF_INET6, host, &out->v6.sin6_addr) == 1) {
		out->v6.sin6_family = AF_INET6;
		out->v6.sin6_port = htons((uint16_t)port);
		return sizeof(out->v6);
	}
	out->v4.sin_family = AF_INET;
	out->v4.sin_port = htons((uint16_t)port);
	if (strcmp(host, "localhost") == 0)
		out->v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	else if (strcmp(host, "*") == 0)
		out->v4.sin_addr.s_addr = htonl(INADDR_ANY);
	else
		(void)inet_pton(AF_INET, host, &out->v4.sin_addr);
	return sizeof(out->v4);
}

static err_t listen_list(listeners_t *listeners, listen_kind_t kind, const char *addresses,
                         errinfo_t *why)
{
	const char *setting = kind == LISTEN_TLS ? "listen_tls" : "listen";
	char host[CONF_HOST_MAX];
	err_t err;
	int port;

	while (conf_address_next(&addresses, host, &port, &err)) {
		address_t address;
		socklen_t length = tcp_address(host, port, &address);
		int fd = bound_socket(&address, length);

		if (fd < 0)
			return err_at(why, err_from_errno(errno), setting, "%s:%d: %s", host, port,
			              strerror(errno));
		err = listener_add(listeners, fd, kind, NULL, why);
		if (err != ERR_OK)
			return err;
	}
	return err == ERR_OK ? ERR_OK : err_at(why, err, setting, "not host:port");
}

err_t listen_tcp(listeners_t *listeners, const char *addresses, errinfo_t *why)
{
	return listen_list(listeners, LISTEN_PLAIN, addresses, why);
}

err_t listen_tls(listeners_t *listeners, const char *addresses, errinfo_t *why)
{
	return listen_list(listeners, LISTEN_TLS, addresses, why);
}

err_t listen_once(const char *setting, const char *addresses, int *fd, errinfo_t *why)
{
	char host[CONF_HOST_MAX], other[CONF_HOST_MAX], text[ADDRESS_TEXT_MAX];
	address_t address;
	socklen_t length;
	err_t err;
	int port;

	*fd = -1;
	if (!conf_address_next(&addresses, host, &port, &err))
		return err == ERR_OK ? ERR_OK : err_at(why, err, setting, "not host:port");
	length = tcp_address(host, port, &address);
	if (conf_address_next(&addresses, other, &port, &err) || err != ERR_OK)
		return err_at(why, ERR_VALUE, setting, "one address alone");
	*fd = bound_socket(&address, length);
	if (*fd < 0)
		return err_at(why, err_from_errno(errno), setting, "%s: %s", host, strerror(errno));
	address_text(*fd, text);
	log_line(LOG_NOTICE, LOG_LISTEN, "address=%s for=%s", text, setting);
	return ERR_OK;
}

/* stale_remove unlinks a socket file at which nobody listens. ERR_IO: the file is something
 * else, or somebody listens. */
static err_t stale_remove(const listen_unix_t *where, const address_t *address, errinfo_t *why)
{
	const char *setting = where->setting, *path = where->path;
	struct stat status;
	int fd, rc, error;

	if (lstat(path, &status) != 0)
		return errno == ENOENT ? ERR_OK
		                       : err_at(why, err_from_errno(errno), setting, "%s: %s", path,
		                                strerror(errno));
	if (!S_ISSOCK(status.st_mode))
		return err_at(why, ERR_IO, setting, "%s: exists and is no socket", path);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return err_at(why, err_from_errno(errno), setting, "%s", strerror(errno));
	rc = connect(fd, &address->any, sizeof(address->un));
	error = errno;
	(void)close(fd);
	if (rc == 0 || error != ECONNREFUSED)
		return err_at(why, ERR_IO, setting, "%s: somebody listens there already", path);
	log_line(LOG_NOTICE, LOG_LISTEN, "removed=%s why=stale", path);
	if (unlink(path) != 0 && errno != ENOENT)
		return err_at(why, err_from_errno(errno), setting, "%s: %s", path, strerror(errno));
	return ERR_OK;
}

err_t listen_unix(listeners_t *listeners, const listen_unix_t *where, errinfo_t *why)
{
	address_t address;
	size_t length = strlen(where->path);
	mode_t mask;
	err_t err;
	int fd, error;

	memset(&address, 0, sizeof(address));
	if (length == 0 || length >= sizeof(address.un.sun_path))
		return err_at(why, ERR_RANGE, where->setting, "a path of %zu bytes", length);
	address.un.sun_family = AF_UNIX;
	memcpy(address.un.sun_path, where->path, length);
	err = stale_remove(where, &address, why);
	if (err != ERR_OK)
		return err;
	mask = umask(0777 & ~where->mode); /* the mode holds from the first moment */
	fd = bound_socket(&address, sizeof(address.un));
	error = errno;
	(void)umask(mask);
	if (fd < 0)
		return err_at(why, err_from_errno(error), where->setting, "%s: %s", where->path,
		              strerror(error));
	return listener_add(listeners, fd, where->kind, where->path, why);
}

err_t listen_fd(listeners_t *listeners, int fd, errinfo_t *why)
{
	int type = 0, listening = 0;
	socklen_t length = sizeof(int);

	if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) != 0 || type != SOCK_STREAM ||
	    getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &length) != 0 || !listening)
		return err_fail(why, ERR_IO,
		                "LISTEN_FDS: descriptor %d is no listening stream socket", fd);
	(void)fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
	return listener_add(listeners, fd, LISTEN_PLAIN, NULL, why);
}

bool listen_is_local(int fd)
{
	address_t name;
	socklen_t length = sizeof(name);

	memset(&name, 0, sizeof(name));
	(void)getsockname(fd, &name.any, &length);
	if (name.any.sa_family == AF_INET)
		return ntohl(name.v4.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
	return name.any.sa_family != AF_INET6 || IN6_IS_ADDR_LOOPBACK(&name.v6.sin6_addr);
}

void listen_resume(listeners_t *listeners)
{
	static const listen_kind_t kinds[] = {LISTEN_PLAIN, LISTEN_TLS};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (!listeners->paused[kinds[i]] || !listeners->admit_cb(listeners, kinds[i]))
			continue;
		(void)uv_timer_stop(&listeners->retry);
		poll_kind(listeners, LISTEN_CONTROL, true);
		poll_kind(listeners, kinds[i], true);
	}
}

static void closed_cb(uv_handle_t *handle)
{
	listener_t *l = handle->data;

	mem_free(l, sizeof(*l));
}

static void listener_close(listener_t *l)
{
	struct stat status;

	list_drop(&l->link);
	if (l->path[0] != '\0' && stat(l->path, &status) == 0 && status.st_dev == l->device &&
	    status.st_ino == l->inode)
		(void)unlink(l->path);
	uv_close((uv_handle_t *)&l->poll, closed_cb);
	(void)close(l->fd);
}

void listen_end(listeners_t *listeners)
{
	for (link_t *at = listeners->all.next, *next; at != &listeners->all; at = next) {
		next = at->next;
		if (LIST_ENTRY(at, listener_t, link)->kind != LISTEN_CONTROL)
			listener_close(LIST_ENTRY(at, listener_t, link));
	}
}

void listen_close(listeners_t *listeners)
{
	while (!list_empty(&listeners->all))
		listener_close(LIST_ENTRY(listeners->all.next, listener_t, link));
	if (!uv_is_closing((uv_handle_t *)&listeners->retry))
		uv_close((uv_handle_t *)&listeners->retry, NULL);
}
