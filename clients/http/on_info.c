/* SPDX-License-Identifier: MIT
 * on_info.c - the requests about the daemon.
 */
#include "clients/http/on_info.h"

#include <string.h>

#include "clients/http/errors.h"
#include "clients/http/openapi.h"
#include "clients/http/relay.h"
#include "clients/http/wire.h"

static void games_told(void *user, const upstream_answer_t *answer)
{
	request_t *r = user;
	json_t *games;

	if (relay_failed(r, answer))
		return;
	games = json_pack("{s:O}", "games", json_object_get(answer->result, "games"));
	request_json(r, MHD_HTTP_OK, games);
	json_decref(games);
}

void on_info_get(request_t *r)
{
	relay_call(r, "server.info", NULL, relay_result);
}

void on_info_account(request_t *r)
{
	relay_call(r, "server.hello", NULL, relay_result);
}

void on_info_openapi(request_t *r)
{
	gateway_t *g = r->gateway;
	json_t *description;

	if (g->openapi == NULL) {
		description = openapi_make();
		g->openapi = description != NULL ? wire_text(description) : NULL;
		json_decref(description);
	}
	if (g->openapi != NULL)
		request_text(r, MHD_HTTP_OK, "application/json", g->openapi, strlen(g->openapi));
	else
		request_fail_as(r, &errors_no_memory);
}

void on_info_games(request_t *r)
{
	relay_call(r, "server.info", NULL, games_told);
}
