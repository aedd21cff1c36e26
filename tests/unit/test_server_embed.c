/* SPDX-License-Identifier: MIT
 * test_server_embed.c - the whole server inside this process: requests over the
 * socket pair, early leavers, and every allocation failing in turn. */
#include <dirent.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "engine/table/epoch.h"
#include "protocol/msg.h"
#include "protocol/methods.h"
#include "protocol/rpc.h"
#include "protocol/scan.h"
#include "server/embed.h"

static const embed_config_t config = {
        .workers = 2, .table_bytes = 1 << 20, .priority = PRIORITY_NORMAL};
static const embed_config_t by_turns = {
        .workers = 1, .table_bytes = 1 << 20, .priority = PRIORITY_NORMAL, .by_turns = true};

/* One end of a conversation. */
typedef struct {
	int fd;
	uint8_t in[1 << 16];
	size_t length;
} peer_t;

static peer_t peer;
static embed_t *turning; /* an engine by turns, given them while one hears it; NULL: none is */

enum { NODES = 2000, LONG_MS = 10000 };

/* tell_within sends a submission of a small or an endless problem, with so many nodes; 0: no
 * limit. */
static bool tell_within(uint32_t msgid, bool endless, uint64_t nodes)
{
	msg_submit_t msg;
	wirebuf_t out;
	bool sent;

	msg_submit_init(&msg);
	strcpy(msg.position.rows,
	       endless ? "......./......./......./...O.../......./......./......." : "OX./.../...");
	strcpy(msg.goal.type, "capture");
	strcpy(msg.goal.target, endless ? "D4" : "A3");
	msg.limits.order = 7;
	msg.limits.nodes = nodes;
	msg.progress_ms = nodes > 0 ? 0 : 10;
	wirebuf_init(&out, FRAME_BYTES_MAX);
	rpc_put_request(&out, msgid, "job.submit");
	msg_submit_write(&out, &msg);
	sent = out.failed == ERR_OK &&
	       send(peer.fd, out.data, out.length, MSG_NOSIGNAL) == (ssize_t)out.length;
	wirebuf_fini(&out);
	return sent;
}

static bool tell(uint32_t msgid, bool endless)
{
	return tell_within(msgid, endless, 0);
}

/* is_told gives the server its turns as long as it wants the next at once, and says whether it has
 * told something by then. *fd: what it waits for. */
static bool is_told(embed_t *embed, int *fd)
{
	struct pollfd poller = {.fd = peer.fd, .events = POLLIN};

	while (embed_turn(embed, fd) == 0)
		;
	return peer.length > 0 || poll(&poller, 1, 0) == 1;
}

/* is_woken waits until the loop has something to do. */
static bool is_woken(int fd)
{
	struct pollfd poller = {.fd = fd, .events = POLLIN};

	return poll(&poller, 1, LONG_MS) == 1;
}

/* await gives the engine that waits for turns its turns until it has said something or ended. */
static void await(void)
{
	struct pollfd said[] = {{.fd = peer.fd, .events = POLLIN}, {.events = POLLIN}};

	while (turning != NULL && poll(said, 1, 0) != 1) {
		const int again = embed_turn(turning, &said[1].fd);

		if (again < 0)
			assert_in_range(poll(said, 2, LONG_MS), 1, 2);
		else if (again > 0)
			(void)poll(said, 2, again);
	}
}

/* hear reads one message: 0 = response, 1 = progress, 2 = done, -1 = the end. It
 * looks at the bytes, since the codec would take part in the lack of memory. */
static int hear(uint32_t *msgid, bool *failed)
{
	static const uint8_t progress[] = "\x93\x02\xac" NOTIFY_PROGRESS;
	scan_t scan;
	int kind = 0;

	scan_begin(&scan, &scan_reply_limits);
	while (scan_feed(&scan, peer.in, peer.length) != SCAN_WHOLE) {
		ssize_t n;

		await();
		n = recv(peer.fd, peer.in + peer.length, sizeof(peer.in) - peer.length, 0);
		if (n <= 0)
			return -1;
		peer.length += (size_t)n;
	}
	if (peer.in[0] == 0x94) { /* 1, msgid below 128, error or nil, ... */
		*msgid = peer.in[2];
		*failed = peer.in[3] != 0xc0;
	} else {
		kind = memcmp(peer.in, progress, sizeof(progress) - 1) == 0 ? 1 : 2;
	}
	peer.length -= scan.taken;
	memmove(peer.in, peer.in + scan.taken, peer.length);
	return kind;
}

