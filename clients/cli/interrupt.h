/* SPDX-License-Identifier: MIT
 * interrupt.h - Ctrl-C: the first asks, the second ends the process at once.
 *
 * Threads   the main thread only. Every other thread must have both signals
 *           blocked, or it may swallow the wake-up (server/embed.h's have).
 */
#ifndef CLIENTS_CLI_INTERRUPT_H
#define CLIENTS_CLI_INTERRUPT_H

/* interrupt_catch takes SIGINT and SIGTERM over, from the default. */
void interrupt_catch(void);

/* interrupt_signal is the first signal that came, 0 = none. */
int interrupt_signal(void);

/* interrupt_wait sleeps until fd has input or is closed, or a signal came that
 * it has not reported yet. Returns 1 for input, 0 for the signal. */
int interrupt_wait(int fd);

#endif
