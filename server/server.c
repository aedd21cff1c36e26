/* SPDX-License-Identifier: MIT
 * server.c - puts the parts together, and takes them apart in order.
 *
 * The end of a server is a chain of events and not a wait. Draining ends when no job, status or
 * build is in flight (the parts' idle_cb), flushing when no connection is left (conns.freed_cb);
 * one timer is the deadline of both. STOPPED ends the worker threads first, since they may still
 * be inside bridge_post, and then closes the handles. uv_run returns when the last has closed.
 */
#include "server/server.h"

#include <limits.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "engine/base/signals.h"
#include "server/admission.h"
#include "server/boards.h"
#include "server/dispatch.h"
#include "server/batch_read.h"
#include "server/batch_run.h"
#include "server/durable_read.h"
#include "server/durable_restore.h"
#include "server/handle_admin.h"
#include "server/handle_auth.h"
#include "server/handle_batch.h"
#include "server/faults.h"
#include "server/fleet/fleet.h"
#include "server/inside.h"
#include "server/log.h"
#include "server/sdnotify.h"
#include "server/subscriptions.h"

enum { CONTROL_MODE = 0600 }; /* of the control socket: who owns the daemon, and root */

#define TO(s) (1u << (s))
static const uint8_t may_go[SERVER_STATES] = {
        [SERVER_SERVING] = TO(SERVER_DRAINING),
        [SERVER_DRAINING] = TO(SERVER_FLUSHING),
        [SERVER_FLUSHING] = TO(SERVER_STOPPED),
}; /* STOPPED is final */

static const char *const state_names[SERVER_STATES] = {"serving", "draining", "flushing",
                                                       "stopped"};

unsigned server_in_flight(const server_t *server)
{
	return jobs_in_flight(&server->jobs) + server->statuses.active_count +
	       server->proofs.building_count + server->logins.waiting_count +
	       journal_waiting(server->journal) + server->batches.running +
	       server->backups.is_running + fleet_in_flight(server->fleet);
}

static void set_state(server_t *server, server_state_t to)
{
	CHECK((may_go[server->state] & TO(to)) != 0);
	server->state = to;
	log_line(LOG_INFO, LOG_SERVER, "state=%s jobs=%u connections=%u", state_names[to],
	         server_in_flight(server), server->conns.count);
}

static void stop(server_t *server)
{
	CHECK(server_in_flight(server) == 0 && server->conns.count == 0);
	set_state(server, SERVER_STOPPED);
	journal_end(server->journal);
	background_join(&server->background);
	solver_destroy(server->solver);
	server->solver = NULL;
	fleet_end(server->fleet);
	bridge_close(server->bridge);
	server->bridge = NULL;
	committer_end(server->committer);
	conns_close(&server->conns);
	subscriptions_close(&server->jobs);
	board_statuses_close(&server->statuses);
	durable_close(server->durable);
	batches_close(&server->batches);
	uv_close((uv_handle_t *)&server->deadline, NULL);
	if (server->stopped_cb != NULL)
		server->stopped_cb(server->context);
}

static void flushed_cb(uv_timer_t *timer)
{
	server_t *server = timer->data;

	conns_abort_all(&server->conns);
}

/* stop_if_over stops a server that has flushed everything. The last connections may have left
 * changes for the journal. */
static void stop_if_over(server_t *server)
{
	if (server->state == SERVER_FLUSHING && server->conns.count == 0 &&
	    server_in_flight(server) == 0)
		stop(server);
}

/* flush begins when nothing is in flight any more. */
static void flush(server_t *server)
{
	assert(server_in_flight(server) == 0);
	set_state(server, SERVER_FLUSHING);
	listen_close(&server->listeners);
	(void)uv_timer_start(&server->deadline, flushed_cb,
	                     server->hurried ? SERVER_HURRIED_MS : SERVER_FLUSH_MS, 0);
	conns_finish_all(&server->conns);
	stop_if_over(server);
}

static void idle(server_t *server)
{
	if (server->state == SERVER_DRAINING && server_in_flight(server) == 0)
		flush(server);
	else
		stop_if_over(server);
}