static embed_t *start_with(const embed_config_t *with)
{
	embed_t *embed;
	errinfo_t why;

	peer.length = 0;
	assert_int_equal(embed_start(with, &embed, &peer.fd, &why), ERR_OK);
	turning = with->by_turns ? embed : NULL;
	return embed;
}

static embed_t *start(void)
{
	return start_with(&config);
}

static void nothing_is_left(void)
{
	turning = NULL;
	epoch_barrier();
	assert_int_equal(mem_live(), 0);
}

/* By turns nothing runs but the workers. What a turn had to tell was written when the next began,
 * and that waited for a timer. (And a peer that leaves costs the caller, on whose thread the loop
 * ends, no SIGPIPE.) */
static void bug_an_answer_by_turns_waited_for_a_timer(void **state)
{
	embed_config_t loop_only = config;
	embed_t *embed;
	bool failed;
	uint32_t msgid;
	int fd;

	(void)state;
	loop_only.by_turns = true;
	embed = start_with(&loop_only);
	for (uint32_t i = 1; i <= 50; i++) {
		assert_true(tell_within(i, true, NODES + i)); /* no answer is known yet */
		assert_true(is_told(embed, &fd));
		assert_int_equal(hear(&msgid, &failed), 0);
		assert_true(is_told(embed, &fd) || (is_woken(fd) && is_told(embed, &fd)));
		assert_int_equal(hear(&msgid, &failed), 2);
	}
	assert_true(tell(51, true)); /* one that is never over */
	assert_true(is_told(embed, &fd));
	close(peer.fd);
	embed_stop(embed);
	nothing_is_left();
}

/* threads counts those of this process. */
static unsigned threads(void)
{
	DIR *tasks = opendir("/proc/self/task");
	unsigned count = 0;

	assert_non_null(tasks);
	for (struct dirent *task; (task = readdir(tasks)) != NULL;)
		count += task->d_name[0] != '.';
	(void)closedir(tasks);
	return count;
}

/* next gives the server turns until it has said something, and hears that. */
static int next(uint32_t *msgid, bool *failed)
{
	struct pollfd poller = {.fd = peer.fd, .events = POLLIN};
	int fd;

	while (peer.length == 0 && poll(&poller, 1, 0) != 1)
		assert_int_equal(embed_turn(turning, &fd), 0); /* there is work: at once */
	return hear(msgid, failed);
}

/* With one worker it works in the turns as well: threads are made for neither. A turn ends though
 * its job does not, so that progress is told and the end is heard of. */
static void one_worker_works_by_turns(void **state)
{
	const unsigned before = threads();
	embed_t *embed = start_with(&by_turns);
	bool failed;
	uint32_t msgid;
	int fd;

	(void)state;
	assert_in_range(threads(), before, before + 1); /* who frees what epochs retire */
	for (uint32_t i = 1; i <= 50; i++) {
		assert_true(tell_within(i, true, NODES + i));
		assert_int_equal(next(&msgid, &failed), 0);
		assert_false(failed);
		assert_int_equal(msgid, i);
		assert_int_equal(next(&msgid, &failed), 2);
	}
	(void)embed_turn(embed, &fd);
	assert_int_not_equal(embed_turn(embed, &fd), 0); /* there is nothing to do */
	assert_true(tell(51, true));                     /* one that is never over */
	assert_int_equal(next(&msgid, &failed), 0);
	assert_int_equal(next(&msgid, &failed), 1);
	assert_int_equal(next(&msgid, &failed), 1);
	close(peer.fd);
	embed_stop(embed);
	nothing_is_left();
}

static void answers_and_results_come(void **state)
{
	embed_t *embed = start();
	bool failed;
	uint32_t msgid;

	(void)state;
	for (uint32_t i = 1; i <= 100; i++) {
		int kind;

		assert_true(tell(i, false));
		assert_int_equal(hear(&msgid, &failed), 0);
		assert_int_equal(msgid, i);
		assert_false(failed);
		while ((kind = hear(&msgid, &failed)) == 1)
			;
		assert_int_equal(kind, 2);
	}
	(void)close(peer.fd);
	embed_stop(embed);
	nothing_is_left();
}

