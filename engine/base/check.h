/* SPDX-License-Identifier: MIT
 * check.h - two assertions: assert() for the inside of a module, CHECK for its callers.
 *
 * assert() states what the code of a module must have made true. It goes away in release builds.
 * CHECK states what the callers of a public function must have made true, and stays. Neither
 * checks input: bytes, files and requests from outside are answered with an err_t.
 *
 * Where an assertion fails inside a guard (guard.h), it ends the guarded work; elsewhere it ends
 * the process. Do not use either in a signal handler.
 *
 * Threads   any.
 */
#ifndef ENGINE_BASE_CHECK_H
#define ENGINE_BASE_CHECK_H

#include <assert.h>

/* check_failed leaves the guarded work of this thread. Without a guard it writes one line to
 * stderr, if that takes the line at once, and aborts. */
_Noreturn void check_failed(const char *what, const char *file, int line);

#define CHECK(condition) ((condition) ? (void)0 : check_failed(#condition, __FILE__, __LINE__))

/* In a file that includes this header assert() is CHECK, so that guards catch it as well. */
#ifndef NDEBUG
#undef assert
#define assert(condition) CHECK(condition)
#endif

#endif
