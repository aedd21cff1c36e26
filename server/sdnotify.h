/* SPDX-License-Identifier: MIT
 * sdnotify.h - what systemd and the daemon tell each other by the environment and a socket:
 * readiness, the watchdog, sockets that are handed over. libsystemd is not needed.
 *
 * Threads   main and the loop thread.
 * Errors    without systemd every function does nothing. The caller may log a datagram that could
 *           not be sent.
 */
#ifndef SERVER_SDNOTIFY_H
#define SERVER_SDNOTIFY_H

#include <stdint.h>

#include "engine/base/err.h"

enum { SD_FDS_START = 3, SD_FDS_MAX = 64 };

/* sdnotify_send sends one message ("READY=1") to $NOTIFY_SOCKET, whose address is a path or
 * abstract (@name). It waits for five seconds at most where nobody reads them, and then fails.
 * ERR_OK without a $NOTIFY_SOCKET; ERR_VALUE: its value is no address. */
err_t sdnotify_send(const char *message);

/* sdnotify_alive sends WATCHDOG=1 and waits for nobody: the next one will do as well. */
err_t sdnotify_alive(void);

/* sdnotify_reloading sends RELOADING=1 with the time stamp that systemd wants. */
err_t sdnotify_reloading(void);

/* sdnotify_watchdog_us returns $WATCHDOG_USEC, the period of the watchdog in us, if it is meant
 * for this process, else 0. */
uint64_t sdnotify_watchdog_us(void);

/* sdnotify_fds returns how many sockets were handed over (the first is SD_FDS_START), marks them
 * close-on-exec and removes the variables. */
int sdnotify_fds(void);

#endif
