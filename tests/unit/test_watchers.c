/* SPDX-License-Identifier: MIT
 * test_watchers.c - a job that many connections hear of: what is done for that is counted, in all
 * and in each turn of the loop. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/table/epoch.h"
#include "protocol/msg.h"
#include "protocol/rpc.h"
#include "server/inside.h"
#include "server/subscriptions.h"

enum { WATCHERS = 1000, FILES = 2 * WATCHERS + 64, BYTES = 1 << 16 };

static uv_loop_t loop;
static server_t *server;
static int ends[WATCHERS];

static void begin(unsigned count)
{
	conf_t conf;
	errinfo_t why;

	conf_init(&conf);
	conf.workers = 1;
	conf.table_mib = 1;
	conf.worker_priority = PRIORITY_NORMAL;
	assert_int_equal(uv_loop_init(&loop), 0);
	assert_int_equal(server_create(&loop, &conf, false, &server, &why), ERR_OK);
	/* Nobody has a batch: nothing wakes the loop to look at them. */
	assert_false(uv_is_active((uv_handle_t *)&server->batches.timer));
	for (unsigned i = 0; i < count; i++) {
		int pair[2];

		assert_int_equal(
		        socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair),
		        0);
		assert_int_equal(server_adopt(server, pair[0]), ERR_OK);
		ends[i] = pair[1];
	}
}

static void end(unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		(void)close(ends[i]);
	server_drain(server, 0);
	server_drain(server, 0);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	server_destroy(server);
	assert_int_equal(uv_loop_close(&loop), 0);
}

static void send_to(int fd, wirebuf_t *out)
{
	assert_int_equal(out->failed, ERR_OK);
	assert_int_equal(write(fd, out->data, out->length), (ssize_t)out->length);
	wirebuf_fini(out);
}

/* submit asks for a job that lasts, as the first of the server. */
static void submit(int fd, uint64_t progress_ms)
{
	msg_submit_t msg;
	wirebuf_t out;

	msg_submit_init(&msg);
	strcpy(msg.position.rows, "......./......./......./...O.../......./......./.......");
	strcpy(msg.goal.type, "capture");
	strcpy(msg.goal.target, "D4");
	msg.limits.order = 7;
	msg.detach = true;
	msg.progress_ms = progress_ms;
	wirebuf_init(&out, BYTES);
	rpc_put_request(&out, 1, "job.submit");
	msg_submit_write(&out, &msg);
	send_to(fd, &out);
}

static void ask(int fd, const char *method, uint64_t progress_ms)
{
	const msg_ref_t ref = {.job = 1, .progress_ms = progress_ms};
	wirebuf_t out;

	wirebuf_init(&out, BYTES);
	rpc_put_request(&out, 2, method);
	if (strcmp(method, "job.watch") == 0)
		msg_watch_write(&out, &ref);
	else
		msg_ref_write(&out, &ref);
	send_to(fd, &out);
}

/* hears reads what is there and counts how often the method is named in it. */
static unsigned hears(int fd, const char *method)
{
	static char text[BYTES];
	unsigned count = 0;
	ssize_t got;

	while ((got = read(fd, text, sizeof(text))) > 0) {
		const char *at = text, *last = text + got;

		while ((at = memmem(at, (size_t)(last - at), method, strlen(method))) != NULL) {
			at += strlen(method);
			count++;
		}
	}
	return count;
}

/* turn_until turns the loop until all have heard of the method as often, and checks each turn. */
static void turn_until(unsigned count, const char *method, unsigned times)
{
	unsigned heard[WATCHERS] = {0};
	unsigned missing = count;

	while (missing > 0) {
		(void)uv_run(&loop, UV_RUN_NOWAIT);
		assert_true(server->jobs.told <= SUBS_TURN + SUBS_SENDING);
		missing = 0;
		for (unsigned i = 0; i < count; i++) {
			heard[i] += hears(ends[i], method);
			missing += heard[i] < times;
		}
	}
	for (unsigned i = 0; i < count && strcmp(method, "job.done") == 0; i++)
		assert_int_equal(heard[i], times);
}

