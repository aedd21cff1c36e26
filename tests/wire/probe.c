/* SPDX-License-Identifier: MIT
 * probe.c - what our code makes of bytes: `wire_probe [--chunk N] [--reply
 * METHOD]` reads a stream from stdin and prints one line for each message.
 *
 *   request job.submit 5 ok 94000...          decoded, and encoded again
 *   request job.submit 5 bad_type params...   sound envelope, bad content
 *   refused over_limit byte 4: ...            the stream ends here
 *   partial 17                                bytes left over at the end
 *
 * It reads like the server does (the limits of requests), or with --reply like
 * a client that waits for the response to METHOD. At most N bytes reach the
 * scanner at a time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/methods.h"
#include "protocol/scan.h"
#include "tests/wire/every.h"

enum { INPUT_MAX = 8 << 20 };

static const char *const kinds[] = {"request", "response", "notification"};

static uint8_t input[INPUT_MAX];
static const char *reply_to; /* NULL: be the server */

static void print_hex(const wirebuf_t *out)
{
	for (size_t i = 0; i < out->length; i++)
		printf("%02x", out->data[i]);
}

/* again encodes what was decoded and prints it. */
static void again(const message_t *row, uint32_t msgid)
{
	wirebuf_t out;

	wirebuf_init(&out, REPLY_BYTES_MAX);
	every_write(&out, row, msgid);
	printf("ok ");
	print_hex(&out);
	wirebuf_fini(&out);
}

/* content decodes what is inside a sound envelope. */
static err_t content(const rpc_t *rpc, const message_t *row, errinfo_t *why)
{
	const node_t *map = &rpc->params;
	err_t err = ERR_OK;

	if (rpc->kind == RPC_RESPONSE)
		map = codec_kind(&rpc->error) != NODE_ABSENT ? &rpc->error : &rpc->result;
	else
		err = rpc_params(rpc, why);
	return err == ERR_OK && row->takes_map ? row->read(map, why) : err;
}

static bool message(codec_t *codec, const uint8_t *data, size_t length)
{
	errinfo_t why = {.code = ERR_OK};
	const char *method;
	const message_t *row;
	rpc_t rpc;

	if (rpc_parse(codec, data, length, &rpc, &why) != ERR_OK) {
		printf("refused %s %s\n", err_name(why.code), why.text);
		return false;
	}
	method = rpc.kind == RPC_RESPONSE ? reply_to : rpc.method;
	printf("%s %s %u ", kinds[rpc.kind], method != NULL ? method : "?", rpc.msgid);
	if (rpc.kind == RPC_RESPONSE && codec_kind(&rpc.error) != NODE_ABSENT)
		method = "error";
	row = method != NULL ? every_find(rpc.kind, method) : NULL;
	if (row == NULL)
		printf("%s", err_name(ERR_METHOD));
	else if (content(&rpc, row, &why) != ERR_OK)
		printf("%s %s", err_name(why.code), why.text);
	else
		again(row, rpc.msgid);
	printf("\n");
	return true;
}

/* stream feeds the input in chunks and handles every message in it. */
static void stream(codec_t *codec, size_t length, size_t chunk)
{
	const scan_limits_t *limits = reply_to != NULL ? &scan_reply_limits : &scan_request_limits;
	size_t start = 0, have = 0;
	scan_t scan;

	scan_begin(&scan, limits);
	for (;;) {
		scan_state_t state = scan_feed(&scan, input + start, have - start);
		errinfo_t why;

		if (state == SCAN_REFUSED) {
			scan_explain(&scan, &why);
			printf("refused %s %s\n", err_name(why.code), why.text);
			return;
		}
		if (state == SCAN_WHOLE) {
			if (!message(codec, input + start, scan.taken))
				return;
			start += scan.taken;
			scan_begin(&scan, limits);
		} else if (have == length) {
			break;
		} else {
			have += length - have < chunk ? length - have : chunk;
		}
	}
	if (start < length)
		printf("partial %zu\n", length - start);
}

int main(int argc, char **argv)
{
	size_t chunk = INPUT_MAX, length;
	codec_t *codec = codec_create();

	for (int i = 1; i + 1 < argc; i += 2) {
		if (strcmp(argv[i], "--chunk") == 0)
			chunk = strtoul(argv[i + 1], NULL, 10);
		else if (strcmp(argv[i], "--reply") == 0)
			reply_to = argv[i + 1];
	}
	if (codec == NULL || chunk == 0)
		return 70;
	length = fread(input, 1, sizeof(input), stdin);
	stream(codec, length, chunk);
	codec_destroy(codec);
	return 0;
}
