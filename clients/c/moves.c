/* SPDX-License-Identifier: MIT
 * moves.c - the calls about first moves; they work as those in calls.c do.
 */
#include "clients/c/moves.h"

#include <stdio.h>
#include <string.h>

#include "clients/c/calls.h"
#include "clients/c/convert.h"
#include "clients/c/events.h"

/* A listener that is added when the answer names its status. */
typedef struct {
	listener_t *listener; /* NULL once it listens */
	tesuji_moves_t *out;
} joining_t;

static err_t read_moves(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	joining_t *joining = context;
	const msg_moves_t *moves = &t->scratch.moves;
	tesuji_moves_t *out = joining->out;
	err_t err = msg_moves_read(result, &t->scratch.moves, why);

	if (err == ERR_OK && moves->moves > MOVES_QUESTIONS_MAX)
		err = err_fail(why, ERR_RANGE, "result.moves: more than %d", MOVES_QUESTIONS_MAX);
	if (err != ERR_OK)
		return err;
	out->status = moves->status;
	out->moves = (unsigned)moves->moves;
	out->time_ms = moves->time_ms;
	memcpy(out->game, moves->game, sizeof(out->game));
	memcpy(out->style, moves->style, sizeof(out->style));
	memcpy(out->rows, moves->rows, sizeof(out->rows));
	out->attacker = (tesuji_colour_t)moves->attacker;
	memcpy(out->goal, moves->goal.type, sizeof(out->goal));
	memcpy(out->target, moves->goal.target, sizeof(out->target));
	out->first = (tesuji_side_t)moves->goal.first;
	events_attend(t, joining->listener, moves->status, moves->moves);
	joining->listener = NULL;
	return ERR_OK;
}

int tesuji_moves(tesuji_t *t, const tesuji_request_t *request, tesuji_moves_t *out)
{
	joining_t joining = {.out = out};
	msg_submit_t *msg = &t->scratch.submit;
	wirebuf_t bytes;
	int rc = calls_prepare(request, msg, &t->error);

	memset(out, 0, sizeof(*out));
	if (rc == TESUJI_OK)
		rc = calls_listener(t, request->user, &joining.listener);
	if (rc != TESUJI_OK)
		return rc;
	calls_begin(t, METHOD_MOVES, &bytes);
	msg_submit_write(&bytes, msg);
	rc = calls_end(t, METHOD_MOVES, &bytes, read_moves, &joining);
	mem_free(joining.listener, sizeof(*joining.listener));
	return rc;
}

int tesuji_moves_cancel(tesuji_t *t, uint64_t status)
{
	return calls_cancel(t, METHOD_MOVES_CANCEL, status);
}

void moves_tried(const msg_tried_t *msg, tesuji_event_t *out)
{
	tesuji_tried_t *tried = &out->tried;

	convert_done(&msg->done, &out->report);
	*tried = (tesuji_tried_t){
	        .verdict = (tesuji_tells_t)msg->verdict,
	        .rank = (unsigned)msg->rank,
	        .has_question = msg->has_question,
	        .attacker_threats = (int)msg->question.attacker_threats,
	        .defender_threats = (int)msg->question.defender_threats,
	};
	convert_move(tried->move, sizeof(tried->move), msg->move);
	convert_move(tried->coords, sizeof(tried->coords), msg->move_coords);
	convert_move(tried->ko, sizeof(tried->ko), msg->question.ko);
	snprintf(tried->options, sizeof(tried->options), "%s", msg->question.options);
	out->report.attacker = (tesuji_colour_t)msg->done.goal.attacker;
}

static const char *given(const char *text)
{
	return text[0] != '\0' ? text : NULL;
}

int tesuji_moves_question(const tesuji_event_t *event, tesuji_request_t *request)
{
	const tesuji_report_t *report = &event->report;
	const tesuji_tried_t *tried = &event->tried;

	tesuji_request_init(request);
	if (event->kind != TESUJI_EVENT_MOVE || !tried->has_question)
		return TESUJI_E_VALUE;
	request->game = given(report->game);
	request->rows = report->rows;
	request->options = given(tried->options);
	request->goal = given(report->goal);
	request->target = given(report->target);
	request->attacker = report->attacker;
	request->first = tesuji_side_name(report->first);
	request->ko = given(tried->ko);
	request->attacker_threats = tried->attacker_threats;
	request->defender_threats = tried->defender_threats;
	return TESUJI_OK;
}
