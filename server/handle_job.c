/* SPDX-License-Identifier: MIT
 * handle_job.c - job.submit, status, list and watch; job.cancel's part that is not the journal's.
 */
#include "server/handle_job.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/solve/solver.h"
#include "protocol/msg_submit.h"
#include "server/access.h"
#include "server/admission.h"
#include "server/boards.h"
#include "server/jobs_admit.h"
#include "server/log.h"
#include "server/quota.h"
#include "server/report.h"

/* Rows of a list that are sure to fit into REPLY_VALUES_MAX and REPLY_BYTES_MAX. */
enum { LIST_ROWS_MAX = 3000 };

const char *handle_job_form(const msg_submit_t *msg)
{
	return msg->position.sgf != NULL ? "sgf" : msg->position.fen[0] != '\0' ? "fen" : "rows";
}

err_t handle_job_path(err_t err, const char *form, errinfo_t *why)
{
	char path[sizeof("position.rows")];

	if (err == ERR_NOMEM) /* no field is to blame */
		return err;
	(void)snprintf(path, sizeof(path), "position.%s", form);
	(void)err_rename(why, err, "position.rows", path);
	return err_under(why, err, "params");
}

/* submit_board gives the board of a submission, whichever way it came. */
static err_t submit_board(const conn_t *conn, const msg_submit_t *msg, msg_board_t *board,
                          errinfo_t *why)
{
	sgf_position_t held;
	err_t err;

	if (msg->position.board == 0)
		return msg_submit_board(msg, board, why);
	err = boards_find(conn, msg->position.board, &held, why);
	return err == ERR_OK ? msg_submit_held(msg, &held, board, why) : err;
}

static const char *given(const char *text)
{
	return text[0] != '\0' ? text : NULL;
}

static void fill_request(const msg_submit_t *msg, const msg_board_t *board, request_t *out)
{
	*out = (request_t){
	        .problem = {.game = board->game,
	                    .rows = given(board->rows),
	                    .goal = given(msg->goal.type),
	                    .target = given(msg->goal.target),
	                    .options = given(msg->options),
	                    .attacker = (colour_t)board->attacker,
	                    .first = (side_t)msg->goal.first,
	                    .ko = given(board->ko),
	                    .attacker_threats = msg->threats.attacker,
	                    .defender_threats = msg->threats.defender},
	        .limits = {.order = msg->limits.order == MSG_ORDER_OPEN ? -1
	                                                                : (int)msg->limits.order,
	                   .depth = (unsigned)msg->limits.depth,
	                   .within = (unsigned)msg->limits.within,
	                   .shortest = msg->shortest,
	                   .nodes = msg->limits.nodes,
	                   .time_ms = msg->limits.time_ms,
	                   .table_bytes = msg->limits.table_bytes,
	                   .workers = (unsigned)msg->limits.workers,
	                   .schedule = (schedule_t)msg->schedule,
	                   .engine = (algorithm_t)msg->engine,
	                   .zoning = (zoning_t)msg->zone,
	                   .driver = (driver_t)msg->driver},
	        .fresh = msg->fresh,
	        .ko = msg->ko_verdict,
	};
}

/* name_goal makes a goal that was not named the game's first, for reports. The
 * request has been filled: it leaves that to the game. */
static void name_goal(const char *name, msg_goal_t *goal)
{
	const game_t *game = game_find(name);
	strbuf_t text;

	if (game == NULL || goal->type[0] != '\0')
		return;
	strbuf_init(&text, goal->type, sizeof(goal->type));
	strbuf_printf(&text, "%.*s", (int)strcspn(game->goals, " "), game->goals);
}

err_t handle_job_request(const conn_t *conn, msg_submit_t *msg, msg_board_t *board,
                         request_t *request, errinfo_t *why)
{
	const err_t err = submit_board(conn, msg, board, why);

	if (err != ERR_OK)
		return err;
	fill_request(msg, board, request);
	name_goal(request->problem.game, &msg->goal);
	return ERR_OK;
}

/* workers_of returns how many workers a job may have. */
static unsigned workers_of(const server_t *server, const request_t *request)
{
	const unsigned most = solver_workers(server->solver);
	const unsigned wanted = request->limits.workers;

	return most == 0 ? 1 : wanted == 0 || wanted > most ? most : wanted;
}

