/* SPDX-License-Identifier: MIT
 * loop_scenes.c - see loop_scenes.h. */
#include "tests/bench/loop_scenes.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "engine/base/strbuf.h"
#include "protocol/rpc.h"
#include "tests/bench/loop_known.h"

enum { AT_ONCE = 500, JOBS = 8 * 64, FRAME = 1 << 17, SIDES = 19, IDLE_TURNS = 64 };

static int ends[LOOP_WATCHERS_MAX];
static size_t heard[LOOP_WATCHERS_MAX]; /* bytes */

_Noreturn static void die(const char *what)
{
	perror(what);
	exit(70);
}

static void told(const char *name, uint64_t ns)
{
	printf("%-52s %8.3f ms\n", name, (double)ns / NS_PER_MS);
	(void)fflush(stdout);
}

static uint64_t most(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static void adopt(const loop_scenes_t *s, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		int pair[2];

		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0 ||
		    server_adopt(s->server, pair[0]) != ERR_OK)
			die("a connection");
		ends[i] = pair[1];
		heard[i] = 0;
	}
}

static void listen_to(unsigned i)
{
	static char text[1 << 16];
	ssize_t got;

	while ((got = read(ends[i], text, sizeof(text))) > 0)
		heard[i] += (size_t)got;
}

/* turns runs the loop until all of them have heard more than `before`, and some more. */
static uint64_t turns(const loop_scenes_t *s, unsigned count, size_t before)
{
	unsigned missing = count;
	uint64_t longest = 0;

	while (missing > 0) {
		longest = most(longest, s->turn());
		missing = 0;
		for (unsigned i = 0; i < count; i++) {
			listen_to(i);
			missing += heard[i] <= before;
		}
	}
	for (unsigned i = 0; i < IDLE_TURNS; i++)
		longest = most(longest, s->turn());
	return longest;
}

static void ask(unsigned i, method_t method, const char *params)
{
	wirebuf_t out;

	wirebuf_init(&out, FRAME);
	loop_known_text(method, params, 1, &out);
	if (write(ends[i], out.data, out.length) != (ssize_t)out.length)
		die("write");
	wirebuf_fini(&out);
}

/* gone closes all ends at once. */
static uint64_t gone(const loop_scenes_t *s, unsigned count)
{
	const unsigned stay = s->server->conns.count - count;
	uint64_t longest = 0;

	for (unsigned i = 0; i < count; i++)
		(void)close(ends[i]);
	while (s->server->conns.count > stay)
		longest = most(longest, s->turn());
	return longest;
}

/* first asks about a board of each size. */
static uint64_t first(const loop_scenes_t *s, const char *game)
{
	uint64_t longest = 0;

	for (unsigned w = 2; w <= SIDES; w++) {
		for (unsigned h = 2; h <= SIDES; h++) {
			char text[1024];
			strbuf_t out;

			strbuf_init(&out, text, sizeof(text));
			strbuf_printf(&out,
			              "{'game':'%s','limits':{'nodes':1},'position':{'rows':'",
			              game);
			for (unsigned p = 0; p < w * h; p++)
				strbuf_printf(&out, "%s%c", p > 0 && p % w == 0 ? "/" : "",
				              p == w ? 'X' : '.');
			strbuf_printf(&out, "'},'goal':{'target':'%s'}}",
			              game[0] == 'g' && game[1] == 'o' && game[2] == '\0' ? "A1"
			                                                                  : "");
			heard[0] = 0;
			ask(0, METHOD_SUBMIT, text);
			longest = most(longest, turns(s, 1, 0));
		}
	}
	return longest;
}

uint64_t loop_scenes_first(const loop_scenes_t *s)
{
	static const char *const games[] = {"go", "gomoku", "hex", "atarigo"};
	uint64_t longest = 0;

	adopt(s, 1);
	for (unsigned g = 0; g < sizeof(games) / sizeof(games[0]); g++) {
		const uint64_t ns = first(s, games[g]);
		char name[64];

		(void)snprintf(name, sizeof(name), "first use of each size of board, %s", games[g]);
		told(name, ns);
		longest = most(longest, ns);
	}
	(void)gone(s, 1);
	return longest;
}

/* came connects so many before the loop turns. */
static uint64_t came(const loop_scenes_t *s, unsigned count)
{
	const unsigned before = s->server->conns.count;
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	uint64_t longest = 0;

	(void)snprintf(name.sun_path, sizeof(name.sun_path), "%s", s->socket);
	for (unsigned i = 0; i < count; i++) {
		ends[i] = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
		heard[i] = 0;
		if (ends[i] < 0 || connect(ends[i], (struct sockaddr *)&name, sizeof(name)) != 0)
			die("connect");
	}
	while (s->server->conns.count < before + count)
		longest = most(longest, s->turn());
	return longest;
}

