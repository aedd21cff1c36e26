/* SPDX-License-Identifier: MIT
 * login.c - logins; the calls work as those in calls.c do.
 *
 * Design     auth.login goes first, so that a login is one request. Only where it is refused as
 *            making no sense is the daemon asked whether it has accounts at all: a token in the
 *            environment shall not keep a program from a daemon that needs none.
 *
 * Texts      A refusal is told as "cannot log in at ADDRESS: ...", as one to connect is, without
 *            the path of a field: the caller gave no fields.
 */
#include "clients/c/login.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients/c/calls.h"
#include "clients/c/link.h"
#include "engine/base/strbuf.h"
#include "protocol/msg_auth.h"

#define BLANKS " \t\r\n\v\f"

enum { LINE_BYTES = 1024 }; /* that are read of a file: a token and blanks around it */

_Static_assert((int)TESUJI_TOKEN_BYTES == (int)MSG_TOKEN_BYTES, "as the protocol has it");
_Static_assert((int)TESUJI_ACCOUNT_BYTES == (int)MSG_ACCOUNT_BYTES, "as the protocol has it");

static err_t read_hello(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	tesuji_hello_t *out = context;
	msg_hello_t msg;
	err_t rc = msg_hello_read(result, &msg, why);

	(void)t;
	if (rc != ERR_OK)
		return rc;
	strbuf_copy(out->name, sizeof(out->name), msg.name);
	strbuf_copy(out->version, sizeof(out->version), msg.version);
	strbuf_copy(out->account, sizeof(out->account), msg.account);
	out->protocol = (unsigned)msg.protocol;
	out->wants_login = msg.auth == MSG_AUTH_TOKEN;
	return ERR_OK;
}

int tesuji_hello(tesuji_t *t, tesuji_hello_t *out)
{
	wirebuf_t request;

	memset(out, 0, sizeof(*out));
	calls_begin(t, METHOD_HELLO, &request);
	return calls_end(t, METHOD_HELLO, &request, read_hello, out);
}

static err_t read_logged_in(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	msg_logged_in_t msg;

	(void)t;
	(void)context;
	return msg_logged_in_read(result, &msg, why);
}

/* ask_login sends one auth.login and waits for its answer. */
static int ask_login(tesuji_t *t, const char *token)
{
	msg_login_t msg = {.token = ""};
	wirebuf_t request;

	strbuf_copy(msg.token, sizeof(msg.token), token);
	calls_begin(t, METHOD_LOGIN, &request);
	msg_login_write(&request, &msg);
	explicit_bzero(&msg, sizeof(msg));
	return calls_end(t, METHOD_LOGIN, &request, read_logged_in, NULL);
}

/* wait_for waits until the daemon may be asked again, if it has said when, and that is before
 * `deadline`. Returns false if not, or if the connection is lost meanwhile. */
static bool wait_for(tesuji_t *t, uint64_t retry_ms, deadline_t deadline)
{
	const int left = deadline_left(deadline);
	deadline_t then;
	int rc;

	if (retry_ms == 0 || retry_ms > INT32_MAX || (left >= 0 && retry_ms >= (uint64_t)left))
		return false;
	then = deadline_after((int)retry_ms);
	do
		rc = link_step(t, then);
	while (rc > 0);
	return rc == 0;
}

/* has_no_accounts asks the daemon whether nobody has to log in there. */
static bool has_no_accounts(tesuji_t *t)
{
	tesuji_hello_t hello;

	return tesuji_hello(t, &hello) == TESUJI_OK && !hello.wants_login &&
	       hello.account[0] == '\0';
}

/* explain makes of the daemon's refusal the error of a login. */
static int explain(tesuji_t *t, const tesuji_error_t *refusal)
{
	size_t skip = tesuji_error_path(refusal, NULL, 0);

	if (t->lost.code != TESUJI_OK) {
		t->error = t->lost; /* which says it all */
		return t->lost.code;
	}
	if (refusal->code == TESUJI_E_METHOD)
		return fail_with(&t->error, TESUJI_E_METHOD,
		                 "cannot log in at %s: this tesujid is too old to know accounts",
		                 t->peer);
	skip += strspn(refusal->text + skip, ": ");
	(void)fail_with(&t->error, refusal->code, "cannot log in at %s: %s", t->peer,
	                refusal->text + skip);
	t->error.retry_ms = refusal->retry_ms;
	return refusal->code;
}

