/* SPDX-License-Identifier: MIT
 * test_durable_memory.c - a server that begins with jobs in its journal, when each allocation in
 * turn fails: it does not begin, or takes the jobs up later. The journal has them all the same, and
 * no memory is left over. */
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

enum { JOB = 1, ENDED = 2, STRAY = 3, LEDGER_BYTES = LEDGER_LEAST_MIB << 20 };

static char folder[FOLDER_BYTES];

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
		durable_restore(server);
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

/* begin_and_end makes a server, when the allocation n fails. Returns false when there was none. */
static bool begin_and_end(long n)
{
	uv_loop_t loop;
	server_t *server;
	conf_t conf;
	errinfo_t why;
	bool has_failed;
	err_t err;

	conf_init(&conf);
	conf.table_mib = 1;
	conf.journal_size_mib = LEDGER_LEAST_MIB;
	strcpy(conf.journal, folder);
	assert_int_equal(uv_loop_init(&loop), 0);
	mem_fail_after(n);
	err = server_create(&loop, &conf, true, &server, &why);
	has_failed = mem_fail_pending() == 0;
	mem_fail_after(-1);
	if (err == ERR_OK)
		serve(&loop, server);
	else
		assert_int_equal(err, ERR_NOMEM);
	assert_int_equal(uv_loop_close(&loop), 0);
	return has_failed;
}

static void test_no_memory_costs_no_job(void **state)
{
	size_t before;
	bool goes_on = true;

	(void)state;
	folder_make(folder);
	fill();
	(void)begin_and_end(-1); /* what is made once is made */
	for (long n = 0; goes_on; n++) {
		fill();
		before = mem_live();
		goes_on = begin_and_end(n);
		if (mem_live() != before)
			fail_msg("allocation %ld: %zu bytes are left", n, mem_live() - before);
		look(n);
	}
	folder_drop(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(test_no_memory_costs_no_job),
	};
	int failed;

	log_off();
	epoch_start();
	epoch_thread_join(); /* as who lets a server work by turns does */
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	epoch_thread_leave();
	return failed;
}
