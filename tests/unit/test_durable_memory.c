/* SPDX-License-Identifier: MIT
 * test_durable_memory.c - a server that begins with jobs in its journal, when each allocation in
 * turn fails, or each message that is decoded: it does not begin, or takes the jobs up later. The
 * journal has them all the same, and no memory is left over. */
#include <string.h>
#include <uv.h>

#include "engine/base/mem.h"
#include "engine/store/ledger.h"
#include "engine/table/epoch.h"
#include "server/durable_record.h"
#include "server/durable_restore.h"
#include "server/inside.h"
#include "server/log.h"
#include "server/server.h"
#include "tests/unit/seed.h"
#include "tests/unit/store_help.h"

enum {
	JOB = 1,
	ENDED = 2,
	STRAY = 3,
	RECORDS = 3, /* that are decoded when the journal is read */
	LEDGER_BYTES = LEDGER_LEAST_MIB << 20,
};

static char folder[FOLDER_BYTES];

/* Messages that are decoded before there is no memory for one, once; -1: there always is. */
static long decodes_left = -1;

err_t __real_codec_decode(codec_t *codec, const uint8_t *data, size_t length, const char *name,
                          node_t *root, errinfo_t *why);
err_t __wrap_codec_decode(codec_t *codec, const uint8_t *data, size_t length, const char *name,
                          node_t *root, errinfo_t *why);

err_t __wrap_codec_decode(codec_t *codec, const uint8_t *data, size_t length, const char *name,
                          node_t *root, errinfo_t *why)
{
	if (decodes_left >= 0 && decodes_left-- == 0)
		return err_fail(why, ERR_NOMEM, "no memory to decode a message");
	return __real_codec_decode(codec, data, length, name, root, why);
}

static void put(ledger_t *l, uint64_t id, durable_kind_t kind, const durable_record_t *record)
{
	ledger_change_t change;
	uint8_t *bytes = NULL;
	size_t capacity = 0;
	errinfo_t why;

	assert_int_equal(durable_record_put(&change,
	                                    (ledger_name_t){.id = id, .kind = (uint8_t)kind},
	                                    record, &bytes, &capacity),
	                 ERR_OK);
	assert_int_equal(ledger_write(l, &change, &why), ERR_OK);
	mem_free(bytes, capacity);
}

static ledger_t *open_journal(void)
{
	errinfo_t why = {.code = ERR_OK};
	ledger_t *l;

	if (ledger_open(folder, LEDGER_BYTES, &l, &why) != ERR_OK)
		fail_msg("%s", why.text);
	return l;
}

/* fill has the journal hold a job that was not searched, one that was cancelled, and something that
 * belongs to no job. */
static void fill(void)
{
	msg_submit_t msg;
	ledger_t *l = open_journal();
	durable_record_t record = {.at_ms = 1};
	wirebuf_t body;

	msg_submit_init(&msg);
	strcpy(msg.game, "gomoku");
	strcpy(msg.position.rows, "XXXX./...../...../...../.....");
	msg.goal.attacker = MSG_BLACK;
	msg.durable = msg.detach = true;
	wirebuf_init(&body, LEDGER_RECORD_MOST);
	durable_record_body(&body, &msg);
	record.bytes = body.data;
	record.count = body.length;
	strcpy(record.key, "job");
	put(l, JOB, DURABLE_JOB, &record);
	strcpy(record.key, "ended");
	put(l, ENDED, DURABLE_JOB, &record);
	put(l, ENDED, DURABLE_CANCEL, &(durable_record_t){.at_ms = 1});
	put(l, STRAY, DURABLE_CANCEL, &(durable_record_t){.at_ms = 1});
	wirebuf_fini(&body);
	ledger_close(l);
}

static void see(const ledger_name_t *name, const uint8_t *bytes, size_t count, void *context)
{
	unsigned *kinds = context; /* bits, by id */

	(void)count;
	assert_non_null(bytes);
	assert_in_range(name->id, JOB, STRAY);
	kinds[name->id] |= 1u << name->kind;
}

/* look: the first job is there, and has not ended. */
static void look(long n)
{
	unsigned kinds[STRAY + 1] = {0};
	ledger_t *l = open_journal();
	errinfo_t why;

	assert_int_equal(ledger_read(l, see, kinds, &why), ERR_OK);
	ledger_close(l);
	if (kinds[JOB] != 1u << DURABLE_JOB || (kinds[ENDED] & 1u << DURABLE_JOB) == 0)
		fail_msg("allocation %ld: kinds %x and %x", n, kinds[JOB], kinds[ENDED]);
}

