/* SPDX-License-Identifier: MIT
 * errors.h - what more than one part of the gateway answers with.
 *
 * Threads   any; they never change.
 */
#ifndef CLIENTS_HTTP_ERRORS_H
#define CLIENTS_HTTP_ERRORS_H

#include "clients/c/tesuji.h"

extern const tesuji_error_t errors_no_memory; /* 503 "no_memory" */
extern const tesuji_error_t errors_closing;   /* 503 "shutting_down" */
extern const tesuji_error_t errors_nonsense;  /* 502 "protocol_error" */

#endif
