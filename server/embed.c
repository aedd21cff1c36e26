/* SPDX-License-Identifier: MIT
 * embed.c - a server with one adopted connection, and the loop on a thread of its own.
 *
 * The server is made on the caller's thread, so that failures are reported to the caller, and is
 * then handed to the loop thread. From then on only the loop thread touches it. The caller sends
 * it one signal, the wake-up `stop`. When the caller closes its end of the socket pair first, a
 * write fails with EPIPE and raises no SIGPIPE, which is blocked on the loop thread.
 *
 * By turns there is no loop thread: the caller runs a turn of the loop where it polls for an
 * answer, and polls what the loop waits for as well (libuv's way to be embedded in another
 * loop). If there is one worker, the caller does its work, too, some milliseconds a turn. So no
 * other thread has to wake up for an answer.
 */
#include "server/embed.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <uv.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/base/signals.h"
#include "engine/table/epoch.h"
#include "server/conf.h"
#include "server/descriptors.h"
#include "server/log.h"
#include "server/server.h"
#include "server/threads.h"

/* How long a turn searches. The caller, and the results that the loop has to send, wait so long. */
enum { TURN_NS = 5 * NS_PER_MS };

struct embed {
	uv_loop_t loop;
	uv_async_t stop;
	server_t *server;
	bool by_turns;
	bool joined; /* embed_start has joined the caller's thread to the epochs */
	pthread_t thread;
};

static void stop_cb(uv_async_t *async)
{
	embed_t *embed = async->data;

	uv_close((uv_handle_t *)async, NULL);
	server_drain(embed->server, 0);
	server_drain(embed->server, 0); /* nobody waits for what is queued */
}

/* run_on runs the loop until it is stopped, and ends the server. */
static void run_on(embed_t *embed)
{
	uv_run_mode mode = UV_RUN_NOWAIT;

	while (uv_run(&embed->loop, mode) != 0)
		mode = server_work(embed->server, TURN_NS) ? UV_RUN_NOWAIT : UV_RUN_ONCE;
	server_destroy(embed->server);
}

static void *loop_main(void *argument)
{
	epoch_thread_join();
	run_on(argument);
	epoch_thread_leave();
	return NULL;
}

/* begin_here and end_here stand around what the loop does on the caller's thread. Threads that
 * libuv makes there must not get the caller's signals, and a SIGPIPE of the loop must not reach
 * the caller. */
static void begin_here(sigset_t *former, bool *had_pipe)
{
	sigset_t pending;

	*former = signals_hold();
	(void)sigpending(&pending);
	*had_pipe = sigismember(&pending, SIGPIPE) != 0;
}

static void end_here(const sigset_t *former, bool had_pipe)
{
	static const struct timespec at_once = {0, 0};
	sigset_t pipe;

	(void)sigemptyset(&pipe);
	(void)sigaddset(&pipe, SIGPIPE);
	if (!had_pipe)
		(void)sigtimedwait(&pipe, NULL, &at_once);
	signals_restore(former);
}

int embed_turn(embed_t *embed, int *fd)
{
	sigset_t former;
	bool had_pipe, worked;

	assert(embed->by_turns);
	begin_here(&former, &had_pipe);
	(void)uv_run(&embed->loop, UV_RUN_NOWAIT);
	worked = server_work(embed->server, TURN_NS);
	if (worked)
		(void)uv_run(&embed->loop, UV_RUN_NOWAIT); /* sends the results */
	server_flush(embed->server);
	end_here(&former, had_pipe);
	*fd = uv_backend_fd(&embed->loop);
	return worked ? 0 : uv_backend_timeout(&embed->loop);
}

static err_t thread_start(embed_t *embed)
{
	const sigset_t former = signals_hold();
	const int rc = pthread_create(&embed->thread, NULL, loop_main, embed);

	signals_restore(&former);
	return rc == 0 ? ERR_OK : ERR_NOMEM;
}

