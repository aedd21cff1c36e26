/* SPDX-License-Identifier: MIT
 * guard.h - a failed check that ends a piece of work, and not the process.
 *
 * What runs inside guard_run is left at its first failed CHECK (in debug builds: or assert of
 * check.h), and the caller is told which. For work that holds no lock and shares nothing that could
 * be left half changed: see guard.c.
 *
 * Ownership memory that the work took from mem.h and had not given back is given back when it is
 *           left, if it was run with GUARD_OWNS; else it is whose it was.
 * Threads   a guard is of the thread that runs it, and of nobody else.
 * Errors    guard_run returns false, and *out says what failed.
 */
#ifndef ENGINE_BASE_GUARD_H
#define ENGINE_BASE_GUARD_H

#include <stdbool.h>
#include <stddef.h>

/* Texts of the program itself: they last as long as it does. */
typedef struct {
	const char *what; /* the condition that did not hold; NULL: none has failed */
	const char *file; /* without its folder */
	int line;
} fault_t;

typedef struct guard guard_t;

typedef enum {
	GUARD_LENDS, /* what the work allocates is kept by structures that outlive it */
	GUARD_OWNS,  /* nothing that it allocates outlives it, but what a pause allocates */
} guard_memory_t;

/* guard_run runs run(context); false: a check failed in it. Within a guard it is an ordinary call:
 * the outer one has what fails. */
bool guard_run(void (*run)(void *context), void *context, guard_memory_t memory, fault_t *out);

/* guard_pause puts the guard of this thread aside for code that may not be left: callbacks, what
 * takes locks. A check that fails then ends the process. guard_resume takes what it returned. */
guard_t *guard_pause(void);
void guard_resume(guard_t *guard);

/* guard_leave is for check_failed: it leaves the work if there is a guard, or returns. */
void guard_leave(const char *what, const char *file, int line);

typedef void guard_free_t(void *block, size_t bytes);

/* guard_took and guard_gave are for mem.c: a block was allocated, or is about to be freed, on this
 * thread. If the work is left, `release` frees the block. guard_gave tells whether it was the
 * guarded work's. */
void guard_took(void *block, size_t bytes, guard_free_t *release);
bool guard_gave(const void *block);

#endif
