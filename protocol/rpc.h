/* SPDX-License-Identifier: MIT
 * rpc.h - the MessagePack-RPC envelope of every message.
 *
 *   request       [0, msgid, method, [params]]
 *   response      [1, msgid, error or nil, result or nil]
 *   notification  [2, method, [params]]
 *
 * Ownership an rpc_t borrows from its codec and from the bytes, until the next codec_decode.
 * Threads   one thread at a time for each codec or buffer.
 * Errors    a broken envelope is ERR_FRAME or ERR_LIMIT: answer it if there is a msgid, then close
 *           the connection. The payload is checked by msg.h.
 */
#ifndef PROTOCOL_RPC_H
#define PROTOCOL_RPC_H

#include "protocol/codec.h"
#include "protocol/limits.h"

typedef enum { RPC_REQUEST = 0, RPC_RESPONSE = 1, RPC_NOTIFICATION = 2 } rpc_kind_t;

typedef struct {
	rpc_kind_t kind;
	bool has_msgid; /* msgid is valid; set even when the rest could not be parsed */
	uint32_t msgid;
	char method[METHOD_BYTES_MAX + 1]; /* "" in a response */
	node_t array;                      /* params as they came; request, notification */
	node_t params;                     /* their one map; absent when the array is empty */
	node_t error, result;              /* response; `error` absent = success */
	const uint8_t *data;               /* the message */
	size_t length;
} rpc_t;

/* rpc_parse parses one message in which a scan has found a whole value. *out must stay where it
 * is while its nodes are used, since they point to each other. */
err_t rpc_parse(codec_t *codec, const uint8_t *data, size_t length, rpc_t *out, errinfo_t *why);

/* rpc_payload lends the bytes of the result of a response, or of the map of a notification or
 * request; NULL and 0: there is none. */
void rpc_payload(const rpc_t *message, const uint8_t **data, size_t *length);

/* rpc_params checks that the parameters of a request are an array of at most one map. */
err_t rpc_params(const rpc_t *message, errinfo_t *why);

/* Each writes a message up to the place where exactly one value (usually a map, by msg.h) must
 * follow. rpc_put_empty_request writes a whole request without parameters. */
void rpc_put_request(wirebuf_t *out, uint32_t msgid, const char *method);
void rpc_put_empty_request(wirebuf_t *out, uint32_t msgid, const char *method);
void rpc_put_response(wirebuf_t *out, uint32_t msgid);
void rpc_put_notification(wirebuf_t *out, const char *method);

/* rpc_put_error writes a whole response that carries the error in *why; retry_ms 0 is left out.
 * rpc_put_refusal writes the notification server.error, the last message before a connection is
 * closed where there is no msgid to answer. */
void rpc_put_error(wirebuf_t *out, uint32_t msgid, const errinfo_t *why, uint64_t retry_ms);
void rpc_put_refusal(wirebuf_t *out, const errinfo_t *why);

#endif
