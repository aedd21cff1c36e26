/* SPDX-License-Identifier: MIT
 * inside.h - struct server, for server.c, dispatch.c and the handlers.
 *
 * Threads   the loop thread, but for `faults`.
 */
#ifndef SERVER_INSIDE_H
#define SERVER_INSIDE_H

#include "protocol/codec.h"
#include "server/backups.h"
#include "server/bridge.h"
#include "server/conf.h"
#include "server/conns.h"
#include "server/batches.h"
#include "server/durable.h"
#include "server/jobs.h"
#include "server/committer.h"
#include "server/listen.h"
#include "server/logins.h"
#include "server/metrics.h"
#include "server/peers.h"
#include "server/server.h"
#include "server/tls_files.h"
#include "server/board_statuses.h"

typedef enum {
	SERVER_SERVING,
	SERVER_DRAINING,
	SERVER_FLUSHING,
	SERVER_STOPPED,
	SERVER_STATES
} server_state_t;

struct server {
	uv_loop_t *loop;
	conf_t conf;
	server_state_t state;
	bool hurried;           /* server_drain was called twice */
	uint64_t began_ms;      /* uv_now */
	committer_t *committer; /* NULL: no store */
	journal_t *journal;     /* NULL: none, */
	durable_t *durable;     /* and none */
	batches_t batches;
	backups_t backups;
	background_t background; /* threads of backups and of certificates */
	struct fleet *fleet;     /* NULL: it is in none (fleet/fleet.h) */
	bool by_turns;           /* the solver has no threads: server_work runs it */
	solver_t *solver;
	bridge_t *bridge;
	codec_t *codec;          /* of the request being handled */
	_Atomic uint64_t faults; /* checks that have failed since the start; any thread, relaxed */
	metrics_t metrics;
	peers_t peers;
	accounts_t *accounts; /* NULL: nobody has to log in */
	tls_files_t *tls;     /* NULL: nobody is listened to with TLS */
	logins_t logins;
	conns_t conns;
	proofs_t proofs;
	jobs_t jobs;
	board_statuses_t statuses;
	listeners_t listeners;
	uv_timer_t deadline;  /* of DRAINING, then of FLUSHING */
	server_admin_t admin; /* all NULL: the server is part of another program */
	void (*stopped_cb)(void *context);
	void *context;
};

#endif
