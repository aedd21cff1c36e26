/* SPDX-License-Identifier: MIT
 * secure.c - the handshake of TLS.
 *
 * Design     The files are read before the socket is connected: a server need not wait for a
 *            client that finds out what it lacks. Rules are made for each connection, because
 *            connections are few and last, and a file may have been renewed since the last one.
 */
#include "clients/c/secure.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "clients/c/stream.h"
#include "protocol/tls_rules.h"

/* given returns the path that the program gives, else the environment, else NULL. */
static const char *given(const char *path, const char *variable)
{
	if (path == NULL || path[0] == '\0')
		path = getenv(variable);
	return path != NULL && path[0] != '\0' ? path : NULL;
}

/* read_files reads authorities, and the certificate of this side if there is one. */
static err_t read_files(struct ssl_ctx_st *rules, const tesuji_tls_t *tls, errinfo_t *why)
{
	const tls_file_t ca = {"TLS authorities", given(tls->ca, "TESUJI_TLS_CA")};
	const tls_file_t cert = {"TLS certificate", given(tls->cert, "TESUJI_TLS_CERT")};
	tls_file_t key = {"TLS key", given(tls->key, "TESUJI_TLS_KEY")};
	err_t err = tls_rules_trust(rules, ca.path != NULL ? &ca : NULL, why);

	if (err != ERR_OK || (cert.path == NULL && key.path == NULL))
		return err;
	if (cert.path == NULL)
		return err_at(why, ERR_IO, key.setting, "%s: there is no certificate to it",
		              key.path);
	if (key.path == NULL)
		key.path = cert.path;
	return tls_rules_own(rules, &cert, &key, why);
}

int secure_prepare(const char *text, const address_t *address, const tesuji_tls_t *tls, tls_t **out,
                   tesuji_error_t *why)
{
	const tesuji_tls_t none = {NULL, NULL, NULL};
	errinfo_t reason = {.code = ERR_NOMEM, .text = "out of memory"};
	struct ssl_ctx_st *rules = tls_rules_new(TLS_CLIENT, false, &reason);

	*out = NULL;
	if (rules != NULL && read_files(rules, tls != NULL ? tls : &none, &reason) == ERR_OK)
		*out = tls_new(rules, TLS_CLIENT);
	tls_rules_free(rules);
	if (*out != NULL && tls_expect(*out, address->host) != ERR_OK) {
		(void)err_fail(&reason, ERR_VALUE, "no certificate can be for this host");
		tls_free(*out);
		*out = NULL;
	}
	return *out != NULL
	               ? TESUJI_OK
	               : fail_with(why, reason.code == ERR_NOMEM ? TESUJI_E_NOMEM : TESUJI_E_IO,
	                           "cannot connect to %s: %s", text, reason.text);
}

/* refused explains why the handshake has failed. */
static int refused(const tesuji_t *t, int error, tesuji_error_t *why)
{
	const char *text = stream_text(t, error), *before = "";

	if (error == ECONNRESET || error == EPIPE) {
		text = "it ends the connection instead of a handshake of TLS";
	} else if (error == EPROTO && tls_fault(t->tls) == TLS_FAULT_ALIEN) {
		text = "it does not speak TLS; as tcp:host:port it may be what is meant";
	} else if (error == EPROTO && tls_fault(t->tls) == TLS_FAULT_CERTIFICATE) {
		before = "its certificate is refused: ";
	} else if (error == EPROTO && tls_fault(t->tls) == TLS_FAULT_OTHER) {
		before = "TLS: ";
	}
	return fail_with(why, TESUJI_E_IO, "cannot connect to %s: %s%s", t->peer, before, text);
}

int secure_shake(tesuji_t *t, deadline_t deadline, tesuji_error_t *why)
{
	struct pollfd poller = {.fd = t->fd};
	int step, ready;

	while ((step = stream_shake(t)) == 0) {
		poller.events = stream_waits(t) ? POLLIN | POLLOUT : POLLIN;
		do
			ready = poll(&poller, 1, deadline_left(deadline));
		while (ready < 0 && errno == EINTR);
		if (ready < 0)
			return refused(t, errno, why);
		if (ready == 0)
			return fail_with(why, TESUJI_E_TIMEOUT,
			                 "cannot connect to %s: no end of the handshake of TLS "
			                 "in time",
			                 t->peer);
	}
	return step > 0 ? TESUJI_OK : refused(t, errno, why);
}