/* The end of a job with n watchers cost n * n, and one turn of the loop: 0.8 s for 10,000. */
static void bug_many_watchers_stall_the_loop(void **state)
{
	uint64_t done;

	(void)state;
	begin(WATCHERS);
	submit(ends[0], 10);
	turn_until(1, "job", 1);
	for (unsigned i = 1; i < WATCHERS; i++)
		ask(ends[i], "job.watch", 10);
	turn_until(WATCHERS, "job.progress", 2);
	ask(ends[0], "job.cancel", 0);
	done = server->jobs.told_in_all;
	turn_until(WATCHERS, "job.done", 1);
	done = server->jobs.told_in_all - done;
	assert_in_range(done, WATCHERS * SUBS_SENDING, 4 * WATCHERS * (SUBS_SENDING + 1));
	end(WATCHERS);
}

/* Watchers that go while others are told, and a job that is forgotten before all were. */
static void watchers_may_go_while_others_are_told(void **state)
{
	(void)state;
	begin(WATCHERS);
	submit(ends[0], 10);
	turn_until(1, "job", 1);
	for (unsigned i = 1; i < WATCHERS; i++)
		ask(ends[i], "job.watch", 10);
	turn_until(WATCHERS, "job.progress", 1);
	server->jobs.keep_finished = 0;
	ask(ends[0], "job.cancel", 0);
	while (server->jobs.telling_count == 0)
		(void)uv_run(&loop, UV_RUN_NOWAIT);
	for (unsigned i = 0; i < WATCHERS; i += 2) {
		(void)close(ends[i]);
		ends[i / 2] = ends[i + 1];
	}
	turn_until(WATCHERS / 2, "job.done", 1);
	while (server->jobs.telling_count > 0)
		(void)uv_run(&loop, UV_RUN_NOWAIT);
	assert_int_equal(server->jobs.finished_count + server->jobs.active_count, 0);
	end(WATCHERS / 2);
}

/* The rest of those who are to be told go before their turn comes, and the job is too old to be
 * kept: its record was freed while it still stood among those that have more to tell. */
static void bug_a_job_was_freed_while_it_had_more_to_tell(void **state)
{
	(void)state;
	begin(WATCHERS);
	submit(ends[0], 0);
	turn_until(1, "job", 1);
	for (unsigned i = 0; i < WATCHERS; i++)
		ask(ends[i], "job.watch", 0);
	turn_until(WATCHERS, "job", 1);
	ask(ends[0], "job.cancel", 0);
	while (server->jobs.telling_count == 0)
		(void)uv_run(&loop, UV_RUN_NOWAIT);
	conns_abort_all(&server->conns);
	server->jobs.keep_finished = 0;
	jobs_expire(&server->jobs);
	assert_int_equal(server->jobs.finished_count, 0);
	while (server->jobs.telling_count > 0)
		(void)uv_run(&loop, UV_RUN_NOWAIT);
	end(WATCHERS);
}

/* A server that stops tells all of them first. */
static void all_are_told_before_the_end(void **state)
{
	unsigned heard = 0;

	(void)state;
	begin(WATCHERS);
	submit(ends[0], 0);
	turn_until(1, "job", 1);
	for (unsigned i = 0; i < WATCHERS; i++)
		ask(ends[i], "job.watch", 0);
	turn_until(WATCHERS, "job", 1);
	server_drain(server, 0);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	for (unsigned i = 0; i < WATCHERS; i++) {
		heard += hears(ends[i], "job.done");
		(void)close(ends[i]);
	}
	assert_int_equal(heard, WATCHERS);
	server_destroy(server);
	assert_int_equal(uv_loop_close(&loop), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(bug_many_watchers_stall_the_loop),
	        cmocka_unit_test(watchers_may_go_while_others_are_told),
	        cmocka_unit_test(bug_a_job_was_freed_while_it_had_more_to_tell),
	        cmocka_unit_test(all_are_told_before_the_end),
	};
	struct rlimit files;
	int failed;

	CHECK(getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_max > FILES);
	files.rlim_cur = FILES;
	CHECK(setrlimit(RLIMIT_NOFILE, &files) == 0);
	(void)signal(SIGPIPE, SIG_IGN); /* as the daemon does */
	epoch_start();
	epoch_thread_join();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	epoch_barrier();
	epoch_thread_leave();
	CHECK(mem_live() == 0);
	return failed;
}
