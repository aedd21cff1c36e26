/* SPDX-License-Identifier: MIT
 * mapped.h - reads mapped memory of a file that somebody may cut short meanwhile.
 *
 * A page of a mapping that is beyond the end of its file, or that the disk cannot read, is a
 * signal (SIGBUS), not an error. Within mapped_run it is an error.
 *
 * A function that runs here may be left at any read of the mapping. So it takes no lock, and what
 * it has allocated by then is lost. Such functions call LMDB, which has no locks of its own here
 * (MDB_NOLOCK), and compare what LMDB returns. A transaction that was writing is lost with its
 * environment, which nobody may use any more.
 *
 * Threads   any; a guard belongs to its thread. A fault anywhere else is what it was before.
 */
#ifndef ENGINE_STORE_MAPPED_H
#define ENGINE_STORE_MAPPED_H

#include <stdbool.h>

/* mapped_run calls `run`; false: it was left because of a fault, or by mapped_leave. */
bool mapped_run(void (*run)(void *context), void *context);

/* mapped_read does so for what only reads: it is left at a wild address (SIGSEGV), too, where bytes
 * that somebody has changed meanwhile may lead. */
bool mapped_read(void (*run)(void *context), void *context);

/* mapped_leave ends the mapped_run that the caller is in; it returns where there is none. */
void mapped_leave(void);

#endif