/* serve sees to it that all jobs are taken up, and ends the server. It waits for that once. */
static void serve(uv_loop_t *loop, server_t *server)
{
	static bool has_waited;
	uv_timer_t *timer = &server->durable->timer;

	if (server->durable->is_unrestored && has_waited)
		durable_restore(server, DURABLE_RESTORE_TURN);
	has_waited = has_waited || server->durable->is_unrestored;
	uv_ref((uv_handle_t *)timer); /* something to wait for */
	while (server->durable->is_unrestored)
		(void)uv_run(loop, UV_RUN_ONCE);
	uv_unref((uv_handle_t *)timer);
	assert_non_null(durable_find(server->durable, "", "job")->record);
	server_drain(server, 0);
	server_drain(server, 0);
	while (uv_run(loop, UV_RUN_NOWAIT) != 0)
		(void)server_work(server, 1000);
	server_destroy(server);
}

static err_t begin(uv_loop_t *loop, server_t **out)
{
	conf_t conf;
	errinfo_t why;

	conf_init(&conf);
	conf.table_mib = 1;
	conf.journal_size_mib = LEDGER_LEAST_MIB;
	strcpy(conf.journal, folder);
	assert_int_equal(uv_loop_init(loop), 0);
	return server_create(loop, &conf, true, out, &why);
}

/* begin_and_end makes a server, when the allocation n fails, or decoding message n. Returns false
 * when there was none. */
static bool begin_and_end(long n, bool is_message)
{
	uv_loop_t loop;
	server_t *server;
	bool has_failed;
	err_t err;

	if (is_message)
		decodes_left = n;
	else
		mem_fail_after(n);
	err = begin(&loop, &server);
	has_failed = is_message ? decodes_left < 0 : mem_fail_pending() == 0;
	mem_fail_after(-1);
	decodes_left = -1;
	if (err == ERR_OK)
		serve(&loop, server);
	else
		assert_int_equal(err, ERR_NOMEM);
	assert_int_equal(uv_loop_close(&loop), 0);
	return has_failed;
}

static void fail_each(bool is_message)
{
	size_t before;
	bool goes_on = true;

	folder_make(folder);
	fill();
	(void)begin_and_end(-1, false); /* what is made once is made */
	for (long n = 0; goes_on; n++) {
		fill();
		before = mem_live();
		goes_on = begin_and_end(n, is_message);
		if (mem_live() != before)
			fail_msg("allocation %ld: %zu bytes are left", n, mem_live() - before);
		look(n);
	}
	folder_drop(folder);
}

static void test_no_memory_costs_no_job(void **state)
{
	(void)state;
	fail_each(false);
}

/* A record that there was no memory to decode was taken for a damaged one, and its job dropped. */
static void test_bug_a_want_of_memory_was_taken_for_damage(void **state)
{
	(void)state;
	fail_each(true);
}

/* All jobs were tried again in one turn of the loop, each second, also after one for which there
 * was no memory. */
static void test_bug_all_jobs_were_tried_in_one_turn(void **state)
{
	uv_loop_t loop;
	server_t *server;
	const kept_t *kept[2];

	(void)state;
	folder_make(folder);
	fill();
	decodes_left = RECORDS; /* the first job that is taken up */
	assert_int_equal(begin(&loop, &server), ERR_OK);
	assert_true(decodes_left < 0);
	kept[0] = durable_find(server->durable, "", "job");
	kept[1] = durable_find(server->durable, "", "ended");
	for (unsigned taken = 0; taken <= 2; taken++) {
		assert_int_equal((kept[0]->record != NULL) + (kept[1]->record != NULL), taken);
		assert_int_equal(server->durable->is_unrestored, taken < 2);
		durable_restore(server, 1);
	}
	serve(&loop, server);
	assert_int_equal(uv_loop_close(&loop), 0);
	folder_drop(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_no_memory_costs_no_job),
	        cmocka_unit_test(test_bug_a_want_of_memory_was_taken_for_damage),
	        cmocka_unit_test(test_bug_all_jobs_were_tried_in_one_turn),
	};
	int failed;

	log_off();
	epoch_start();
	epoch_thread_join(); /* as who lets a server work by turns does */
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	epoch_thread_leave();
	return failed;
}
