/* SPDX-License-Identifier: MIT
 * test_log_json.c - lines of the log as JSON objects: what a value is, quotes and what is no UTF-8
 * in it, and lines that do not fit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "server/log.h"
#include "server/log_json.h"

#define HEAD "{\"time\":1.500,\"level\":\"info\",\"area\":\"conn\""

static void lines_are_objects(void **state)
{
	static const char *const rows[][2] = {
	        {"", "}"},
	        {"event=login n=12 ms=0.250", ",\"event\":\"login\",\"n\":12,\"ms\":0.250}"},
	        {"n=-3 a=007 b=1e9 c=- d=1. e=.5 f=12a",
	         ",\"n\":-3,\"a\":\"007\",\"b\":\"1e9\",\"c\":\"-\",\"d\":\"1.\",\"e\":\".5\","
	         "\"f\":\"12a\"}"},
	        {"n=1234567890123456", ",\"n\":\"1234567890123456\"}"},
	        {"address=[::1]:7411 control", ",\"address\":\"[::1]:7411\",\"control\":true}"},
	        {"why=\"no more\" x=1", ",\"why\":\"no more\",\"x\":1}"},
	        {"why=\"\" x=", ",\"why\":\"\",\"x\":\"\"}"},
	        {"why=\"it's \"so\"\"", ",\"why\":\"it's \\\"so\\\"\"}"},
	        {"why=\"cut", ",\"why\":\"cut\"}"},
	        {"why=\"a\\\\b \\\"c\\\" d\" e=f", ",\"why\":\"a\\\\b \\\"c\\\" d\",\"e\":\"f\"}"},
	        {"peer=a\\b", ",\"peer\":\"a\\\\b\"}"},
	        {"x=\xc3\xa4 y=\xff", ",\"x\":\"\xc3\xa4\",\"y\":\"?\"}"},
	        {" a  b ", ",\"a\":true,\"b\":true}"},
	};
	char out[512], want[512];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const size_t length = log_json(out, sizeof(out), 1.5, "info", "conn", rows[i][0]);

		(void)snprintf(want, sizeof(want), "%s%s", HEAD, rows[i][1]);
		out[length] = '\0';
		assert_string_equal(out, want);
	}
}

/* A label that looks like fields stays a label. */
static void nobody_forges_a_field(void **state)
{
	static const char label[] = "x\" account=\"root\\";
	char quoted[2 * sizeof(label) + 3], line[256], out[512];
	size_t length;

	(void)state;
	(void)snprintf(line, sizeof(line), "job=1 label=%s",
	               log_quoted(quoted, sizeof(quoted), label));
	length = log_json(out, sizeof(out), 1.5, "info", "conn", line);
	out[length] = '\0';
	assert_string_equal(out, HEAD ",\"job\":1,\"label\":\"x\\\" account=\\\"root\\\\\"}");
	assert_string_equal(log_quoted(quoted, 6, "abcdef"), "\"abc\"");
	assert_string_equal(log_quoted(quoted, 5, "\"\"\""), "\"\\\"\"");
}

static void what_does_not_fit_is_left_out(void **state)
{
	char text[LOG_LINE_MAX], out[LOG_BYTES_MAX];

	(void)state;
	for (size_t size = 128; size < sizeof(out); size += 7) {
		memset(text, '\\', sizeof(text) - 1);
		memcpy(text, "a=1 b=", 6);
		text[sizeof(text) - 1] = '\0';
		const size_t length = log_json(out, size, 1.5, "info", "conn", text);

		assert_true(length <= size);
		assert_int_equal(out[length - 1], '}');
		assert_memory_equal(out, HEAD ",\"a\":1", strlen(HEAD ",\"a\":1"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(lines_are_objects),
	        cmocka_unit_test(nobody_forges_a_field),
	        cmocka_unit_test(what_does_not_fit_is_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