err_t handle_job_admit(call_t *call, errinfo_t *why)
{
	const err_t err = jobs_admit(&call->server->jobs, call->conn, &call->retry_ms, why);

	return err == ERR_OK
	               ? quota_admit(call->conn->peer->account, quota_now(), &call->retry_ms, why)
	               : err;
}

/* begin submits the job for a peer, and for a connection of it; NULL: for none. */
static err_t begin(server_t *server, peer_t *peer, conn_t *conn, msg_submit_t *msg,
                   msg_submitted_t *answer, record_t **out, errinfo_t *why)
{
	msg_board_t board;
	request_t request;
	err_t err = handle_job_request(conn, msg, &board, &request, why);

	if (err != ERR_OK)
		return err;
	if (conn != NULL)
		quota_limit(peer->account, workers_of(server, &request), &msg->limits, answer);
	request.limits.nodes = msg->limits.nodes;
	request.limits.time_ms = msg->limits.time_ms;
	err = handle_job_path(jobs_submit(&server->jobs, peer, conn != NULL ? conn->node.id : 0,
	                                  &request, msg, out, why),
	                      handle_job_form(msg), why);
	if (err == ERR_OK)
		answer->job = (*out)->node.id;
	return err;
}

err_t handle_job_begin(call_t *call, msg_submit_t *msg, msg_submitted_t *answer, record_t **out,
                       errinfo_t *why)
{
	server_t *server = call->server;
	err_t err = admission_job(&server->conf, msg, answer, why);

	if (err == ERR_OK)
		err = jobs_admit_table(&server->jobs, call->conn, msg->limits.table_bytes,
		                       server->conf.max_job_table_mib << 20, &call->retry_ms, why);
	if (err == ERR_OK)
		err = begin(server, call->conn->peer, call->conn, msg, answer, out, why);
	if (err == ERR_OK)
		quota_take((*out)->owner);
	return err;
}

err_t handle_job_again(server_t *server, peer_t *peer, msg_submit_t *msg, record_t **out,
                       errinfo_t *why)
{
	msg_submitted_t answer = {.job = 0};
	const err_t err = admission_job(&server->conf, msg, &answer, why);

	return err == ERR_OK ? begin(server, peer, NULL, msg, &answer, out, why) : err;
}

err_t handle_job_submit(call_t *call, errinfo_t *why)
{
	msg_submitted_t answer = {.job = 0};
	msg_submit_t msg;
	record_t *record;
	err_t err = handle_job_admit(call, why);

	if (err == ERR_OK)
		err = msg_submit_read(call->params, &msg, why);
	if (err == ERR_OK)
		err = handle_job_begin(call, &msg, &answer, &record, why);
	if (err != ERR_OK)
		return err;
	err = jobs_own(record, call->conn, msg.progress_ms, why);
	if (err == ERR_OK)
		msg_submitted_write(&call->out, &answer);
	else
		solver_cancel(record->job);
	return err;
}

const char *handle_job_account(const conn_t *conn)
{
	return conn->peer->account != NULL ? conn->peer->account->name : "";
}

/* find_key finds a durable job by its key, among those of who asks. */
static err_t find_key(call_t *call, const char *key, record_t **out, errinfo_t *why)
{
	const kept_t *kept =
	        durable_find(call->server->durable, handle_job_account(call->conn), key);

	if (kept == NULL) {
		(void)err_at(why, ERR_JOB, "params.key",
		             "there is no durable job of that key (any more)");
		return ERR_JOB;
	}
	if (kept->record == NULL) {
		(void)err_at(why, ERR_BUSY, "params.key", "that job is being taken up again");
		return ERR_BUSY;
	}
	*out = kept->record;
	return ERR_OK;
}

err_t handle_job_find(call_t *call, const msg_ref_t *ref, record_t **out, errinfo_t *why)
{
	if (ref->key[0] != '\0')
		return find_key(call, ref->key, out, why);
	*out = jobs_find(&call->server->jobs, ref->job);
	if (*out == NULL)
		return err_at(why, ERR_JOB, "params.job", "there is no job %llu (any more)",
		              (unsigned long long)ref->job);
	return access_job(call->server, call->conn, *out, why);
}

/* put_status answers with the job map, kept or made now. */
static err_t put_status(call_t *call, const record_t *record, errinfo_t *why)
{
	if (record->job != NULL)
		call->body = report_status(record);
	else
		call->body = report_kept(record);
	return call->body != NULL ? ERR_OK : err_fail(why, ERR_NOMEM, "out of memory");
}

