/* SPDX-License-Identifier: MIT
 * rpc.c - the envelope.
 *
 * Design     The parts are read in the order in which an answer needs them: kind, msgid, method,
 *            payload. So a request whose method is wrong can still be answered under its msgid.
 */
#include "protocol/rpc.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "protocol/methods.h"
#include "protocol/msg.h"
#include "protocol/scan.h"

enum { ARRAY_16 = 0xdc, ARRAY_32 = 0xdd }; /* type bytes */

/* How many parts a message of each kind has, its type number included. */
static const uint32_t parts[] = {[RPC_REQUEST] = 4, [RPC_RESPONSE] = 4, [RPC_NOTIFICATION] = 3};

/* part returns an element of the envelope, under a name for error texts. */
static node_t part(const node_t *root, uint32_t index, const char *name)
{
	node_t node = codec_item(root, index);

	node.in = NULL;
	node.name = name;
	return node;
}

/* broken returns the failure that the readers have found, if any, as a fault of the envelope. */
static err_t broken(const codec_t *codec, errinfo_t *why)
{
	errinfo_t found = {.code = ERR_OK};

	if (codec_error(codec, &found) == ERR_OK)
		return ERR_OK;
	if (found.code != ERR_NOMEM)
		found.code = ERR_FRAME;
	if (why != NULL)
		*why = found;
	return found.code;
}

static err_t read_method(const node_t *root, uint32_t index, rpc_t *out, errinfo_t *why)
{
	node_t node = part(root, index, "method");
	const char *bytes = NULL;
	size_t length = 0;

	codec_bytes(&node, REQUIRED, FRAME_BYTES_MAX, &bytes, &length);
	if (bytes != NULL && length > METHOD_BYTES_MAX)
		return err_at(why, ERR_LIMIT, "method", "%zu bytes, at most %d may be given",
		              length, METHOD_BYTES_MAX);
	codec_text(&node, REQUIRED, out->method, sizeof(out->method));
	return broken(node.codec, why);
}

/* read_payload finds the params and their map, if there is one. */
static void read_payload(const node_t *root, uint32_t index, rpc_t *out)
{
	out->array = part(root, index, "params");
	out->params = codec_item(&out->array, 0);
	out->params.in = NULL;
	out->params.name = "params";
	if (codec_kind(&out->params) == NODE_NIL)
		out->params.value = NULL;
}

static void read_outcome(const node_t *root, rpc_t *out)
{
	out->error = part(root, 2, "error");
	out->result = part(root, 3, "result");
	if (codec_kind(&out->error) == NODE_NIL)
		out->error.value = NULL;
}

err_t rpc_parse(codec_t *codec, const uint8_t *data, size_t length, rpc_t *out, errinfo_t *why)
{
	node_t root, type, id;
	uint64_t kind = 0, msgid = 0;
	uint32_t count = 0;
	err_t err;

	memset(out, 0, sizeof(*out));
	out->data = data;
	out->length = length;
	err = codec_decode(codec, data, length, "", &root, why);
	if (err != ERR_OK)
		return err;
	codec_array(&root, REQUIRED, 4, &count);
	type = part(&root, 0, "type");
	codec_uint(&type, REQUIRED, RPC_REQUEST, RPC_NOTIFICATION, &kind);
	err = broken(codec, why);
	if (err != ERR_OK)
		return err;
	assert(kind < sizeof(parts) / sizeof(parts[0]));
	if (count != parts[kind])
		return err_fail(why, ERR_FRAME, "a message of type %d has %d parts, not %d",
		                (int)kind, (int)parts[kind], (int)count);
	out->kind = (rpc_kind_t)kind;
	if (kind == RPC_NOTIFICATION) {
		read_payload(&root, 2, out);
		return read_method(&root, 1, out, why);
	}
	id = part(&root, 1, "msgid");
	codec_uint(&id, REQUIRED, 0, UINT32_MAX, &msgid);
	err = broken(codec, why);
	if (err != ERR_OK)
		return err;
	out->has_msgid = true;
	out->msgid = (uint32_t)msgid;
	if (kind == RPC_RESPONSE) {
		read_outcome(&root, out);
		return ERR_OK;
	}
	read_payload(&root, 3, out);
	return read_method(&root, 2, out, why);
}

