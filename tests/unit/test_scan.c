/* SPDX-License-Identifier: MIT
 * test_scan.c - where values end, and what is refused at which byte.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "protocol/codec.h"
#include "protocol/scan.h"
#include "tests/unit/seed.h"

static const scan_limits_t small = {64, 20, 4, false};

typedef struct {
	const char *bytes;
	size_t length;
	scan_state_t state;
	scan_fault_t fault;
	size_t taken;
} case_t;

#define BYTES(text) text, sizeof(text) - 1

static const case_t cases[] = {
        {BYTES(""), SCAN_MORE, SCAN_FINE, 0},
        {BYTES("\xc0\xc0"), SCAN_WHOLE, SCAN_FINE, 1},
        {BYTES("\x80"), SCAN_WHOLE, SCAN_FINE, 1},
        {BYTES("\x93\x01\x90\xa2xy\x05"), SCAN_WHOLE, SCAN_FINE, 6},
        {BYTES("\x93\x01\x90\xa2x"), SCAN_MORE, SCAN_FINE, 5},
        {BYTES("\xcf\0\0\0\0\0\0\0\x01"), SCAN_WHOLE, SCAN_FINE, 9},
        {BYTES("\xd8\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), SCAN_MORE, SCAN_FINE, 17},
        {BYTES("\xd9"), SCAN_MORE, SCAN_FINE, 0},
        {BYTES("\xda\x00"), SCAN_MORE, SCAN_FINE, 0},
        {BYTES("\xc7\x00\x05"), SCAN_WHOLE, SCAN_FINE, 3},
        {BYTES("\xc1"), SCAN_REFUSED, SCAN_RESERVED, 0},
        {BYTES("\x92\x01\xc1"), SCAN_REFUSED, SCAN_RESERVED, 2},
        {BYTES("\x91\x91\x91\x91\x90"), SCAN_WHOLE, SCAN_FINE, 5},
        {BYTES("\x91\x91\x91\x91\x91\xc0"), SCAN_REFUSED, SCAN_OVER_DEPTH, 4},
        {BYTES("\xdc\x00\x13"), SCAN_MORE, SCAN_FINE, 3},
        {BYTES("\xdc\x00\x14"), SCAN_REFUSED, SCAN_OVER_VALUES, 0},
        {BYTES("\x9f\x95"), SCAN_REFUSED, SCAN_OVER_VALUES, 1},
        {BYTES("\xdd\x0f\xff\xff\xff"), SCAN_REFUSED, SCAN_OVER_VALUES, 0},
        {BYTES("\xdf\x80\x00\x00\x00"), SCAN_REFUSED, SCAN_OVER_VALUES, 0},
        {BYTES("\xd9\x3e"), SCAN_MORE, SCAN_FINE, 2},
        {BYTES("\xd9\x3f"), SCAN_REFUSED, SCAN_OVER_BYTES, 0},
        {BYTES("\xdb\xff\xff\xff\xff"), SCAN_REFUSED, SCAN_OVER_BYTES, 0},
        {BYTES("\xc9\xff\xff\xff\xff"), SCAN_REFUSED, SCAN_OVER_BYTES, 0},
        {BYTES("\x93\xd9\x39"), SCAN_MORE, SCAN_FINE, 3},
        {BYTES("\x93\xd9\x3e"), SCAN_REFUSED, SCAN_OVER_BYTES, 1},
};

static void table_of_values(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const case_t *c = &cases[i];
		scan_t scan;

		scan_begin(&scan, &small);
		assert_int_equal(scan_feed(&scan, (const uint8_t *)c->bytes, c->length), c->state);
		assert_int_equal(scan.fault, c->fault);
		assert_int_equal(scan.taken, c->taken);
		/* What ended stays ended. */
		if (c->state != SCAN_MORE)
			assert_int_equal(scan_feed(&scan, (const uint8_t *)c->bytes, c->length),
			                 c->state);
	}
}

static void byte_limit_is_exact(void **state)
{
	uint8_t data[70];
	scan_t scan;

	(void)state;
	memset(data, 0xc0, sizeof(data));
	data[0] = 0x9f;
	data[1] = 0xd9;
	data[2] = 64 - 3 - 14; /* fourteen more values: 64 bytes */
	scan_begin(&scan, &small);
	assert_int_equal(scan_feed(&scan, data, sizeof(data)), SCAN_WHOLE);
	assert_int_equal(scan.taken, 64);
	data[2]++;
	scan_begin(&scan, &small);
	assert_int_equal(scan_feed(&scan, data, sizeof(data)), SCAN_REFUSED);
	assert_int_equal(scan.fault, SCAN_OVER_BYTES);
}

