/* SPDX-License-Identifier: MIT
 * every.c - the table of all messages.
 */
#include "tests/wire/every.h"

#include <string.h>

#include "protocol/msg_auth.h"
#include "protocol/msg_batch.h"
#include "protocol/msg_life.h"
#include "protocol/msg_metrics.h"
#include "protocol/msg_moves.h"
#include "protocol/methods.h"
#include "protocol/msg_position.h"
#include "protocol/msg_proof.h"

#define BOTH(name, type)                                          \
	static type name##_store;                                 \
	static err_t name##_in(const node_t *map, errinfo_t *why) \
	{                                                         \
		return name##_read(map, &name##_store, why);      \
	}                                                         \
	static void name##_out(wirebuf_t *out)                    \
	{                                                         \
		name##_write(out, &name##_store);                 \
	}

enum { LIST_MAX = 3400 };

typedef struct {
	uint32_t count;
	msg_row_t rows[LIST_MAX];
} movelist_t;

static err_t list_read(const node_t *map, movelist_t *list, errinfo_t *why)
{
	err_t err = msg_list_count(map, &list->count, why);

	if (err == ERR_OK && list->count > LIST_MAX)
		err = err_fail(why, ERR_RANGE, "result.jobs: more rows than there may be jobs");
	for (uint32_t i = 0; err == ERR_OK && i < list->count; i++)
		err = msg_list_read(map, i, &list->rows[i], why);
	return err;
}

static void list_write(wirebuf_t *out, const movelist_t *list)
{
	msg_list_open(out, list->count);
	for (uint32_t i = 0; i < list->count; i++)
		msg_row_write(out, &list->rows[i]);
}

/* A request of a batch, and an answer with its results. */
typedef struct {
	msg_batch_t head;
	uint32_t count;
	msg_submit_t jobs[BATCH_FRAME_JOBS_MAX];
} batch_t;

static err_t batch_read(const node_t *map, batch_t *batch, errinfo_t *why)
{
	err_t err = msg_batch_read(map, &batch->head, &batch->count, why);

	for (uint32_t i = 0; err == ERR_OK && i < batch->count; i++)
		err = msg_batch_job_read(map, i, &batch->jobs[i], why);
	return err;
}

static void batch_write(wirebuf_t *out, const batch_t *batch)
{
	wirebuf_t jobs;

	wirebuf_init(&jobs, REPLY_BYTES_MAX);
	for (uint32_t i = 0; i < batch->count; i++)
		msg_submit_write(&jobs, &batch->jobs[i]);
	msg_batch_write(out, &batch->head, &jobs, batch->count);
	wirebuf_fini(&jobs);
}

typedef struct {
	msg_batch_results_t head;
	msg_done_t results[BATCH_RESULTS_MAX];
} results_t;

static err_t results_read(const node_t *map, results_t *results, errinfo_t *why)
{
	err_t err = msg_batch_results_read(map, &results->head, why);

	for (uint32_t i = 0; err == ERR_OK && i < results->head.count; i++)
		err = msg_batch_result_read(map, i, &results->results[i], why);
	return err;
}

static void results_write(wirebuf_t *out, const results_t *results)
{
	msg_batch_results_open(out, &results->head);
	for (uint32_t i = 0; i < results->head.count; i++)
		msg_done_write(out, &results->results[i]);
}