static uint64_t all_ask(const loop_scenes_t *s, unsigned count, method_t method, const char *params)
{
	for (unsigned i = 0; i < count; i++) {
		listen_to(i);
		heard[i] = 0;
		ask(i, method, params);
	}
	return turns(s, count, 0);
}

/* all_send sends one frame of loop_known's table over each. */
static uint64_t all_send(const loop_scenes_t *s, unsigned count, unsigned number)
{
	size_t sent[AT_ONCE] = {0};
	uint64_t longest = 0;
	unsigned left = count;
	method_t method;
	wirebuf_t out;

	wirebuf_init(&out, FRAME);
	(void)loop_known(number, 1, &method, &out);
	for (unsigned i = 0; i < count; i++)
		heard[i] = 0;
	while (left > 0) {
		left = 0;
		for (unsigned i = 0; i < count; i++) {
			const ssize_t n = write(ends[i], out.data + sent[i], out.length - sent[i]);

			sent[i] += n > 0 ? (size_t)n : 0;
			left += sent[i] < out.length;
		}
		longest = most(longest, s->turn());
	}
	wirebuf_fini(&out);
	return most(longest, turns(s, count, 0));
}

#define LARGE                                                                                    \
	"'position':{'rows':'......./......./......./...O.../......./......./.......'},'goal':{" \
	"'type':'capture','target':'D4'},'limits':{'order':7},'fresh':true,'progress_ms':"

/* cancelled: eight connections with 64 jobs each, which all end at once. */
static uint64_t cancelled(const loop_scenes_t *s)
{
	uint64_t longest = 0;

	adopt(s, JOBS / 64);
	for (unsigned n = 0; n < 64; n++)
		longest = most(longest, all_ask(s, JOBS / 64, METHOD_SUBMIT, "{" LARGE "10}"));
	jobs_cancel_all(&s->server->jobs);
	while (jobs_in_flight(&s->server->jobs) > 0)
		longest = most(longest, s->turn());
	return most(longest, gone(s, JOBS / 64));
}

/* watched: many hear of one job, of its progress and of its end. */
static uint64_t watched(const loop_scenes_t *s, unsigned count)
{
	char text[64];
	uint64_t longest, progress, ending = 0;

	adopt(s, count);
	ask(0, METHOD_SUBMIT, "{'detach':true," LARGE "10}");
	(void)turns(s, 1, 0);
	(void)snprintf(text, sizeof(text), "{'job':%llu,'progress_ms':10}",
	               (unsigned long long)s->server->jobs.map.last);
	longest = all_ask(s, count, METHOD_WATCH, text);
	told("    ask", longest);
	for (unsigned i = 0; i < count; i++)
		heard[i] = 0;
	progress = turns(s, count, 0);
	told("    hear of progress", progress);
	for (unsigned i = 0; i < count; i++)
		heard[i] = 0;
	jobs_cancel_all(&s->server->jobs);
	while (jobs_in_flight(&s->server->jobs) > 0 || !list_empty(&s->server->jobs.telling))
		ending = most(ending, s->turn());
	ending = most(ending, turns(s, count, 0));
	told("    hear of its end", ending);
	return most(longest, most(progress, ending));
}

uint64_t loop_scenes_run(const loop_scenes_t *s)
{
	uint64_t ns, longest = 0, least = UINT64_MAX;
	char name[64];

#define SCENE(name, what) \
	ns = (what);      \
	told(name, ns);   \
	longest = most(longest, ns)
	SCENE("500 connect at once", came(s, AT_ONCE));
	SCENE("500 ask server.info at once", all_ask(s, AT_ONCE, METHOD_INFO, "{}"));
	SCENE("500 ask job.list at once", all_ask(s, AT_ONCE, METHOD_LIST, "{}"));
	for (unsigned i = 0; i < 3; i++) {
		ns = all_send(s, AT_ONCE, 0);
		least = ns < least ? ns : least;
	}
	SCENE("500 send the suicides at once, least of three", least);
	SCENE("500 go at once", gone(s, AT_ONCE));
	SCENE("512 jobs are submitted and end at once", cancelled(s));
	SCENE("64 watch a job", watched(s, 64));
	SCENE("64 watchers go at once", gone(s, 64));
	(void)snprintf(name, sizeof(name), "%u watch a job", s->watchers);
	SCENE(name, watched(s, s->watchers));
	(void)snprintf(name, sizeof(name), "%u watchers go at once", s->watchers);
	SCENE(name, gone(s, s->watchers));
#undef SCENE
	return longest;
}