static void only_messages(void **state)
{
	const char firsts[] = {'G', 0x16, (char)0x92, (char)0x95, (char)0xdc, (char)0xc1, 0};
	errinfo_t why;
	scan_t scan;

	(void)state;
	for (size_t i = 0; i < sizeof(firsts); i++) {
		scan_begin(&scan, &scan_request_limits);
		assert_int_equal(scan_feed(&scan, (const uint8_t *)&firsts[i], 1), SCAN_REFUSED);
		assert_int_equal(scan.fault, SCAN_NO_MESSAGE);
		assert_int_equal(scan_explain(&scan, &why), ERR_FRAME);
	}
	scan_begin(&scan, &scan_request_limits);
	assert_int_equal(scan_feed(&scan, (const uint8_t *)"\x93", 1), SCAN_MORE);
	/* Only the first byte of a message is bound to that. */
	assert_int_equal(scan_feed(&scan, (const uint8_t *)"\x93G\x92\0\0\0", 6), SCAN_WHOLE);
}

static void refusals_are_explained(void **state)
{
	static const struct {
		const char *bytes;
		size_t length;
		err_t code;
		const char *text;
	} refusals[] = {
	        {BYTES("\x92\x01\xc1"), ERR_FRAME, "byte 2: c1 is no MessagePack type"},
	        {BYTES("\xdb\xff\xff\xff\xff"), ERR_LIMIT,
	         "byte 0: the message is longer than 64 bytes"},
	        {BYTES("\xdc\x00\x14"), ERR_LIMIT,
	         "byte 0: the message announces more than 20 values"},
	        {BYTES("\x91\x91\x91\x91\x91"), ERR_LIMIT,
	         "byte 4: containers are nested more than 4 deep"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		errinfo_t why;
		scan_t scan;

		scan_begin(&scan, &small);
		scan_feed(&scan, (const uint8_t *)refusals[i].bytes, refusals[i].length);
		assert_int_equal(scan_explain(&scan, &why), refusals[i].code);
		assert_string_equal(why.text, refusals[i].text);
	}
}

/* put_random writes some value within the limits of requests. */
static void put_random(wirebuf_t *out, rng_t *rng, unsigned depth)
{
	uint32_t count = rng_below(rng, 6);
	char text[300] = {0};

	switch (rng_below(rng, depth < 8 ? 8 : 6)) {
	case 0:
		put_nil(out);
		break;
	case 1:
		put_bool(out, rng_below(rng, 2));
		break;
	case 2:
		put_uint(out, rng_next(rng) >> rng_below(rng, 64));
		break;
	case 3:
		put_int(out, -(int64_t)(rng_next(rng) >> (1 + rng_below(rng, 63))));
		break;
	case 4:
		put_real(out, (double)rng_next(rng));
		break;
	case 5:
		put_text_n(out, text, rng_below(rng, sizeof(text)));
		break;
	case 6:
		put_array(out, count);
		for (uint32_t i = 0; i < count; i++)
			put_random(out, rng, depth + 1);
		break;
	default:
		put_map(out, count);
		for (uint32_t i = 0; i < 2 * count; i++)
			put_random(out, rng, depth + 1);
	}
}

static void random_values_in_random_pieces(void **state)
{
	static const scan_limits_t wide = {1 << 20, 1 << 20, FRAME_DEPTH_MAX, false};
	rng_t rng = seed_take();

	(void)state;
	for (int round = 0; round < 3000; round++) {
		scan_state_t found = SCAN_MORE;
		size_t have = 0, length;
		wirebuf_t out;
		scan_t scan;

		wirebuf_init(&out, 1 << 20);
		put_random(&out, &rng, 0);
		length = out.length;
		put_random(&out, &rng, 0);
		assert_int_equal(out.failed, ERR_OK);
		scan_begin(&scan, &wide);
		while (found == SCAN_MORE) {
			if (have < length) /* never more than one value is whole */
				assert_int_equal(scan_feed(&scan, out.data, have), SCAN_MORE);
			have += 1 + rng_below(&rng, 9);
			have = have < out.length ? have : out.length;
			found = scan_feed(&scan, out.data, have);
		}
		assert_int_equal(found, SCAN_WHOLE);
		assert_int_equal(scan.taken, length);
		wirebuf_fini(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(table_of_values),
	        cmocka_unit_test(byte_limit_is_exact),
	        cmocka_unit_test(only_messages),
	        cmocka_unit_test(refusals_are_explained),
	        cmocka_unit_test(random_values_in_random_pieces),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
