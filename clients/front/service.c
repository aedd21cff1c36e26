/* SPDX-License-Identifier: MIT
 * service.c - see service.h.
 */
#include "clients/front/service.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/c/tesuji_login.h"
#include "clients/c/tesuji_tls.h"
#include "clients/local/local.h"

enum { CONNECT_MS = 5000 };

int service_begin(const char *program, const char *usage, const option_t *table, int argc,
                  char **argv)
{
	switch (options_arguments(program, usage, table, argc, argv)) {
	case OPTIONS_WRONG:
		return SERVICE_USAGE;
	case OPTIONS_SHOWN:
		return fflush(stdout) == 0 ? EXIT_SUCCESS : SERVICE_INPUT_OUTPUT;
	case OPTIONS_RUN:
		break;
	}
	if (!local_streams())
		return SERVICE_INPUT_OUTPUT;
	(void)signal(SIGPIPE, SIG_IGN); /* writing to a controller that has gone is an error */
	return SERVICE_RUN;
}

void service_say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	(void)fflush(stdout);
}

/* open_named connects to the daemon at `address` and logs in. */
static int open_named(const service_place_t *place, const char *address, tesuji_t **out,
                      tesuji_error_t *why)
{
	const tesuji_tls_t tls = {place->tls.ca, place->tls.cert, place->tls.key};
	char token[TESUJI_TOKEN_BYTES];
	tesuji_hello_t hello;
	int rc = place->token_file[0] != '\0' ? tesuji_token_read(place->token_file, token, why)
	                                      : tesuji_token_default(token, why);
	const bool has_token = token[0] != '\0';

	if (rc == TESUJI_OK)
		rc = tesuji_connect_tls(address, &tls, token, CONNECT_MS, out, why);
	explicit_bzero(token, sizeof(token));
	if (rc != TESUJI_OK || has_token || tesuji_hello(*out, &hello) != TESUJI_OK ||
	    !hello.wants_login)
		return rc;
	tesuji_close(*out);
	*out = NULL;
	*why = (tesuji_error_t){.code = TESUJI_E_LOGIN};
	snprintf(why->text, sizeof(why->text),
	         "the daemon at %s wants a token: set TESUJI_TOKEN_FILE or give --token-file",
	         address);
	return why->code;
}

int service_open(const service_place_t *place, tesuji_t **out, tesuji_error_t *why)
{
	const char *named = place->server[0] != '\0' ? place->server : getenv("TESUJI_SERVER");
	const int is_named = named != NULL && named[0] != '\0';
	const int rc = is_named ? open_named(place, named, out, why)
	                        : local_open(place->workers, place->lasts != 0, place->table_bytes,
	                                     out, why);

	if (rc == TESUJI_OK)
		return 0;
	if (!is_named)
		return rc == TESUJI_E_VALUE ? SERVICE_USAGE : SERVICE_INTERNAL;
	return rc == TESUJI_E_SYNTAX ? SERVICE_USAGE : SERVICE_NO_SERVER;
}

void service_close(tesuji_t *daemon)
{
	if (daemon == NULL)
		return;
	tesuji_close(daemon);
	local_close();
}
