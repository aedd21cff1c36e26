/* SPDX-License-Identifier: MIT
 * test_strbuf.c - what fits, what is cut, and that a cut sticks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/strbuf.h"
#include "tests/unit/seed.h"

static void text_is_appended(void **state)
{
	char text[32];
	strbuf_t s;

	(void)state;
	memset(text, 'x', sizeof(text));
	strbuf_init(&s, text, sizeof(text));
	assert_string_equal(text, "");
	strbuf_add(&s, "best ");
	strbuf_char(&s, 'D');
	strbuf_printf(&s, "%d after %u", 4, 17u);
	strbuf_add(&s, "");
	strbuf_printf(&s, "%s", "");
	assert_string_equal(text, "best D4 after 17");
	assert_int_equal(s.length, strlen(text));
	assert_false(s.overflow);
}

static void exactly_full_is_no_overflow(void **state)
{
	char text[5];
	strbuf_t s;

	(void)state;
	strbuf_init(&s, text, sizeof(text));
	strbuf_add(&s, "abcd");
	assert_false(s.overflow);
	strbuf_add(&s, "");
	strbuf_printf(&s, "%s", "");
	assert_false(s.overflow);
	strbuf_char(&s, 'e');
	assert_true(s.overflow);
	assert_string_equal(text, "abcd");

	strbuf_init(&s, text, sizeof(text));
	strbuf_printf(&s, "%d", 1234);
	assert_false(s.overflow);
	strbuf_init(&s, text, sizeof(text));
	strbuf_printf(&s, "%d", 12345);
	assert_true(s.overflow);
	assert_string_equal(text, "1234");
}

static void overflow_sticks(void **state)
{
	char text[8];
	strbuf_t s;

	(void)state;
	strbuf_init(&s, text, sizeof(text));
	strbuf_add(&s, "abc");
	strbuf_add(&s, "defghijk");
	assert_string_equal(text, "abcdefg");
	s.length = 3; /* even with room again, a text with a hole is no text */
	text[3] = '\0';
	strbuf_char(&s, 'z');
	strbuf_add(&s, "z");
	strbuf_printf(&s, "%c", 'z');
	assert_string_equal(text, "abc");
	assert_true(s.overflow);
}

static void room_for_nothing(void **state)
{
	char text[1] = {'x'};
	strbuf_t s;

	(void)state;
	strbuf_init(&s, text, 1);
	assert_string_equal(text, "");
	strbuf_printf(&s, "%s", "");
	assert_false(s.overflow);
	strbuf_printf(&s, "%d", 1);
	assert_true(s.overflow);
	assert_string_equal(text, "");
}

/* Random writes against a text that is large enough: what is in the buffer is
 * always its beginning, and nothing is written behind it. */
static void always_a_prefix(void **state)
{
	rng_t rng = seed_take();

	(void)state;
	for (int round = 0; round < 2000; round++) {
		char text[64], whole[2048] = "";
		size_t capacity = 1 + rng_below(&rng, sizeof(text) - 1), n = 0;
		strbuf_t s;

		memset(text, '#', sizeof(text));
		strbuf_init(&s, text, capacity);
		for (unsigned i = rng_below(&rng, 20); i > 0; i--) {
			unsigned number = rng_below(&rng, 100000);

			switch (rng_below(&rng, 3)) {
			case 0:
				strbuf_char(&s, (char)('a' + number % 26));
				n += (size_t)snprintf(whole + n, sizeof(whole) - n, "%c",
				                      (char)('a' + number % 26));
				break;
			case 1:
				strbuf_add(&s, "-pass-");
				n += (size_t)snprintf(whole + n, sizeof(whole) - n, "-pass-");
				break;
			default:
				strbuf_printf(&s, "<%u>", number);
				n += (size_t)snprintf(whole + n, sizeof(whole) - n, "<%u>", number);
			}
		}
		assert_int_equal(s.overflow, n >= capacity);
		assert_int_equal(s.length, n < capacity ? n : capacity - 1);
		assert_memory_equal(text, whole, s.length);
		assert_int_equal(text[s.length], '\0');
		for (size_t i = capacity; i < sizeof(text); i++)
			assert_int_equal(text[i], '#');
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(text_is_appended), cmocka_unit_test(exactly_full_is_no_overflow),
	        cmocka_unit_test(overflow_sticks),  cmocka_unit_test(room_for_nothing),
	        cmocka_unit_test(always_a_prefix),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
