/* SPDX-License-Identifier: MIT
 * local.h - the daemon's code inside this process, for when no daemon runs.
 *
 * Ownership one engine at a time: local_open starts it, local_close ends it.
 * Threads   the main thread only.
 * Errors    as each function says.
 */
#ifndef CLIENTS_LOCAL_LOCAL_H
#define CLIENTS_LOCAL_LOCAL_H

#include <stdbool.h>
#include <stddef.h>

#include "clients/c/tesuji.h"

/* local_open starts the engine with at most `workers` threads (0: one for each core) and a
 * transposition table of `table_bytes` (0: the default), and connects *out to it. With `lasts`
 * the caller will ask many questions and wait for each answer: then memory is taken at once,
 * malloc keeps what is freed, and the engine serves while the handle waits. Returns TESUJI_OK,
 * or an error with *why set; then nothing runs. */
int local_open(unsigned workers, bool lasts, size_t table_bytes, tesuji_t **out,
               tesuji_error_t *why);

/* local_streams opens those of the three standard streams that are closed: input reads as empty,
 * writing fails. Call it before anything is opened, or the first files would get their numbers,
 * and libuv ends a program in which a descriptor of its own is one of them. Returns false if
 * that fails. */
bool local_streams(void);

/* local_close ends the engine. Close the handle first. Does nothing if no engine runs. */
void local_close(void);

#endif
