/* SPDX-License-Identifier: MIT
 * fuzz_scan.c - the scanner against msgpack-c, whole and in pieces.
 *
 * What the scanner finds whole, msgpack-c must find whole at the same byte;
 * what it wants more of, msgpack-c must want more of; bytes that it calls
 * reserved, msgpack-c must refuse. Refusals for a limit are the scanner's own
 * business, and msgpack-c never sees them: that is what the scanner is for.
 * The first byte chooses the size of the pieces.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "protocol/scan.h"

#include <msgpack.h>

static const scan_limits_t limits = {16384, 4096, FRAME_DEPTH_MAX, false};

static void same(const scan_t *a, const scan_t *b)
{
	CHECK(a->fault == b->fault && a->taken == b->taken && a->skip == b->skip);
	CHECK(a->values == b->values && a->depth == b->depth);
	CHECK(memcmp(a->due, b->due, (a->depth + 1) * sizeof(a->due[0])) == 0);
}

static void agree(const scan_t *scan, scan_state_t state, const uint8_t *data, size_t size)
{
	msgpack_zone zone;
	msgpack_object object;
	msgpack_unpack_return result;
	size_t end = 0;

	if (scan->fault != SCAN_FINE && scan->fault != SCAN_RESERVED)
		return;
	CHECK(msgpack_zone_init(&zone, 8192));
	result = msgpack_unpack((const char *)data, size, &end, &zone, &object);
	if (state == SCAN_WHOLE) {
		CHECK(result == MSGPACK_UNPACK_SUCCESS || result == MSGPACK_UNPACK_EXTRA_BYTES);
		CHECK(end == scan->taken);
	} else if (state == SCAN_MORE) {
		CHECK(result == MSGPACK_UNPACK_CONTINUE);
	} else {
		CHECK(result == MSGPACK_UNPACK_PARSE_ERROR);
	}
	msgpack_zone_destroy(&zone);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	scan_state_t whole, pieces = SCAN_MORE;
	scan_t one, many;
	size_t step;

	if (size < 1)
		return 0;
	step = 1 + data[0] % 16;
	data++;
	size--;
	scan_begin(&one, &limits);
	whole = scan_feed(&one, data, size);
	scan_begin(&many, &limits);
	for (size_t have = 0; pieces == SCAN_MORE; have += step) {
		pieces = scan_feed(&many, data, have < size ? have : size);
		if (have >= size)
			break;
	}
	CHECK(whole == pieces);
	same(&one, &many);
	CHECK(one.taken + one.skip <= limits.bytes_max && one.values <= limits.values_max);
	CHECK((whole == SCAN_REFUSED) == (one.fault != SCAN_FINE));
	agree(&one, whole, data, size);
	return 0;
}