BOTH(msg_submit, msg_submit_t)
BOTH(batch, batch_t)
BOTH(results, results_t)
BOTH(msg_batched, msg_batched_t)
BOTH(msg_batch_ref, msg_batch_ref_t)
BOTH(msg_batch_watch, msg_batch_ref_t)
BOTH(msg_batch_status, msg_batch_status_t)
BOTH(msg_ref, msg_ref_t)
BOTH(msg_submitted, msg_submitted_t)
BOTH(msg_kept, msg_kept_t)
BOTH(msg_watch, msg_ref_t)
BOTH(msg_cancelled, msg_cancelled_t)
BOTH(msg_error, msg_error_t)
BOTH(msg_progress, msg_progress_t)
BOTH(msg_done, msg_done_t)
BOTH(msg_job, msg_job_t)
BOTH(msg_info, msg_info_t)
BOTH(list, movelist_t)
BOTH(msg_moves, msg_moves_t)
BOTH(msg_tried, msg_tried_t)
BOTH(msg_moved, msg_moved_t)
BOTH(msg_status, msg_status_t)
BOTH(msg_begun, msg_begun_t)
BOTH(msg_status_ref, msg_status_ref_t)
BOTH(msg_verdict, msg_verdict_t)
BOTH(msg_life, msg_life_t)
BOTH(msg_dragon, msg_dragon_t)
BOTH(msg_ended, msg_ended_t)
BOTH(msg_position, msg_position_t)
BOTH(msg_held, msg_held_t)
BOTH(msg_certificate, msg_certificate_t)
BOTH(msg_piece, msg_piece_t)
BOTH(msg_certified, msg_certified_t)
BOTH(msg_hello, msg_hello_t)
BOTH(msg_login, msg_login_t)
BOTH(msg_logged_in, msg_logged_in_t)
BOTH(msg_check, msg_check_t)
BOTH(msg_checked, msg_checked_t)
BOTH(msg_reloaded, msg_reloaded_t)
BOTH(msg_draining, msg_draining_t)
BOTH(msg_backup, msg_backup_t)
BOTH(msg_backed_up, msg_backed_up_t)
BOTH(msg_metrics, msg_metrics_t)

#define WAYS(name) true, name##_in, name##_out

