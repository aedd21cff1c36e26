/* SPDX-License-Identifier: MIT
 * life.c - `tesuji life`: does a dragon live?
 *
 * Design     As `tesuji status` does it: verdicts are collected, for a second by default, and then
 *            shown. What the search leaves open is judged, and shown as a judgement. */
#include "clients/cli/life.h"

#include <stdlib.h>
#include <string.h>

#include "clients/cli/complain.h"
#include "clients/cli/diagram_file.h"
#include "clients/cli/life_show.h"
#include "clients/cli/statuses.h"

static const status_origin_t origins[] = {
        {"params.position.move", "--move", true},  {"params.time_ms", "--time", true},
        {"params.nodes", "--nodes", true},         {"params.ko", "--ko", false},
        {"params.group", "--group", false},        {"params.region", "--region", false},
        {"params.position.rows", "--rows", false}, {NULL, NULL, false}};

static void take(void *context, const tesuji_event_t *event)
{
	life_answer_t *life = context;

	if (event->kind == TESUJI_EVENT_VERDICT && life->count < LIFE_VERDICTS_MAX)
		life->verdict[life->count++] = event->verdict;
	if (event->kind == TESUJI_EVENT_STATUS)
		life->life = event->life;
}

/* show writes the answer, and the picture if asked. */
static exit_t show(const args_t *args, const life_answer_t *life, const char *where)
{
	exit_t code = EXIT_PROVEN;
	life_picture_t picture;

	life_show_make(&picture, life);
	if (args->json)
		life_show_json(stdout, life, where);
	else
		life_show_print(stdout, life, &picture);
	if (args->svg != NULL)
		code = diagram_save(args->svg, &picture.diagram);
	if (code == EXIT_PROVEN && life->life == TESUJI_LIFE_OPEN)
		code = EXIT_UNDECIDED;
	return statuses_exit(code);
}

static exit_t life_in(const session_t *session, const args_t *args, const char *sgf)
{
	life_answer_t *life = calloc(1, sizeof(*life));
	tesuji_dragon_query_t query;
	tesuji_request_t request;
	exit_t code;

	if (life == NULL) {
		complain("no memory");
		return EXIT_NO_MEMORY;
	}
	tesuji_request_init(&request);
	request.sgf = sgf;
	request.rows = args->rows;
	request.move = args->move;
	request.ko = args->ko;
	request.nodes = args->nodes;
	request.time_ms = args->time_ms;
	tesuji_dragon_init(&query);
	query.group = args->group;
	query.exact = args->exact;
	query.region = args->region;
	query.judge = 1;
	if (tesuji_go_life(session->handle, &request, &query, &life->dragon) == TESUJI_OK) {
		code = statuses_follow(session, life->dragon.status, args->time_ms, NULL, take,
		                       life);
		if (code == EXIT_PROVEN)
			code = show(args, life, session->where);
	} else {
		code = statuses_refused(session, args, origins);
	}
	free(life);
	return code;
}

exit_t life_command(const args_t *args)
{
	return statuses_command(args, life_in);
}
