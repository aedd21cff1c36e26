/* SPDX-License-Identifier: MIT
 * tls_files.c - see tls_files.h. */
#include "server/tls_files.h"

#ifdef WITH_TLS

#include <openssl/err.h>
#include <openssl/ssl.h>

#include "engine/base/mem.h"

struct tls_files {
	SSL_CTX *context;
	bool ask_client;
};

enum {
	DEPTH_MAX = 8,              /* of a chain of certificates */
	CLIENT_CHAIN_BYTES = 32768, /* of the certificates that a client sends */
};

/* Of TLS 1.2, what has forward secrecy and authenticated encryption; 1.3 has nothing else. */
static const char ciphers_12[] = "ECDHE+AESGCM:ECDHE+CHACHA20";

/* fail says what OpenSSL has against a file. */
static err_t fail(const char *setting, const char *path, errinfo_t *why)
{
	const char *reason = ERR_reason_error_string(ERR_peek_last_error());
	const err_t err = err_at(why, ERR_IO, setting, "%s: %s", path,
	                         reason != NULL ? reason : "cannot be read");

	ERR_clear_error();
	return err;
}

static err_t read_own(SSL_CTX *context, const conf_t *conf, errinfo_t *why)
{
	if (SSL_CTX_use_certificate_chain_file(context, conf->tls_cert) != 1)
		return fail("tls_cert", conf->tls_cert, why);
	if (SSL_CTX_use_PrivateKey_file(context, conf->tls_key, SSL_FILETYPE_PEM) != 1 ||
	    SSL_CTX_check_private_key(context) != 1)
		return fail("tls_key", conf->tls_key, why);
	return ERR_OK;
}

static err_t read_clients(SSL_CTX *context, const char *path, errinfo_t *why)
{
	STACK_OF(X509_NAME) *names = SSL_load_client_CA_file(path);

	if (names == NULL || SSL_CTX_load_verify_file(context, path) != 1) {
		sk_X509_NAME_pop_free(names, X509_NAME_free);
		return fail("tls_client_ca", path, why);
	}
	SSL_CTX_set_client_CA_list(context, names); /* owns them */
	SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
	SSL_CTX_set_verify_depth(context, DEPTH_MAX);
	return ERR_OK;
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

static void set_rules(SSL_CTX *context, bool allow_12)
{
	(void)SSL_CTX_set_min_proto_version(context, allow_12 ? TLS1_2_VERSION : TLS1_3_VERSION);
	(void)SSL_CTX_set_cipher_list(context, ciphers_12);
	(void)SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
	                                           SSL_OP_NO_TICKET |
	                                           SSL_OP_CIPHER_SERVER_PREFERENCE);
	(void)SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
	(void)SSL_CTX_set_num_tickets(context, 0);
	(void)SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
	SSL_CTX_set_max_cert_list(context, CLIENT_CHAIN_BYTES);
	SSL_CTX_set_default_passwd_cb(context, no_password);
}

err_t tls_files_open(const conf_t *conf, tls_files_t **out, errinfo_t *why)
{
	tls_files_t *files = mem_alloc(sizeof(*files));
	err_t err = ERR_OK;

	*out = NULL;
	if (conf->tls_cert[0] == '\0' || conf->tls_key[0] == '\0') {
		mem_free(files, sizeof(*files));
		return err_at(why, ERR_MISSING, "listen_tls",
		              "needs a certificate and its key: set tls_cert and tls_key");
	}
	ERR_clear_error();
	if (files != NULL)
		files->context = SSL_CTX_new(TLS_server_method());
	if (files == NULL || files->context == NULL) {
		tls_files_free(files);
		return err_fail(why, ERR_NOMEM, "out of memory");
	}
	set_rules(files->context, conf->tls_oldest == CONF_TLS_1_2);
	files->ask_client = conf->tls_client_ca[0] != '\0';
	err = read_own(files->context, conf, why);
	if (err == ERR_OK && files->ask_client)
		err = read_clients(files->context, conf->tls_client_ca, why);
	if (err == ERR_OK)
		*out = files;
	else
		tls_files_free(files);
	return err;
}

void tls_files_free(tls_files_t *files)
{
	if (files == NULL)
		return;
	SSL_CTX_free(files->context);
	mem_free(files, sizeof(*files));
}

struct ssl_ctx_st *tls_files_context(const tls_files_t *files)
{
	return files->context;
}

bool tls_files_ask_client(const tls_files_t *files)
{
	return files->ask_client;
}

#else

err_t tls_files_open(const conf_t *conf, tls_files_t **out, errinfo_t *why)
{
	(void)conf;
	*out = NULL;
	return err_at(why, ERR_VALUE, "listen_tls",
	              "this tesujid was built without TLS (WITH_TLS)");
}

void tls_files_free(tls_files_t *files)
{
	(void)files;
}

struct ssl_ctx_st *tls_files_context(const tls_files_t *files)
{
	(void)files;
	return NULL;
}

bool tls_files_ask_client(const tls_files_t *files)
{
	(void)files;
	return false;
}

#endif
