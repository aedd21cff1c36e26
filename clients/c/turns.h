/* SPDX-License-Identifier: MIT
 * turns.h - a handle whose server has no thread of its own (server/embed.h). Library internals.
 *
 * Threads   one at a time for each handle.
 */
#ifndef CLIENTS_C_TURNS_H
#define CLIENTS_C_TURNS_H

#include "clients/c/tesuji.h"

/* turns_set has the handle call `turn` whenever it waits. `turn` does what the server has to do,
 * without waiting, stores a descriptor in *fd and returns a time in ms: it wants to be called
 * again when *fd can be read or that time has passed (below 0: there is no such time). `turner`
 * is borrowed as long as the handle lives. */
void turns_set(tesuji_t *t, int (*turn)(void *turner, int *fd), void *turner);

#endif
