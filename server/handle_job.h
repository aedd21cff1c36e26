/* SPDX-License-Identifier: MIT
 * handle_job.h - the handlers of the job methods, called by dispatch.c.
 *
 * Threads   the loop thread.
 * Errors    a handler that fails fills *why and writes no answer: the client gets the error alone.
 */
#ifndef SERVER_HANDLE_JOB_H
#define SERVER_HANDLE_JOB_H

#include "engine/solve/solver.h"
#include "protocol/msg_submit.h"
#include "server/dispatch.h"

/* Each answers the method of its name: job.submit, of a job that is not durable, status, list,
 * watch, certificate. */
err_t handle_job_submit(call_t *call, errinfo_t *why);
err_t handle_job_status(call_t *call, errinfo_t *why);
err_t handle_job_list(call_t *call, errinfo_t *why);
err_t handle_job_watch(call_t *call, errinfo_t *why);
err_t handle_job_certificate(call_t *call, errinfo_t *why);

/* handle_job_admit tells whether who asks may submit a job now. handle_job_begin submits one that
 * he may, and fills in the answer; the connection is to be subscribed (jobs_own). handle_job_again
 * submits a durable job for a peer who asked before the server began. */
err_t handle_job_admit(call_t *call, errinfo_t *why);
err_t handle_job_begin(call_t *call, msg_submit_t *msg, msg_submitted_t *answer, record_t **out,
                       errinfo_t *why);
err_t handle_job_again(server_t *server, peer_t *peer, msg_submit_t *msg, record_t **out,
                       errinfo_t *why);

/* handle_job_account returns the name under which the durable jobs of who asks are kept; "": he has
 * no account. handle_job_find finds the job that is named, if who asks may see it. handle_job_stop
 * has it cancelled. */
const char *handle_job_account(const conn_t *conn);
err_t handle_job_find(call_t *call, const msg_ref_t *ref, record_t **out, errinfo_t *why);
msg_cancelled_t handle_job_stop(record_t *record, const peer_t *by);

/* handle_job_path replaces the path of the engine's error `err` in *why by that of the field in
 * the request. The engine calls every board "position.rows"; `form` ("rows", "sgf", "fen") is
 * the field in which the board came. Returns `err`. */
err_t handle_job_path(err_t err, const char *form, errinfo_t *why);

/* handle_job_request makes the engine's request of a submission, which then points into *msg and
 * *board, and names the goal in *msg if it has none. handle_job_form names the field that the board
 * came in. */
err_t handle_job_request(const conn_t *conn, msg_submit_t *msg, msg_board_t *board,
                         request_t *request, errinfo_t *why);
const char *handle_job_form(const msg_submit_t *msg);

#endif
