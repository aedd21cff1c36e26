/* SPDX-License-Identifier: MIT
 * check.c - what a failed CHECK does.
 *
 * dprintf writes straight to the descriptor: nothing is buffered, no lock of
 * stdio can be held by the thread that is about to die.
 */
#include "engine/base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void check_failed(const char *what, const char *file, int line)
{
	(void)dprintf(STDERR_FILENO, "%s:%d: check failed: %s\n", file, line, what);
	abort();
}
