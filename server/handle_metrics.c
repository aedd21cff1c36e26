/* SPDX-License-Identifier: MIT
 * handle_metrics.c - server.metrics: all of it to operators, and to everybody where nobody has an
 * account. */
#include "server/handle_metrics.h"

#include "protocol/msg_metrics.h"
#include "server/access.h"
#include "server/metrics_text.h"

err_t handle_metrics(call_t *call, errinfo_t *why)
{
	server_t *server = call->server;
	msg_metrics_t msg;
	wirebuf_t text;
	err_t err;

	wirebuf_init(&text, METRICS_TEXT_BYTES_MAX);
	if (server->accounts == NULL || access_is_operator(server, call->conn))
		metrics_text_all(server, &text);
	else
		metrics_text_of(server, call->conn->peer->account, &text);
	err = text.failed;
	if (err == ERR_OK) {
		msg = (msg_metrics_t){.text = (const char *)text.data, .length = text.length};
		msg_metrics_write(&call->out, &msg);
	} else {
		(void)err_fail(why, err, "the text: %s", err_text(err));
	}
	wirebuf_fini(&text);
	return err;
}
