/* SPDX-License-Identifier: MIT
 * test_tls.c - the record layer of a connection against a client in this process: bytes in pieces,
 * memory that is charged, ends and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include "engine/base/rng.h"
#include "protocol/tls.h"
#include "server/tls_files.h"

enum { PIECE_MOST = 7, TEXT_BYTES = 40000, DAY_S = 86400 };

static conf_t conf;
static tls_files_t *files;
static SSL_CTX *client_context;
static size_t live; /* bytes that OpenSSL holds */

/* OpenSSL's memory, counted. */
static void *count_malloc(size_t bytes, const char *file, int line)
{
	size_t *p = malloc(bytes + 2 * sizeof(size_t));

	(void)file;
	(void)line;
	if (p == NULL)
		return NULL;
	p[0] = bytes;
	live += bytes;
	return p + 2;
}

static void count_free(void *p, const char *file, int line)
{
	(void)file;
	(void)line;
	if (p == NULL)
		return;
	live -= ((size_t *)p)[-2];
	free((size_t *)p - 2);
}

static void *count_realloc(void *p, size_t bytes, const char *file, int line)
{
	void *fresh = count_malloc(bytes, file, line);
	size_t former;

	if (p == NULL || fresh == NULL)
		return fresh;
	former = ((size_t *)p)[-2];
	memcpy(fresh, p, former < bytes ? former : bytes);
	count_free(p, file, line);
	return fresh;
}

/* write_files makes a key, and a certificate that it has signed for itself. */
static void write_files(const char *cert_path, const char *key_path)
{
	EVP_PKEY *key = EVP_EC_gen("P-256");
	X509 *cert = X509_new();
	FILE *file;

	assert_non_null(key);
	X509_set_version(cert, 2);
	ASN1_INTEGER_set(X509_get_serialNumber(cert), 1);
	X509_gmtime_adj(X509_getm_notBefore(cert), -DAY_S);
	X509_gmtime_adj(X509_getm_notAfter(cert), DAY_S);
	X509_set_pubkey(cert, key);
	X509_NAME_add_entry_by_txt(X509_get_subject_name(cert), "CN", MBSTRING_ASC,
	                           (const unsigned char *)"localhost", -1, -1, 0);
	X509_set_issuer_name(cert, X509_get_subject_name(cert));
	assert_true(X509_sign(cert, key, EVP_sha256()) > 0);
	file = fopen(cert_path, "w");
	assert_int_equal(PEM_write_X509(file, cert), 1);
	(void)fclose(file);
	file = fopen(key_path, "w");
	assert_int_equal(PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL, NULL), 1);
	(void)fclose(file);
	X509_free(cert);
	EVP_PKEY_free(key);
}

static int set_up(void **state)
{
	char folder[] = "/tmp/tesuji-test-tls-XXXXXX";
	errinfo_t why;

	(void)state;
	if (CRYPTO_set_mem_functions(count_malloc, count_realloc, count_free) != 1 ||
	    mkdtemp(folder) == NULL)
		return 1;
	conf_init(&conf);
	(void)snprintf(conf.tls_cert, sizeof(conf.tls_cert), "%s/cert.pem", folder);
	(void)snprintf(conf.tls_key, sizeof(conf.tls_key), "%s/key.pem", folder);
	write_files(conf.tls_cert, conf.tls_key);
	assert_int_equal(tls_files_open(&conf, &files, &why), ERR_OK);
	client_context = SSL_CTX_new(TLS_client_method());
	(void)unlink(conf.tls_cert);
	(void)unlink(conf.tls_key);
	(void)rmdir(folder);
	return client_context == NULL;
}

static int tear_down(void **state)
{
	(void)state;
	tls_files_free(files);
	SSL_CTX_free(client_context);
	return 0;
}

/* Both ends. */
typedef struct {
	tls_t *server;
	SSL *client;
	BIO *in, *out; /* of the client */
	rng_t rng;
	bool whole; /* bytes are not cut into pieces */
} pair_t;

