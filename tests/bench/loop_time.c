/* SPDX-License-Identifier: MIT
 * loop_time.c - searches for requests that hold the loop for long, and prints the worst of each
 * method.
 *
 *     loop_time [-n REQUESTS] [-s SEED] [-m METHOD] [-w WATCHERS] [-v]
 *
 * First what is known, or looks like it: the first use of each size of board, a table of requests
 * (loop_known.c), many connections at once (loop_scenes.c). Then a search: a request is made by a
 * list of choices (loop_request.c), so that a change of some choices is a similar request. From a
 * random one it goes on to whatever takes longer, with changes that get smaller, and begins anew
 * when nothing has helped for long.
 *
 * A server runs in this process; what is measured is the processor time of the longest turn of its
 * loop from the request to its answer and a little after, least of three for what seems to be the
 * worst. A turn is what libuv does from one look at its prepare handles to the next; what this
 * program does between two calls of uv_run does not count. What a request leaves behind (jobs) is
 * taken away in between, unmeasured; before the requests the server has as many finished jobs as
 * it keeps. Exit 1: a turn took more than BOUND_MS. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "engine/table/epoch.h"
#include "protocol/methods.h"
#include "protocol/rpc.h"
#include "server/inside.h"
#include "server/log.h"
#include "tests/bench/loop_known.h"
#include "tests/bench/loop_request.h"
#include "tests/bench/loop_scenes.h"

enum {
	BOUND_MS = 10,
	REQUESTS = 2000,
	WATCHERS = 1000,
	PATIENCE = 150,
	FRAME = 1 << 17,
	FILES_SPARE = 1200
};

static uv_loop_t loop;
static server_t *server;
static int end;
static uint8_t in[1 << 21];
static uv_prepare_t mark;
static uint64_t marked, left_at, longest_turn; /* processor time */
static char folder[] = "/tmp/loop_time.XXXXXX", path[64];

_Noreturn static void die(const char *what)
{
	(void)fprintf(stderr, "loop_time: %s\n", what);
	exit(70);
}

static void mark_cb(uv_prepare_t *handle)
{
	const uint64_t now = clock_cpu_ns(), ns = now - marked;

	(void)handle;
	longest_turn = ns > longest_turn ? ns : longest_turn;
	marked = now;
}

/* turn runs the loop once and returns the processor time of the longest turn that ended, or is
 * about to end, in it. */
static uint64_t turn(void)
{
	longest_turn = 0;
	marked += clock_cpu_ns() - left_at;
	(void)uv_run(&loop, UV_RUN_NOWAIT);
	left_at = clock_cpu_ns();
	return left_at - marked > longest_turn ? left_at - marked : longest_turn;
}

/* take reads what has come; true: the answer of that number is in it, and `text` what it says. */
static bool take(uint32_t msgid, char *text, size_t bytes)
{
	static size_t length;
	bool found = false;
	size_t used = 0;
	ssize_t got;

	while ((got = read(end, in + length, sizeof(in) - length)) > 0)
		length += (size_t)got;
	if (got == 0)
		die("the server has closed the connection");
	while (used < length) {
		scan_t scan;

		scan_begin(&scan, &scan_reply_limits);
		if (scan_feed(&scan, in + used, length - used) != SCAN_WHOLE)
			break;
		if (in[used] == 0x94 && in[used + 1] == 1) {
			codec_t *codec = codec_create();
			errinfo_t why;
			rpc_t rpc;

			if (rpc_parse(codec, in + used, scan.taken, &rpc, &why) == ERR_OK &&
			    rpc.msgid == msgid) {
				msg_error_t error;

				found = true;
				(void)snprintf(text, bytes, "ok");
				if (codec_kind(&rpc.error) == NODE_MAP &&
				    msg_error_read(&rpc.error, &error, &why) == ERR_OK)
					(void)snprintf(text, bytes, "%s", error.message);
			}
			codec_destroy(codec);
		}
		used += scan.taken;
	}
	memmove(in, in + used, length - used);
	length -= used;
	return found;
}

/* settle ends what the last request has left. */
static void settle(void)
{
	char text[8];

	jobs_cancel_all(&server->jobs);
	board_statuses_cancel_all(&server->statuses);
	while (jobs_in_flight(&server->jobs) + server->statuses.active_count > 0 ||
	       server->proofs.building_count > 0)
		(void)turn();
	for (unsigned i = 0; i < 3; i++)
		(void)turn();
	(void)take(0, text, sizeof(text));
}

/* measure sends a request and returns its longest turn. */
static uint64_t measure(const wirebuf_t *frame, uint32_t msgid, char *text, size_t bytes)
{
	uint64_t longest = 0;
	size_t sent = 0;

	settle();
	do {
		const ssize_t n = write(end, frame->data + sent, frame->length - sent);
		uint64_t ns;

		sent += n > 0 ? (size_t)n : 0;
		ns = turn();
		longest = ns > longest ? ns : longest;
	} while (sent < frame->length || !take(msgid, text, bytes));
	for (unsigned i = 0; i < 4; i++) { /* the questions of a status, what is told at once */
		const uint64_t ns = turn();

		longest = ns > longest ? ns : longest;
	}
	return longest;
}

