/* SPDX-License-Identifier: MIT
 * tls_rules.c - see tls_rules.h. tls_none.c stands for it where there is no TLS. */
#include "protocol/tls_rules.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

enum {
	DEPTH_MAX = 8,           /* of a chain of certificates */
	PEER_CHAIN_BYTES = 32768 /* of the certificates that a peer sends */
};

/* Of TLS 1.2; 1.3 has nothing else. */
static const char ciphers_12[] = "ECDHE+AESGCM:ECDHE+CHACHA20";

/* fail says what OpenSSL has against a file. */
static err_t fail(const tls_file_t *file, errinfo_t *why)
{
	const char *reason = ERR_reason_error_string(ERR_peek_last_error());
	const err_t err = err_at(why, ERR_IO, file->setting, "%s: %s", file->path,
	                         reason != NULL ? reason : "cannot be read");

	ERR_clear_error();
	return err;
}

/* no_password keeps OpenSSL from asking the terminal for the password of a key. */
static int no_password(char *password, int size, int writing, void *context)
{
	(void)password;
	(void)size;
	(void)writing;
	(void)context;
	return -1;
}

struct ssl_ctx_st *tls_rules_new(tls_side_t side, bool allow_12, errinfo_t *why)
{
	SSL_CTX *rules =
	        SSL_CTX_new(side == TLS_SERVER ? TLS_server_method() : TLS_client_method());

	ERR_clear_error();
	if (rules == NULL) {
		(void)err_fail(why, ERR_NOMEM, "out of memory");
		return NULL;
	}
	(void)SSL_CTX_set_min_proto_version(rules, allow_12 ? TLS1_2_VERSION : TLS1_3_VERSION);
	(void)SSL_CTX_set_cipher_list(rules, ciphers_12);
	(void)SSL_CTX_set_options(rules, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
	                                         SSL_OP_NO_TICKET |
	                                         SSL_OP_CIPHER_SERVER_PREFERENCE);
	(void)SSL_CTX_set_session_cache_mode(rules, SSL_SESS_CACHE_OFF);
	(void)SSL_CTX_set_num_tickets(rules, 0);
	(void)SSL_CTX_set_mode(rules, SSL_MODE_RELEASE_BUFFERS);
	SSL_CTX_set_max_cert_list(rules, PEER_CHAIN_BYTES);
	SSL_CTX_set_verify_depth(rules, DEPTH_MAX);
	SSL_CTX_set_default_passwd_cb(rules, no_password);
	return rules;
}

void tls_rules_free(struct ssl_ctx_st *rules)
{
	SSL_CTX_free(rules);
}

err_t tls_rules_own(struct ssl_ctx_st *rules, const tls_file_t *cert, const tls_file_t *key,
                    errinfo_t *why)
{
	ERR_clear_error();
	if (SSL_CTX_use_certificate_chain_file(rules, cert->path) != 1)
		return fail(cert, why);
	if (SSL_CTX_use_PrivateKey_file(rules, key->path, SSL_FILETYPE_PEM) != 1 ||
	    SSL_CTX_check_private_key(rules) != 1)
		return fail(key, why);
	return ERR_OK;
}

err_t tls_rules_trust(struct ssl_ctx_st *rules, const tls_file_t *authorities, errinfo_t *why)
{
	const tls_file_t system = {"the system's authorities", "cannot be read"};

	ERR_clear_error();
	SSL_CTX_set_verify(rules, SSL_VERIFY_PEER, NULL);
	if (authorities == NULL)
		return SSL_CTX_set_default_verify_paths(rules) == 1 ? ERR_OK : fail(&system, why);
	return SSL_CTX_load_verify_file(rules, authorities->path) == 1 ? ERR_OK
	                                                               : fail(authorities, why);
}

err_t tls_rules_ask(struct ssl_ctx_st *rules, const tls_file_t *authorities, errinfo_t *why)
{
	STACK_OF(X509_NAME) * names;

	ERR_clear_error();
	names = SSL_load_client_CA_file(authorities->path);
	if (names == NULL || SSL_CTX_load_verify_file(rules, authorities->path) != 1) {
		sk_X509_NAME_pop_free(names, X509_NAME_free);
		return fail(authorities, why);
	}
	SSL_CTX_set_client_CA_list(rules, names); /* owns them */
	SSL_CTX_set_verify(rules, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
	return ERR_OK;
}