int tesuji_login(tesuji_t *t, const char *token)
{
	const int timeout_ms = t->timeout_ms;
	const deadline_t deadline = deadline_after(timeout_ms);
	tesuji_error_t refusal;
	int rc;

	if (!login_is_wanted(token))
		return TESUJI_OK;
	if (strlen(token) >= TESUJI_TOKEN_BYTES)
		return fail_with(&t->error, TESUJI_E_RANGE, "the token is longer than %d bytes",
		                 TESUJI_TOKEN_BYTES - 1);
	rc = ask_login(t, token);
	if (rc == TESUJI_E_BUSY && wait_for(t, t->error.retry_ms, deadline)) {
		t->timeout_ms = deadline_left(deadline);
		rc = ask_login(t, token);
		t->timeout_ms = timeout_ms;
	}
	if (rc == TESUJI_OK)
		return rc;
	refusal = t->error;
	if (rc == TESUJI_E_VALUE && has_no_accounts(t))
		return TESUJI_OK;
	return explain(t, &refusal);
}

int tesuji_connect_as(const char *address, const char *token, int timeout_ms, tesuji_t **out,
                      tesuji_error_t *why)
{
	return tesuji_connect_tls(address, NULL, token, timeout_ms, out, why);
}

int tesuji_connect_tls(const char *address, const tesuji_tls_t *tls, const char *token,
                       int timeout_ms, tesuji_t **out, tesuji_error_t *why)
{
	int rc = calls_connect(address, tls, timeout_ms, out, why);

	if (rc != TESUJI_OK || !login_is_wanted(token))
		return rc;
	tesuji_set_timeout(*out, timeout_ms);
	rc = tesuji_login(*out, token);
	tesuji_set_timeout(*out, TESUJI_TIMEOUT_MS);
	if (rc == TESUJI_OK)
		return rc;
	if (why != NULL)
		*why = (*out)->error;
	tesuji_close(*out);
	*out = NULL;
	return rc;
}

/* take_line stores the first line of `text`, which is from `where`, without blanks. */
static int take_line(const char *where, const char *text, char *token, tesuji_error_t *why)
{
	size_t length;

	text += strspn(text, " \t");
	length = strcspn(text, "\n");
	while (length > 0 && strchr(BLANKS, text[length - 1]) != NULL)
		length--;
	if (length == 0)
		return fail_with(why, TESUJI_E_MISSING, "%s: no token in the first line", where);
	if (length >= TESUJI_TOKEN_BYTES)
		return fail_with(why, TESUJI_E_RANGE, "%s: a token has at most %d bytes", where,
		                 TESUJI_TOKEN_BYTES - 1);
	memcpy(token, text, length);
	token[length] = '\0';
	return TESUJI_OK;
}

/* read_start reads up to LINE_BYTES - 1 bytes of a file as a text. Returns false with errno. */
static bool read_start(const char *path, char *text)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t length = 0;
	ssize_t n = 1;
	int error;

	if (fd < 0)
		return false;
	while (n != 0 && length < LINE_BYTES - 1) {
		n = read(fd, text + length, LINE_BYTES - 1 - length);
		if (n < 0 && errno != EINTR)
			break;
		if (n > 0)
			length += (size_t)n;
	}
	error = errno;
	close(fd);
	text[length] = '\0';
	errno = error;
	return n >= 0;
}

int tesuji_token_read(const char *path, char token[TESUJI_TOKEN_BYTES], tesuji_error_t *why)
{
	char text[LINE_BYTES];
	int rc;

	token[0] = '\0';
	if (!read_start(path, text))
		return fail_with(why, TESUJI_E_IO, "cannot read the token in %s: %s", path,
		                 strerror(errno));
	rc = take_line(path, text, token, why);
	explicit_bzero(text, sizeof(text));
	return rc;
}

int tesuji_token_default(char token[TESUJI_TOKEN_BYTES], tesuji_error_t *why)
{
	const char *path = getenv("TESUJI_TOKEN_FILE"), *text = getenv("TESUJI_TOKEN");

	token[0] = '\0';
	if (path != NULL && path[0] != '\0')
		return tesuji_token_read(path, token, why);
	if (text == NULL || text[0] == '\0')
		return TESUJI_OK;
	return take_line("TESUJI_TOKEN", text, token, why);
}
