/* SPDX-License-Identifier: MIT
 * durable.c - the calls about durable jobs, by their keys; those of tesuji_async.h, too. */
#include "clients/c/durable.h"

#include "clients/c/async_ask.h"
#include "clients/c/calls.h"
#include "clients/c/convert.h"

int durable_key(const char *key, char to[MSG_KEY_BYTES], tesuji_error_t *why)
{
	static const char path[] = "params.key";

	if (key == NULL || key[0] == '\0')
		return fail_with(why, TESUJI_E_MISSING, "%s: missing", path);
	return convert_text(path, key, to, MSG_KEY_BYTES, why);
}

int durable_prepare(const tesuji_request_t *request, const char *key, msg_submit_t *out,
                    tesuji_error_t *why)
{
	const int rc = calls_prepare(request, out, why);

	out->durable = true;
	return rc == TESUJI_OK ? durable_key(key, out->key, why) : rc;
}

int tesuji_submit_durable(tesuji_t *t, const tesuji_request_t *request, const char *key,
                          uint64_t *job, int *known)
{
	msg_submit_t *msg = &t->scratch.submit;
	bool is_known = false;
	int rc = durable_prepare(request, key, msg, &t->error);

	*job = 0;
	if (rc == TESUJI_OK)
		rc = calls_submit(t, msg, request->user, job, &is_known);
	if (known != NULL)
		*known = is_known;
	return rc;
}

int tesuji_status_key(tesuji_t *t, const char *key, tesuji_report_t *out)
{
	msg_ref_t ref = {.job = 0};
	const int rc = durable_key(key, ref.key, &t->error);

	return rc == TESUJI_OK ? calls_status(t, &ref, out) : rc;
}

int tesuji_watch_key(tesuji_t *t, const char *key, int64_t progress_ms, void *user,
                     tesuji_report_t *out)
{
	msg_ref_t ref = {.progress_ms = progress_ms != TESUJI_DEFAULT ? (uint64_t)progress_ms
	                                                              : PROGRESS_DEFAULT_MS};
	const int rc = durable_key(key, ref.key, &t->error);

	return rc == TESUJI_OK ? calls_watch(t, &ref, user, out) : rc;
}

int tesuji_cancel_key(tesuji_t *t, const char *key, tesuji_state_t *state)
{
	msg_ref_t ref = {.job = 0};
	const int rc = durable_key(key, ref.key, &t->error);

	return rc == TESUJI_OK ? calls_stop(t, &ref, state) : rc;
}

static err_t read_acked(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	(void)context;
	return msg_kept_read(result, &t->scratch.kept, why);
}

int tesuji_ack_key(tesuji_t *t, const char *key)
{
	msg_ref_t ref = {.job = 0};
	const int rc = durable_key(key, ref.key, &t->error);
	wirebuf_t out;

	if (rc != TESUJI_OK)
		return rc;
	calls_begin(t, METHOD_ACK, &out);
	msg_ref_write(&out, &ref);
	return calls_end(t, METHOD_ACK, &out, read_acked, NULL);
}

int tesuji_async_solve_durable(tesuji_async_t *a, const tesuji_request_t *request, const char *key,
                               const tesuji_query_t *query, tesuji_error_t *why)
{
	msg_submit_t msg;
	int rc = durable_prepare(request, key, &msg, why);
	query_t *q = rc == TESUJI_OK ? async_query_for(a, query, METHOD_SUBMIT, &rc, why) : NULL;

	if (q == NULL)
		return rc;
	msg.progress_ms = 0;
	q->is_durable = true;
	msg_submit_write(&q->bytes, &msg);
	return async_ask(a, q, why);
}

int tesuji_async_ack_key(tesuji_async_t *a, const char *key, const tesuji_query_t *query,
                         tesuji_error_t *why)
{
	msg_ref_t ref = {.job = 0};
	int rc = durable_key(key, ref.key, why);
	query_t *q = rc == TESUJI_OK ? async_query_for(a, query, METHOD_ACK, &rc, why) : NULL;

	if (q == NULL)
		return rc;
	q->kind = QUERY_CALL;
	msg_ref_write(&q->bytes, &ref);
	return async_ask(a, q, why);
}
