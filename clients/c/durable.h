/* SPDX-License-Identifier: MIT
 * durable.h - what the calls about durable jobs have in common. Library internals.
 *
 * Threads   any; no state.
 */
#ifndef CLIENTS_C_DURABLE_H
#define CLIENTS_C_DURABLE_H

#include "clients/c/handle.h"
#include "clients/c/tesuji_durable.h"

/* durable_key copies a key. TESUJI_E_MISSING, TESUJI_E_LIMIT: there is none, or it is too long. */
int durable_key(const char *key, char to[MSG_KEY_BYTES], tesuji_error_t *why);

/* durable_prepare is calls_prepare for a durable job. */
int durable_prepare(const tesuji_request_t *request, const char *key, msg_submit_t *out,
                    tesuji_error_t *why);

#endif
