/* SPDX-License-Identifier: MIT
 * interrupt.h - Ctrl-C: the first asks, the second ends the process at once.
 *
 * Threads   the main thread only. Every other thread must have both signals
 *           blocked, or it may swallow the wake-up (server/embed.h's have).
 */
#ifndef CLIENTS_CLI_INTERRUPT_H
#define CLIENTS_CLI_INTERRUPT_H

#include <stdint.h>

/* interrupt_catch takes SIGINT and SIGTERM over, from the default. */
void interrupt_catch(void);

/* interrupt_signal is the first signal that came, 0 = none. */
int interrupt_signal(void);

/* interrupt_wait sleeps until fd has input or is closed, a signal came that it has not
 * reported yet, or the time is over: in ms of the monotonic clock, INTERRUPT_NEVER for no end. */
typedef enum { INTERRUPT_SIGNAL, INTERRUPT_INPUT, INTERRUPT_LATE } interrupt_t;
interrupt_t interrupt_wait(int fd, int64_t until_ms);

#define INTERRUPT_NEVER INT64_MAX

/* interrupt_until is when an answer that may take `time_ms`, and the patience that a call has,
 * is late; INTERRUPT_NEVER for time_ms of 0, no limit. */
int64_t interrupt_until(int64_t time_ms);

#endif
