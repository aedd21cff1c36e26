/* SPDX-License-Identifier: MIT
 * turns.h - a handle whose other side has no thread of its own. Library internals. */
#ifndef CLIENTS_C_TURNS_H
#define CLIENTS_C_TURNS_H

#include "clients/c/tesuji.h"

/* turns_set has the handle call `turn` whenever it waits: the other side does what there is to do,
 * without waiting, and says when to come again, when *fd can be read or after so many ms (below 0:
 * not before). `turner` is borrowed for as long as the handle lives. */
void turns_set(tesuji_t *t, int (*turn)(void *turner, int *fd), void *turner);

#endif
