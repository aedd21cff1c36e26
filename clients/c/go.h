/* SPDX-License-Identifier: MIT
 * go.h - converts between the structs of tesuji.h and those of go.status. Library internals.
 *
 * Threads   any; no state.
 */
#ifndef CLIENTS_C_GO_H
#define CLIENTS_C_GO_H

#include "clients/c/handle.h"

/* go_prepare fills a message from the request for a status, and reads a record that is too long
 * for a message. `cuts`: cuts are asked for, too. It returns TESUJI_OK, or the code of the first
 * wrong field, with its path in *why. */
int go_prepare(const tesuji_request_t *request, bool cuts, msg_status_t *out, tesuji_error_t *why);

/* go_verdict fills the verdict that a program gets from a message. */
void go_verdict(const msg_verdict_t *msg, tesuji_verdict_t *out);

#endif