typedef struct {
	choices_t choices;
	uint64_t ns;
	size_t length;
	char text[ERRINFO_TEXT_MAX];
} worst_t;

static uint64_t try(method_t method, choices_t *choices, unsigned times, worst_t *out)
{
	static uint32_t msgid;
	wirebuf_t frame;
	uint64_t least = UINT64_MAX;

	wirebuf_init(&frame, FRAME);
	choices->at = 0;
	loop_request(method, choices, ++msgid, &frame);
	if (frame.failed != ERR_OK || frame.length > FRAME_BYTES_MAX) {
		wirebuf_fini(&frame);
		return 0;
	}
	for (unsigned i = 0; i < times; i++) {
		const uint64_t ns = measure(&frame, msgid, out->text, sizeof(out->text));

		least = ns < least ? ns : least;
	}
	out->choices = *choices;
	out->length = frame.length;
	out->ns = least;
	wirebuf_fini(&frame);
	return least;
}

static void change(choices_t *c, rng_t *rng)
{
	const unsigned count = 1 + (unsigned)(rng_next(rng) % 4);

	for (unsigned i = 0; i < count; i++)
		c->choice[rng_next(rng) % (rng_next(rng) % 2 ? c->used + 1 : CHOICES)] =
		        (uint32_t)rng_next(rng);
}

static void fresh(choices_t *c, rng_t *rng)
{
	for (unsigned i = 0; i < CHOICES; i++)
		c->choice[i] = (uint32_t)rng_next(rng);
	c->used = CHOICES - 1;
}

/* climb searches for the worst request of a method. */
static worst_t climb(method_t method, unsigned requests, rng_t *rng)
{
	worst_t worst = {.ns = 0}, here = {.ns = 0}, next;
	unsigned since = PATIENCE;

	for (unsigned n = 0; n < requests; n++) {
		choices_t choices = here.choices;

		if (since++ >= PATIENCE) {
			fresh(&choices, rng);
			here.ns = since = 0;
		} else {
			change(&choices, rng);
		}
		if (try(method, &choices, 1, &next) <= here.ns ||
		    try(method, &choices, 3, &next) <= here.ns)
			continue;
		here = next;
		since = 0;
		if (here.ns > worst.ns)
			worst = here;
	}
	return worst;
}

static void begin(void)
{
	conf_t conf;
	errinfo_t why;
	int pair[2];

	conf_init(&conf);
	conf.workers = 1;
	conf.table_mib = 16;
	conf.worker_priority = PRIORITY_NORMAL;
	log_off();
	conf.peer_share = 100;
	if (mkdtemp(folder) == NULL)
		die("no folder");
	(void)snprintf(path, sizeof(path), "%s/socket", folder);
	(void)snprintf(conf.socket, sizeof(conf.socket), "%s", path);
	conf.listen[0] = '\0';
	if (uv_loop_init(&loop) != 0 || uv_prepare_init(&loop, &mark) != 0 ||
	    uv_prepare_start(&mark, mark_cb) != 0)
		die("no loop");
	uv_unref((uv_handle_t *)&mark);
	if (server_create(&loop, &conf, false, &server, &why) != ERR_OK ||
	    server_listen(server, 0, &why) != ERR_OK)
		die("no server");
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0 ||
	    server_adopt(server, pair[0]) != ERR_OK)
		die("no connection");
	end = pair[1];
}

/* fill has the server know as many jobs as it keeps. */
static void fill(rng_t *rng)
{
	worst_t ignored;
	choices_t c;

	while (server->jobs.finished_count < server->jobs.keep_finished) {
		fresh(&c, rng);
		(void)try(METHOD_SUBMIT, &c, 1, &ignored);
	}
}

/* known asks what the table has, and prints the worst of each method. */
static uint64_t known(bool all)
{
	uint64_t worst[METHODS] = {0}, longest = 0;
	unsigned which[METHODS] = {0}, count[METHODS] = {0}, number = 0;
	char text[ERRINFO_TEXT_MAX], said[METHODS][ERRINFO_TEXT_MAX] = {""};
	method_t m;

	for (bool more = true; more; number++) {
		uint64_t least = UINT64_MAX;
		wirebuf_t frame;

		wirebuf_init(&frame, FRAME);
		more = loop_known(number, number, &m, &frame);
		for (unsigned i = 0;
		     more && i < 3 && least > worst[m] && frame.length <= FRAME_BYTES_MAX; i++) {
			const uint64_t ns = measure(&frame, number, text, sizeof(text));

			least = ns < least ? ns : least;
		}
		wirebuf_fini(&frame);
		count[m] += more;
		if (all && more)
			printf("    %4u %-12s %8.3f ms  %s\n", number, methods_row(m)->name,
			       (double)least / NS_PER_MS, text);
		if (!more || least == UINT64_MAX || least <= worst[m])
			continue;
		worst[m] = least;
		which[m] = number;
		(void)snprintf(said[m], sizeof(said[m]), "%s", text);
	}
	for (m = 0; m < METHODS; m++) {
		longest = worst[m] > longest ? worst[m] : longest;
		if (count[m] > 0)
			printf("%-16s %8.3f ms  the worst of %u known, number %u: %s\n",
			       methods_row(m)->name, (double)worst[m] / NS_PER_MS, count[m],
			       which[m], said[m]);
	}
	(void)fflush(stdout);
	return longest;
}

