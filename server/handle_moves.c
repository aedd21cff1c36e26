/* SPDX-License-Identifier: MIT
 * handle_moves.c - job.moves: takes what job.submit takes, and refuses what a status has not. */
#include "server/handle_moves.h"

#include <string.h>

#include "protocol/msg_moves.h"
#include "server/admission.h"
#include "server/board_statuses.h"
#include "server/handle_job.h"

/* check refuses what is of single jobs, and bounds the time. */
static err_t check(msg_submit_t *msg, errinfo_t *why)
{
	if (msg->detach)
		return err_at(why, ERR_VALUE, "params.detach",
		              "job.moves ends with its connection");
	if (msg->ko_verdict)
		return err_at(why, ERR_VALUE, "params.ko_verdict",
		              "job.moves asks with the threats that are given");
	if (msg->durable)
		return err_at(why, ERR_VALUE, "params.durable", "job.moves has no durable jobs");
	if (msg->limits.time_ms == 0)
		msg->limits.time_ms = MOVES_DEFAULT_MS;
	if (msg->limits.time_ms > MOVES_MOST_MS)
		return err_at(why, ERR_RANGE, "params.limits.time_ms",
		              "%llu is not in 0..%d for job.moves",
		              (unsigned long long)msg->limits.time_ms, MOVES_MOST_MS);
	return ERR_OK;
}

err_t handle_moves(call_t *call, errinfo_t *why)
{
	board_statuses_t *statuses = &call->server->statuses;
	msg_submitted_t granted = {.job = 0};
	first_moves_request_t first = {.fresh = false};
	msg_moves_t answer = {.status = 0};
	msg_submit_t msg;
	msg_board_t board;
	request_t request;
	err_t err = board_statuses_admit(statuses, call->conn, &call->retry_ms, why);

	if (err == ERR_OK)
		err = msg_submit_read(call->params, &msg, why);
	if (err == ERR_OK)
		err = admission_job(&call->server->conf, &msg, &granted, why);
	if (err == ERR_OK)
		err = check(&msg, why); /* the server's most of time, where none was given */
	if (err == ERR_OK)
		err = handle_job_request(call->conn, &msg, &board, &request, why);
	if (err != ERR_OK)
		return err;
	first = (first_moves_request_t){
	        .problem = request.problem, .limits = request.limits, .fresh = request.fresh};
	answer.time_ms = msg.limits.time_ms;
	err = handle_job_path(
	        board_statuses_begin_moves(statuses, call->conn, &first, &msg.goal, &answer, why),
	        handle_job_form(&msg), why);
	if (err == ERR_OK)
		msg_moves_write(&call->out, &answer);
	return err;
}
