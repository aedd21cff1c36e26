/* SPDX-License-Identifier: MIT
 * tls.c - see tls.h. tls_none.c stands for it where there is no TLS.
 *
 * The first byte is looked at here, because OpenSSL also accepts the first message of SSL 2: an
 * array of MessagePack looks like the beginning of one that is long, and OpenSSL would wait for the
 * rest. A client begins with a message of the handshake; a server may begin with an alert.
 *
 * What OpenSSL writes is copied out of its BIO before the socket gets it: while libuv still writes
 * it, reading may add to the BIO (an alert, the answer to a new key), and would move its memory.
 */
#include "protocol/tls.h"

#include <arpa/inet.h>
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include <openssl/bio.h>
#include <openssl/buffer.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "engine/base/mem.h"
#include "engine/base/strbuf.h"

struct tls {
	SSL *ssl;
	BIO *in, *out; /* of ssl */
	tls_side_t side;
	bool begun, alien; /* something was read; it did not begin as TLS does */
	bool shaking, ended, ending;
	tls_fault_t fault; /* none: it is not BROKEN */
	uint8_t *flight;   /* what was taken out of `out`: bytes [flight_at, flight_length) wait */
	size_t flight_at, flight_length;
	char why[TLS_WHY_MAX];
};

tls_t *tls_new(struct ssl_ctx_st *context, tls_side_t side)
{
	tls_t *tls = mem_alloc(sizeof(*tls));

	if (tls == NULL)
		return NULL;
	tls->side = side;
	tls->ssl = SSL_new(context);
	tls->in = BIO_new(BIO_s_mem());
	tls->out = BIO_new(BIO_s_mem());
	if (tls->ssl == NULL || tls->in == NULL || tls->out == NULL) {
		SSL_free(tls->ssl);
		BIO_free(tls->in);
		BIO_free(tls->out);
		mem_free(tls, sizeof(*tls));
		ERR_clear_error();
		return NULL;
	}
	SSL_set_bio(tls->ssl, tls->in, tls->out);
	if (side == TLS_SERVER)
		SSL_set_accept_state(tls->ssl);
	else
		SSL_set_connect_state(tls->ssl);
	tls->shaking = true;
	return tls;
}

