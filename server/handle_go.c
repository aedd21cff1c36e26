/* SPDX-License-Identifier: MIT
 * handle_go.c - go.status, go.life, go.cancel and go.position. */
#include "server/handle_go.h"

#include <string.h>

#include "protocol/msg_life.h"
#include "server/access.h"
#include "server/boards.h"
#include "server/handle_job.h"

/* place_board gives the board of a request, whichever way it came. */
static err_t place_board(const conn_t *conn, const msg_place_t *place,
                         const char ko[MSG_POINT_BYTES], msg_board_t *board, errinfo_t *why)
{
	sgf_position_t held;
	err_t err;

	if (place->board == 0)
		return msg_place_board(place, ko, board, why);
	err = boards_find(conn, place->board, &held, why);
	if (err != ERR_OK)
		return err;
	memcpy(board->rows, held.rows, sizeof(held.rows));
	memcpy(board->ko, ko, sizeof(board->ko));
	if (ko[0] == '\0')
		memcpy(board->ko, held.ko, sizeof(held.ko));
	return ERR_OK;
}

err_t handle_go_status(call_t *call, errinfo_t *why)
{
	msg_begun_t answer = {.status = 0};
	board_status_request_t request;
	msg_status_t msg;
	msg_board_t board;
	err_t err = board_statuses_admit(&call->server->statuses, call->conn, &call->retry_ms, why);

	if (err == ERR_OK)
		err = msg_status_read(call->params, &msg, why);
	if (err == ERR_OK)
		err = place_board(call->conn, &msg.position, msg.ko, &board, why);
	if (err != ERR_OK)
		return err;
	request = (board_status_request_t){
	        .board = {.game = "go",
	                  .rows = board.rows,
	                  .ko = board.ko[0] != '\0' ? board.ko : NULL},
	        .order = (int)msg.order,
	        .time_ms = msg.time_ms,
	        .cuts = msg.cuts,
	        .fresh = msg.fresh,
	};
	memcpy(answer.rows, board.rows, sizeof(answer.rows));
	err = board_statuses_begin(&call->server->statuses, call->conn, &request, &answer, why);
	err = handle_job_path(err, msg.position.sgf != NULL ? "sgf" : "rows", why);
	if (err == ERR_OK)
		msg_begun_write(&call->out, &answer);
	return err;
}

err_t handle_go_life(call_t *call, errinfo_t *why)
{
	dragon_status_request_t request;
	msg_dragon_t answer = {.status = 0};
	msg_life_t msg;
	msg_board_t board;
	err_t err = board_statuses_admit(&call->server->statuses, call->conn, &call->retry_ms, why);

	if (err == ERR_OK)
		err = msg_life_read(call->params, &msg, why);
	if (err == ERR_OK)
		err = place_board(call->conn, &msg.position, msg.ko, &board, why);
	if (err != ERR_OK)
		return err;
	request = (dragon_status_request_t){
	        .board = {.game = "go",
	                  .rows = board.rows,
	                  .ko = board.ko[0] != '\0' ? board.ko : NULL},
	        .query = {.stones = msg.group,
	                  .exact = msg.exact,
	                  .region = msg.region[0] != '\0' ? msg.region : NULL},
	        .kill = msg.ask != MSG_ASKS_LIVE,
	        .live = msg.ask != MSG_ASKS_KILL,
	        .moves = msg.moves,
	        .time_ms = msg.time_ms,
	        .nodes = msg.nodes,
	        .fresh = msg.fresh,
	};
	memcpy(answer.rows, board.rows, sizeof(answer.rows));
	err = board_statuses_begin_life(&call->server->statuses, call->conn, &request, msg.judge,
	                                &answer, why);
	err = handle_job_path(err, msg.position.sgf != NULL ? "sgf" : "rows", why);
	err = err_rename(why, err, "params.options.region", "params.region");
	if (err == ERR_OK)
		msg_dragon_write(&call->out, &answer);
	return err;
}

/* check_owner refuses a status of another account. */
static err_t check_owner(const call_t *call, uint64_t id, errinfo_t *why)
{
	const peer_t *peer = board_statuses_peer(&call->server->statuses, id);

	if (peer == NULL || access_sees(call->server, call->conn, peer->account))
		return ERR_OK;
	return err_at(why, ERR_OWNER, "params.status",
	              "the status %llu is not of %s: cancel those that you have begun",
	              (unsigned long long)id, call->conn->peer->text);
}

err_t handle_go_cancel(call_t *call, errinfo_t *why)
{
	msg_status_ref_t ref;
	err_t err = msg_status_ref_read(call->params, &ref, why);

	if (err == ERR_OK)
		err = check_owner(call, ref.status, why);
	if (err == ERR_OK)
		err = board_statuses_cancel(&call->server->statuses, ref.status, why);
	if (err == ERR_OK)
		msg_status_ref_write(&call->out, &ref);
	return err;
}

err_t handle_go_position(call_t *call, errinfo_t *why)
{
	const conf_t *conf = &call->server->conf;
	const boards_most_t most = {.boards = (unsigned)conf->max_boards_per_connection,
	                            .moves = (unsigned)conf->max_moves_per_board};
	msg_position_t msg;
	msg_held_t held;
	err_t err = msg_position_read(call->params, &msg, why);

	if (err == ERR_OK)
		err = boards_change(call->conn, &msg, &most, &held, why);
	if (err == ERR_OK)
		msg_held_write(&call->out, &held);
	return err;
}
