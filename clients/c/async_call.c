/* SPDX-License-Identifier: MIT
 * async_call.c - the functions of tesuji_call.h, and what a message does to a call.
 *
 * Design     A call is a query whose request and result are bytes. It is sent in its turn and
 *            answered by its response: it takes no place among jobs, as the library does not know
 *            which methods need one.
 */
#include "clients/c/async_call.h"

#include <string.h>

#include "clients/c/async_ask.h"
#include "clients/c/async_take.h"
#include "clients/c/tesuji_call.h"
#include "protocol/scan.h"

/* is_map tells whether the bytes are one MessagePack map; *code and *why say what is wrong
 * otherwise. */
static bool is_map(const uint8_t *bytes, size_t length, tesuji_code_t *code, errinfo_t *why)
{
	enum { FIXMAP = 0x80, FIXMAP_MOST = 0x8f, MAP_16 = 0xde, MAP_32 = 0xdf };
	const scan_limits_t limits = {FRAME_BYTES_MAX, FRAME_VALUES_MAX, FRAME_DEPTH_MAX - 2,
	                              false};
	scan_t scan;

	*code = TESUJI_E_VALUE;
	scan_begin(&scan, &limits);
	switch (scan_feed(&scan, bytes, length)) {
	case SCAN_REFUSED:
		*code = scan_explain(&scan, why) == ERR_LIMIT ? TESUJI_E_LIMIT : TESUJI_E_VALUE;
		return false;
	case SCAN_MORE:
		(void)err_fail(why, ERR_VALUE, "the map is not complete");
		return false;
	case SCAN_WHOLE:
		break;
	}
	if (scan.taken != length || !((bytes[0] >= FIXMAP && bytes[0] <= FIXMAP_MOST) ||
	                              bytes[0] == MAP_16 || bytes[0] == MAP_32)) {
		(void)err_fail(why, ERR_VALUE, "not one map");
		return false;
	}
	return true;
}

int tesuji_async_call(tesuji_async_t *a, const char *method, const void *params, size_t bytes,
                      const tesuji_query_t *query, tesuji_error_t *why)
{
	tesuji_code_t code;
	errinfo_t fault;
	int rc = TESUJI_OK;
	query_t *q;

	if (strlen(method) > METHOD_BYTES_MAX)
		return fail_with(why, TESUJI_E_VALUE, "method: longer than %d bytes",
		                 METHOD_BYTES_MAX);
	if (bytes > 0 && !is_map(params, bytes, &code, &fault))
		return fail_with(why, code, "params: %s", fault.text);
	q = async_query(a, query, &rc, why);
	if (q == NULL)
		return rc;
	q->kind = QUERY_CALL;
	if (bytes > 0) {
		rpc_put_request(&q->bytes, q->number, method);
		put_raw(&q->bytes, params, bytes);
	} else {
		rpc_put_empty_request(&q->bytes, q->number, method);
	}
	return async_ask(a, q, why);
}

void tesuji_async_on_notice(tesuji_async_t *a,
                            void (*noticed)(tesuji_async_t *a, const char *method,
                                            const void *params, size_t bytes, void *user),
                            void *user)
{
	a->noticed = noticed;
	a->noticed_user = user;
}

void async_returned(tesuji_async_t *a, query_t *q, const rpc_t *message)
{
	const tesuji_error_t fine = {.code = TESUJI_OK};
	tesuji_answer_t answer = {.code = TESUJI_OK, .error = &fine};
	const uint8_t *result;
	tesuji_error_t error;

	if (async_error(a, message, &error)) {
		async_fail(a, q, &error);
	} else {
		rpc_payload(message, &result, &answer.result_bytes);
		answer.result = result;
		async_tell(a, q, &answer);
	}
	async_retire(a, q);
}

void async_notice(tesuji_async_t *a, const rpc_t *message)
{
	const uint8_t *params;
	size_t bytes;

	if (a->noticed == NULL)
		return;
	rpc_payload(message, &params, &bytes);
	a->noticed(a, message->method, params, bytes, a->noticed_user);
}
