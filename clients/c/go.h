/* SPDX-License-Identifier: MIT
 * go.h - the status of a Go board: the structs across. Library internals.
 *
 * Threads   one at a time for each handle.
 */
#ifndef CLIENTS_C_GO_H
#define CLIENTS_C_GO_H

#include "clients/c/handle.h"

/* go_prepare makes of a request for a status what can be sent: a record too long for a message is
 * read here, and its rows are sent. `cuts`: pairs that can be cut are asked for, too. It returns
 * TESUJI_OK, or the code of the first field that is wrong, with its path in *why. */
int go_prepare(const tesuji_request_t *request, bool cuts, msg_status_t *out, tesuji_error_t *why);

/* go_verdict makes of a message the verdict that a program gets. */
void go_verdict(const msg_verdict_t *msg, tesuji_verdict_t *out);

#endif
