/* SPDX-License-Identifier: MIT
 * test_rpc.c - the envelope: golden bytes, and what breaks it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "protocol/methods.h"
#include "protocol/rpc.h"
#include "tests/unit/codec_help.h"

static void bytes_are(wirebuf_t *out, const char *bytes, size_t length)
{
	assert_int_equal(out->failed, ERR_OK);
	assert_int_equal(out->length, length);
	assert_memory_equal(out->data, bytes, length);
	wirebuf_fini(out);
}

static void golden_bytes(void **state)
{
	errinfo_t busy = {.code = ERR_BUSY, .text = "64 jobs"};
	wirebuf_t out;

	(void)state;
	wirebuf_init(&out, 256);
	rpc_put_empty_request(&out, 1, "job.list");
	bytes_are(&out, "\x94\x00\x01\xa8job.list\x90", 13);
	rpc_put_request(&out, 300, "job.cancel");
	put_map(&out, 0);
	bytes_are(&out, "\x94\x00\xcd\x01\x2c\xaajob.cancel\x91\x80", 18);
	rpc_put_response(&out, 4294967295);
	put_nil(&out);
	bytes_are(&out, "\x94\x01\xce\xff\xff\xff\xff\xc0\xc0", 9);
	rpc_put_notification(&out, NOTIFY_DONE);
	put_map(&out, 0);
	bytes_are(&out, "\x93\x02\xa8job.done\x91\x80", 13);
	rpc_put_error(&out, 2, &busy, 20);
	bytes_are(&out,
	          "\x94\x01\x02\x84\xa4"
	          "code\xfd\xa4name\xa4"
	          "busy\xa7message\xa7"
	          "64 jobs\xa8retry_ms\x14\xc0",
	          47);
	busy.text[0] = '\0'; /* the text of the table stands in */
	rpc_put_refusal(&out, &busy);
	assert_memory_equal(out.data, "\x93\x02\xacserver.error\x91\x83", 17);
	assert_non_null(strstr((char *)out.data + 17, err_text(ERR_BUSY)));
	wirebuf_fini(&out);
}

static void parts_are_found(void **state)
{
	errinfo_t why;
	rpc_t rpc;

	(void)state;
	assert_int_equal(rpc_parse(codec, (const uint8_t *)"\x94\x00\x07\xa1m\x91\x81\xa1k\x05", 10,
	                           &rpc, &why),
	                 ERR_OK);
	assert_int_equal(rpc.kind, RPC_REQUEST);
	assert_true(rpc.has_msgid);
	assert_int_equal(rpc.msgid, 7);
	assert_string_equal(rpc.method, "m");
	assert_int_equal(rpc_params(&rpc, &why), ERR_OK);
	assert_int_equal(codec_kind(&rpc.params), NODE_MAP);

	assert_int_equal(rpc_parse(codec, (const uint8_t *)"\x94\x01\x07\xc0\xa1r", 6, &rpc, &why),
	                 ERR_OK);
	assert_int_equal(rpc.kind, RPC_RESPONSE);
	assert_int_equal(codec_kind(&rpc.error), NODE_ABSENT);
	assert_int_equal(codec_kind(&rpc.result), NODE_TEXT);

	assert_int_equal(rpc_parse(codec, (const uint8_t *)"\x93\x02\xc4\x01n\x90", 6, &rpc, &why),
	                 ERR_OK);
	assert_int_equal(rpc.kind, RPC_NOTIFICATION);
	assert_false(rpc.has_msgid);
	assert_string_equal(rpc.method, "n");
	assert_int_equal(rpc_params(&rpc, &why), ERR_OK);
	assert_int_equal(codec_kind(&rpc.params), NODE_ABSENT);
}

static void broken_envelopes(void **state)
{
	static const struct {
		const char *bytes;
		size_t length;
		bool has_msgid;
		err_t code;
		const char *text;
	} broken[] = {
	        {"\x90", 1, false, ERR_FRAME, "type: missing"},
	        {"\x80", 1, false, ERR_FRAME, "expected an array, got a map"},
	        {"\x94\x03\x01\xa1m\x90", 6, false, ERR_FRAME, "type: 3 is not in 0..2"},
	        {"\x93\x00\x01\xa1m", 5, false, ERR_FRAME,
	         "a message of type 0 has 4 parts, not 3"},
	        {"\x94\x00\xff\xa1m\x90", 6, false, ERR_FRAME, "msgid: -1 is not in 0..4294967295"},
	        {"\x94\x00\x01\x05\x90", 5, true, ERR_FRAME,
	         "method: expected a string, got an integer"},
	        {"\x94\x00\x01\xa2m\x00\x90", 7, true, ERR_FRAME,
	         "method: byte 1 is no printable UTF-8"},
	        {"\x94\x00\x01\xc0\x90", 5, true, ERR_FRAME, "method: expected a string, got nil"},
	        {"\x93\x02\xc0\x90", 4, false, ERR_FRAME, "method: expected a string, got nil"},
	        {"\x95\x00\x01\xa1m\x90\x90", 7, false, ERR_FRAME,
	         "5 items, at most 4 may be given"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
		errinfo_t why;
		rpc_t rpc;

		assert_int_equal(rpc_parse(codec, (const uint8_t *)broken[i].bytes,
		                           broken[i].length, &rpc, &why),
		                 broken[i].code);
		assert_string_equal(why.text, broken[i].text);
		assert_int_equal(rpc.has_msgid, broken[i].has_msgid);
	}
}

static void long_method(void **state)
{
	char frame[80] = "\x94\x00\x01\xd9\x40";
	errinfo_t why;
	rpc_t rpc;

	(void)state;
	memset(frame + 5, 'm', 65);
	frame[5 + 64] = (char)0x90;
	assert_int_equal(rpc_parse(codec, (uint8_t *)frame, 70, &rpc, &why), ERR_OK);
	assert_int_equal(strlen(rpc.method), METHOD_BYTES_MAX);
	frame[4] = 0x41;
	frame[5 + 64] = 'm';
	frame[5 + 65] = (char)0x90;
	assert_int_equal(rpc_parse(codec, (uint8_t *)frame, 71, &rpc, &why), ERR_LIMIT);
	assert_string_equal(why.text, "method: 65 bytes, at most 64 may be given");
	assert_true(rpc.has_msgid);
}

static void methods(void **state)
{
	(void)state;
	for (unsigned i = 0; i < METHODS; i++) {
		assert_true(strlen(methods_row((method_t)i)->name) <= METHOD_BYTES_MAX);
		assert_int_equal(methods_find(methods_row((method_t)i)->name), i);
	}
	assert_int_equal(methods_find(""), METHODS);
	assert_int_equal(methods_find("job.submi"), METHODS);
	assert_int_equal(methods_find("job.submitt"), METHODS);
	assert_int_equal(methods_find(NOTIFY_DONE), METHODS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(golden_bytes),     cmocka_unit_test(parts_are_found),
	        cmocka_unit_test(broken_envelopes), cmocka_unit_test(long_method),
	        cmocka_unit_test(methods),
	};

	return cmocka_run_group_tests(tests, codec_setup, codec_teardown);
}
