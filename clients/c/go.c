/* SPDX-License-Identifier: MIT
 * go.c - the calls about the status of a Go board; they work as those in calls.c do.
 */
#include "clients/c/go.h"

#include "clients/c/calls.h"
#include "clients/c/convert.h"
#include "clients/c/events.h"
#include "protocol/msg_submit.h"

#include <string.h>

static int request_fill(const tesuji_request_t *r, bool cuts, msg_status_t *out,
                        tesuji_error_t *why)
{
	int rc;

	msg_status_init(out);
	if (r->sgf != NULL && r->rows != NULL)
		return fail_with(why, TESUJI_E_VALUE,
		                 "params.position: only one of sgf and rows may be given");
	out->position.sgf = r->sgf;
	out->position.sgf_bytes = r->sgf != NULL ? strlen(r->sgf) : 0;
	out->position.board = r->board;
	out->cuts = cuts;
	out->fresh = r->fresh != 0;
	if ((rc = convert_number("params.position.move", r->move, &out->position.move, why)) !=
	            TESUJI_OK ||
	    (rc = convert_number("params.order", r->order, &out->order, why)) != TESUJI_OK ||
	    (rc = convert_number("params.time_ms", r->time_ms, &out->time_ms, why)) != TESUJI_OK ||
	    (rc = convert_text("params.position.rows", r->rows, out->position.rows,
	                       sizeof(out->position.rows), why)) != TESUJI_OK)
		return rc;
	return convert_text("params.ko", r->ko, out->ko, sizeof(out->ko), why);
}

/* rows_read replaces a record that is too long for a message by the board after it. */
static int rows_read(msg_status_t *msg, tesuji_error_t *error)
{
	msg_board_t board;
	errinfo_t why = {.code = ERR_OK};

	if (msg_place_board(&msg->position, msg->ko, &board, &why) != ERR_OK)
		return fail_with(error, (tesuji_code_t)why.code, "%s", why.text);
	msg->position.sgf = NULL;
	msg->position.sgf_bytes = 0;
	msg->position.move = MSG_MOVE_ALL;
	memcpy(msg->position.rows, board.rows, sizeof(board.rows));
	memcpy(msg->ko, board.ko, sizeof(board.ko));
	return TESUJI_OK;
}

int go_prepare(const tesuji_request_t *request, bool cuts, msg_status_t *out, tesuji_error_t *why)
{
	int rc = request_fill(request, cuts, out, why);

	if (rc == TESUJI_OK && calls_record_is_long(out->position.sgf_bytes))
		rc = rows_read(out, why);
	return rc;
}

/* A listener that is added when the answer names its status. */
typedef struct {
	listener_t *listener; /* NULL once it listens */
	tesuji_status_t *out;
} joining_t;

static err_t read_begun(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	joining_t *joining = context;
	msg_begun_t *begun = &t->scratch.begun;
	err_t err = msg_begun_read(result, begun, why);

	if (err == ERR_OK && begun->questions > STATUS_QUESTIONS_MAX)
		err = err_fail(why, ERR_RANGE, "result.questions: more than %d",
		               STATUS_QUESTIONS_MAX);
	if (err != ERR_OK)
		return err;
	joining->out->status = begun->status;
	joining->out->questions = (unsigned)begun->questions;
	memcpy(joining->out->rows, begun->rows, sizeof(begun->rows));
	/* There is at most one save for each question. */
	events_attend(t, joining->listener, begun->status, 2 * begun->questions);
	joining->listener = NULL;
	return ERR_OK;
}

int tesuji_go_status(tesuji_t *t, const tesuji_request_t *request, int cuts, tesuji_status_t *out)
{
	joining_t joining = {.out = out};
	msg_status_t *msg = &t->scratch.status;
	wirebuf_t bytes;
	int rc = go_prepare(request, cuts != 0, msg, &t->error);

	memset(out, 0, sizeof(*out));
	if (rc == TESUJI_OK)
		rc = calls_listener(t, request->user, &joining.listener);
	if (rc != TESUJI_OK)
		return rc;
	calls_begin(t, METHOD_GO_STATUS, &bytes);
	msg_status_write(&bytes, msg);
	rc = calls_end(t, METHOD_GO_STATUS, &bytes, read_begun, &joining);
	mem_free(joining.listener, sizeof(*joining.listener));
	return rc;
}

int tesuji_go_cancel(tesuji_t *t, uint64_t status)
{
	return calls_cancel(t, METHOD_GO_CANCEL, status);
}

void go_verdict(const msg_verdict_t *msg, tesuji_verdict_t *out)
{
	*out = (tesuji_verdict_t){
	        .asked = (tesuji_asked_t)msg->kind,
	        .colour = (tesuji_colour_t)msg->colour,
	        .size = (unsigned)msg->size,
	        .liberties = (unsigned)msg->liberties,
	        .value = (tesuji_value_t)msg->value,
	        .scope = (tesuji_scope_t)msg->scope,
	        .ko = (tesuji_ko_t)msg->ko,
	        .ko_threats = msg->ko == MSG_KO_FIGHT ? msg->ko_threats : 0,
	        .order = (unsigned)msg->order,
	        .time_ms = msg->time_ms,
	        .remembered = msg->remembered,
	        .is_judged = msg->chance != MSG_CHANCE_NONE,
	        .chance = msg->chance != MSG_CHANCE_NONE ? (double)msg->chance / 1000 : 0,
	};
	convert_move(out->stones, sizeof(out->stones), msg->stones);
	convert_move(out->best, sizeof(out->best), msg->best);
	convert_move(out->tried, sizeof(out->tried), msg->tried);
}
