/* SPDX-License-Identifier: MIT
 * secure.h - how a connection comes to be inside TLS. Library internals.
 *
 * Threads   any, as long as none changes the environment.
 * Errors    TESUJI_E_IO or TESUJI_E_TIMEOUT in *why, which must not be NULL here, with the address.
 */
#ifndef CLIENTS_C_SECURE_H
#define CLIENTS_C_SECURE_H

#include "clients/c/address.h"
#include "clients/c/handle.h"
#include "clients/c/tesuji_tls.h"

/* secure_prepare makes the client's side for a connection to `address`, whose text is `text`, and
 * stores it in *out. It reads the files that `tls` (NULL: nothing) and the environment name. */
int secure_prepare(const char *text, const address_t *address, const tesuji_tls_t *tls, tls_t **out,
                   tesuji_error_t *why);

/* secure_shake waits for the end of the handshake on a handle that has its TLS. */
int secure_shake(tesuji_t *t, deadline_t deadline, tesuji_error_t *why);

#endif
