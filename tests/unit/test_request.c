/* SPDX-License-Identifier: MIT
 * test_request.c - errors of the daemon's as those of HTTP.
 */
#include "clients/http/request.h"

#include <string.h>

#include "tests/unit/seed.h"

static const char *text_in(const json_t *body, const char *key)
{
	return json_string_value(json_object_get(body, key));
}

/* JSON has no bytes that are no UTF-8: with one of them there was no body at all. */
static void test_bug_an_error_in_other_bytes_had_no_body(void **state)
{
	static const struct {
		const char *text, *detail, *pointer;
	} rows[] = {
	        {"no \xff\xc3", "no ??", NULL},
	        {"params.goal.target: \"\xc3\xa9\xc3", "params.goal.target: \"???",
	         "#/goal/target"},
	        {"params.game: \"\xc3\xa9\"", "params.game: \"\xc3\xa9\"", "#/game"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		tesuji_error_t error = {.code = TESUJI_E_VALUE};
		const json_t *wrong;
		unsigned status;
		json_t *body;

		strcpy(error.text, rows[i].text);
		body = request_problem(&error, &status);
		assert_non_null(body);
		assert_int_equal(status, MHD_HTTP_BAD_REQUEST);
		assert_string_equal(text_in(body, "detail"), rows[i].detail);
		wrong = json_array_get(json_object_get(body, "errors"), 0);
		assert_int_equal(wrong != NULL, rows[i].pointer != NULL);
		if (wrong != NULL)
			assert_string_equal(text_in(wrong, "pointer"), rows[i].pointer);
		json_decref(body);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_bug_an_error_in_other_bytes_had_no_body),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
