/* SPDX-License-Identifier: MIT
 * local.h - the daemon's own code inside this process, for when there is no
 * daemon. One at a time; main thread only.
 */
#ifndef CLIENTS_LOCAL_LOCAL_H
#define CLIENTS_LOCAL_LOCAL_H

#include <stdbool.h>
#include <stddef.h>

#include "clients/c/tesuji.h"

/* local_open starts it with at most `workers` threads (0 = one for each core)
 * and connects to it. `lasts`: many questions will come, each waited for before the next, so it
 * takes its memory now, lets malloc keep what it is given back, and serves while the handle waits.
 * `table_bytes`: of the transposition table; 0 = the default. */
int local_open(unsigned workers, bool lasts, size_t table_bytes, tesuji_t **out,
               tesuji_error_t *why);

/* local_streams sees to it that there are the three standard streams, before anything is opened,
 * which would take the place of one that was closed: libuv ends a program in which its own is one
 * of them. Of what was closed the input is at its end, and writing fails. */
bool local_streams(void);

/* local_close ends it; after the handle was closed. Harmless when none runs. */
void local_close(void);

#endif
