/* SPDX-License-Identifier: MIT
 * descriptors.h - whether file descriptors are left for what must not fail.
 *
 * libuv aborts the process when its first loop cannot make the pipe through which signals go. So
 * the server counts the free descriptors before it makes a loop.
 *
 * Threads   any. Other threads may open descriptors after the count, so ask for more than are
 *           needed.
 */
#ifndef SERVER_DESCRIPTORS_H
#define SERVER_DESCRIPTORS_H

#include <stdbool.h>

enum { DESCRIPTORS_OF_A_LOOP = 12 };

/* descriptors_left tells whether `count` descriptors, at most 64, can be opened now. */
bool descriptors_left(unsigned count);

#endif
