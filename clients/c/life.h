/* SPDX-License-Identifier: MIT
 * life.h - converts the structs of tesuji_life.h. Library internals.
 *
 * Threads   any; no state.
 */
#ifndef CLIENTS_C_LIFE_H
#define CLIENTS_C_LIFE_H

#include "clients/c/handle.h"
#include "clients/c/tesuji_life.h"

/* life_prepare fills a message from the request for the status of a dragon, as go_prepare does. */
int life_prepare(const tesuji_request_t *request, const tesuji_dragon_query_t *query,
                 msg_life_t *out, tesuji_error_t *why);

#endif
