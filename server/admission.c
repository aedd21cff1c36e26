/* SPDX-License-Identifier: MIT
 * admission.c - shares of connections, and the limits of a job.
 *
 * The peer of a connection is known only after accept. So a connection above its peer's share
 * cannot be left in the kernel's queue: it gets one error and a FIN, and goes through the states
 * of every connection that ends (conn.c). While REFUSED_CONNECTIONS are being told so, further
 * ones are closed without an error, so that a flood of them costs no more than a flood of
 * admitted ones.
 *
 * A limit that a client has given and that is above the server's is refused: the client knew
 * what it wanted, and has to hear that it cannot have that. A limit that a client has left open
 * is set to the server's, and the answer tells it.
 */
#include "server/admission.h"

#include <sys/resource.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "server/conns.h"
#include "server/log.h"
#include "server/tls_files.h"

enum {
	FILES_SPARE = 64,      /* descriptors that are not connections: logs, stores, listeners */
	CONNECTIONS_FEW = 128, /* so few are worth a warning */
	CONTROL_MOST = 2 * CONTROL_CONNECTIONS, /* with those that have lost their place */
};

/* files_most returns how many connections the open files allow: all but FILES_SPARE, or half
 * where there are that few. */
static unsigned files_most(uint64_t *files)
{
	struct rlimit limit;

	*files = 0;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > 1 << 20)
		return 1 << 20;
	*files = limit.rlim_cur;
	if (limit.rlim_cur > 2 * FILES_SPARE)
		return (unsigned)limit.rlim_cur - FILES_SPARE;
	return limit.rlim_cur > 2 ? (unsigned)limit.rlim_cur / 2 : 1;
}

unsigned admission_most(const conf_t *conf)
{
	uint64_t files;
	const unsigned allowed = files_most(&files);
	const unsigned most = conf->max_connections > 0 ? (unsigned)conf->max_connections : allowed;

	if (most > allowed || allowed < CONNECTIONS_FEW)
		log_line(
		        LOG_WARNING, LOG_LISTEN,
		        "event=few-files open_files=%llu allow_connections=%u max_connections=%llu "
		        "why=\"raise the limit of open files: LimitNOFILE, ulimit -n\"",
		        (unsigned long long)files, allowed,
		        (unsigned long long)conf->max_connections);
	return most < allowed ? most : allowed;
}

bool admission_room(const server_t *server, listen_kind_t kind)
{
	return server->conns.places[PLACE_SHARED] < server->conns.most &&
	       (kind != LISTEN_TLS || server->conns.shaking < TLS_HANDSHAKES_MAX);
}

/* refuse tells a connection why it may not stay. */
static void refuse(server_t *server, int fd, peer_t *peer, listen_kind_t kind, const errinfo_t *why)
{
	conn_t *conn;

	if (kind == LISTEN_TLS || server->conns.places[PLACE_REFUSED] >= REFUSED_CONNECTIONS) {
		metrics_refused(&server->metrics, peer->account, why->code);
		log_line(LOG_INFO, LOG_CONN, "event=turned-away peer=%s", peer->text);
		(void)close(fd);
	} else if (conns_open(&server->conns, fd, peer, PLACE_REFUSED, &conn) == ERR_OK) {
		conn_refuse(conn, why);
	}
}

/* make_room refuses the control connection that has been silent longest, of those that wait for
 * no answer, because another one needs its place. False: there is none. */
static bool make_room(const conns_t *conns)
{
	conn_t *choice = NULL;
	errinfo_t why;

	for (link_t *at = conns->all.next; at != &conns->all; at = at->next) {
		conn_t *conn = LIST_ENTRY(at, conn_t, all);

		if (conn->place == PLACE_CONTROL && conn->state == CONN_OPEN &&
		    conn->in_length == 0 && list_empty(&conn->subs) &&
		    list_empty(&conn->statuses) &&
		    (choice == NULL || conn->heard_ms < choice->heard_ms))
			choice = conn;
	}
	if (choice == NULL)
		return false;
	(void)err_fail(&why, ERR_BUSY,
	               "%d connections to the control socket are open, and another needs this "
	               "place, which was silent longest",
	               CONTROL_CONNECTIONS);
	conn_refuse(choice, &why);
	return true;
}

