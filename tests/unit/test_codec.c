/* SPDX-License-Identifier: MIT
 * test_codec.c - numbers in their shortest form, text cleaned, errors with
 * their path, buffers with a limit, and no memory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "protocol/codec.h"
#include "protocol/utf8.h"
#include "tests/unit/seed.h"

static void hex_is(wirebuf_t *out, const char *hex)
{
	char text[512] = "";

	assert_int_equal(out->failed, ERR_OK);
	assert_true(out->length < sizeof(text) / 2);
	for (size_t i = 0; i < out->length; i++)
		snprintf(text + 2 * i, 3, "%02x", out->data[i]);
	assert_string_equal(text, hex);
	wirebuf_fini(out);
}

static void shortest_forms(void **state)
{
	static const struct {
		int64_t value;
		const char *hex;
	} integers[] = {
	        {0, "00"},
	        {127, "7f"},
	        {128, "cc80"},
	        {255, "ccff"},
	        {256, "cd0100"},
	        {65535, "cdffff"},
	        {65536, "ce00010000"},
	        {4294967295, "ceffffffff"},
	        {4294967296, "cf0000000100000000"},
	        {INT64_MAX, "cf7fffffffffffffff"},
	        {-1, "ff"},
	        {-32, "e0"},
	        {-33, "d0df"},
	        {-128, "d080"},
	        {-129, "d1ff7f"},
	        {-32768, "d18000"},
	        {-32769, "d2ffff7fff"},
	        {INT32_MIN, "d280000000"},
	        {(int64_t)INT32_MIN - 1, "d3ffffffff7fffffff"},
	        {INT64_MIN, "d38000000000000000"},
	};
	wirebuf_t out;

	(void)state;
	for (size_t i = 0; i < sizeof(integers) / sizeof(integers[0]); i++) {
		wirebuf_init(&out, 64);
		put_int(&out, integers[i].value);
		hex_is(&out, integers[i].hex);
	}
	wirebuf_init(&out, 64);
	put_nil(&out);
	put_bool(&out, true);
	put_bool(&out, false);
	put_real(&out, 1.5);
	put_array(&out, 15);
	put_array(&out, 16);
	put_map(&out, 15);
	put_map(&out, 65536);
	put_text(&out, NULL);
	put_text(&out, "D4");
	hex_is(&out, "c0c3c2cb3ff80000000000009fdc00108fdf00010000c0a24434");
}

static void text_is_cleaned(void **state)
{
	wirebuf_t out;

	(void)state;
	wirebuf_init(&out, 64);
	put_text(&out, "a\x1b\n\xff\xc3\xa4\xed\xa0\x80\xc2\x9b\x7f");
	hex_is(&out, "ac613f3f3fc3a43f3f3f3f3f3f");
}

static void characters(void **state)
{
	static const struct {
		const char *text;
		size_t step;
	} some[] = {
	        {"a", 1},
	        {"\xc3\xa4", 2},
	        {"\xe2\x82\xac", 3},
	        {"\xf0\x9f\x98\x80", 4},
	        {"\xc3", 0},
	        {"\xa4", 0},
	        {"\xc0\x80", 0},
	        {"\xe0\x80\x80", 0},
	        {"\xed\xa0\x80", 0},
	        {"\xf4\x90\x80\x80", 0},
	        {"\xf8\x88\x80\x80\x80", 0},
	        {"\x7f", 0},
	        {"\xc2\x80", 0},
	        {"\xc2\xa0", 2},
	        {"\t", 0},
	        {"\xf4\x8f\xbf\xbf", 4},
	        {"\xe2\x82", 0},
	        {"\xc3\x28", 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(some) / sizeof(some[0]); i++)
		assert_int_equal(utf8_step(some[i].text, strlen(some[i].text)), some[i].step);
}

static void buffer_has_a_limit(void **state)
{
	size_t length, capacity;
	uint8_t *data;
	wirebuf_t out;

	(void)state;
	wirebuf_init(&out, 5);
	put_text(&out, "abcd");
	assert_int_equal(out.failed, ERR_OK);
	put_nil(&out);
	assert_int_equal(out.failed, ERR_LIMIT);
	assert_int_equal(out.length, 5);
	wirebuf_fini(&out);

	wirebuf_init(&out, 1 << 20);
	for (int i = 0; i < 5000; i++)
		put_uint(&out, (uint64_t)i);
	data = wirebuf_take(&out, &length, &capacity);
	assert_true(length > 5000 && capacity >= length);
	assert_null(out.data);
	put_nil(&out);
	hex_is(&out, "c0");
	mem_free(data, capacity);
}

/* With the Nth allocation failing there is either an error or a result. */
static void no_memory(void **state)
{
	size_t live = mem_live();

	(void)state;
	for (long n = 0; n < 20; n++) {
		codec_t *codec;
		wirebuf_t out;

		mem_fail_after(n);
		codec = codec_create();
		wirebuf_init(&out, 1 << 16);
		for (int i = 0; i < 2000; i++)
			put_text(&out, "text");
		assert_true(out.failed == ERR_OK ? out.length == 10000 : out.failed == ERR_NOMEM);
		if (mem_fail_pending() == 0)
			assert_true(codec == NULL || out.failed == ERR_NOMEM);
		codec_destroy(codec);
		wirebuf_fini(&out);
		mem_fail_after(-1);
		assert_int_equal(mem_live(), live);
	}
}

typedef struct {
	codec_t *codec;
	wirebuf_t out;
	node_t root;
} read_t;

static void read_open(read_t *r)
{
	errinfo_t why;

	assert_int_equal(r->out.failed, ERR_OK);
	assert_int_equal(
	        codec_decode(r->codec, r->out.data, r->out.length, "params", &r->root, &why),
	        ERR_OK);
}

