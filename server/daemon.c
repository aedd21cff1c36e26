/* SPDX-License-Identifier: MIT
 * daemon.c - signals, the reload, the watchdog.
 *
 * Signals     They stay blocked in all threads for good, and the loop reads them from a signalfd
 *             as from any descriptor: one look a turn, which finds each number at most once.
 *             libuv's own way is a handler that writes to a pipe, and a loop that reads the pipe
 *             until it is empty. In a flood the pipe fills as fast as the callbacks empty it, and
 *             nothing else has its turn: no timer, no connection, no end. libuv also gives a
 *             signal its default action back with its last handle, so that one more would kill
 *             a daemon that is about to exit with 0.
 *
 * A reload reads the file and the command line, as the start did, into a fresh conf_t. An error
 * is logged and leaves everything as it was. systemd gets RELOADING=1 before and READY=1 after,
 * whatever comes of it.
 *
 * The watchdog is fed at half its period, and only if every busy worker has passed a stopping
 * point since: a daemon whose loop answers while its workers hang must be restarted, too.
 */
#include "server/daemon.h"

#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "server/conf_args.h"
#include "server/log.h"
#include "server/sdnotify.h"

/* How soon dropped lines are reported when nothing else is logged; one wake-up in that time. */
enum { LOG_RETRY_MS = 5000 };

enum { SIGNALS_AT_ONCE = 4 }; /* more than there are numbers to be read */

/* read_settings reads the settings anew, and gives them to the server. */
static err_t read_settings(const daemon_t *daemon, const char **frozen, errinfo_t *why)
{
	conf_t conf;
	err_t err = ERR_OK;

	conf_init(&conf);
	if (daemon->conf_file != NULL)
		err = conf_read_file(&conf, daemon->conf_file, why);
	if (err == ERR_OK)
		err = conf_args_apply(&conf, daemon->argc, daemon->argv, why);
	return err == ERR_OK ? server_reload(daemon->server, &conf, frozen, why) : err;
}

static err_t reload(void *context, const char **frozen, errinfo_t *why)
{
	const daemon_t *daemon = context;
	err_t err;

	(void)sdnotify_reloading();
	err = read_settings(daemon, frozen, why);
	if (err != ERR_OK)
		log_line(LOG_ERROR, LOG_CONF, "event=reload-refused why=\"%s\"", why->text);
	else
		log_line(LOG_NOTICE, LOG_CONF, "event=reloaded");
	(void)sdnotify_send("READY=1");
	return err;
}

static void end(void *context)
{
	(void)context;
	(void)kill(getpid(), SIGTERM);
}

/* take_end drains, and the second time hurries. Nobody listens for a third: it would wait. */
static void take_end(daemon_t *daemon, unsigned number)
{
	log_line(LOG_NOTICE, LOG_SERVER, "event=%s signal=%u",
	         daemon->draining ? "stopping" : "draining", number);
	if (daemon->draining) {
		(void)uv_poll_stop(&daemon->signals);
		server_drain(daemon->server, 0);
		return;
	}
	daemon->draining = true;
	(void)sdnotify_send("STOPPING=1");
	server_drain(daemon->server, server_conf(daemon->server)->drain_ms);
}

static void signals_cb(uv_poll_t *poll, int status, int events)
{
	daemon_t *daemon = poll->data;
	struct signalfd_siginfo info[SIGNALS_AT_ONCE];
	const ssize_t n = read(daemon->signals_fd, info, sizeof(info));
	const char *frozen;
	errinfo_t why;

	(void)status;
	(void)events;
	for (ssize_t i = 0; i < n / (ssize_t)sizeof(info[0]); i++) {
		if (!uv_is_active((uv_handle_t *)poll))
			return; /* the one before has ended it */
		if (info[i].ssi_signo != SIGHUP)
			take_end(daemon, info[i].ssi_signo);
		else if (!daemon->draining)
			(void)reload(daemon, &frozen, &why);
	}
}

static void watchdog_cb(uv_timer_t *timer)
{
	daemon_t *daemon = timer->data;

	if (server_ticking(daemon->server))
		(void)sdnotify_alive();
	else
		log_line(LOG_ERROR, LOG_SERVER,
		         "event=watchdog-withheld why=\"a worker does not tick\"");
}

static void log_cb(uv_timer_t *timer)
{
	(void)timer;
	log_retry();
}

static sigset_t signals_set(void)
{
	sigset_t set;

	(void)sigemptyset(&set);
	(void)sigaddset(&set, SIGTERM);
	(void)sigaddset(&set, SIGINT);
	(void)sigaddset(&set, SIGHUP);
	return set;
}

void daemon_hold_signals(void)
{
	const sigset_t set = signals_set();

	(void)pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void stopped_cb(void *context)
{
	daemon_t *daemon = context;

	uv_close((uv_handle_t *)&daemon->signals, NULL);
	(void)close(daemon->signals_fd); /* libuv looks at it no more */
	uv_close((uv_handle_t *)&daemon->watchdog, NULL);
	uv_close((uv_handle_t *)&daemon->log, NULL);
}

/* signals_open makes the descriptor of the signals, and the handle that waits for them. */
static err_t signals_open(daemon_t *daemon, uv_loop_t *loop)
{
	const sigset_t set = signals_set();

	daemon->signals_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	if (daemon->signals_fd < 0)
		return ERR_IO;
	if (uv_poll_init(loop, &daemon->signals, daemon->signals_fd) != 0) {
		(void)close(daemon->signals_fd);
		return ERR_IO;
	}
	daemon->signals.data = daemon;
	uv_unref((uv_handle_t *)&daemon->signals); /* the server alone keeps the loop running */
	return ERR_OK;
}

err_t daemon_signals(daemon_t *daemon, uv_loop_t *loop)
{
	daemon->draining = false;
	if (signals_open(daemon, loop) != ERR_OK)
		return ERR_IO;
	(void)uv_timer_init(loop, &daemon->watchdog); /* cannot fail */
	uv_unref((uv_handle_t *)&daemon->watchdog);
	daemon->watchdog.data = daemon;
	(void)uv_timer_init(loop, &daemon->log); /* cannot fail */
	uv_unref((uv_handle_t *)&daemon->log);
	(void)uv_timer_start(&daemon->log, log_cb, LOG_RETRY_MS, LOG_RETRY_MS);
	server_on_stopped(daemon->server, stopped_cb, daemon);
	server_on_admin(daemon->server,
	                &(server_admin_t){.reload = reload, .end = end, .context = daemon});
	return uv_poll_start(&daemon->signals, UV_READABLE, signals_cb) == 0 ? ERR_OK : ERR_IO;
}

void daemon_ready(daemon_t *daemon)
{
	uint64_t period_ms = sdnotify_watchdog_us() / 1000;

	if (period_ms > 0) {
		uint64_t half_ms = period_ms / 2 > 0 ? period_ms / 2 : 1;

		(void)uv_timer_start(&daemon->watchdog, watchdog_cb, half_ms, half_ms);
	}
	if (sdnotify_send("READY=1") != ERR_OK)
		log_line(LOG_WARNING, LOG_SERVER, "event=notify-failed");
}