static void pair_open(pair_t *pair, bool whole)
{
	*pair = (pair_t){.server = tls_new(tls_files_context(files), TLS_SERVER),
	                 .client = SSL_new(client_context),
	                 .whole = whole};
	pair->rng.state = 7;
	assert_non_null(pair->server);
	assert_true(tls_is_shaking(pair->server));
	pair->in = BIO_new(BIO_s_mem());
	pair->out = BIO_new(BIO_s_mem());
	SSL_set_bio(pair->client, pair->in, pair->out);
	SSL_set_connect_state(pair->client);
}

static void pair_close(pair_t *pair)
{
	tls_free(pair->server);
	SSL_free(pair->client);
}

/* piece returns how many of `left` bytes to move at once. */
static size_t piece(pair_t *pair, size_t left)
{
	const size_t most = pair->whole ? 4096 : 1 + rng_below(&pair->rng, PIECE_MOST);

	return left < most ? left : most;
}

/* from_server moves what the server says to the client. */
static void from_server(pair_t *pair)
{
	const uint8_t *bytes;
	size_t n;

	while ((n = tls_output(pair->server, &bytes)) > 0) {
		n = piece(pair, n);
		assert_int_equal(BIO_write(pair->in, bytes, (int)n), n);
		tls_written(pair->server, n);
	}
	assert_false(tls_has_output(pair->server));
}

/* to_server moves one piece of what the client says to the server; false: there is none. */
static bool to_server(pair_t *pair)
{
	uint8_t bytes[4096];
	const size_t left = BIO_ctrl_pending(pair->out);
	int n;

	if (left == 0)
		return false;
	n = BIO_read(pair->out, bytes, (int)piece(pair, left));
	assert_true(n > 0);
	assert_int_equal(tls_feed(pair->server, bytes, (size_t)n), ERR_OK);
	return true;
}

/* pair_shake does the handshake and returns what came of it at the server. */
static tls_step_t pair_shake(pair_t *pair)
{
	tls_step_t came = TLS_WAITS;

	for (int i = 0; i < 8 && came == TLS_WAITS; i++) {
		(void)SSL_do_handshake(pair->client);
		while (came == TLS_WAITS && to_server(pair))
			came = tls_shake(pair->server);
		from_server(pair);
	}
	return came;
}

static void fill(uint8_t *text, size_t length, unsigned seed)
{
	for (size_t i = 0; i < length; i++)
		text[i] = (uint8_t)(i * 31 + seed);
}

/* hear reads at the server until it has `length` bytes. */
static void hear(pair_t *pair, uint8_t *to, size_t length)
{
	size_t have = 0;

	while (have < length) {
		size_t got;
		const tls_step_t came =
		        tls_read(pair->server, to + have, piece(pair, length - have), &got);

		assert_true(came == TLS_DONE || came == TLS_WAITS);
		assert_int_equal(came == TLS_DONE, got > 0);
		have += got;
		if (came == TLS_WAITS)
			assert_true(to_server(pair));
	}
}

static void talk(bool whole)
{
	static uint8_t text[TEXT_BYTES], heard[TEXT_BYTES];
	pair_t pair;
	size_t n;

	pair_open(&pair, whole);
	assert_int_equal(pair_shake(&pair), TLS_DONE);
	assert_false(tls_is_shaking(pair.server));
	assert_string_equal(tls_version(pair.server), "TLSv1.3");
	for (unsigned round = 0; round < 3; round++) {
		fill(text, sizeof(text), round);
		assert_int_equal(SSL_write_ex(pair.client, text, sizeof(text), &n), 1);
		hear(&pair, heard, sizeof(heard));
		assert_memory_equal(heard, text, sizeof(text));
		assert_false(tls_has_input(pair.server));
		for (size_t at = 0; at < sizeof(text); at += n) {
			n = sizeof(text) - at < TLS_SEAL_BYTES ? sizeof(text) - at : TLS_SEAL_BYTES;
			assert_int_equal(tls_write(pair.server, text + at, n), ERR_OK);
			assert_true(tls_has_output(pair.server));
			from_server(&pair);
		}
		for (size_t at = 0; at < sizeof(heard); at += n)
			assert_int_equal(
			        SSL_read_ex(pair.client, heard + at, sizeof(heard) - at, &n), 1);
		assert_memory_equal(heard, text, sizeof(text));
	}
	pair_close(&pair);
}