/* value_bytes returns how long the value at the beginning of the bytes is. */
static size_t value_bytes(const uint8_t *data, size_t length)
{
	static const scan_limits_t any = {REPLY_BYTES_MAX, REPLY_VALUES_MAX, FRAME_DEPTH_MAX,
	                                  false};
	scan_t scan;

	scan_begin(&scan, &any);
	return scan_feed(&scan, data, length) == SCAN_WHOLE ? scan.taken : length;
}

void rpc_payload(const rpc_t *message, const uint8_t **data, size_t *length)
{
	const bool responds = message->kind == RPC_RESPONSE;
	const node_t *node = responds ? &message->result : &message->params;
	const uint8_t *at = message->data + 1; /* a message is an array of three or four parts */
	size_t left = message->length - 1;
	const uint32_t before = parts[message->kind] - 1;

	*data = NULL;
	*length = 0;
	if (node->value == NULL)
		return;
	for (uint32_t i = 0; i < before; i++) {
		const size_t bytes = value_bytes(at, left);

		at += bytes;
		left -= bytes;
	}
	if (!responds) { /* the map is in an array of one item */
		const size_t head = *at == ARRAY_16 ? 3 : *at == ARRAY_32 ? 5 : 1;

		at += head;
		left -= head;
	}
	*data = at;
	*length = left;
}

err_t rpc_params(const rpc_t *message, errinfo_t *why)
{
	uint32_t count = 0;

	codec_array(&message->array, REQUIRED, 1, &count);
	codec_map(&message->params, OPTIONAL);
	return codec_error(message->array.codec, why);
}

static void open_request(wirebuf_t *out, uint32_t msgid, const char *method)
{
	put_array(out, parts[RPC_REQUEST]);
	put_uint(out, RPC_REQUEST);
	put_uint(out, msgid);
	put_text(out, method);
}

void rpc_put_request(wirebuf_t *out, uint32_t msgid, const char *method)
{
	open_request(out, msgid, method);
	put_array(out, 1);
}

void rpc_put_empty_request(wirebuf_t *out, uint32_t msgid, const char *method)
{
	open_request(out, msgid, method);
	put_array(out, 0);
}

void rpc_put_response(wirebuf_t *out, uint32_t msgid)
{
	put_array(out, parts[RPC_RESPONSE]);
	put_uint(out, RPC_RESPONSE);
	put_uint(out, msgid);
	put_nil(out);
}

void rpc_put_notification(wirebuf_t *out, const char *method)
{
	put_array(out, parts[RPC_NOTIFICATION]);
	put_uint(out, RPC_NOTIFICATION);
	put_text(out, method);
	put_array(out, 1);
}

static void put_error_map(wirebuf_t *out, const errinfo_t *why, uint64_t retry_ms)
{
	msg_error_t error = {.code = why->code, .retry_ms = retry_ms};
	const char *text = why->text[0] != '\0' ? why->text : err_text(why->code);

	snprintf(error.name, sizeof(error.name), "%s", err_name(why->code));
	snprintf(error.message, sizeof(error.message), "%s", text);
	msg_error_write(out, &error);
}

void rpc_put_error(wirebuf_t *out, uint32_t msgid, const errinfo_t *why, uint64_t retry_ms)
{
	put_array(out, parts[RPC_RESPONSE]);
	put_uint(out, RPC_RESPONSE);
	put_uint(out, msgid);
	put_error_map(out, why, retry_ms);
	put_nil(out);
}

void rpc_put_refusal(wirebuf_t *out, const errinfo_t *why)
{
	rpc_put_notification(out, NOTIFY_ERROR);
	put_error_map(out, why, 0);
}
