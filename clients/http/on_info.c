/* SPDX-License-Identifier: MIT
 * on_info.c - the requests about the daemon.
 */
#include "clients/http/on_info.h"

#include "clients/http/relay.h"

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

void on_info_games(request_t *r)
{
	relay_call(r, "server.info", NULL, games_told);
}