const message_t every_message[] = {
        {RPC_REQUEST, "server.info", false, NULL, NULL},
        {RPC_REQUEST, "job.submit", WAYS(msg_submit)},
        {RPC_REQUEST, "job.cancel", WAYS(msg_ref)},
        {RPC_REQUEST, "job.status", WAYS(msg_ref)},
        {RPC_REQUEST, "job.list", false, NULL, NULL},
        {RPC_REQUEST, "job.watch", WAYS(msg_watch)},
        {RPC_REQUEST, "job.certificate", WAYS(msg_certificate)},
        {RPC_REQUEST, "job.moves", WAYS(msg_submit)},
        {RPC_REQUEST, "job.moves_cancel", WAYS(msg_status_ref)},
        {RPC_REQUEST, "go.status", WAYS(msg_status)},
        {RPC_REQUEST, "go.life", WAYS(msg_life)},
        {RPC_REQUEST, "go.cancel", WAYS(msg_status_ref)},
        {RPC_REQUEST, "go.position", WAYS(msg_position)},
        {RPC_REQUEST, "server.hello", false, NULL, NULL},
        {RPC_REQUEST, "auth.login", WAYS(msg_login)},
        {RPC_REQUEST, "auth.check", WAYS(msg_check)},
        {RPC_REQUEST, "server.reload", false, NULL, NULL},
        {RPC_REQUEST, "server.drain", false, NULL, NULL},
        {RPC_REQUEST, "server.backup", WAYS(msg_backup)},
        {RPC_REQUEST, "server.metrics", false, NULL, NULL},
        {RPC_REQUEST, "job.ack", WAYS(msg_ref)},
        {RPC_REQUEST, "batch.submit", WAYS(batch)},
        {RPC_REQUEST, "batch.status", WAYS(msg_batch_ref)},
        {RPC_REQUEST, "batch.watch", WAYS(msg_batch_watch)},
        {RPC_REQUEST, "batch.cancel", WAYS(msg_batch_ref)},
        {RPC_REQUEST, "batch.ack", WAYS(msg_batch_ref)},
        {RPC_RESPONSE, "server.info", WAYS(msg_info)},
        {RPC_RESPONSE, "job.submit", WAYS(msg_submitted)},
        {RPC_RESPONSE, "job.cancel", WAYS(msg_cancelled)},
        {RPC_RESPONSE, "job.status", WAYS(msg_job)},
        {RPC_RESPONSE, "job.list", WAYS(list)},
        {RPC_RESPONSE, "job.watch", WAYS(msg_job)},
        {RPC_RESPONSE, "job.certificate", WAYS(msg_piece)},
        {RPC_RESPONSE, "job.moves", WAYS(msg_moves)},
        {RPC_RESPONSE, "job.moves_cancel", WAYS(msg_status_ref)},
        {RPC_RESPONSE, "go.status", WAYS(msg_begun)},
        {RPC_RESPONSE, "go.life", WAYS(msg_dragon)},
        {RPC_RESPONSE, "go.cancel", WAYS(msg_status_ref)},
        {RPC_RESPONSE, "go.position", WAYS(msg_held)},
        {RPC_RESPONSE, "server.hello", WAYS(msg_hello)},
        {RPC_RESPONSE, "auth.login", WAYS(msg_logged_in)},
        {RPC_RESPONSE, "auth.check", WAYS(msg_checked)},
        {RPC_RESPONSE, "server.reload", WAYS(msg_reloaded)},
        {RPC_RESPONSE, "server.drain", WAYS(msg_draining)},
        {RPC_RESPONSE, "server.backup", WAYS(msg_backed_up)},
        {RPC_RESPONSE, "server.metrics", WAYS(msg_metrics)},
        {RPC_RESPONSE, "job.ack", WAYS(msg_kept)},
        {RPC_RESPONSE, "batch.submit", WAYS(msg_batched)},
        {RPC_RESPONSE, "batch.status", WAYS(msg_batch_status)},
        {RPC_RESPONSE, "batch.watch", WAYS(results)},
        {RPC_RESPONSE, "batch.cancel", WAYS(msg_batch_status)},
        {RPC_RESPONSE, "batch.ack", WAYS(msg_batch_status)},
        {RPC_RESPONSE, "error", WAYS(msg_error)},
        {RPC_NOTIFICATION, NOTIFY_PROGRESS, WAYS(msg_progress)},
        {RPC_NOTIFICATION, NOTIFY_DONE, WAYS(msg_done)},
        {RPC_NOTIFICATION, NOTIFY_KEPT, WAYS(msg_kept)},
        {RPC_NOTIFICATION, NOTIFY_CERTIFIED, WAYS(msg_certified)},
        {RPC_NOTIFICATION, NOTIFY_MOVE, WAYS(msg_tried)},
        {RPC_NOTIFICATION, NOTIFY_MOVED, WAYS(msg_moved)},
        {RPC_NOTIFICATION, NOTIFY_VERDICT, WAYS(msg_verdict)},
        {RPC_NOTIFICATION, NOTIFY_ENDED, WAYS(msg_ended)},
        {RPC_NOTIFICATION, NOTIFY_ERROR, WAYS(msg_error)},
        {RPC_REQUEST, NULL, false, NULL, NULL},
};

const message_t *every_find(rpc_kind_t kind, const char *method)
{
	for (const message_t *row = every_message; row->method != NULL; row++) {
		if (row->kind == kind && strcmp(row->method, method) == 0)
			return row;
	}
	return NULL;
}

void every_write(wirebuf_t *out, const message_t *row, uint32_t msgid)
{
	if (row->kind == RPC_REQUEST && !row->takes_map) {
		rpc_put_empty_request(out, msgid, row->method);
		return;
	}
	if (row->kind == RPC_REQUEST) {
		rpc_put_request(out, msgid, row->method);
	} else if (row->kind == RPC_NOTIFICATION) {
		rpc_put_notification(out, row->method);
	} else if (strcmp(row->method, "error") == 0) {
		put_array(out, 4);
		put_uint(out, RPC_RESPONSE);
		put_uint(out, msgid);
		row->write(out);
		put_nil(out);
		return;
	} else {
		rpc_put_response(out, msgid);
	}
	row->write(out);
}