static void idle_cb(jobs_t *jobs)
{
	idle(jobs->context);
}

static void no_statuses_cb(board_statuses_t *statuses)
{
	idle(statuses->context);
}

static void no_logins_cb(logins_t *logins)
{
	idle(logins->context);
}

static void no_proofs_cb(proofs_t *proofs)
{
	idle(proofs->context);
}

static void no_runs_cb(batches_t *batches)
{
	idle(batches->server);
}

static void no_backup_cb(backups_t *backups)
{
	idle(backups->context);
}

static void no_changes_cb(void *context)
{
	idle(context);
}

static void drained_cb(uv_timer_t *timer)
{
	server_t *server = timer->data;

	if (server_in_flight(server) > 0)
		log_line(LOG_NOTICE, LOG_SERVER, "event=cancelling jobs=%u",
		         server_in_flight(server));
	durable_give_up(server->durable);
	batch_run_end(&server->batches);
	jobs_cancel_all(&server->jobs);
	board_statuses_cancel_all(&server->statuses);
	proofs_cancel_all(&server->proofs);
}

void server_drain(server_t *server, uint64_t ms)
{
	switch (server->state) {
	case SERVER_SERVING:
		set_state(server, SERVER_DRAINING);
		listen_end(&server->listeners);
		fleet_drain(server->fleet);
		durable_stop(server->durable);
		handle_batch_stop(&server->batches);
		backups_cancel(&server->backups);
		if (server_in_flight(server) == 0)
			flush(server);
		else
			(void)uv_timer_start(&server->deadline, drained_cb, ms, 0);
		break;
	case SERVER_DRAINING:
		server->hurried = true;
		(void)uv_timer_start(&server->deadline, drained_cb, 0, 0);
		break;
	case SERVER_FLUSHING:
		if (server->hurried)
			break; /* the first hurry counts: more signals must not delay the end */
		server->hurried = true;
		(void)uv_timer_start(&server->deadline, flushed_cb, SERVER_HURRIED_MS, 0);
		break;
	case SERVER_STOPPED:
	case SERVER_STATES:
		break;
	}
}

/* The callbacks of the parts. */
static void ended_cb(conn_t *conn)
{
	server_t *server = conn->conns->context;

	subscriptions_conn_ended(&server->jobs, conn);
	board_statuses_conn_ended(conn);
}

static void gone_cb(conn_t *conn)
{
	server_t *server = conn->conns->context;

	subscriptions_conn_gone(&server->jobs, conn);
	board_statuses_conn_gone(conn);
	proofs_conn_gone(&server->proofs, conn);
	boards_conn_gone(conn);
	handle_batch_conn_gone(conn);
}

static void freed_cb(conns_t *conns)
{
	server_t *server = conns->context;

	stop_if_over(server);
	if (server->state == SERVER_SERVING)
		listen_resume(&server->listeners);
}

static void shaken_cb(conn_t *conn, bool good)
{
	server_t *server = conn->conns->context;
	errinfo_t why;

	if (good && server->accounts != NULL && tls_has_client(conn->out.tls) &&
	    logins_enter_tls(server->accounts, conn, &why) != ERR_OK)
		conn_refuse(conn, &why);
	if (server->state == SERVER_SERVING)
		listen_resume(&server->listeners);
}

static void accepted_cb(listeners_t *listeners, int fd, listen_kind_t kind)
{
	admission_take(listeners->context, fd, kind);
}

static bool admit_cb(listeners_t *listeners, listen_kind_t kind)
{
	return admission_room(listeners->context, kind);
}

/* settings_apply gives the RELOAD settings to the parts. */
static void settings_apply(server_t *server)
{
	const conf_t *conf = &server->conf;
	jobs_t *jobs = &server->jobs;

	server->conns.most = admission_most(conf);
	server->peers.share = (unsigned)conf->peer_share;
	server->conns.bytes_most = (size_t)conf->max_client_mib << 20;
	server->conns.idle_timeout_ms = conf->idle_timeout_s * 1000;
	jobs->max_jobs = (unsigned)conf->max_jobs;
	jobs->max_jobs_per_connection = (unsigned)conf->max_jobs_per_connection;
	jobs->keep_finished = (unsigned)conf->keep_finished;
	jobs->keep_ms = conf->keep_finished_s * 1000;
	jobs->progress_min_ms = conf->progress_min_ms;
	durable_set(server->durable, conf);
	server->batches.most = (unsigned)conf->max_batch_jobs;
	server->batches.keep_ms = jobs->keep_ms;
	server->batches.keep_durable_ms = conf->keep_durable_s * 1000;
}

