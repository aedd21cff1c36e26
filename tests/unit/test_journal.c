/* SPDX-License-Identifier: MIT
 * test_journal.c - what the journal counts of changes that are not written yet. */
#include "server/journal.h"

#include <string.h>

#include "tests/unit/store_help.h"

enum { BYTES = LEDGER_RECORD_MOST, ROOM_MOST = 64 << 20 };

static void idle_cb(void *context)
{
	*(bool *)context = true;
}

static void written_cb(journal_entry_t *entry, const errinfo_t *why)
{
	(void)entry;
	assert_null(why);
}

/* room returns the most bytes that the journal has room for. */
static size_t room(const journal_t *j)
{
	size_t least = 0, most = ROOM_MOST;

	while (least + 1 < most) {
		const size_t middle = (least + most) / 2;

		if (journal_has_room(j, middle))
			least = middle;
		else
			most = middle;
	}
	return least;
}

static void bug_what_was_being_written_took_no_room(void **state)
{
	static uint8_t bytes[BYTES];
	static conf_t conf;
	char folder[FOLDER_BYTES];
	journal_entry_t entry[2];
	errinfo_t why = {.code = ERR_OK};
	bool is_idle = false;
	bridge_t *bridge;
	journal_t *j;
	uv_loop_t loop;
	pace_t pace;
	size_t before;

	(void)state;
	folder_make(folder);
	(void)snprintf(conf.journal, sizeof(conf.journal), "%s", folder);
	conf.journal_size_mib = 4;
	if (journal_open(&conf, &j, &why) != ERR_OK)
		fail_msg("%s", why.text);
	assert_int_equal(uv_loop_init(&loop), 0);
	pace_init(&pace, &loop);
	assert_int_equal(bridge_create(&loop, &pace, &bridge), ERR_OK);
	journal_begin(j, bridge, idle_cb, &is_idle);
	before = room(j);
	for (unsigned i = 0; i < 2; i++) { /* one is being written, the other waits */
		entry[i] = (journal_entry_t){.written_cb = written_cb,
		                             .change = {.what = LEDGER_PUT,
		                                        .name = {journal_next_id(j), 0, 0},
		                                        .bytes = bytes,
		                                        .count = BYTES}};
		journal_append(j, &entry[i]);
		assert_int_equal(before - room(j), (i + 1) * ledger_size(BYTES));
	}
	while (!is_idle)
		(void)uv_run(&loop, UV_RUN_ONCE);
	assert_in_range(room(j), 0, before - 2 * (size_t)BYTES);
	journal_end(j);
	bridge_close(bridge);
	pace_close(&pace);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(uv_loop_close(&loop), 0);
	journal_free(j);
	folder_drop(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(bug_what_was_being_written_took_no_room),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
