/* SPDX-License-Identifier: MIT
 * dispatch.c - checks the envelope of a frame, then its method, then calls the handler.
 *
 * A broken envelope ends the connection, after an error under its msgid if there is one. What is
 * wrong inside a sound envelope is answered with one error, and the connection goes on. Every
 * request is answered exactly once, and here; handlers only fill in a call_t. A notification
 * from a client is ignored, since the protocol has none in that direction. A response is a
 * broken envelope, since the server asks nothing.
 */
#include "server/dispatch.h"

#include <assert.h>

#include "protocol/methods.h"
#include "protocol/rpc.h"
#include "server/access.h"
#include "server/handle_admin.h"
#include "server/handle_auth.h"
#include "server/handle_batch.h"
#include "server/handle_durable.h"
#include "server/handle_go.h"
#include "server/handle_info.h"
#include "server/handle_job.h"
#include "server/handle_metrics.h"
#include "server/handle_moves.h"
#include "server/log.h"

static err_t (*const handlers[METHODS])(call_t *call, errinfo_t *why) = {
        [METHOD_INFO] = handle_info,
        [METHOD_SUBMIT] = handle_durable_submit,
        [METHOD_CANCEL] = handle_durable_cancel,
        [METHOD_STATUS] = handle_job_status,
        [METHOD_LIST] = handle_job_list,
        [METHOD_WATCH] = handle_job_watch,
        [METHOD_CERTIFICATE] = handle_job_certificate,
        [METHOD_MOVES] = handle_moves,
        [METHOD_MOVES_CANCEL] = handle_go_cancel,
        [METHOD_GO_STATUS] = handle_go_status,
        [METHOD_GO_LIFE] = handle_go_life,
        [METHOD_GO_CANCEL] = handle_go_cancel,
        [METHOD_GO_POSITION] = handle_go_position,
        [METHOD_HELLO] = handle_auth_hello,
        [METHOD_LOGIN] = handle_auth_login,
        [METHOD_CHECK] = handle_auth_check,
        [METHOD_RELOAD] = handle_admin_reload,
        [METHOD_DRAIN] = handle_admin_drain,
        [METHOD_BACKUP] = handle_admin_backup,
        [METHOD_METRICS] = handle_metrics,
        [METHOD_ACK] = handle_durable_ack,
        [METHOD_BATCH_SUBMIT] = handle_batch_submit,
        [METHOD_BATCH_STATUS] = handle_batch_status,
        [METHOD_BATCH_WATCH] = handle_batch_watch,
        [METHOD_BATCH_CANCEL] = handle_batch_cancel,
        [METHOD_BATCH_ACK] = handle_batch_ack,
};

/* answer sends the connection what was written; without memory it closes the connection. */
static void answer(conn_t *conn, wirebuf_t *out)
{
	outbuf_t *buf = outq_buffer_take(out);

	if (buf == NULL) {
		conn_abort(conn, "no memory for an answer");
		return;
	}
	conn_send(conn, buf);
	outq_buffer_release(buf);
}

/* note counts an error that the client is told, and logs one that is about who asks. */
static void note(conn_t *conn, const errinfo_t *why)
{
	server_t *server = conn->conns->context;

	metrics_refused(&server->metrics, conn->peer->account, why->code);
	if (why->code == ERR_LOGIN || why->code == ERR_OWNER || why->code == ERR_QUOTA)
		log_line(LOG_INFO, LOG_AUDIT, "event=refused id=%llu name=%s by=\"%s\" peer=%s",
		         (unsigned long long)conn->node.id, err_name(why->code), conn->peer->text,
		         conn->address);
}

/* send_error answers with an error. Each "busy" says when to try again, if nobody has, soon. */
static void send_error(conn_t *conn, uint32_t msgid, const errinfo_t *why, uint64_t retry_ms)
{
	const uint64_t least_ms = why->code == ERR_BUSY ? RETRY_LEAST_MS : 0;
	wirebuf_t out;

	note(conn, why);
	wirebuf_init(&out, REPLY_BYTES_MAX);
	rpc_put_error(&out, msgid, why, retry_ms > 0 ? retry_ms : least_ms);
	answer(conn, &out);
}

void dispatch_refuse(conn_t *conn, const errinfo_t *why)
{
	wirebuf_t out;

	note(conn, why);
	wirebuf_init(&out, REPLY_BYTES_MAX);
	rpc_put_refusal(&out, why);
	answer(conn, &out);
}