static void conf_fill(const embed_config_t *config, conf_t *conf)
{
	conf_init(conf);
	conf->workers = config->workers;
	conf->worker_priority = (uint64_t)config->priority;
	if (config->table_bytes > 0)
		conf->table_mib = (config->table_bytes + (1 << 20) - 1) >> 20;
	conf->table_memory = config->lasts ? 0 : 1; /* as it is used: for one answer only */
	conf->idle_timeout_s = 0;
	conf->max_job_table_mib = UINT64_C(1) << 20; /* the caller's own memory, and time */
	conf->max_detached_job_s = 0;
	conf->max_client_mib = 0;
	if (config->log)
		log_init((log_level_t)conf->log_level, (log_format_t)conf->log_format);
	else
		log_off();
}

/* serve makes the server and gives it its connection. It owns `fd`, also on failure. */
static err_t serve(embed_t *embed, const embed_config_t *config, int fd, errinfo_t *why)
{
	conf_t conf;
	err_t err;

	if (config->lasts)
		mem_retain();
	conf_fill(config, &conf);
	err = threads_start_epochs();
	if (err != ERR_OK) {
		(void)close(fd);
		return err_fail(why, err, "cannot start a thread");
	}
	err = server_create(&embed->loop, &conf, config->by_turns && config->workers == 1,
	                    &embed->server, why);
	if (err != ERR_OK) {
		(void)close(fd);
		return err;
	}
	err = server_adopt(embed->server, fd);
	if (err != ERR_OK)
		return err_fail(why, err, "cannot serve a socket pair");
	embed->by_turns = config->by_turns;
	if (config->by_turns) {
		embed->joined = !epoch_thread_has_joined();
		if (embed->joined)
			epoch_thread_join();
		return ERR_OK;
	}
	err = thread_start(embed);
	return err == ERR_OK ? ERR_OK : err_fail(why, err, "cannot start a thread");
}

/* undo frees what a failed start has made; the loop has not run on another thread. */
static void undo(embed_t *embed)
{
	uv_close((uv_handle_t *)&embed->stop, NULL);
	if (embed->server != NULL)
		server_drain(embed->server, 0);
	(void)uv_run(&embed->loop, UV_RUN_DEFAULT);
	server_destroy(embed->server);
	(void)uv_loop_close(&embed->loop);
	mem_free(embed, sizeof(*embed));
}

static embed_t *create(void)
{
	embed_t *embed = mem_alloc(sizeof(*embed));

	if (embed == NULL || !descriptors_left(DESCRIPTORS_OF_A_LOOP) ||
	    uv_loop_init(&embed->loop) != 0)
		goto fail;
	if (uv_async_init(&embed->loop, &embed->stop, stop_cb) != 0) {
		(void)uv_loop_close(&embed->loop);
		goto fail;
	}
	embed->stop.data = embed;
	return embed;

fail:
	mem_free(embed, sizeof(*embed));
	return NULL;
}

err_t embed_start(const embed_config_t *config, embed_t **out, int *fd, errinfo_t *why)
{
	embed_t *embed = create();
	int ends[2];
	err_t err;

	*out = NULL;
	*fd = -1;
	if (embed == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory or descriptors");
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
		err = err_fail(why, err_from_errno(errno), "socketpair: %s", strerror(errno));
		goto fail;
	}
	err = serve(embed, config, ends[1], why);
	if (err != ERR_OK) {
		(void)close(ends[0]);
		goto fail;
	}
	*out = embed;
	*fd = ends[0];
	return ERR_OK;

fail:
	undo(embed);
	return err;
}

void embed_stop(embed_t *embed)
{
	if (embed == NULL)
		return;
	(void)uv_async_send(&embed->stop);
	if (embed->by_turns) {
		sigset_t former;
		bool had_pipe;

		begin_here(&former, &had_pipe);
		run_on(embed);
		if (embed->joined)
			epoch_thread_leave();
		end_here(&former, had_pipe);
	} else {
		(void)pthread_join(embed->thread, NULL);
	}
	(void)uv_loop_close(&embed->loop);
	mem_free(embed, sizeof(*embed));
}