/* of_each_job asks about every job that the server knows. */
static uint64_t of_each_job(void)
{
	static const method_t methods[] = {METHOD_STATUS, METHOD_WATCH, METHOD_CANCEL,
	                                   METHOD_CERTIFICATE};
	const uint64_t newest = server->jobs.map.last;
	uint64_t longest = 0;

	for (unsigned i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
		uint64_t worst = 0;

		for (uint64_t id = newest - server->jobs.finished_count + 1; id <= newest; id++) {
			uint64_t least = UINT64_MAX;
			char params[64], text[ERRINFO_TEXT_MAX];
			wirebuf_t frame;

			(void)snprintf(params, sizeof(params), "{'job':%llu}",
			               (unsigned long long)id);
			wirebuf_init(&frame, FRAME);
			loop_known_text(methods[i], params, (uint32_t)id, &frame);
			for (unsigned n = 0; n < 3 && least > worst; n++) {
				const uint64_t ns =
				        measure(&frame, (uint32_t)id, text, sizeof(text));

				least = ns < least ? ns : least;
			}
			wirebuf_fini(&frame);
			worst = least > worst ? least : worst;
		}
		printf("%-16s %8.3f ms  the worst of %u jobs\n", methods_row(methods[i])->name,
		       (double)worst / NS_PER_MS, server->jobs.finished_count);
		longest = worst > longest ? worst : longest;
	}
	return longest;
}

static uint64_t search(unsigned requests, const char *only, rng_t *rng)
{
	uint64_t longest = 0;

	for (method_t m = 0; m < METHODS; m++) {
		worst_t worst;

		if (only != NULL && strcmp(only, methods_row(m)->name) != 0)
			continue;
		worst = climb(m, requests, rng);
		longest = worst.ns > longest ? worst.ns : longest;
		printf("%-16s %8.3f ms  %6zu bytes  %s\n", methods_row(m)->name,
		       (double)worst.ns / NS_PER_MS, worst.length, worst.text);
		worst.choices.at = 0;
		loop_request_tell(m, &worst.choices);
		(void)fflush(stdout);
	}
	return longest;
}

static void files_raise(unsigned files)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_max < files)
		die("too few open files are allowed for so many watchers");
	limit.rlim_cur = limit.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &limit);
}

int main(int argc, char **argv)
{
	unsigned requests = REQUESTS, watchers = WATCHERS;
	uint64_t seed = clock_now_ns() % 1000000, longest = 0, ns;
	const char *only = NULL;
	bool all = false;
	loop_scenes_t scenes;
	rng_t rng;
	int option;

	while ((option = getopt(argc, argv, "n:s:m:w:v")) != -1) {
		if (option == 'n')
			requests = (unsigned)strtoul(optarg, NULL, 10);
		else if (option == 's')
			seed = strtoull(optarg, NULL, 10);
		else if (option == 'm')
			only = optarg;
		else if (option == 'w')
			watchers = (unsigned)strtoul(optarg, NULL, 10);
		else if (option == 'v')
			all = true;
		else
			return 64;
	}
	if (watchers > LOOP_WATCHERS_MAX)
		return 64;
	files_raise(2 * watchers + FILES_SPARE);
	(void)signal(SIGPIPE, SIG_IGN);
	epoch_start();
	epoch_thread_join();
	rng.state = seed;
	begin();
	scenes = (loop_scenes_t){
	        .server = server, .socket = path, .watchers = watchers, .turn = turn};
	printf("seed %llu, %u requests each\n", (unsigned long long)seed, requests);
	if (only == NULL)
		longest = loop_scenes_first(&scenes);
	fill(&rng);
	if (only == NULL) {
		ns = known(all);
		longest = ns > longest ? ns : longest;
		ns = loop_scenes_run(&scenes);
		longest = ns > longest ? ns : longest;
		fill(&rng);
		ns = of_each_job();
		longest = ns > longest ? ns : longest;
	}
	ns = search(requests, only, &rng);
	longest = ns > longest ? ns : longest;
	settle();
	(void)close(end);
	server_drain(server, 0);
	server_drain(server, 0);
	uv_close((uv_handle_t *)&mark, NULL);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	server_destroy(server);
	epoch_thread_leave();
	(void)rmdir(folder);
	return longest > BOUND_MS * (uint64_t)NS_PER_MS ? 1 : 0;
}
