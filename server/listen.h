/* SPDX-License-Identifier: MIT
 * listen.h - listening sockets: TCP, Unix, or handed over by systemd.
 *
 * Ownership a listener owns its fd. When it closes, a Unix socket that it bound is unlinked, unless
 *           the path is another file by then.
 * Threads   the loop thread, or main before it.
 * Errors    *why names the address.
 */
#ifndef SERVER_LISTEN_H
#define SERVER_LISTEN_H

#include <stdbool.h>

#include <sys/stat.h>
#include <uv.h>

#include "engine/base/err.h"
#include "server/list.h"

enum { LISTEN_BACKLOG = 1024, LISTEN_ACCEPTS_A_TURN = 64, LISTEN_RETRY_MS = 200 };

/* TLS: what comes begins with a handshake. CONTROL: of whoever runs the daemon. */
typedef enum { LISTEN_PLAIN, LISTEN_TLS, LISTEN_CONTROL, LISTEN_KINDS } listen_kind_t;

typedef struct listeners listeners_t;

struct listeners {
	uv_loop_t *loop;
	link_t all;
	uv_timer_t retry;          /* runs after EMFILE, ENFILE, ENOBUFS or ENOMEM */
	bool paused[LISTEN_KINDS]; /* these are not polled */
	void *context;
	/* accepted_cb gets the fd of a new connection, which it owns, and how it came. admit_cb
	 * tells whether there is room for one more; control sockets accept without asking it. */
	void (*accepted_cb)(listeners_t *listeners, int fd, listen_kind_t kind);
	bool (*admit_cb)(listeners_t *listeners, listen_kind_t kind);
};

/* A Unix socket to listen on. */
typedef struct {
	const char *setting; /* the name of the setting, for messages */
	const char *path;
	unsigned mode;
	listen_kind_t kind;
} listen_unix_t;

/* listen_init prepares *listeners without a socket. The caller then fills in the callbacks. */
void listen_init(listeners_t *listeners, uv_loop_t *loop, void *context);

/* listen_tcp listens on every address of a list as in conf_address.h. It stops at the first
 * failure; the sockets opened before that stay. listen_tls does so for connections with TLS. */
err_t listen_tcp(listeners_t *listeners, const char *addresses, errinfo_t *why);
err_t listen_tls(listeners_t *listeners, const char *addresses, errinfo_t *why);

/* listen_once makes a socket that listens on the one address of such a list, for who watches it
 * himself; *fd is -1 where the list is empty. `setting` is named in messages. ERR_VALUE: there is
 * more than one. */
err_t listen_once(const char *setting, const char *addresses, int *fd, errinfo_t *why);

/* listen_unix listens on a Unix socket. It first removes a socket file on which nobody listens
 * any more. ERR_IO: another file is there, or somebody listens on it. */
err_t listen_unix(listeners_t *listeners, const listen_unix_t *where, errinfo_t *why);

/* listen_fd listens on `fd`, which systemd handed over. ERR_IO: it is no listening stream
 * socket. */
err_t listen_fd(listeners_t *listeners, int fd, errinfo_t *why);

/* listen_is_local tells whether only this machine reaches the listening socket `fd`. */
bool listen_is_local(int fd);

/* listen_resume polls the paused sockets again if admit_cb finds room. */
void listen_resume(listeners_t *listeners);

/* listen_end closes all sockets but control sockets. listen_close closes these too, and the
 * timer; it may be called again. */
void listen_end(listeners_t *listeners);
void listen_close(listeners_t *listeners);

#endif
