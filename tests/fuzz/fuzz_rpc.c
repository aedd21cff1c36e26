/* SPDX-License-Identifier: MIT
 * fuzz_rpc.c - a stream of messages through scanner, envelope and every decoder,
 * as a server reads them and as a client does.
 *
 * What decodes must encode, and what was encoded must decode to what encodes
 * to the same bytes.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "protocol/msg_submit.h"
#include "protocol/scan.h"
#include "tests/wire/every.h"

static codec_t *codec, *second;

/* round_trip checks that a message that was just read survives both ways. */
static void round_trip(const message_t *row)
{
	wirebuf_t first, again;
	errinfo_t why;
	rpc_t rpc;
	const node_t *map = &rpc.params;

	wirebuf_init(&first, REPLY_BYTES_MAX);
	wirebuf_init(&again, REPLY_BYTES_MAX);
	every_write(&first, row, 7);
	CHECK(first.failed == ERR_OK);
	CHECK(rpc_parse(second, first.data, first.length, &rpc, &why) == ERR_OK);
	CHECK(rpc.kind == row->kind && (rpc.msgid == 7 || rpc.kind == RPC_NOTIFICATION));
	if (rpc.kind == RPC_RESPONSE)
		map = codec_kind(&rpc.error) != NODE_ABSENT ? &rpc.error : &rpc.result;
	CHECK(row->read(map, &why) == ERR_OK);
	every_write(&again, row, 7);
	CHECK(first.length == again.length);
	CHECK(memcmp(first.data, again.data, first.length) == 0);
	wirebuf_fini(&first);
	wirebuf_fini(&again);
}

/* decode_all reads one map as every message of its kind. */
static void decode_all(const uint8_t *data, size_t length)
{
	for (const message_t *row = every_message; row->method != NULL; row++) {
		errinfo_t why = {.code = ERR_OK};
		const node_t *map;
		rpc_t rpc;

		if (!row->takes_map || rpc_parse(codec, data, length, &rpc, &why) != ERR_OK)
			continue;
		map = rpc.kind == RPC_RESPONSE ? &rpc.result : &rpc.params;
		if (rpc.kind == RPC_RESPONSE && codec_kind(&rpc.error) != NODE_ABSENT)
			map = &rpc.error;
		else if (rpc.kind != RPC_RESPONSE && rpc_params(&rpc, &why) != ERR_OK)
			continue;
		if (row->read(map, &why) == ERR_OK)
			round_trip(row);
		else
			CHECK(why.code != ERR_OK && why.text[0] != '\0');
	}
}

/* boards makes the board of a submission, where there is one. */
static void boards(const uint8_t *data, size_t length)
{
	msg_submit_t submit;
	msg_board_t board;
	errinfo_t why;
	rpc_t rpc;

	if (rpc_parse(codec, data, length, &rpc, &why) != ERR_OK || rpc.kind == RPC_RESPONSE)
		return;
	if (msg_submit_read(&rpc.params, &submit, &why) == ERR_OK &&
	    msg_submit_board(&submit, &board, &why) == ERR_OK)
		CHECK(strlen(board.rows) < MSG_ROWS_BYTES && strlen(board.ko) < MSG_POINT_BYTES &&
		      board.game[0] != '\0' && strlen(board.game) < MSG_NAME_BYTES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const scan_limits_t *limits[] = {&scan_request_limits, &scan_reply_limits};

	if (codec == NULL) {
		codec = codec_create();
		second = codec_create();
	}
	for (unsigned side = 0; side < 2; side++) {
		size_t start = 0;
		scan_t scan;

		for (;;) {
			errinfo_t why;

			scan_begin(&scan, limits[side]);
			if (scan_feed(&scan, data + start, size - start) != SCAN_WHOLE) {
				if (scan.fault != SCAN_FINE)
					CHECK(scan_explain(&scan, &why) != ERR_INTERNAL);
				break;
			}
			decode_all(data + start, scan.taken);
			boards(data + start, scan.taken);
			start += scan.taken;
		}
	}
	return 0;
}
