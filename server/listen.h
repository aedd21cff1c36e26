/* SPDX-License-Identifier: MIT
 * listen.h - the sockets that connections come from: TCP, Unix, or handed over
 * by systemd.
 *
 * Ownership a listener owns its fd; a Unix socket that it bound is unlinked
 *           when it closes, unless somebody else has put another in its place.
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

typedef struct listeners listeners_t;

struct listeners {
	uv_loop_t *loop;
	link_t all;
	uv_timer_t retry; /* after EMFILE and its like */
	bool paused;
	void *context;
	/* accepted_cb takes the fd of a new connection; on the control socket? admit_cb: is
	 * there room? It is not asked about the control socket, which always accepts. */
	void (*accepted_cb)(listeners_t *listeners, int fd, bool control);
	bool (*admit_cb)(listeners_t *listeners);
};

/* A Unix socket to listen on. */
typedef struct {
	const char *setting; /* its name, for messages */
	const char *path;
	unsigned mode;
	bool control;
} listen_unix_t;

void listen_init(listeners_t *listeners, uv_loop_t *loop, void *context);

/* listen_tcp listens on every address of a list as in conf.h. */
err_t listen_tcp(listeners_t *listeners, const char *addresses, errinfo_t *why);

/* listen_unix listens there. A socket file that nobody listens on any more
 * is removed first; anything else there is an error. */
err_t listen_unix(listeners_t *listeners, const listen_unix_t *where, errinfo_t *why);

/* listen_fd listens on a socket that was handed over. */
err_t listen_fd(listeners_t *listeners, int fd, errinfo_t *why);

/* listen_resume looks again for connections after admit_cb had said no. */
void listen_resume(listeners_t *listeners);

/* listen_end stops listening but on control sockets. listen_close stops there too; the
 * handles are closed once. */
void listen_end(listeners_t *listeners);
void listen_close(listeners_t *listeners);

#endif
