/* SPDX-License-Identifier: MIT
 * service.c - see service.h.
 */
#include "clients/front/service.h"

#include <signal.h>
#include <stdlib.h>

#include "clients/local/local.h"

enum { CONNECT_MS = 5000 };

int service_streams(void)
{
	if (!local_streams())
		return SERVICE_INPUT_OUTPUT;
	(void)signal(SIGPIPE, SIG_IGN); /* writing to a controller that has gone is an error */
	return 0;
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
