/* SPDX-License-Identifier: MIT
 * daemon.c - signals, the reload, the watchdog. Signals arrive through libuv as callbacks of the
 * loop, so nothing here runs in a signal handler. The workers have all signals blocked.
 *
 * A reload reads the file and the command line, as the start did, into a fresh conf_t. An error
 * is logged and leaves everything as it was. systemd gets RELOADING=1 before and READY=1 after,
 * whatever comes of it.
 *
 * The watchdog is fed at half its period, and only if every busy worker has passed a stopping
 * point since: a daemon whose loop answers while its workers hang must be restarted, too.
 */
#include "server/daemon.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>

#include "server/conf_args.h"
#include "server/log.h"
#include "server/sdnotify.h"

/* How soon dropped lines are reported when nothing else is logged; one wake-up in that time. */
enum { LOG_RETRY_MS = 5000 };

static void drain_cb(uv_signal_t *handle, int number)
{
	daemon_t *daemon = handle->data;

	log_line(LOG_NOTICE, LOG_SERVER, "event=%s signal=%d",
	         daemon->draining ? "stopping" : "draining", number);
	(void)sdnotify_send("STOPPING=1");
	server_drain(daemon->server, daemon->draining ? 0 : server_conf(daemon->server)->drain_ms);
	daemon->draining = true;
}

/* reload reads the settings anew. */
static err_t reload(const daemon_t *daemon, errinfo_t *why)
{
	conf_t conf;
	err_t err = ERR_OK;

	conf_init(&conf);
	if (daemon->conf_file != NULL)
		err = conf_read_file(&conf, daemon->conf_file, why);
	if (err == ERR_OK)
		err = conf_args_apply(&conf, daemon->argc, daemon->argv, why);
	if (err == ERR_OK)
		server_reload(daemon->server, &conf);
	return err;
}

static void reload_cb(uv_signal_t *handle, int number)
{
	daemon_t *daemon = handle->data;
	errinfo_t why;

	(void)number;
	if (daemon->draining)
		return;
	(void)sdnotify_reloading();
	if (reload(daemon, &why) != ERR_OK)
		log_line(LOG_ERROR, LOG_CONF, "event=reload-refused why=\"%s\"", why.text);
	else
		log_line(LOG_NOTICE, LOG_CONF, "event=reloaded");
	(void)sdnotify_send("READY=1");
}

static void watchdog_cb(uv_timer_t *timer)
{
	daemon_t *daemon = timer->data;

	if (server_ticking(daemon->server))
		(void)sdnotify_send("WATCHDOG=1");
	else
		log_line(LOG_ERROR, LOG_SERVER,
		         "event=watchdog-withheld why=\"a worker does not tick\"");
}

static void log_cb(uv_timer_t *timer)
{
	(void)timer;
	log_retry();
}

static void signals_mask(int how)
{
	sigset_t set;

	(void)sigemptyset(&set);
	(void)sigaddset(&set, SIGTERM);
	(void)sigaddset(&set, SIGINT);
	(void)sigaddset(&set, SIGHUP);
	(void)pthread_sigmask(how, &set, NULL);
}

void daemon_hold_signals(void)
{
	signals_mask(SIG_BLOCK);
}

static void stopped_cb(void *context)
{
	daemon_t *daemon = context;

	/* libuv gives a signal back its default action with its last handle: one
	 * more SIGTERM would kill a daemon that is about to exit with 0. */
	daemon_hold_signals();
	uv_close((uv_handle_t *)&daemon->term, NULL);
	uv_close((uv_handle_t *)&daemon->interrupt, NULL);
	uv_close((uv_handle_t *)&daemon->hangup, NULL);
	uv_close((uv_handle_t *)&daemon->watchdog, NULL);
	uv_close((uv_handle_t *)&daemon->log, NULL);
}

/* signals_release unblocks the signals that daemon_hold_signals has blocked. The ThreadSanitizer
 * of gcc 12 makes a thread's list of pending signals at its first waiting call, and loses a
 * signal that comes in the middle of that; with it, wait once before. */
static void signals_release(void)
{
#ifdef UNDER_TSAN
	(void)poll(NULL, 0, 0);
#endif
	signals_mask(SIG_UNBLOCK);
}

err_t daemon_signals(daemon_t *daemon, uv_loop_t *loop)
{
	daemon->draining = false;
	if (uv_signal_init(loop, &daemon->term) != 0 ||
	    uv_signal_init(loop, &daemon->interrupt) != 0 ||
	    uv_signal_init(loop, &daemon->hangup) != 0)
		return ERR_IO;
	daemon->term.data = daemon->interrupt.data = daemon->hangup.data = daemon;
	uv_unref((uv_handle_t *)&daemon->term); /* the server alone keeps the loop running */
	uv_unref((uv_handle_t *)&daemon->interrupt);
	uv_unref((uv_handle_t *)&daemon->hangup);
	(void)uv_timer_init(loop, &daemon->watchdog); /* cannot fail */
	uv_unref((uv_handle_t *)&daemon->watchdog);
	daemon->watchdog.data = daemon;
	(void)uv_timer_init(loop, &daemon->log); /* cannot fail */
	uv_unref((uv_handle_t *)&daemon->log);
	(void)uv_timer_start(&daemon->log, log_cb, LOG_RETRY_MS, LOG_RETRY_MS);
	server_on_stopped(daemon->server, stopped_cb, daemon);
	if (uv_signal_start(&daemon->term, drain_cb, SIGTERM) != 0 ||
	    uv_signal_start(&daemon->interrupt, drain_cb, SIGINT) != 0 ||
	    uv_signal_start(&daemon->hangup, reload_cb, SIGHUP) != 0)
		return ERR_IO;
	signals_release();
	return ERR_OK;
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
