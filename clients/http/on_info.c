/* SPDX-License-Identifier: MIT
 * on_info.c - the requests about the daemon.
 */
#include "clients/http/on_info.h"

#include "clients/http/gateway.h"

static void told(void *user, const upstream_answer_t *answer)
{
	request_t *r = user;

	if (answer->result == NULL)
		request_fail_as(r, answer->error);
	else
		request_json(r, MHD_HTTP_OK, answer->result);
}

static void games_told(void *user, const upstream_answer_t *answer)
{
	request_t *r = user;
	json_t *games;

	if (answer->result == NULL) {
		request_fail_as(r, answer->error);
		return;
	}
	games = json_pack("{s:O}", "games", json_object_get(answer->result, "games"));
	request_json(r, MHD_HTTP_OK, games);
	json_decref(games);
}

void on_info_get(request_t *r)
{
	request_wait(r);
	upstream_call(r->gateway->upstream, "server.info", NULL, told, r);
}

void on_info_games(request_t *r)
{
	request_wait(r);
	upstream_call(r->gateway->upstream, "server.info", NULL, games_told, r);
}
