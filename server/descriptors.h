/* SPDX-License-Identifier: MIT
 * descriptors.h - are there descriptors left for what must not fail?
 *
 * libuv aborts the process when the first loop of it cannot have the pipe that signals go
 * through. So descriptors are counted before a loop is made.
 *
 * Threads   any. What others open meanwhile is not known, so more is asked for than is needed.
 */
#ifndef SERVER_DESCRIPTORS_H
#define SERVER_DESCRIPTORS_H

#include <stdbool.h>

enum { DESCRIPTORS_OF_A_LOOP = 12 };

/* descriptors_left tells whether so many can be opened now, at most 64. */
bool descriptors_left(unsigned count);

#endif