err_t tls_expect(tls_t *tls, const char *host)
{
	struct in6_addr address;
	const bool is_address =
	        inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1;

	assert(tls->side == TLS_CLIENT && tls->shaking && !tls->begun);
	SSL_set_hostflags(tls->ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
	if (SSL_set1_host(tls->ssl, host) == 1 &&
	    (is_address || SSL_set_tlsext_host_name(tls->ssl, host) == 1))
		return ERR_OK;
	ERR_clear_error();
	return ERR_VALUE;
}

static void flight_free(tls_t *tls)
{
	mem_free(tls->flight, tls->flight_length);
	tls->flight = NULL;
	tls->flight_at = tls->flight_length = 0;
}

void tls_free(tls_t *tls)
{
	if (tls == NULL)
		return;
	flight_free(tls);
	SSL_free(tls->ssl); /* and the BIOs */
	mem_free(tls, sizeof(*tls));
}

err_t tls_feed(tls_t *tls, const uint8_t *bytes, size_t length)
{
	assert(length > 0 && length <= TLS_SEAL_BYTES);
	if (!tls->begun)
		tls->alien = bytes[0] != SSL3_RT_HANDSHAKE &&
		             (tls->side == TLS_SERVER || bytes[0] != SSL3_RT_ALERT);
	tls->begun = true;
	return BIO_write(tls->in, bytes, (int)length) == (int)length ? ERR_OK : ERR_NOMEM;
}

static tls_step_t fail(tls_t *tls, tls_fault_t fault, const char *why)
{
	tls->shaking = false;
	tls->fault = fault;
	strbuf_copy(tls->why, sizeof(tls->why), why);
	ERR_clear_error();
	return TLS_BROKEN;
}

/* broke ends it for what OpenSSL says about its last error. An alert of the peer is an error whose
 * reason is its number from 1000 on. */
static tls_step_t broke(tls_t *tls)
{
	const long verified = SSL_get_verify_result(tls->ssl);
	const unsigned long error = ERR_peek_last_error();
	const char *text = ERR_reason_error_string(error);
	char why[TLS_WHY_MAX];
	const bool is_alert =
	        ERR_GET_LIB(error) == ERR_LIB_SSL && ERR_GET_REASON(error) >= SSL_AD_REASON_OFFSET;

	if (tls->shaking && verified != X509_V_OK)
		return fail(tls, TLS_FAULT_CERTIFICATE, X509_verify_cert_error_string(verified));
	if (text == NULL)
		text = "unknown";
	if (!is_alert)
		return fail(tls, TLS_FAULT_OTHER, text);
	(void)snprintf(why, sizeof(why), "the other side refuses: %s", text);
	return fail(tls, TLS_FAULT_ALERT, why);
}

static tls_step_t flooded(tls_t *tls)
{
	return fail(tls, TLS_FAULT_OTHER, "the peer asks for answers and does not read them");
}

/* stopped explains why an operation of OpenSSL gave nothing. */
static tls_step_t stopped(tls_t *tls, int rc)
{
	switch (SSL_get_error(tls->ssl, rc)) {
	case SSL_ERROR_WANT_READ:
		return tls->ended ? TLS_ENDED : TLS_WAITS;
	case SSL_ERROR_ZERO_RETURN:
		if (tls->shaking)
			return fail(tls, TLS_FAULT_OTHER, "the peer has left");
		tls->ended = true;
		return TLS_ENDED;
	default:
		return broke(tls);
	}
}

/* step looks at what came of an operation. */
static tls_step_t step(tls_t *tls, int rc)
{
	if (rc <= 0)
		return stopped(tls, rc);
	if (BIO_ctrl_pending(tls->out) > TLS_ANSWERS_BYTES)
		return flooded(tls);
	return TLS_DONE;
}

tls_step_t tls_shake(tls_t *tls)
{
	tls_step_t came;

	assert(tls->shaking);
	if (tls->alien)
		return fail(tls, TLS_FAULT_ALIEN, "this does not begin as TLS does");
	ERR_clear_error();
	came = step(tls, SSL_do_handshake(tls->ssl));
	if (came == TLS_DONE)
		tls->shaking = false;
	return came;
}

bool tls_is_shaking(const tls_t *tls)
{
	return tls->shaking;
}

tls_step_t tls_read(tls_t *tls, uint8_t *to, size_t room, size_t *got)
{
	tls_step_t came;

	assert(!tls->shaking && room > 0);
	*got = 0;
	if (tls->fault != TLS_FAULT_NONE)
		return TLS_BROKEN;
	ERR_clear_error();
	came = step(tls, SSL_read_ex(tls->ssl, to, room, got));
	if (came == TLS_WAITS && BIO_ctrl_pending(tls->out) > TLS_ANSWERS_BYTES)
		return flooded(tls);
	return came;
}

bool tls_has_input(const tls_t *tls)
{
	return tls->fault == TLS_FAULT_NONE &&
	       (BIO_ctrl_pending(tls->in) > 0 || SSL_pending(tls->ssl) > 0 || tls->ended);
}

bool tls_is_ended(const tls_t *tls)
{
	return tls->ended;
}

bool tls_is_halfway(const tls_t *tls)
{
	return tls->fault == TLS_FAULT_NONE && SSL_has_pending(tls->ssl) != 0;
}

err_t tls_write(tls_t *tls, const uint8_t *bytes, size_t length)
{
	size_t sealed = 0;

	assert(!tls->shaking && !tls->ending && length > 0 && length <= TLS_SEAL_BYTES);
	ERR_clear_error();
	if (tls->fault != TLS_FAULT_NONE)
		return ERR_CLOSED;
	if (SSL_write_ex(tls->ssl, bytes, length, &sealed) == 1 && sealed == length)
		return ERR_OK;
	(void)broke(tls);
	return ERR_IO;
}

void tls_end(tls_t *tls)
{
	if (tls->ending)
		return;
	tls->ending = true;
	ERR_clear_error();
	if (tls->fault == TLS_FAULT_NONE && !tls->shaking)
		(void)SSL_shutdown(tls->ssl);
	ERR_clear_error();
}

bool tls_has_output(const tls_t *tls)
{
	return tls->flight_at < tls->flight_length || BIO_ctrl_pending(tls->out) > 0;
}

/* renew gives back the memory of a BIO that has been emptied and was large. */
static void renew(tls_t *tls)
{
	BUF_MEM *memory = NULL;
	BIO *fresh;

	(void)BIO_get_mem_ptr(tls->out, &memory);
	if (memory == NULL || memory->max <= TLS_SEAL_BYTES / 4)
		return;
	fresh = BIO_new(BIO_s_mem());
	if (fresh == NULL)
		return; /* it stays large, and charged */
	SSL_set0_wbio(tls->ssl, fresh);
	tls->out = fresh;
}

size_t tls_output(tls_t *tls, const uint8_t **bytes)
{
	size_t waiting = BIO_ctrl_pending(tls->out);

	*bytes = NULL;
	if (tls->flight_at == tls->flight_length && waiting > 0) {
		flight_free(tls);
		tls->flight = mem_alloc(waiting);
		if (tls->flight == NULL)
			return 0;
		tls->flight_length = waiting;
		(void)BIO_read(tls->out, tls->flight, (int)waiting);
		renew(tls);
	}
	if (tls->flight_at < tls->flight_length)
		*bytes = tls->flight + tls->flight_at;
	return tls->flight_length - tls->flight_at;
}

void tls_written(tls_t *tls, size_t length)
{
	assert(length <= tls->flight_length - tls->flight_at);
	tls->flight_at += length;
	if (tls->flight_at == tls->flight_length)
		flight_free(tls);
}

static size_t capacity(BIO *bio)
{
	BUF_MEM *memory = NULL;

	(void)BIO_get_mem_ptr(bio, &memory);
	return memory != NULL ? memory->max : 0;
}

size_t tls_memory(const tls_t *tls)
{
	return sizeof(*tls) + TLS_STATE_BYTES + tls->flight_length + capacity(tls->in) +
	       capacity(tls->out);
}

tls_fault_t tls_fault(const tls_t *tls)
{
	return tls->fault;
}

const char *tls_why(const tls_t *tls)
{
	return tls->why;
}

const char *tls_version(const tls_t *tls)
{
	return SSL_get_version(tls->ssl);
}

/* name_copy copies the one common name of `subject`. */
static bool name_copy(X509_NAME *subject, char *name, size_t size)
{
	const int at = X509_NAME_get_index_by_NID(subject, NID_commonName, -1);
	unsigned char *text = NULL;
	int length = -1;
	bool good;

	if (at >= 0 && X509_NAME_get_index_by_NID(subject, NID_commonName, at) < 0)
		length = ASN1_STRING_to_UTF8(
		        &text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, at)));
	good = length > 0 && (size_t)length < size && memchr(text, '\0', (size_t)length) == NULL;
	if (good) {
		memcpy(name, text, (size_t)length);
		name[length] = '\0';
	}
	OPENSSL_free(text);
	return good;
}

bool tls_has_client(const tls_t *tls)
{
	return SSL_get0_peer_certificate(tls->ssl) != NULL;
}

bool tls_common_name(const tls_t *tls, char *name, size_t size)
{
	X509 *certificate = SSL_get0_peer_certificate(tls->ssl);

	return certificate != NULL && SSL_get_verify_result(tls->ssl) == X509_V_OK &&
	       name_copy(X509_get_subject_name(certificate), name, size);
}
