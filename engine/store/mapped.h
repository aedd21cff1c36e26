/* SPDX-License-Identifier: MIT
 * mapped.h - reads mapped memory of a file that somebody may cut short meanwhile.
 *
 * A page of a mapping that is beyond the end of its file, or that the disk cannot read,
 * is a signal (SIGBUS), not an error. Within mapped_read it is an error.
 *
 * A function that runs here may be left at any read of the mapping. So it takes no lock, and what
 * it has allocated by then is lost. Such functions call LMDB, which has no locks of its own here
 * (MDB_NOLOCK), and compare what LMDB returns. What writes to a store follows pages that may be
 * anything, and does so in a process apart (writer.h); a ledger writes here, into data that nobody
 * else has changed (ledger.c says what remains of the danger).
 *
 * Threads   any; a guard belongs to its thread. A fault anywhere else is what it was before.
 */
#ifndef ENGINE_STORE_MAPPED_H
#define ENGINE_STORE_MAPPED_H

#include <stdbool.h>

/* mapped_read calls `run`; false: it was left because of a fault, or by mapped_leave. A fault is a
 * page that cannot be read (SIGBUS), or a wild address (SIGSEGV), where bytes that somebody has
 * changed meanwhile may lead. */
bool mapped_read(void (*run)(void *context), void *context);

/* mapped_leave ends the mapped_read that the caller is in; it returns where there is none. */
void mapped_leave(void);

#endif
