/* SPDX-License-Identifier: MIT
 * fuzz_ask.c - any bytes as the query and the body of a request to the gateway.
 *
 * The first line is the query, "name=value&name=value". What is taken comes back the same through
 * MessagePack, and passes the scan of a daemon; if it is a batch, in messages.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "clients/http/ask.h"
#include "clients/http/lot.h"
#include "clients/http/wire.h"
#include "protocol/limits.h"
#include "protocol/scan.h"
#include "protocol/utf8.h"

enum { BYTES_MOST = 8192, KEY_MOST = 64 };

/* is_name: could a key be one of the protocol's, which are short and have no control characters? */
static bool is_name(const char *key)
{
	const size_t length = strlen(key);
	size_t step;

	for (size_t at = 0; at < length; at += step) {
		step = utf8_step(key + at, length - at);
		if (step == 0)
			return false;
	}
	return length <= KEY_MOST;
}

/* keys_fit: is each key such a name? */
static bool keys_fit(const json_t *value)
{
	const char *key;
	json_t *item;
	size_t index;

	if (json_is_array(value)) {
		json_array_foreach(value, index, item) if (!keys_fit(item)) return false;
	} else if (json_is_object(value)) {
		json_object_foreach((json_t *)(uintptr_t)value, key,
		                    item) if (!is_name(key) || !keys_fit(item)) return false;
	}
	return true;
}

static void through_the_wire(const json_t *params)
{
	static const scan_limits_t limits = {FRAME_BYTES_MAX, FRAME_VALUES_MAX, FRAME_DEPTH_MAX,
	                                     false};
	codec_t *codec = codec_create();
	wirebuf_t out;
	scan_t scan;
	json_t *back;

	CHECK(codec != NULL);
	wirebuf_init(&out, FRAME_BYTES_MAX);
	if (wire_pack(params, &out) && out.failed == ERR_OK) {
		scan_begin(&scan, &limits);
		if (scan_feed(&scan, out.data, out.length) == SCAN_WHOLE) {
			CHECK(scan.taken == out.length);
			back = wire_unpack(codec, out.data, out.length);
			CHECK(back != NULL || !keys_fit(params));
			CHECK(!keys_fit(params) || json_equal(back, params)); /* else cleaned */
			json_decref(back);
		}
	}
	wirebuf_fini(&out);
	codec_destroy(codec);
}

/* into_messages cuts a batch into messages, each of which passes the scan of a daemon. */
static void into_messages(const json_t *params)
{
	static const scan_limits_t limits = {FRAME_BYTES_MAX, FRAME_VALUES_MAX, FRAME_DEPTH_MAX - 2,
	                                     false};
	tesuji_error_t why;
	unsigned jobs = 0;
	lot_t lot;

	if (!lot_make(params, &lot, &why)) {
		CHECK(why.code != TESUJI_OK && why.text[0] != '\0');
		return;
	}
	for (unsigned i = 0; i < lot.count; i++) {
		wirebuf_t out;
		scan_t scan;

		wirebuf_init(&out, FRAME_BYTES_MAX);
		lot_message(&lot, i, UINT64_MAX, &out);
		CHECK(out.failed == ERR_OK && lot.part[i].first == jobs);
		scan_begin(&scan, &limits);
		CHECK(scan_feed(&scan, out.data, out.length) == SCAN_WHOLE &&
		      scan.taken == out.length);
		jobs += lot.part[i].count;
		wirebuf_fini(&out);
	}
	CHECK(jobs == json_array_size(json_object_get(params, "jobs")));
	lot_free(&lot);
}

/* add_query adds "name=value&name=value"; false: something is wrong with it. */
static bool add_query(char *query, json_t *params, ask_t what)
{
	ask_error_t why;

	for (char *pair = strtok(query, "&"); pair != NULL; pair = strtok(NULL, "&")) {
		char *value = strchr(pair, '=');

		if (value != NULL)
			*value++ = '\0';
		if (!ask_add(params, what, pair, value != NULL ? value : "", &why)) {
			CHECK(why.code[0] != '\0' && why.text[0] != '\0');
			return false;
		}
	}
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char text[BYTES_MOST + 1];
	const size_t length = size < BYTES_MOST ? size : BYTES_MOST;
	const ask_t what = length % 2 == 1 ? ASK_BOARD : length % 8 == 0 ? ASK_BATCH : ASK_PROBLEM;
	char *body;
	ask_error_t why;
	json_t *params;

	memcpy(text, data, length);
	text[length] = '\0';
	body = memchr(text, '\n', length);
	if (body == NULL)
		return 0;
	*body++ = '\0';
	params = ask_body(body, length - (size_t)(body - text), what, &why);
	if (params == NULL) {
		CHECK(why.code[0] != '\0' && why.text[0] != '\0');
		return 0;
	}
	CHECK(json_is_object(params));
	if (add_query(text, params, what))
		through_the_wire(params);
	into_messages(params);
	json_decref(params);
	return 0;
}
