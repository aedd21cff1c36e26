/* SPDX-License-Identifier: MIT
 * tesuji_tls.h - connections inside TLS: whom to trust, and who this program is.
 *
 * An address "tls://host:port" is connected to inside TLS 1.3 by every function that connects. The
 * server has to show a certificate for `host`, a name or an address, by an authority that is
 * trusted. What no program says is taken from the environment, so that most need nothing of this:
 *
 *   TESUJI_TLS_CA    a file of authorities; without it those that the system trusts
 *   TESUJI_TLS_CERT  a file with this program's certificate, for a server that asks for one, and
 *                    those between it and its authority; it may name the account
 *   TESUJI_TLS_KEY   a file with the key of that; without it the file of the certificate has it
 *
 * All files are PEM. They are read at each connection, so a renewed certificate needs no restart.
 *
 * Ownership texts are read during the call only.
 * Threads   any, as long as none changes the environment.
 * Errors    as tesuji_connect: TESUJI_E_IO with what is wrong of the files, of the server's
 *           certificate or of its TLS, TESUJI_E_TIMEOUT. A library that was built without TLS says
 *           so. A server may refuse a program's certificate after the connection is made: the first
 *           call tells.
 */
#ifndef TESUJI_TLS_H
#define TESUJI_TLS_H

#include "tesuji_async.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Paths; NULL or "": what the environment says. */
typedef struct {
	const char *ca, *cert, *key;
} tesuji_tls_t;

/* tesuji_connect_tls is tesuji_connect_as (tesuji_login.h), tesuji_async_open_tls is
 * tesuji_async_open_as, with `tls`, which may be NULL, for an address of TLS; other addresses do
 * not use it. `token` may be NULL or "". */
TESUJI_API int tesuji_connect_tls(const char *address, const tesuji_tls_t *tls, const char *token,
                                  int timeout_ms, tesuji_t **out, tesuji_error_t *why);
TESUJI_API int tesuji_async_open_tls(const char *address, const tesuji_tls_t *tls,
                                     const char *token, int timeout_ms, tesuji_async_t **out,
                                     tesuji_error_t *why);

#ifdef __cplusplus
}
#endif

#endif
