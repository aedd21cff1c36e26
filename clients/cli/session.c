/* SPDX-License-Identifier: MIT
 * session.c - see session.h.
 *
 * Design     A daemon that was named must be there: its absence is an error, not a reason to work
 *            elsewhere. The default places are only tried: a refusal costs microseconds. Something
 *            else may listen there, so what answers is asked for its name before a problem, or a
 *            token, is given to it.
 *
 * Tokens     A daemon with accounts at a default place is passed over by who has no token and can
 * do without one. Who has a token means a daemon: then a login that fails is an error.
 */
#include "clients/cli/session.h"

#include <stdlib.h>
#include <string.h>

#include "clients/c/tesuji_login.h"
#include "clients/c/tesuji_tls.h"
#include "clients/cli/complain.h"
#include "clients/cli/verdict_exit.h"
#include "clients/local/local.h"

enum {
	CONNECT_MS = 5000, /* to a daemon that was named */
	LOOK_MS = 300,     /* to a default place: for the connection, and for the answer */
};

static exit_t open_failed(const tesuji_error_t *why)
{
	complain("%s", why->text);
	return why->code == TESUJI_E_SYNTAX ? EXIT_USAGE : verdict_exit_for_code(why->code);
}

/* take_token reads the token that is to be logged in with; "": there is none. */
static exit_t take_token(const args_t *args, char *token)
{
	tesuji_error_t why;
	const int rc = args->token_file != NULL ? tesuji_token_read(args->token_file, token, &why)
	                                        : tesuji_token_default(token, &why);

	if (rc == TESUJI_OK)
		return EXIT_PROVEN;
	complain("%s", why.text);
	return rc == TESUJI_E_IO ? EXIT_INPUT_OUTPUT : EXIT_BAD_INPUT;
}

static exit_t drop(session_t *session, exit_t code)
{
	tesuji_close(session->handle);
	session->handle = NULL;
	return code;
}

/* wants_token complains of a daemon at which nobody has logged in. */
static exit_t wants_token(session_t *session, const char *address)
{
	complain("the daemon at %s wants a token: set TESUJI_TOKEN_FILE or give --token-file",
	         address);
	return drop(session, EXIT_NO_SERVER);
}

/* open_named connects to the daemon that was named, and logs in. */
static exit_t open_named(session_t *session, const args_t *args, const char *address,
                         const char *token)
{
	const tesuji_tls_t tls = {args->tls_ca, args->tls_cert, args->tls_key};
	tesuji_error_t why;
	tesuji_hello_t hello;

	if (tesuji_connect_tls(address, &tls, token, CONNECT_MS, &session->handle, &why) !=
	    TESUJI_OK)
		return open_failed(&why);
	session->where = address;
	if (token[0] == '\0' && tesuji_hello(session->handle, &hello) == TESUJI_OK &&
	    hello.wants_login)
		return wants_token(session, address);
	return EXIT_PROVEN;
}

/* look_at connects to a default place, if a tesujid listens there, and logs in. *is_there tells
 * whether one does that is not passed over; then the exit code is returned. */
static exit_t look_at(session_t *session, const char *address, const char *token, bool may_be_local,
                      bool *is_there)
{
	tesuji_info_t info;
	int rc;

	*is_there = false;
	if (tesuji_connect(address, LOOK_MS, &session->handle, NULL) != TESUJI_OK)
		return EXIT_PROVEN;
	tesuji_set_timeout(session->handle, LOOK_MS);
	rc = tesuji_info(session->handle, &info);
	if (rc != TESUJI_OK && (rc != TESUJI_E_LOGIN || (token[0] == '\0' && may_be_local))) {
		complain("warning: passing over what listens at %s: %s", address,
		         rc == TESUJI_E_LOGIN ? "it wants a token (see --token-file)"
		                              : tesuji_last_error(session->handle)->text);
		return drop(session, EXIT_PROVEN);
	}
	*is_there = true;
	session->where = address;
	if (token[0] == '\0' && rc == TESUJI_E_LOGIN)
		return wants_token(session, address);
	tesuji_set_timeout(session->handle, TESUJI_TIMEOUT_MS);
	if (tesuji_login(session->handle, token) == TESUJI_OK)
		return EXIT_PROVEN;
	return drop(session, open_failed(tesuji_last_error(session->handle)));
}

/* open_default does so for each default place. */
static exit_t open_default(session_t *session, const char *token, bool may_be_local, bool *is_there)
{
	exit_t code = look_at(session, DEFAULT_UNIX_ADDRESS, token, may_be_local, is_there);

	if (!*is_there)
		code = look_at(session, DEFAULT_TCP_ADDRESS, token, may_be_local, is_there);
	if (*is_there || may_be_local)
		return code;
	complain("no daemon at %s or %s; start tesujid, or name one with --server",
	         DEFAULT_UNIX_ADDRESS, DEFAULT_TCP_ADDRESS);
	return EXIT_NO_SERVER;
}

static exit_t open_local(session_t *session, const args_t *args)
{
	unsigned workers = args->workers > 0 && args->workers < 1024 ? (unsigned)args->workers : 0;
	tesuji_error_t why;

	if (local_open(workers, false, 0, &session->handle, &why) == TESUJI_OK)
		return EXIT_PROVEN;
	complain("cannot start the engine: %s", why.text);
	return why.code == TESUJI_E_NOMEM   ? EXIT_NO_MEMORY
	       : why.code == TESUJI_E_VALUE ? EXIT_USAGE
	                                    : EXIT_INTERNAL;
}

exit_t session_open(session_t *session, const args_t *args, bool may_be_local)
{
	const char *named = args->server != NULL ? args->server : getenv("TESUJI_SERVER");
	char token[TESUJI_TOKEN_BYTES];
	bool is_there = false;
	exit_t code;

	*session = (session_t){NULL, NULL};
	if (args->local)
		return open_local(session, args);
	code = take_token(args, token);
	if (code != EXIT_PROVEN)
		return code;
	if (named != NULL && named[0] != '\0') {
		is_there = true;
		code = open_named(session, args, named, token);
	} else {
		code = open_default(session, token, may_be_local, &is_there);
	}
	explicit_bzero(token, sizeof(token));
	return is_there || code != EXIT_PROVEN ? code : open_local(session, args);
}

void session_close(session_t *session)
{
	tesuji_close(session->handle);
	session->handle = NULL;
	local_close();
}

exit_t session_failed(const session_t *session)
{
	const tesuji_error_t *why = tesuji_last_error(session->handle);

	complain("%s", why->text);
	return verdict_exit_for_code(why->code);
}