/* give sends a buffer that a handler has left in its call_t, if the handler succeeded, and
 * releases it. */
static void give(conn_t *conn, outbuf_t *buf, err_t err)
{
	if (buf == NULL)
		return;
	if (err == ERR_OK)
		conn_send(conn, buf);
	outq_buffer_release(buf);
}

/* run calls the handler and answers. */
static void run(server_t *server, conn_t *conn, method_t method, const rpc_t *rpc)
{
	call_t call = {.server = server, .conn = conn, .params = &rpc->params, .msgid = rpc->msgid};
	errinfo_t why;
	err_t err;

	wirebuf_init(&call.out, REPLY_BYTES_MAX);
	rpc_put_response(&call.out, rpc->msgid);
	err = handlers[method](&call, &why);
	assert(err == ERR_OK || why.code == err);
	if (err == ERR_OK && call.out.failed != ERR_OK)
		err = err_fail(&why, call.out.failed, "the answer: %s", err_text(call.out.failed));
	if (err == ERR_OK && call.later) {
		wirebuf_fini(&call.out);
	} else if (err == ERR_OK) {
		answer(conn, &call.out);
	} else {
		wirebuf_fini(&call.out);
		send_error(conn, rpc->msgid, &why, call.retry_ms);
	}
	give(conn, call.body, err);
	give(conn, call.after, err);
	if (call.finish != NULL)
		conn_finish(conn, call.finish);
}

void dispatch_answer(conn_t *conn, uint32_t msgid, const errinfo_t *why,
                     void (*write)(wirebuf_t *out, const void *msg), const void *msg)
{
	wirebuf_t out;

	if (why != NULL) {
		send_error(conn, msgid, why, 0);
		return;
	}
	wirebuf_init(&out, REPLY_BYTES_MAX);
	rpc_put_response(&out, msgid);
	write(&out, msg);
	answer(conn, &out);
}

err_t dispatch_admit_later(const call_t *call, errinfo_t *why)
{
	if (call->conn->awaited < DISPATCH_AWAITED_MOST)
		return ERR_OK;
	return err_fail(why, ERR_BUSY, "%u answers of this connection wait", call->conn->awaited);
}

void dispatch_later(call_t *call)
{
	call->later = true;
	call->conn->awaited++;
}

void dispatch_answered(const conns_t *conns, uint64_t conn_id)
{
	conn_t *conn = conns_find(conns, conn_id);

	if (conn == NULL)
		return;
	assert(conn->awaited > 0);
	conn->awaited--;
	conn_settle(conn);
}

/* request checks the method, the parameters and the server's state, and calls the handler. */
static err_t request(server_t *server, conn_t *conn, const rpc_t *rpc, errinfo_t *why)
{
	method_t method = methods_find(rpc->method);
	err_t err;

	if (method == METHODS)
		return err_at(why, ERR_METHOD, "method", "there is no '%s'", rpc->method);
	server->metrics.requests[method]++;
	err = access_request(server, conn, method, why);
	if (err == ERR_OK)
		err = rpc_params(rpc, why);
	if (err != ERR_OK)
		return err;
	if (server->state != SERVER_SERVING && !methods_row(method)->draining)
		return err_fail(why, ERR_DRAINING, "the server is shutting down");
	run(server, conn, method, rpc);
	return ERR_OK;
}

void dispatch_frame(conn_t *conn, const uint8_t *frame, size_t length)
{
	server_t *server = conn->conns->context;
	errinfo_t why;
	rpc_t rpc;
	err_t err = rpc_parse(server->codec, frame, length, &rpc, &why);

	if (err == ERR_OK && rpc.kind == RPC_RESPONSE) {
		rpc.has_msgid = false; /* not ours */
		err = err_at(&why, ERR_FRAME, "type", "a response, but nothing was asked");
	}
	if (err != ERR_OK && rpc.has_msgid) {
		send_error(conn, rpc.msgid, &why, 0);
		conn_finish(conn, "refused");
	} else if (err != ERR_OK) {
		conn_refuse(conn, &why);
	} else if (rpc.kind == RPC_REQUEST) {
		err = request(server, conn, &rpc, &why);
		if (err != ERR_OK)
			send_error(conn, rpc.msgid, &why, 0);
	}
}
