/* SPDX-License-Identifier: MIT
 * daemon.h - what makes a server a daemon: signals, systemd's watchdog, readiness.
 *
 *   SIGTERM, SIGINT  drain; the second one stops at once
 *   SIGHUP           reload the RELOAD settings from the configuration file
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
	uv_signal_t term, interrupt, hangup;
	uv_timer_t watchdog, log; /* `log` reports dropped lines once stderr takes lines again */
	bool draining;
} daemon_t;

/* daemon_hold_signals blocks the three signals in the calling thread and in every thread that it
 * makes from then on. main calls it before the first thread is made. So a signal goes to the
 * loop thread alone, and waits until daemon_signals unblocks it. */
void daemon_hold_signals(void);

/* daemon_signals installs the signal handlers; call it before anybody can connect. ERR_IO: libuv
 * cannot. daemon_ready starts the watchdog and tells systemd that the service is ready; call it
 * last. */
err_t daemon_signals(daemon_t *daemon, uv_loop_t *loop);
void daemon_ready(daemon_t *daemon);

#endif
