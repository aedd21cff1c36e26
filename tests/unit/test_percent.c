/* SPDX-License-Identifier: MIT
 * test_percent.c - parts of paths: what is read, what is none, what is written.
 */
#include "clients/http/percent.h"

#include <string.h>

#include "tests/unit/seed.h"

enum { ROOM = 8 };

static void what_is_read(void **state)
{
	static const struct {
		const char *text, *read; /* read: NULL: it is none */
		percent_t how;
	} rows[] = {
	        {"", "", PERCENT_OK},
	        {"abc", "abc", PERCENT_OK},
	        {"a%2fb%2Fc", "a/b/c", PERCENT_OK},
	        {"%25%32%35", "%25", PERCENT_OK},
	        {"a+b", "a+b", PERCENT_OK},
	        {"%C3%a9", "\xc3\xa9", PERCENT_OK},
	        {"1234567", "1234567", PERCENT_OK},
	        {"12345678", NULL, PERCENT_LONG},
	        {"%", NULL, PERCENT_WRONG},
	        {"a%2", NULL, PERCENT_WRONG},
	        {"%2g", NULL, PERCENT_WRONG},
	        {"%-1", NULL, PERCENT_WRONG},
	        {"%00", NULL, PERCENT_WRONG},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char out[ROOM];
		const percent_t how =
		        percent_read(rows[i].text, strlen(rows[i].text), out, sizeof(out));

		assert_int_equal(how, rows[i].how);
		if (rows[i].read != NULL)
			assert_string_equal(out, rows[i].read);
	}
}

/* Behind the part there is more of the path: that is not looked at. */
static void a_part_ends_where_it_ends(void **state)
{
	char out[ROOM];

	(void)state;
	assert_int_equal(percent_read("ab/events", 2, out, sizeof(out)), PERCENT_OK);
	assert_string_equal(out, "ab");
	assert_int_equal(percent_read("a%2Fb", 3, out, sizeof(out)), PERCENT_WRONG);
}

static void every_byte_comes_back(void **state)
{
	(void)state;
	for (unsigned byte = 1; byte <= UINT8_MAX; byte++) {
		const char text[2] = {(char)byte, '\0'};
		char written[ROOM], read[ROOM];

		assert_true(percent_write(text, written, sizeof(written)));
		assert_int_equal(percent_read(written, strlen(written), read, sizeof(read)),
		                 PERCENT_OK);
		assert_string_equal(read, text);
	}
}

static void what_is_written(void **state)
{
	char out[ROOM];

	(void)state;
	assert_true(percent_write("a-._~0Z", out, sizeof(out)));
	assert_string_equal(out, "a-._~0Z");
	assert_true(percent_write("/\"", out, sizeof(out)));
	assert_string_equal(out, "%2F%22");
	assert_false(percent_write("12345678", out, sizeof(out)));
	assert_false(percent_write("123456/", out, sizeof(out)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(what_is_read),
	        cmocka_unit_test(a_part_ends_where_it_ends),
	        cmocka_unit_test(every_byte_comes_back),
	        cmocka_unit_test(what_is_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
