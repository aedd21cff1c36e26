/* SPDX-License-Identifier: MIT
 * tls_files.h - the server's certificate, its key, and the authority that client certificates come
 * from, as the files hold them.
 *
 * They are read at the start and on a reload. Connections that began with the former ones keep
 * them: OpenSSL counts the references.
 *
 * Threads   the loop thread, or main before it.
 * Errors    *why names the setting and the file. Built without TLS (WITH_TLS), tls_files_open
 *           refuses.
 */
#ifndef SERVER_TLS_FILES_H
#define SERVER_TLS_FILES_H

#include <stdbool.h>

#include "engine/base/err.h"
#include "server/conf.h"

enum {
	TLS_HANDSHAKES_MAX = 256, /* at once, whole server; beyond it new connections wait */
	TLS_HANDSHAKE_MS = 5000,  /* for a handshake */
};

typedef struct tls_files tls_files_t;
struct ssl_ctx_st;

/* tls_files_open reads what the settings name. On failure *out is NULL. */
err_t tls_files_open(const conf_t *conf, tls_files_t **out, errinfo_t *why);
void tls_files_free(tls_files_t *files); /* accepts NULL */

/* tls_files_context returns what connections (protocol/tls.h) are made of; it belongs to
 * `files`. */
struct ssl_ctx_st *tls_files_context(const tls_files_t *files);

/* tls_files_ask_client tells whether clients must have a certificate. */
bool tls_files_ask_client(const tls_files_t *files);

#endif
