/* SPDX-License-Identifier: MIT
 * interrupt.h - Ctrl-C: the first one is a request, the second ends the process at once.
 *
 * Threads   the main thread only. Every other thread must have both signals blocked, or it may take
 *           the signal that should wake this one (those of server/embed.h have).
 */
#ifndef CLIENTS_CLI_INTERRUPT_H
#define CLIENTS_CLI_INTERRUPT_H

#include <stdint.h>

#include "clients/cli/exits.h"

/* interrupt_catch handles SIGINT and SIGTERM from now on. */
void interrupt_catch(void);

/* interrupt_signal returns the first signal that came; 0: none. */
int interrupt_signal(void);

/* interrupt_exit returns the exit code of a command that this signal has ended. */
exit_t interrupt_exit(void);

/* interrupt_wait sleeps until fd has input or is closed, until a signal came that it has not
 * returned yet, or until `until_ms` of the monotonic clock; INTERRUPT_NEVER: no end. */
typedef enum { INTERRUPT_SIGNAL, INTERRUPT_INPUT, INTERRUPT_LATE } interrupt_t;
interrupt_t interrupt_wait(int fd, int64_t until_ms);

#define INTERRUPT_NEVER INT64_MAX

/* interrupt_now returns the monotonic clock in milliseconds. */
int64_t interrupt_now(void);

/* interrupt_until returns when an answer is late that may take `time_ms`, plus the time that a
 * call is given; INTERRUPT_NEVER for a time_ms of 0, no limit. */
int64_t interrupt_until(int64_t time_ms);

#endif