static void on_fault(const solver_fault_t *fault, void *context) /* the thread that worked */
{
	server_t *server = context;

	atomic_fetch_add_explicit(&server->faults, 1, memory_order_relaxed);
	faults_post(server->bridge, fault);
}

/* solver_start makes the workers with every signal blocked: signals go to the loop, or to the
 * program around the server. */
static err_t solver_start(server_t *server, bool by_turns, errinfo_t *why)
{
	solver_config_t config = {
	        .workers = (unsigned)server->conf.workers,
	        .table_bytes = (size_t)server->conf.table_mib << 20,
	        .table_touched = server->conf.table_memory == 0,
	        .answers = (size_t)server->conf.answers,
	        .store = committer_store(server->committer),
	        .priority = (worker_priority_t)server->conf.worker_priority,
	        .by_turns = by_turns,
	        .on_fault = on_fault,
	        .fault_context = server,
	};
	const sigset_t former = signals_hold();
	const err_t err = solver_create(&config, &server->solver, why);

	signals_restore(&former);
	return err;
}

/* parts_init cannot fail. */
static void parts_init(server_t *server)
{
	peers_init(&server->peers);
	background_init(&server->background);
	conns_init(&server->conns, server->loop, server);
	server->logins.context = server;
	server->logins.idle_cb = no_logins_cb;
	server->logins.answer_cb = handle_auth_verified;
	server->conns.peers = &server->peers;
	server->conns.frame_cb = dispatch_frame;
	server->conns.refused_cb = dispatch_refuse;
	server->conns.ended_cb = ended_cb;
	server->conns.gone_cb = gone_cb;
	server->conns.freed_cb = freed_cb;
	server->conns.shaken_cb = shaken_cb;
	proofs_init(&server->proofs, &server->conns, server);
	server->proofs.solver = server->solver;
	server->proofs.bridge = server->bridge;
	server->proofs.background = &server->background;
	server->proofs.priority = (worker_priority_t)server->conf.worker_priority;
	server->proofs.idle_cb = no_proofs_cb;
	jobs_init(&server->jobs, server->loop, &server->conns, server);
	server->jobs.proofs = &server->proofs;
	server->jobs.metrics = &server->metrics;
	server->jobs.solver = server->solver;
	server->jobs.bridge = server->bridge;
	server->jobs.idle_cb = idle_cb;
	server->jobs.ended_cb = durable_ended;
	batches_begin(&server->batches);
	server->batches.news_cb = handle_batch_news;
	server->batches.tick_cb = handle_batch_tick;
	server->batches.turn_cb = batch_run_turn;
	server->batches.idle_cb = no_runs_cb;
	server->backups = (backups_t){.committer = server->committer,
	                              .journal = server->journal,
	                              .bridge = server->bridge,
	                              .background = &server->background,
	                              .context = server,
	                              .ended_cb = handle_admin_backed_up,
	                              .idle_cb = no_backup_cb};
	board_statuses_init(&server->statuses, server->loop, &server->conns, server);
	server->statuses.solver = server->solver;
	server->statuses.bridge = server->bridge;
	server->statuses.idle_cb = no_statuses_cb;
	listen_init(&server->listeners, server->loop, server);
	server->listeners.accepted_cb = accepted_cb;
	server->listeners.admit_cb = admit_cb;
	(void)uv_timer_init(server->loop, &server->deadline);
	server->deadline.data = server;
	settings_apply(server);
}

static void restore_cb(void *context)
{
	durable_restore(context, DURABLE_RESTORE_TURN);
}

