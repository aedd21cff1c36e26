/* SPDX-License-Identifier: MIT
 * test_upstream_begun.c - what goes on at the daemon: it ends by its number, or with its
 * connection.
 */
#include "clients/http/upstream_begun.h"

#include "tests/unit/seed.h"

static void each_ends_once_by_its_number_or_its_connection(void **state)
{
	enum { JOBS = 100, VIAS = 3 };
	upstream_begun_t begun = {0};

	(void)state;
	for (unsigned i = 0; i < JOBS; i++)
		upstream_begun_add(&begun, (upstream_work_t){i % 2, i / 2, i % VIAS});
	assert_int_equal(begun.count, JOBS);
	upstream_begun_end(&begun, 0, 7);
	upstream_begun_end(&begun, 0, 7);
	upstream_begun_end(&begun, 1, JOBS);
	assert_int_equal(begun.count, JOBS - 1); /* the status of that number goes on */
	upstream_begun_lose(&begun, 1);
	for (size_t i = 0; i < begun.count; i++)
		assert_int_not_equal(begun.work[i].via, 1);
	upstream_begun_lose(&begun, 0);
	upstream_begun_lose(&begun, 2);
	assert_int_equal(begun.count, 0);
	upstream_begun_free(&begun);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(each_ends_once_by_its_number_or_its_connection),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
