/* SPDX-License-Identifier: MIT
 * daemon.h - what makes a server a daemon: signals, systemd's watchdog, readiness.
 *
 *   SIGTERM, SIGINT  drain; the second one stops at once, and further ones do nothing
 *   SIGHUP           reload the RELOAD settings from the configuration file
 *
 * Of signals of one number that come before the loop has looked, it finds one. So a flood of them
 * costs the loop one look a turn.
 *
 * Ownership a daemon_t borrows the server, the command line and the loop.
 * Threads   the loop thread.
 */
#ifndef SERVER_DAEMON_H
#define SERVER_DAEMON_H

#include <uv.h>

#include "server/conf.h"
#include "server/server.h"

typedef struct {
	server_t *server;
	const char *conf_file; /* NULL = none */
	int argc;
	char *const *argv;
	uv_poll_t signals;
	int signals_fd;
	uv_timer_t watchdog, log; /* `log` reports dropped lines once stderr takes lines again */
	bool draining;
} daemon_t;

/* daemon_hold_signals blocks the three signals in the calling thread and in every thread that it
 * makes from then on, for good. main calls it before the first thread is made. So no signal
 * interrupts anything: it waits until the loop reads it (daemon_signals). */
void daemon_hold_signals(void);

/* daemon_signals has the loop read the signals; call it before anybody can connect. ERR_IO: no
 * descriptor, or no memory. daemon_ready starts the watchdog and tells systemd that the service is
 * ready; call it last. */
err_t daemon_signals(daemon_t *daemon, uv_loop_t *loop);
void daemon_ready(daemon_t *daemon);

#endif
