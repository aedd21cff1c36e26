/* SPDX-License-Identifier: MIT
 * daemon.h - what makes a server a daemon: signals, the watchdog, readiness.
 *
 *   SIGTERM, SIGINT  drain; the second one stops at once
 *   SIGHUP           reload the RELOAD settings from the configuration file
 *
 * Ownership borrows the server, the command line and the loop.
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
	uv_signal_t term, interrupt, hangup;
	uv_timer_t watchdog, log; /* `log` looks whether lines that were dropped can be told */
	bool draining;
} daemon_t;

/* daemon_hold_signals blocks those signals in the calling thread, and in those it
 * makes from then on: main calls it before the first thread, so that a signal
 * goes to the loop thread alone, and waits until daemon_signals lets it in. */
void daemon_hold_signals(void);

/* daemon_signals installs the signal handlers: before anybody can connect.
 * daemon_ready starts the watchdog and tells systemd that the service is ready:
 * last of all. */
err_t daemon_signals(daemon_t *daemon, uv_loop_t *loop);
void daemon_ready(daemon_t *daemon);

#endif