static int codec_setup(void **state)
{
	static read_t r;

	r.codec = codec_create();
	wirebuf_init(&r.out, 1 << 16);
	*state = &r;
	return r.codec == NULL;
}

static int codec_teardown(void **state)
{
	read_t *r = *state;

	codec_destroy(r->codec);
	wirebuf_fini(&r->out);
	return 0;
}

static void error_is(read_t *r, err_t code, const char *text)
{
	errinfo_t why = {.code = ERR_OK};

	assert_int_equal(codec_error(r->codec, &why), code);
	assert_string_equal(why.text, text);
}

static void paths(void **state)
{
	read_t *r = *state;
	uint64_t number = 7;
	node_t list, item, field;

	put_map(&r->out, 1);
	put_text(&r->out, "list");
	put_array(&r->out, 2);
	put_map(&r->out, 1);
	put_text(&r->out, "order");
	put_uint(&r->out, 9);
	put_nil(&r->out);

	read_open(r);
	list = codec_field(&r->root, "list");
	item = codec_item(&list, 0);
	field = codec_field(&item, "order");
	codec_uint(&field, REQUIRED, 0, 9, &number);
	assert_int_equal(number, 9);
	error_is(r, ERR_OK, "");
	number = 7;
	codec_uint(&field, REQUIRED, 0, 8, &number);
	assert_int_equal(number, 7);
	error_is(r, ERR_RANGE, "params.list[0].order: 9 is not in 0..8");
	item = codec_item(&list, 1);
	codec_map(&item, REQUIRED);
	error_is(r, ERR_RANGE, "params.list[0].order: 9 is not in 0..8"); /* the first stays */

	read_open(r);
	error_is(r, ERR_OK, "");
	list = codec_field(&r->root, "list");
	item = codec_item(&list, 2);
	assert_int_equal(codec_kind(&item), NODE_ABSENT);
	field = codec_field(&item, "x");
	codec_uint(&field, OPTIONAL, 0, 8, &number);
	error_is(r, ERR_OK, "");
	codec_uint(&field, REQUIRED, 0, 8, &number);
	error_is(r, ERR_MISSING, "params.list[2].x: missing");
}

static void nil_is_absent(void **state)
{
	read_t *r = *state;
	node_t field;
	bool flag = true;

	put_map(&r->out, 1);
	put_text(&r->out, "flag");
	put_nil(&r->out);
	read_open(r);
	field = codec_field(&r->root, "flag");
	codec_bool(&field, OPTIONAL, &flag);
	assert_true(flag);
	error_is(r, ERR_OK, "");
	codec_bool(&field, REQUIRED, &flag);
	error_is(r, ERR_MISSING, "params.flag: missing");
}

static void integers_of_every_form(void **state)
{
	read_t *r = *state;
	int64_t number = 0;
	double real = 0;

	put_int(&r->out, -5);
	read_open(r);
	codec_int(&r->root, REQUIRED, -5, 5, &number);
	assert_int_equal(number, -5);
	codec_real(&r->root, REQUIRED, &real);
	assert_true(real == -5);
	codec_int(&r->root, REQUIRED, -4, 5, &number);
	error_is(r, ERR_RANGE, "params: -5 is not in -4..5");

	wirebuf_fini(&r->out);
	put_uint(&r->out, UINT64_MAX);
	read_open(r);
	codec_int(&r->root, REQUIRED, -4, INT64_MAX, &number);
	error_is(r, ERR_RANGE, "params: 18446744073709551615 is not in -4..9223372036854775807");
}

static void only_one_whole_value(void **state)
{
	read_t *r = *state;
	errinfo_t why;

	put_nil(&r->out);
	put_nil(&r->out);
	assert_int_equal(codec_decode(r->codec, r->out.data, 2, "", &r->root, &why), ERR_FRAME);
	assert_int_equal(codec_decode(r->codec, r->out.data, 0, "", &r->root, &why), ERR_FRAME);
	assert_int_equal(codec_kind(&r->root), NODE_ABSENT);
	assert_int_equal(codec_decode(r->codec, r->out.data, 1, "", &r->root, &why), ERR_OK);
}

/* Random text: what put_text wrote, codec_text takes. */
static void cleaned_text_is_accepted(void **state)
{
	rng_t rng = seed_take();
	read_t *r = *state;

	for (int round = 0; round < 2000; round++) {
		char text[40], back[41];
		size_t length = rng_below(&rng, sizeof(text));

		for (size_t i = 0; i < length; i++)
			text[i] = (char)(rng_below(&rng, 4) > 0 ? 0xa0 + rng_below(&rng, 96)
			                                        : rng_below(&rng, 256));
		wirebuf_fini(&r->out);
		put_text_n(&r->out, text, length);
		read_open(r);
		codec_text(&r->root, REQUIRED, back, sizeof(back));
		error_is(r, ERR_OK, "");
		assert_int_equal(strlen(back), length);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(shortest_forms),
	        cmocka_unit_test(text_is_cleaned),
	        cmocka_unit_test(characters),
	        cmocka_unit_test(buffer_has_a_limit),
	        cmocka_unit_test(no_memory),
	        cmocka_unit_test_setup_teardown(paths, codec_setup, codec_teardown),
	        cmocka_unit_test_setup_teardown(nil_is_absent, codec_setup, codec_teardown),
	        cmocka_unit_test_setup_teardown(integers_of_every_form, codec_setup,
	                                        codec_teardown),
	        cmocka_unit_test_setup_teardown(only_one_whole_value, codec_setup, codec_teardown),
	        cmocka_unit_test_setup_teardown(cleaned_text_is_accepted, codec_setup,
	                                        codec_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
