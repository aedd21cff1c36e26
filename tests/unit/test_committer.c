/* SPDX-License-Identifier: MIT
 * test_committer.c - what server.info says of a store between a commit and the loop's hearing of
 * it. */
#include <sched.h>
#include <string.h>

#include "server/committer.h"
#include "tests/unit/store_help.h"

/* A thread of the pool meets the failure; why it failed is known to the loop a moment later. */
static void test_a_failure_is_told_with_its_reason(void **state)
{
	char folder[FOLDER_BYTES], moved[FOLDER_BYTES + 8];
	conf_t conf = {.store_size_mib = STORE_BYTES >> 20};
	store_stats_t stats = {.state = STORE_OPEN};
	msg_info_t info = {.has_store = false};
	committer_counts_t counts;
	committer_t *committer;
	errinfo_t why;
	uv_loop_t loop;

	(void)state;
	folder_make(folder);
	(void)snprintf(conf.store, sizeof(conf.store), "%s", folder);
	assert_int_equal(uv_loop_init(&loop), 0);
	if (committer_open(&loop, &conf, &committer, &why) != ERR_OK)
		fail_msg("%s", why.text);
	committer_begin(committer, NULL);
	(void)snprintf(moved, sizeof(moved), "%s-moved", folder);
	assert_int_equal(rename(folder, moved), 0);
	committer_end(committer); /* a commit finds it out */
	while (stats.state == STORE_OPEN) {
		assert_true(committer_count(committer, &stats, &counts));
		(void)sched_yield();
	}
	committer_tell(committer, &info);
	assert_true(info.has_store && !info.store.is_full);
	assert_string_equal(info.store.state, "");
	assert_int_equal(uv_run(&loop, UV_RUN_DEFAULT), 0);
	committer_tell(committer, &info);
	assert_true(info.store.is_full);
	assert_string_equal(info.store.state, "shut");
	assert_non_null(strstr(info.store.why, "was moved, removed or replaced"));
	committer_free(committer);
	assert_int_equal(uv_loop_close(&loop), 0);
	folder_drop(moved);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_a_failure_is_told_with_its_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
