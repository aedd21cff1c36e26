/* SPDX-License-Identifier: MIT
 * guard.h - lets a failed check end a piece of work instead of the process.
 *
 * guard_run leaves the work at its first failed CHECK (in debug builds also at a failed assert
 * of check.h) and tells the caller which check that was. The work must hold no lock, and share
 * nothing that could be left half changed; guard.c says why.
 *
 * Ownership with GUARD_OWNS, memory that the work took from mem.h and had not freed is freed when
 *           the work is left; with GUARD_LENDS it belongs to the structures that the work has
 *           stored it in.
 * Threads   a guard belongs to the thread that called guard_run.
 * Errors    guard_run returns false, and *out tells what failed.
 */
#ifndef ENGINE_BASE_GUARD_H
#define ENGINE_BASE_GUARD_H

#include <stdbool.h>
#include <stddef.h>

/* Which check failed. The texts are constants of the program. */
typedef struct {
	const char *what; /* the condition that did not hold; NULL: none has failed */
	const char *file; /* without its folder */
	int line;
} fault_t;

typedef struct guard guard_t;

typedef enum {
	GUARD_LENDS, /* structures that outlive the work keep what it allocates */
	GUARD_OWNS,  /* nothing that the work allocates outlives it, except within a pause */
} guard_memory_t;

/* guard_run calls run(context) and returns true; false: a check failed in it. Inside another
 * guard it is an ordinary call, and the outer guard catches what fails. */
bool guard_run(void (*run)(void *context), void *context, guard_memory_t memory, fault_t *out);

/* guard_pause suspends the guard of this thread, for code that must not be left: callbacks, code
 * that takes locks. A check that fails there ends the process. guard_resume ends the pause and
 * takes what guard_pause returned. */
guard_t *guard_pause(void);
void guard_resume(guard_t *guard);

/* guard_leave is called by check_failed. It leaves the guarded work; without a guard it returns. */
void guard_leave(const char *what, const char *file, int line);

typedef void guard_free_t(void *block, size_t bytes);

/* guard_took and guard_gave are called by mem.c on this thread: after a block was allocated, and
 * before one is freed. If the work is left, `release` frees the block. guard_gave returns
 * whether the guarded work had allocated the block. */
void guard_took(void *block, size_t bytes, guard_free_t *release);
bool guard_gave(const void *block);

#endif
