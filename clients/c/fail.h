/* SPDX-License-Identifier: MIT
 * fail.h - fills a tesuji_error_t. Library internals.
 *
 * Threads   any.
 */
#ifndef CLIENTS_C_FAIL_H
#define CLIENTS_C_FAIL_H

#include "clients/c/tesuji.h"

/* fail_with fills *why, which may be NULL, with `code` and the formatted text, cut to fit. It
 * returns `code`, so that a function can end with `return fail_with(...)`. `code` is not
 * TESUJI_OK. */
int fail_with(tesuji_error_t *why, tesuji_code_t code, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

#endif