static void bytes_in_pieces_and_whole(void **state)
{
	(void)state;
	talk(false);
	talk(true);
}

static void the_client_says_its_end(void **state)
{
	uint8_t byte;
	pair_t pair;
	size_t got;

	(void)state;
	pair_open(&pair, true);
	assert_int_equal(pair_shake(&pair), TLS_DONE);
	assert_int_equal(SSL_write(pair.client, "x", 1), 1);
	(void)SSL_shutdown(pair.client);
	while (to_server(&pair))
		;
	assert_int_equal(tls_read(pair.server, &byte, 1, &got), TLS_DONE);
	assert_int_equal(byte, 'x');
	assert_false(tls_is_ended(pair.server));
	assert_true(tls_has_input(pair.server));
	assert_int_equal(tls_read(pair.server, &byte, 1, &got), TLS_ENDED);
	assert_true(tls_is_ended(pair.server) && tls_has_input(pair.server));
	assert_int_equal(tls_write(pair.server, (const uint8_t *)"y", 1),
	                 ERR_OK); /* it still hears */
	tls_end(pair.server);
	from_server(&pair);
	assert_int_equal(SSL_read_ex(pair.client, &byte, 1, &got), 1);
	assert_int_equal(byte, 'y');
	assert_int_equal(SSL_read_ex(pair.client, &byte, 1, &got), 0);
	assert_int_equal(SSL_get_error(pair.client, 0), SSL_ERROR_ZERO_RETURN);
	pair_close(&pair);
}

static void half_a_record_is_seen(void **state)
{
	uint8_t bytes[256];
	pair_t pair;
	size_t got;
	int n;

	(void)state;
	pair_open(&pair, true);
	assert_int_equal(pair_shake(&pair), TLS_DONE);
	assert_false(tls_is_halfway(pair.server));
	assert_int_equal(SSL_write(pair.client, "hello", 5), 5);
	n = BIO_read(pair.out, bytes, sizeof(bytes));
	assert_int_equal(tls_feed(pair.server, bytes, 8), ERR_OK);
	assert_int_equal(tls_read(pair.server, bytes + 128, 5, &got), TLS_WAITS);
	assert_true(tls_is_halfway(pair.server) && !tls_has_input(pair.server));
	assert_int_equal(tls_feed(pair.server, bytes + 8, (size_t)n - 8), ERR_OK);
	assert_int_equal(tls_read(pair.server, bytes + 128, 5, &got), TLS_DONE);
	assert_memory_equal(bytes + 128, "hello", 5);
	assert_false(tls_is_halfway(pair.server));
	pair_close(&pair);
}

static void what_is_no_tls_is_refused_at_its_first_byte(void **state)
{
	static const char *const alien[] = {"\x94\x00\x01\xac", "GET / HTTP/1.1\r\n",
	                                    "\x80\x2e\x01\x03"};

	(void)state;
	for (size_t i = 0; i < sizeof(alien) / sizeof(alien[0]); i++) {
		pair_t pair;

		pair_open(&pair, true);
		assert_int_equal(tls_feed(pair.server, (const uint8_t *)alien[i], 1), ERR_OK);
		assert_int_equal(tls_shake(pair.server), TLS_BROKEN);
		assert_false(tls_is_shaking(pair.server) || tls_has_output(pair.server));
		assert_true(strlen(tls_why(pair.server)) > 0);
		pair_close(&pair);
	}
}