/* journal_start opens the journal, and reads what it has of durable jobs. */
static err_t journal_start(server_t *server, errinfo_t *why)
{
	const err_t err = journal_open(&server->conf, &server->journal, why);

	batches_init(&server->batches, server, server->journal);
	if (err != ERR_OK || server->journal == NULL)
		return err;
	server->durable = durable_create(server->loop, server->journal);
	if (server->durable == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	durable_set(server->durable, &server->conf);
	server->durable->context = server;
	server->durable->restore_cb = restore_cb;
	return durable_read(server->durable, &server->batches, why);
}

err_t server_create(uv_loop_t *loop, const conf_t *conf, bool by_turns, server_t **out,
                    errinfo_t *why)
{
	server_t *server = mem_alloc(sizeof(*server));
	err_t err = err_fail(why, ERR_NOMEM, "out of memory");

	*out = NULL;
	if (server == NULL)
		return err;
	server->loop = loop;
	server->by_turns = by_turns;
	server->conf = *conf;
	server->began_ms = uv_now(loop);
	server->codec = codec_create();
	if (server->codec == NULL)
		goto fail;
	if (conf_has_tls(conf) && (err = tls_files_open(conf, &server->tls, why)) != ERR_OK)
		goto fail;
	if ((err = accounts_open(conf->accounts, &server->accounts, why)) != ERR_OK ||
	    (err = logins_init(&server->logins, loop, &server->conns, server->accounts, why)) !=
	            ERR_OK ||
	    (err = committer_open(loop, conf, &server->committer, why)) != ERR_OK ||
	    (err = journal_start(server, why)) != ERR_OK ||
	    (err = solver_start(server, by_turns, why)) != ERR_OK ||
	    (err = fleet_create(server, &server->fleet, why)) != ERR_OK ||
	    (err = committer_prove(server->committer, conf, server->solver, why)) != ERR_OK)
		goto fail;
	/* The bridge comes last of what can fail: its handle is on the loop. */
	err = bridge_create(loop, &server->conns.pace, &server->bridge);
	if (err != ERR_OK) {
		(void)err_fail(why, err, "cannot make a wake-up for the loop");
		goto fail;
	}
	committer_begin(server->committer, server->bridge);
	parts_init(server);
	fleet_attach(server->fleet);
	journal_begin(server->journal, server->bridge, no_changes_cb, server);
	durable_begin(server->durable);
	durable_restore(server, UINT_MAX);
	batch_read_restore(server);
	*out = server;
	return ERR_OK;

fail:
	fleet_free(server->fleet);
	solver_destroy(server->solver);
	if (server->batches.server != NULL)
		batches_fini(&server->batches);
	durable_free(server->durable);
	journal_free(server->journal);
	committer_free(server->committer);
	logins_fini(&server->logins);
	accounts_free(server->accounts);
	tls_files_free(server->tls);
	codec_destroy(server->codec);
	mem_free(server, sizeof(*server));
	return err;
}

err_t server_join(server_t *server, const broker_ops_t *broker, errinfo_t *why)
{
	return fleet_join(server->fleet, broker, why);
}

/* listen_activated listens on a socket from systemd. */
static err_t listen_activated(server_t *server, int fd, errinfo_t *why)
{
	if (server->accounts == NULL && !listen_is_local(fd))
		return err_fail(why, ERR_VALUE,
		                "LISTEN_FDS: descriptor %d is open to other machines, and nobody "
		                "has to log in: name a file of accounts",
		                fd);
	return listen_fd(&server->listeners, fd, why);
}

err_t server_listen(server_t *server, int fds, errinfo_t *why)
{
	const conf_t *conf = &server->conf;
	const listen_unix_t socket = {
	        .setting = "socket", .path = conf->socket, .mode = (unsigned)conf->socket_mode};
	const listen_unix_t control = {.setting = "control_socket",
	                               .path = conf->control_socket,
	                               .mode = CONTROL_MODE,
	                               .kind = LISTEN_CONTROL};
	err_t err = ERR_OK;

	for (int i = 0; i < fds && err == ERR_OK; i++)
		err = listen_activated(server, SD_FDS_START + i, why);
	if (fds == 0 && err == ERR_OK)
		err = listen_tcp(&server->listeners, conf->listen, why);
	if (fds == 0 && err == ERR_OK && conf->socket[0] != '\0')
		err = listen_unix(&server->listeners, &socket, why);
	if (err == ERR_OK && server->tls != NULL)
		err = listen_tls(&server->listeners, conf->listen_tls, why);
	if (err == ERR_OK && conf->control_socket[0] != '\0')
		err = listen_unix(&server->listeners, &control, why);
	return err;
}

err_t server_adopt(server_t *server, int fd)
{
	peer_t *peer = peers_of(&server->peers, fd, PEER_EMBEDDED);
	conn_t *conn;
	err_t err;

	if (peer == NULL) {
		(void)close(fd);
		return ERR_NOMEM;
	}
	err = conns_open(&server->conns, fd, peer, PLACE_ADOPTED, &conn);
	peers_drop(peer);
	return err;
}

bool server_work(server_t *server, uint64_t ns)
{
	return server->by_turns && server->solver != NULL && solver_turn(server->solver, ns);
}

void server_flush(server_t *server)
{
	conns_flush(&server->conns);
}

void server_on_stopped(server_t *server, void (*stopped_cb)(void *context), void *context)
{
	server->stopped_cb = stopped_cb;
	server->context = context;
}

/* accounts_apply reads the accounts again; with an error they stay as they were. */
static err_t accounts_apply(server_t *server, errinfo_t *why)
{
	err_t err;

	if (server->accounts == NULL)
		return ERR_OK;
	err = accounts_reload(server->accounts, server->conf.accounts, why);
	if (err != ERR_OK)
		return err;
	log_line(LOG_NOTICE, LOG_CONF, "event=accounts-read count=%zu",
	         accounts_count(server->accounts));
	logins_sweep(&server->conns);
	durable_restore(server, DURABLE_RESTORE_TURN);
	batch_read_restore(server);
	return ERR_OK;
}

/* tls_read_files reads the certificates that *conf names. *out is NULL where there is no TLS. */
static err_t tls_read_files(const server_t *server, const conf_t *conf, tls_files_t **out,
                            errinfo_t *why)
{
	*out = NULL;
	return server->tls != NULL ? tls_files_open(conf, out, why) : ERR_OK;
}

static void tls_replace(server_t *server, tls_files_t *files)
{
	if (files == NULL)
		return;
	tls_files_free(server->tls);
	server->tls = files;
	log_line(LOG_NOTICE, LOG_CONF, "event=tls-read");
}

err_t server_reload(server_t *server, const conf_t *conf, const char **frozen, errinfo_t *why)
{
	tls_files_t *files;
	err_t err = tls_read_files(server, conf, &files, why);

	*frozen = NULL;
	if (err == ERR_OK)
		err = accounts_apply(server, why);
	if (err != ERR_OK) {
		tls_files_free(files);
		return err;
	}
	*frozen = conf_reload(&server->conf, conf);
	if (*frozen != NULL)
		log_line(LOG_WARNING, LOG_CONF, "option=%s why=\"needs a restart\"", *frozen);
	settings_apply(server);
	tls_replace(server, files);
	jobs_expire(&server->jobs);
	listen_resume(&server->listeners);
	log_init((log_level_t)server->conf.log_level, (log_format_t)server->conf.log_format);
	return ERR_OK;
}

void server_on_admin(server_t *server, const server_admin_t *admin)
{
	server->admin = *admin;
}

const conf_t *server_conf(const server_t *server)
{
	return &server->conf;
}

bool server_ticking(server_t *server)
{
	return server->solver != NULL && solver_ticking(server->solver);
}

void server_destroy(server_t *server)
{
	if (server == NULL)
		return;
	CHECK(server->state == SERVER_STOPPED);
	fleet_free(server->fleet);
	jobs_fini(&server->jobs);
	board_statuses_fini(&server->statuses);
	conns_fini(&server->conns);
	logins_fini(&server->logins);
	batches_fini(&server->batches);
	durable_free(server->durable);
	journal_free(server->journal);
	accounts_free(server->accounts);
	tls_files_free(server->tls);
	committer_free(server->committer);
	codec_destroy(server->codec);
	mem_free(server, sizeof(*server));
}