static void stop_comes_at_any_time(void **state)
{
	(void)state;
	for (int i = 0; i < 40; i++) {
		embed_t *embed = start_with(i < 20 ? &config : &by_turns);
		int fd;

		for (uint32_t j = 0; j < 4; j++)
			assert_true(tell(j, i % 2 == 0));
		for (int j = 0; turning != NULL && j < i % 4; j++)
			(void)embed_turn(embed, &fd);
		if (i % 3 == 0)
			(void)close(peer.fd);
		embed_stop(embed);
		if (i % 3 != 0)
			(void)close(peer.fd);
		nothing_is_left();
	}
	embed_stop(NULL);
}

/* run_starved does a small conversation while the n-th allocation fails. It must
 * end: with results, an error answer, or a closed connection. */
static void run_starved(const embed_config_t *with, long n)
{
	embed_t *embed;
	errinfo_t why;
	uint32_t msgid;
	bool failed;
	int kind;

	mem_fail_after(n);
	peer.length = 0;
	if (embed_start(with, &embed, &peer.fd, &why) != ERR_OK) {
		assert_null(embed);
		return;
	}
	turning = with->by_turns ? embed : NULL;
	if (tell(1, false)) {
		kind = hear(&msgid, &failed);
		while (kind == 1 || (kind == 0 && !failed))
			kind = hear(&msgid, &failed);
	}
	(void)close(peer.fd);
	embed_stop(embed);
}

static void starve(const embed_config_t *with)
{
	long n = 0;

	do {
		run_starved(with, n++);
		nothing_is_left();
	} while (!mem_fail_pending());
	mem_fail_after(-1);
	assert_true(n > 20);
}

static void every_allocation_may_fail(void **state)
{
	(void)state;
	starve(&config);
}

/* The worker of a solver by turns was given a last turn though it had not been made. */
static void bug_a_start_by_turns_without_memory_crashed(void **state)
{
	(void)state;
	starve(&by_turns);
}

/* takes tells whether a thread has any of the signals open that end a program. */
static bool takes(const char *thread)
{
	static const int asked[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH};
	char path[300], line[100];
	unsigned long long held = 0;
	bool found = false, open = false;
	FILE *file;

	(void)snprintf(path, sizeof(path), "/proc/self/task/%s/status", thread);
	file = fopen(path, "r");
	assert_non_null(file);
	while (!found && fgets(line, sizeof(line), file) != NULL)
		found = sscanf(line, "SigBlk: %llx", &held) == 1;
	(void)fclose(file);
	assert_true(found);
	for (unsigned i = 0; i < sizeof(asked) / sizeof(*asked); i++)
		open |= (held >> (asked[i] - 1) & 1) == 0;
	return open;
}

/* Ctrl-C went to the thread of liburcu now and then: the caller slept on, and TSan saw two threads
 * at the handler's variable. */
static void signals_are_the_callers(void **state)
{
	embed_t *embed = start();
	unsigned threads = 0;
	char own[20];
	DIR *tasks = opendir("/proc/self/task");

	(void)state;
	assert_non_null(tasks);
	(void)snprintf(own, sizeof(own), "%ld", (long)getpid());
	for (struct dirent *task; (task = readdir(tasks)) != NULL;) {
		if (task->d_name[0] == '.')
			continue;
		threads++;
		assert_int_equal(takes(task->d_name), strcmp(task->d_name, own) == 0);
	}
	(void)closedir(tasks);
	assert_true(threads >= 2 + config.workers + 1); /* loop, workers, liburcu's */
	(void)close(peer.fd);
	embed_stop(embed);
	nothing_is_left();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(answers_and_results_come),
	        cmocka_unit_test(bug_an_answer_by_turns_waited_for_a_timer),
	        cmocka_unit_test(one_worker_works_by_turns),
	        cmocka_unit_test(stop_comes_at_any_time),
	        cmocka_unit_test(signals_are_the_callers),
	        cmocka_unit_test(every_allocation_may_fail),
	        cmocka_unit_test(bug_a_start_by_turns_without_memory_crashed),
	};

	epoch_start();
	epoch_thread_join(); /* epoch_barrier wants it */
	return cmocka_run_group_tests(tests, NULL, NULL);
}
