/* SPDX-License-Identifier: MIT
 * service.c - see service.h.
 */
#include "clients/front/service.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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

int service_open(const service_place_t *place, tesuji_t **out, tesuji_error_t *why)
{
	const char *named = place->server[0] != '\0' ? place->server : getenv("TESUJI_SERVER");
	const int is_named = named != NULL && named[0] != '\0';
	const int rc = is_named ? tesuji_connect(named, CONNECT_MS, out, why)
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
