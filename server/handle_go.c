/* SPDX-License-Identifier: MIT
 * handle_go.c - go.status and go.cancel. */
#include <string.h>

#include "protocol/go.h"
#include "server/dispatch.h"

err_t handle_go_status(call_t *call, errinfo_t *why)
{
	msg_begun_t answer = {.status = 0};
	survey_request_t request;
	msg_status_t msg;
	msg_board_t board;
	err_t err = statuses_admit(&call->server->statuses, call->conn, &call->retry_ms, why);

	if (err == ERR_OK)
		err = msg_status_read(call->params, &msg, why);
	if (err == ERR_OK)
		err = msg_status_board(&msg, &board, why);
	if (err != ERR_OK)
		return err;
	request = (survey_request_t){
	        .board = {.game = "go",
	                  .rows = board.rows,
	                  .ko = board.ko[0] != '\0' ? board.ko : NULL},
	        .order = (int)msg.order,
	        .time_ms = msg.time_ms,
	        .cuts = msg.cuts,
	        .fresh = msg.fresh,
	};
	memcpy(answer.rows, board.rows, sizeof(answer.rows));
	err = statuses_begin(&call->server->statuses, call->conn, &request, &answer, why);
	err = handle_path(err, msg.position.sgf != NULL ? "sgf" : "rows", why);
	if (err == ERR_OK)
		msg_begun_write(&call->out, &answer);
	return err;
}

err_t handle_go_cancel(call_t *call, errinfo_t *why)
{
	msg_status_ref_t ref;
	err_t err = msg_status_ref_read(call->params, &ref, why);

	if (err == ERR_OK)
		err = statuses_cancel(&call->server->statuses, ref.status, why);
	if (err == ERR_OK)
		msg_status_ref_write(&call->out, &ref);
	return err;
}
