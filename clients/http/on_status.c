/* SPDX-License-Identifier: MIT
 * on_status.c - the requests that are answered by many verdicts: the blocks of a board, a dragon,
 * the first moves of a problem. They end with their client.
 */
#include "clients/http/on_status.h"

#include <string.h>

#include "clients/http/relay.h"

static uint64_t number_in(const json_t *params)
{
	return (uint64_t)json_integer_value(json_object_get(params, "status"));
}

static json_t *status_of(uint64_t number)
{
	return json_pack("{s:I}", "status", (json_int_t)number);
}

static void status_left(upstream_t *upstream, uint64_t number)
{
	relay_quietly(upstream, "go.cancel", status_of(number));
}

static void moves_left(upstream_t *upstream, uint64_t number)
{
	relay_quietly(upstream, "job.moves_cancel", status_of(number));
}

/* begun opens the stream of what the daemon has taken up. */
static void begun(request_t *r, const upstream_answer_t *answer,
                  void (*left)(upstream_t *upstream, uint64_t number))
{
	const stream_event_t event = {
	        .name = "begun", .value = answer->result, .keep = STREAM_KEPT};
	const stream_of_t of = {STREAM_STATUS, number_in(answer->result), answer->via};

	if (!relay_failed(r, answer))
		relay_stream(r, &of, &event, left);
}

static void status_begun(void *user, const upstream_answer_t *answer)
{
	begun(user, answer, status_left);
}

static void moves_begun(void *user, const upstream_answer_t *answer)
{
	begun(user, answer, moves_left);
}

static void ask(request_t *r, const char *method, ask_t what,
                void (*answered)(void *user, const upstream_answer_t *answer))
{
	json_t *params = streams_choose(r, FORMAT_NDJSON, false) ? request_params(r, what) : NULL;

	if (params != NULL)
		relay_call(r, method, params, answered);
}

void on_status_board(request_t *r)
{
	ask(r, "go.status", ASK_BOARD, status_begun);
}

void on_status_life(request_t *r)
{
	ask(r, "go.life", ASK_BOARD, status_begun);
}

void on_status_moves(request_t *r)
{
	ask(r, "job.moves", ASK_PROBLEM, moves_begun);
}

void on_status_notice(gateway_t *g, const upstream_notice_t *notice)
{
	static const struct {
		const char *method, *event;
		stream_keep_t keep;
	} rows[] = {{"go.verdict", "verdict", STREAM_KEPT},
	            {"go.done", "done", STREAM_LAST},
	            {"job.move", "move", STREAM_KEPT},
	            {"job.moved", "done", STREAM_LAST}};

	const stream_of_t of = {STREAM_STATUS, number_in(notice->params), notice->via};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const stream_event_t event = {
		        .name = rows[i].event, .value = notice->params, .keep = rows[i].keep};

		if (strcmp(notice->method, rows[i].method) == 0)
			streams_tell(g->streams, &of, &event);
	}
}
