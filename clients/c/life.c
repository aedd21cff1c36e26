/* SPDX-License-Identifier: MIT
 * life.c - the call about a dragon of Go; it works as those in calls.c do.
 */
#include "clients/c/life.h"

#include <string.h>

#include "clients/c/calls.h"
#include "clients/c/convert.h"
#include "clients/c/events.h"
#include "clients/c/go.h"

void tesuji_dragon_init(tesuji_dragon_query_t *query)
{
	*query = (tesuji_dragon_query_t){.moves = 1};
}

int life_prepare(const tesuji_request_t *request, const tesuji_dragon_query_t *query,
                 msg_life_t *out, tesuji_error_t *why)
{
	msg_status_t board;
	int rc = go_prepare(request, false, &board, why);

	msg_life_init(out);
	if (rc != TESUJI_OK)
		return rc;
	if (query->group == NULL)
		return fail_with(why, TESUJI_E_MISSING, "params.group: no stone is given");
	out->position = board.position;
	memcpy(out->ko, board.ko, sizeof(out->ko));
	out->time_ms = board.time_ms;
	out->fresh = board.fresh;
	out->exact = query->exact != 0;
	out->ask = (unsigned)query->ask;
	out->moves = query->moves != 0;
	out->judge = query->judge != 0;
	if ((unsigned)query->ask > TESUJI_ASK_LIVE)
		return fail_with(why, TESUJI_E_VALUE, "params.ask: no question");
	if ((rc = convert_number("params.nodes", request->nodes, &out->nodes, why)) != TESUJI_OK ||
	    (rc = convert_text("params.group", query->group, out->group, sizeof(out->group),
	                       why)) != TESUJI_OK)
		return rc;
	return convert_text("params.region", query->region, out->region, sizeof(out->region), why);
}

/* A listener that is added when the answer names its status. */
typedef struct {
	listener_t *listener; /* NULL once it listens */
	tesuji_dragon_t *out;
} joining_t;

static err_t read_dragon(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	joining_t *joining = context;
	const msg_dragon_t *dragon = &t->scratch.dragon;
	tesuji_dragon_t *out = joining->out;
	err_t err = msg_dragon_read(result, &t->scratch.dragon, why);

	if (err != ERR_OK)
		return err;
	out->status = dragon->status;
	memcpy(out->rows, dragon->rows, sizeof(out->rows));
	out->colour = (tesuji_colour_t)dragon->colour;
	out->size = (unsigned)dragon->size;
	out->liberties = (unsigned)dragon->liberties;
	out->closed = dragon->closed;
	convert_move(out->stones, sizeof(out->stones), dragon->stones);
	convert_move(out->around, sizeof(out->around), dragon->around);
	memcpy(out->region, dragon->region, sizeof(out->region));
	events_attend(t, joining->listener, dragon->status, LIFE_QUESTIONS_MAX);
	joining->listener = NULL;
	return ERR_OK;
}

int tesuji_go_life(tesuji_t *t, const tesuji_request_t *request, const tesuji_dragon_query_t *query,
                   tesuji_dragon_t *out)
{
	joining_t joining = {.out = out};
	msg_life_t *msg = &t->scratch.life;
	wirebuf_t bytes;
	int rc = life_prepare(request, query, msg, &t->error);

	memset(out, 0, sizeof(*out));
	if (rc == TESUJI_OK)
		rc = calls_listener(t, request->user, &joining.listener);
	if (rc != TESUJI_OK)
		return rc;
	calls_begin(t, METHOD_GO_LIFE, &bytes);
	msg_life_write(&bytes, msg);
	rc = calls_end(t, METHOD_GO_LIFE, &bytes, read_dragon, &joining);
	mem_free(joining.listener, sizeof(*joining.listener));
	return rc;
}