msg_cancelled_t handle_job_stop(record_t *record, const peer_t *by)
{
	msg_row_t row = record->row;

	if (record->job != NULL) {
		if (record->owner != by->account)
			log_line(LOG_NOTICE, LOG_AUDIT, "event=cancelled job=%llu of=%s by=\"%s\"",
			         (unsigned long long)record->node.id,
			         record->owner != NULL ? record->owner->name : "nobody", by->text);
		solver_cancel(record->job);
		report_row(record, &row);
	}
	return (msg_cancelled_t){.job = record->node.id, .state = row.state};
}

err_t handle_job_status(call_t *call, errinfo_t *why)
{
	record_t *record;
	msg_ref_t ref;
	err_t err = msg_ref_read(call->params, &ref, why);

	if (err == ERR_OK)
		err = handle_job_find(call, &ref, &record, why);
	return err == ERR_OK ? put_status(call, record, why) : err;
}

err_t handle_job_watch(call_t *call, errinfo_t *why)
{
	record_t *record;
	msg_ref_t ref;
	err_t err = msg_watch_read(call->params, &ref, why);

	if (err == ERR_OK)
		err = handle_job_find(call, &ref, &record, why);
	if (err == ERR_OK)
		err = put_status(call, record, why);
	if (err == ERR_OK && record->job != NULL)
		err = jobs_watch(record, call->conn, ref.progress_ms, why);
	else if (err == ERR_OK && record->done != NULL)
		call->after = outq_buffer_hold(record->done);
	if (err == ERR_BUSY)
		call->retry_ms = RETRY_MOST_MS;
	return err;
}

/* refuse_proof says why there is no certificate of a job that has ended. */
static err_t refuse_proof(const record_t *record, errinfo_t *why)
{
	static const char restored[] =
	        ", found before the server was started again: submit it again, by another key";

	return err_at(why, ERR_VALUE, "params.job", "it has no proof: its value is %s%s",
	              value_name((value_t)record->row.value), record->kept != NULL ? restored : "");
}

err_t handle_job_certificate(call_t *call, errinfo_t *why)
{
	msg_certificate_t msg;
	record_t *record;
	msg_piece_t piece;
	err_t err = msg_certificate_read(call->params, &msg, why);

	if (err == ERR_OK)
		err = handle_job_find(call, &(msg_ref_t){.job = msg.job}, &record, why);
	if (err == ERR_OK && record->job != NULL)
		err = err_at(why, ERR_VALUE, "params.job", "it has not ended yet");
	else if (err == ERR_OK && record->proof == NULL)
		err = refuse_proof(record, why);
	if (err == ERR_OK)
		err = proofs_ask(record->proof, call->conn, &msg, &piece, &call->retry_ms, why);
	if (err == ERR_OK)
		msg_piece_write(&call->out, &piece);
	return err;
}

/* The records of a list, the newest first. */
typedef struct {
	const record_t *record[LIST_ROWS_MAX];
	unsigned count;
} rows_t;

/* take_rows takes the records of a list of the server's that the connection sees, while there is
 * room. It looks at no more of them than that: each look goes to memory that is far away. */
static void take_rows(const call_t *call, const link_t *list, rows_t *rows)
{
	for (const link_t *at = list->previous; at != list && rows->count < LIST_ROWS_MAX;
	     at = at->previous) {
		const record_t *record = LIST_ENTRY(at, const record_t, link);

		if (access_sees(call->server, call->conn, record->owner))
			rows->record[rows->count++] = record;
	}
}

static void put_row(call_t *call, const record_t *record)
{
	msg_row_t row;

	if (record->job != NULL)
		report_row(record, &row);
	else
		row = record->row;
	msg_row_write(&call->out, &row);
}

err_t handle_job_list(call_t *call, errinfo_t *why)
{
	jobs_t *jobs = &call->server->jobs;
	rows_t *rows;

	jobs_expire(jobs);
	rows = mem_alloc_head(sizeof(*rows), 0);
	if (rows == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	rows->count = 0;
	take_rows(call, &jobs->active, rows);
	take_rows(call, &jobs->finished, rows);
	take_rows(call, &jobs->kept, rows); /* what is left out is the oldest of these */
	msg_list_open(&call->out, rows->count);
	for (unsigned i = rows->count; i > 0; i--)
		put_row(call, rows->record[i - 1]);
	mem_free(rows, sizeof(*rows));
	return ERR_OK;
}
