/* SPDX-License-Identifier: MIT
 * session.c - see session.h.
 *
 * Design     A daemon that was named must be there: its absence is an error, not a reason to work
 *            elsewhere. The default places are only tried: a refusal costs microseconds. Something
 *            else may listen there, so what answers is asked for its name before a problem is given
 *            to it.
 */
#include "clients/cli/session.h"

#include <stdlib.h>
#include <string.h>

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

/* look_at connects to a default place, if a tesujid listens there. */
static bool look_at(session_t *session, const char *address)
{
	tesuji_info_t info;
	bool is_tesujid;

	if (tesuji_connect(address, LOOK_MS, &session->handle, NULL) != TESUJI_OK)
		return false;
	tesuji_set_timeout(session->handle, LOOK_MS);
	is_tesujid = tesuji_info(session->handle, &info) == TESUJI_OK;
	tesuji_set_timeout(session->handle, TESUJI_TIMEOUT_MS);
	if (!is_tesujid) {
		complain("warning: passing over what listens at %s: %s", address,
		         tesuji_last_error(session->handle)->text);
		tesuji_close(session->handle);
		session->handle = NULL;
		return false;
	}
	session->where = address;
	return true;
}

exit_t session_open(session_t *session, const args_t *args, bool may_be_local)
{
	const char *named = args->server != NULL ? args->server : getenv("TESUJI_SERVER");
	unsigned workers = args->workers > 0 && args->workers < 1024 ? (unsigned)args->workers : 0;
	tesuji_error_t why;

	*session = (session_t){NULL, NULL};
	if (named != NULL && named[0] != '\0' && !args->local) {
		if (tesuji_connect(named, CONNECT_MS, &session->handle, &why) != TESUJI_OK)
			return open_failed(&why);
		session->where = named;
		return EXIT_PROVEN;
	}
	if (!args->local &&
	    (look_at(session, DEFAULT_UNIX_ADDRESS) || look_at(session, DEFAULT_TCP_ADDRESS)))
		return EXIT_PROVEN;
	if (!may_be_local) {
		complain("no daemon at %s or %s; start tesujid, or name one with --server",
		         DEFAULT_UNIX_ADDRESS, DEFAULT_TCP_ADDRESS);
		return EXIT_NO_SERVER;
	}
	if (local_open(workers, false, 0, &session->handle, &why) != TESUJI_OK) {
		complain("cannot start the engine: %s", why.text);
		return why.code == TESUJI_E_NOMEM   ? EXIT_NO_MEMORY
		       : why.code == TESUJI_E_VALUE ? EXIT_USAGE
		                                    : EXIT_INTERNAL;
	}
	return EXIT_PROVEN;
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
