/* SPDX-License-Identifier: MIT
 * fail.h - fill a tesuji_error_t and return its code. Library internals. */
#ifndef CLIENTS_C_FAIL_H
#define CLIENTS_C_FAIL_H

#include "clients/c/tesuji.h"

/* fail_with formats the text (cut to fit) into *why (which may be NULL) and
 * returns `code`, so that `return fail_with(...)` reads well. */
int fail_with(tesuji_error_t *why, tesuji_code_t code, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

#endif
