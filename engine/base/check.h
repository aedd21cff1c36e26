/* SPDX-License-Identifier: MIT
 * check.h - two assertions: assert() for the inside, CHECK for misuse.
 *
 * assert() states what must be true inside a module and goes away in release
 * builds. CHECK guards a public interface against its callers and stays. Both
 * end the work that runs in a guard (guard.h), or else the process.
 */
#ifndef ENGINE_BASE_CHECK_H
#define ENGINE_BASE_CHECK_H

#include <assert.h>

/* check_failed leaves the guarded work of this thread; if there is none it writes one line to
 * stderr, unless that would have to wait, and aborts. */
_Noreturn void check_failed(const char *what, const char *file, int line);

#define CHECK(condition) ((condition) ? (void)0 : check_failed(#condition, __FILE__, __LINE__))

#ifndef NDEBUG /* the same for assert(), of those who include this and not <assert.h> */
#undef assert
#define assert(condition) CHECK(condition)
#endif

#endif
