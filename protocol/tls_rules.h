/* SPDX-License-Identifier: MIT
 * tls_rules.h - what both sides of TLS hold to, and the certificates that they read from files:
 * what connections (tls.h) are made of.
 *
 * Versions  TLS 1.3, and 1.2 where it is allowed: of that what has forward secrecy and
 *           authenticated encryption.
 * Tickets   None, so no session is resumed: connections last long, and a ticket would outlive the
 *           client's certificate, or the account, that a reload takes away.
 * Off       Renegotiation, compression, early data. A key with a password is refused: nobody is
 *           asked for one.
 *
 * Ownership the caller frees them by tls_rules_free; connections that were made of them keep what
 *           they need, since OpenSSL counts the references.
 * Threads   one at a time while files are read into them; then any.
 * Errors    *why begins with the name of the file's setting, and has its path. Built without TLS,
 *           tls_rules_new refuses.
 */
#ifndef PROTOCOL_TLS_RULES_H
#define PROTOCOL_TLS_RULES_H

#include <stdbool.h>

#include "engine/base/err.h"
#include "protocol/tls.h"

/* A file (PEM), and the setting that names it. */
typedef struct {
	const char *setting, *path;
} tls_file_t;

/* tls_rules_new makes rules without any certificate; NULL: ERR_VALUE or ERR_NOMEM in *why.
 * tls_rules_free accepts NULL. */
struct ssl_ctx_st *tls_rules_new(tls_side_t side, bool allow_12, errinfo_t *why);
void tls_rules_free(struct ssl_ctx_st *rules);

/* tls_rules_own reads the certificate of this side, with those between it and its authority, and
 * its key. */
err_t tls_rules_own(struct ssl_ctx_st *rules, const tls_file_t *cert, const tls_file_t *key,
                    errinfo_t *why);

/* tls_rules_trust has a client accept servers that these authorities have certified; NULL: those
 * that the system trusts. tls_rules_ask has a server ask clients for certificates of them, and
 * refuse who has none. */
err_t tls_rules_trust(struct ssl_ctx_st *rules, const tls_file_t *authorities, errinfo_t *why);
err_t tls_rules_ask(struct ssl_ctx_st *rules, const tls_file_t *authorities, errinfo_t *why);

#endif