static void a_record_that_was_changed_breaks_the_connection(void **state)
{
	uint8_t bytes[256];
	pair_t pair;
	size_t got;
	int n;

	(void)state;
	pair_open(&pair, true);
	assert_int_equal(pair_shake(&pair), TLS_DONE);
	assert_int_equal(SSL_write(pair.client, "hello", 5), 5);
	n = BIO_read(pair.out, bytes, sizeof(bytes));
	bytes[n - 1] ^= 1;
	assert_int_equal(tls_feed(pair.server, bytes, (size_t)n), ERR_OK);
	assert_int_equal(tls_read(pair.server, bytes, 5, &got), TLS_BROKEN);
	assert_int_equal(got, 0);
	assert_true(tls_has_output(pair.server)); /* the alert */
	assert_int_equal(tls_write(pair.server, bytes, 5), ERR_CLOSED);
	pair_close(&pair);
}

/* A client that asks for new keys all the time, and does not read the answers. */
static void answers_that_nobody_reads_are_bounded(void **state)
{
	tls_step_t came = TLS_WAITS;
	uint8_t byte;
	pair_t pair;
	size_t got;
	unsigned asked = 0;

	(void)state;
	pair_open(&pair, true);
	assert_int_equal(pair_shake(&pair), TLS_DONE);
	while (came == TLS_WAITS && asked < 100000) {
		assert_int_equal(SSL_key_update(pair.client, SSL_KEY_UPDATE_REQUESTED), 1);
		(void)SSL_do_handshake(pair.client);
		asked++;
		while (to_server(&pair))
			;
		came = tls_read(pair.server, &byte, 1, &got);
	}
	assert_int_equal(came, TLS_BROKEN);
	assert_true(asked > 100);
	assert_true(tls_memory(pair.server) < TLS_STATE_BYTES + 4 * TLS_ANSWERS_BYTES);
	pair_close(&pair);
}

/* What is charged is no less than what OpenSSL holds, in a handshake, at rest and with half a
 * record in and a whole one out. */
static void memory_is_charged(void **state)
{
	static uint8_t text[TLS_SEAL_BYTES], bytes[2 * TLS_SEAL_BYTES];
	size_t before, client, n;
	pair_t pair;

	(void)state;
	pair_open(&pair, true); /* what is made once for all connections */
	assert_int_equal(pair_shake(&pair), TLS_DONE);
	pair_close(&pair);
	before = live;
	pair = (pair_t){.client = SSL_new(client_context)};
	SSL_set_bio(pair.client, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
	client = live - before;
	SSL_free(pair.client);
	before = live;
	pair_open(&pair, true);
	assert_true(live - before - client <= tls_memory(pair.server));
	assert_int_equal(pair_shake(&pair), TLS_DONE);
	SSL_free(pair.client);
	pair.client = NULL;
	print_message("at rest: %zu bytes, charged %zu\n", live - before, tls_memory(pair.server));
	assert_true(live - before <= tls_memory(pair.server));
	assert_int_equal(tls_write(pair.server, text, sizeof(text)), ERR_OK);
	assert_true(tls_output(pair.server, &(const uint8_t *){NULL}) > sizeof(text));
	bytes[0] = 23; /* a record of 16 KiB, of which one byte is missing */
	bytes[1] = bytes[2] = 3;
	bytes[3] = 0x40;
	for (size_t at = 0; at < TLS_SEAL_BYTES; at += 4096) {
		assert_int_equal(tls_feed(pair.server, bytes + at, 4096), ERR_OK);
		assert_int_equal(tls_read(pair.server, text, 1, &n), TLS_WAITS);
	}
	print_message("at work: %zu bytes, charged %zu\n", live - before, tls_memory(pair.server));
	assert_true(live - before <= tls_memory(pair.server));
	pair_close(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(bytes_in_pieces_and_whole),
	        cmocka_unit_test(the_client_says_its_end),
	        cmocka_unit_test(half_a_record_is_seen),
	        cmocka_unit_test(what_is_no_tls_is_refused_at_its_first_byte),
	        cmocka_unit_test(a_record_that_was_changed_breaks_the_connection),
	        cmocka_unit_test(answers_that_nobody_reads_are_bounded),
	        cmocka_unit_test(memory_is_charged),
	};

	return cmocka_run_group_tests_name("tls", tests, set_up, tear_down);
}