/* admit tells whether a connection of `peer` may be opened; ERR_BUSY with *why if not. */
static err_t admit(const server_t *server, const peer_t *peer, listen_kind_t kind, errinfo_t *why)
{
	const bool control = kind == LISTEN_CONTROL;
	const conns_t *conns = &server->conns;
	const unsigned used = conns->places[PLACE_SHARED];
	uint64_t most;

	if (control && (conns->places[PLACE_CONTROL] < CONTROL_CONNECTIONS ||
	                (conns->places[PLACE_CONTROL] < CONTROL_MOST && make_room(conns))))
		return ERR_OK;
	if (control)
		return err_fail(why, ERR_BUSY,
		                "%d connections to the control socket are open, and wait for "
		                "answers",
		                CONTROL_CONNECTIONS);
	most = peers_most(peer, peer->handshakes, conns->shaking, TLS_HANDSHAKES_MAX);
	if (kind == LISTEN_TLS && peer->handshakes >= most)
		return err_fail(why, ERR_BUSY, "%u handshakes of %s go on", peer->handshakes,
		                peer->text);
	most = peers_most(peer, peer->connections, used, server->conns.most);
	if (peer->connections < most)
		return ERR_OK;
	return err_fail(why, ERR_BUSY,
	                "%u connections of %s are open already, its share of this server's %u: "
	                "close some, or ask for another max_connections or peer_share",
	                peer->connections, peer->text, server->conns.most);
}

/* admit_account begins the time for a login, unless who has come by a Unix socket is known. */
static void admit_account(server_t *server, conn_t *conn, int fd)
{
	errinfo_t why;

	conn->login_ms = uv_now(server->loop) > 0 ? uv_now(server->loop) : 1;
	if (conn->origin->kind == PEER_UID &&
	    logins_enter_unix(server->accounts, conn, fd, &why) != ERR_OK)
		conn_refuse(conn, &why);
}

/* open_conn opens a connection, with TLS where it came so. */
static err_t open_conn(server_t *server, int fd, peer_t *peer, listen_kind_t kind, conn_t **out)
{
	const conn_place_t place = kind == LISTEN_CONTROL ? PLACE_CONTROL : PLACE_SHARED;
	tls_t *tls =
	        kind == LISTEN_TLS ? tls_new(tls_files_context(server->tls), TLS_SERVER) : NULL;
	err_t err;

	*out = NULL;
	if (kind == LISTEN_TLS && tls == NULL) {
		(void)close(fd);
		return ERR_NOMEM;
	}
	err = conns_open(&server->conns, fd, peer, place, out);
	if (err != ERR_OK)
		tls_free(tls);
	else if (tls != NULL)
		conn_secure(*out, tls);
	return err;
}

void admission_take(server_t *server, int fd, listen_kind_t kind)
{
	peer_t *peer =
	        peers_of(&server->peers, fd, kind == LISTEN_CONTROL ? PEER_CONTROL : PEER_IPV4);
	errinfo_t why;
	conn_t *conn;
	err_t err;

	if (peer == NULL) {
		log_line(LOG_ERROR, LOG_CONN, "event=not-opened why=%s", err_name(ERR_NOMEM));
		(void)close(fd);
		return;
	}
	if (admit(server, peer, kind, &why) != ERR_OK) {
		refuse(server, fd, peer, kind, &why);
	} else {
		err = open_conn(server, fd, peer, kind, &conn);
		if (err != ERR_OK)
			log_line(LOG_ERROR, LOG_CONN, "event=not-opened why=%s peer=%s",
			         err_name(err), peer->text);
		else if (kind != LISTEN_CONTROL && server->accounts != NULL)
			admit_account(server, conn, fd);
	}
	peers_drop(peer);
}

/* bound compares one limit of a job with the server's `most` (0 = none). A limit that was not
 * given is set to `most`, and told in *told. */
static err_t bound(uint64_t *limit, uint64_t most, const char *name, const char *setting,
                   uint64_t *told, errinfo_t *why)
{
	if (most == 0 || (*limit > 0 && *limit <= most))
		return ERR_OK;
	if (*limit > most)
		return err_fail(why, ERR_RANGE,
		                "params.limits.%s: %llu is above this server's %llu (%s)", name,
		                (unsigned long long)*limit, (unsigned long long)most, setting);
	*limit = *told = most;
	return ERR_OK;
}

err_t admission_job(const conf_t *conf, msg_submit_t *msg, msg_submitted_t *out, errinfo_t *why)
{
	const char *setting = "max_job_s";
	uint64_t most_s = conf->max_job_s;
	err_t err;

	if (msg->detach && conf->max_detached_job_s > 0 &&
	    (most_s == 0 || conf->max_detached_job_s < most_s)) {
		most_s = conf->max_detached_job_s;
		setting = "max_detached_job_s";
	}
	err = bound(&msg->limits.time_ms, most_s * MS_PER_S, "time_ms", setting, &out->time_ms,
	            why);
	if (msg->deadline_ms > 0 &&
	    (msg->limits.time_ms == 0 || msg->deadline_ms < msg->limits.time_ms)) {
		msg->limits.time_ms = msg->deadline_ms;
		out->time_ms = 0; /* it was given */
	}
	if (err == ERR_OK)
		err = bound(&msg->limits.nodes, conf->max_job_nodes, "nodes", "max_job_nodes",
		            &out->nodes, why);
	return err;
}
