/* SPDX-License-Identifier: MIT
 * conn.c - the life of one connection.
 *
 * Output: messages are queued during a turn of the loop and written at its end (conns.c). Above
 * the soft limit of its output a connection is not read, so that a peer cannot make the server
 * answer faster than the peer reads. conn_in.c has the reading.
 *
 * Ending: after a frame that was refused the next one cannot be found. So the peer gets one
 * error, a FIN, and some time to read both. Its bytes are read and discarded meanwhile, because
 * close() with unread input sends a reset, which may overtake the error. The memory is freed in
 * libuv's close callback.
 *
 * Time limits are checked by one sweep over all connections (conns.c) instead of three timers
 * for each: none of these limits has to be kept to less than half a second.
 */
#include "server/conn.h"

#include <assert.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "protocol/limits.h"
#include "server/budget.h"
#include "server/log.h"
#include "server/tls_files.h"

#define TO(s) (1u << (s))
static const uint8_t may_go[CONN_STATES] = {
        [CONN_OPEN] = TO(CONN_ENDING) | TO(CONN_FLUSHING) | TO(CONN_CLOSING),
        [CONN_ENDING] = TO(CONN_FLUSHING) | TO(CONN_CLOSING),
        [CONN_FLUSHING] = TO(CONN_SHUT) | TO(CONN_CLOSING),
        [CONN_SHUT] = TO(CONN_CLOSING),
}; /* CLOSING is final */

bool conn_may_go(conn_state_t from, conn_state_t to)
{
	return (may_go[from] & TO(to)) != 0;
}

static bool takes_messages(conn_state_t state)
{
	return state == CONN_OPEN || state == CONN_ENDING;
}

/* set_state is the only writer of conn->state. */
static void set_state(conn_t *conn, conn_state_t to)
{
	conn_state_t from = conn->state;

	assert(conn_may_go(from, to));
	conn->state = to;
	conn->state_ms = uv_now(conn->conns->loop);
	if (takes_messages(from) && !takes_messages(to))
		conn->conns->gone_cb(conn);
}

void conn_read_update(conn_t *conn)
{
	const conns_t *conns = conn->conns;
	bool want = conn->state == CONN_SHUT || (conn->state == CONN_OPEN && !conn->throttled &&
	                                         !conn->paused && list_empty(&conn->backlog));

	if (want == conn->reading || conn->state == CONN_CLOSING)
		return;
	conn->reading = want;
	if (!want)
		(void)uv_read_stop(&conn->uv.stream);
	else if (uv_read_start(&conn->uv.stream, conns->alloc_cb, conns->read_cb) != 0)
		conn_abort(conn, "cannot read");
}

void conn_wait_turn(conn_t *conn)
{
	conns_t *conns = conn->conns;

	if (!list_empty(&conn->backlog))
		return;
	list_add(&conns->backlog, &conn->backlog);
	(void)uv_idle_start(&conns->turn, conns->turn_cb);
}

/* has_input tells whether bytes of the peer wait to be handled. */
static bool has_input(const conn_t *conn)
{
	return conn->in_length > 0 || (conn->out.tls != NULL && tls_has_input(conn->out.tls));
}

void conn_secure(conn_t *conn, tls_t *tls)
{
	assert(conn->out.tls == NULL && conn->in_length == 0);
	conn->out.tls = tls;
	conn->shaking = true;
	conn->conns->shaking++;
	conn->origin->handshakes++;
	budget_update(conn);
}

void conn_shaken(conn_t *conn, bool good)
{
	if (!conn->shaking)
		return;
	assert(conn->conns->shaking > 0 && conn->origin->handshakes > 0);
	conn->shaking = false;
	conn->conns->shaking--;
	conn->origin->handshakes--;
	conn->conns->shaken_cb(conn, good);
}

void conn_flush_later(conn_t *conn)
{
	if (list_empty(&conn->dirty))
		list_add(&conn->conns->dirty, &conn->dirty);
}

/* throttle stops reading until the output is low again. */
static void throttle(conn_t *conn)
{
	if (conn->throttled)
		return;
	conn->throttled = true;
	conn->full_ms = uv_now(conn->conns->loop);
	conn_read_update(conn);
}

static void unthrottle(conn_t *conn)
{
	if (!conn->throttled || !outq_low(&conn->out))
		return;
	conn->throttled = false;
	conn->full_ms = 0;
	conn->frame_ms = uv_now(conn->conns->loop);
	if (conn->state == CONN_OPEN && has_input(conn))
		conn_wait_turn(conn); /* frames may wait in the buffer */
	conn_read_update(conn);
}

void conn_pause(conn_t *conn)
{
	conn->paused = conn->state == CONN_OPEN;
	conn_read_update(conn);
}

void conn_go_on(conn_t *conn)
{
	if (!conn->paused || conn->state != CONN_OPEN)
		return;
	conn->paused = false;
	conn->heard_ms = conn->frame_ms = uv_now(conn->conns->loop);
	if (conn->login_ms != 0)
		conn->login_ms = conn->heard_ms;
	if (has_input(conn))
		conn_wait_turn(conn);
	conn_read_update(conn);
}

bool conn_is_idle(const conn_t *conn)
{
	return conn->jobs == 0 && conn->awaited == 0 && conn->batch == 0 &&
	       list_empty(&conn->subs) && list_empty(&conn->statuses) && conn->boards == NULL;
}

/* count_account counts a connection of an account for its metrics, wherever it came in. */
static void count_account(const peer_t *peer, int by)
{
	if (peer->account != NULL)
		peer->account->counts.connections += (uint64_t)(int64_t)by;
}

void conn_become(conn_t *conn, peer_t *peer)
{
	const bool counts = conn->place == PLACE_SHARED;
	peer_t *before = conn->peer;

	assert(conn_is_idle(conn) && before->bytes >= conn->charged);
	before->connections -= counts;
	before->bytes -= conn->charged;
	count_account(before, -1);
	count_account(peer, 1);
	conn->peer = peers_hold(peer);
	peer->connections += counts;
	peer->bytes += conn->charged;
	peers_drop(before);
}

static void closed_cb(uv_handle_t *handle)
{
	conn_t *conn = handle->data;
	conns_t *conns = conn->conns;

	log_line(LOG_DEBUG, LOG_CONN, "id=%llu closed=%s peer=%s",
	         (unsigned long long)conn->node.id, conn->why != NULL ? conn->why : "-",
	         conn->address);
	assert(conn->state == CONN_CLOSING && conn->charged == 0);
	assert(list_empty(&conn->subs) && list_empty(&conn->dirty) && list_empty(&conn->backlog));
	assert(conn->sub_count == 0 && conn->jobs == 0 && list_empty(&conn->statuses));
	assert(conns->count > 0 && conns->places[conn->place] > 0);
	outq_fini(&conn->out);
	tls_free(conn->out.tls);
	mem_free(conn->in, conn->in_capacity);
	idmap_remove(&conns->map, &conn->node);
	list_drop(&conn->all);
	conns->count--;
	conns->places[conn->place]--;
	conn->peer->connections -= conn->place == PLACE_SHARED;
	count_account(conn->peer, -1);
	peers_drop(conn->peer);
	peers_drop(conn->origin);
	mem_free(conn, sizeof(*conn));
	conns->freed_cb(conns);
}

void conn_abort(conn_t *conn, const char *why)
{
	if (conn->state == CONN_CLOSING)
		return;
	if (conn->why == NULL)
		conn->why = why;
	list_drop(&conn->backlog);
	set_state(conn, CONN_CLOSING);
	list_drop(&conn->dirty);
	conn_shaken(conn, false);
	budget_update(conn);
	uv_close(&conn->uv.handle, closed_cb);
}

void conn_finish(conn_t *conn, const char *why)
{
	if (!takes_messages(conn->state))
		return;
	if (conn->shaking) {
		conn_abort(conn, why);
		return;
	}
	if (conn->why == NULL)
		conn->why = why;
	list_drop(&conn->backlog);
	set_state(conn, CONN_FLUSHING);
	conn_read_update(conn);
	conn_flush_later(conn);
}

void conn_settle(conn_t *conn)
{
	if (conn->state == CONN_ENDING && conn->jobs == 0 && conn->awaited == 0 &&
	    list_empty(&conn->statuses))
		conn_finish(conn, "end of input");
}

void conn_eof(conn_t *conn)
{
	conn->eof = true;
	if (conn->state == CONN_SHUT) {
		conn_abort(conn, conn->why);
		return;
	}
	set_state(conn, CONN_ENDING);
	conn_read_update(conn);
	conn->conns->ended_cb(conn);
	conn_settle(conn);
}

static void shutdown_cb(uv_shutdown_t *request, int status)
{
	conn_t *conn = request->data;

	if (conn->state == CONN_SHUT && (status != 0 || conn->eof))
		conn_abort(conn, conn->why);
}

/* shut sends FIN; everything is written. */
static void shut(conn_t *conn)
{
	conn->shutdown.data = conn;
	set_state(conn, CONN_SHUT);
	if (uv_shutdown(&conn->shutdown, &conn->uv.stream, shutdown_cb) != 0) {
		conn_abort(conn, conn->why);
		return;
	}
	conn->in_length = 0;
	if (!conn->eof)
		conn_read_update(conn);
}

/* flush writes what is queued, and when that is all there will be, the end of TLS. */
static int flush(conn_t *conn)
{
	outq_t *out = &conn->out;
	int rc = outq_flush(out);

	if (rc == 0 && out->tls != NULL && conn->state == CONN_FLUSHING && outq_empty(out)) {
		tls_end(out->tls);
		rc = outq_flush(out);
	}
	return rc;
}

void conn_flush(conn_t *conn)
{
	const int rc = flush(conn);

	conn->conns->sent += conn->out.written;
	conn->out.written = 0;
	assert(conn->state != CONN_CLOSING); /* conn_abort took it off the list */
	list_drop(&conn->dirty);
	budget_update(conn);
	if (rc != 0) {
		conn_abort(conn, "write failed");
		return;
	}
	if (conn->state == CONN_FLUSHING && outq_empty(&conn->out))
		shut(conn);
	else
		unthrottle(conn);
}

static void written_cb(outq_t *out, int status)
{
	conn_t *conn = LIST_ENTRY(out, conn_t, out);

	if (conn->state == CONN_CLOSING)
		return;
	if (status != 0)
		conn_abort(conn, "write failed");
	else
		conn_flush(conn);
}

/* sent is called after each message was queued, or could not be: it has the message written at
 * the end of the turn, or closes the connection. */
static void sent(conn_t *conn, bool was_empty, err_t err)
{
	if (err != ERR_OK) {
		log_line(LOG_NOTICE, LOG_CONN, "id=%llu error=%s queued=%zu peer=%s",
		         (unsigned long long)conn->node.id, err_name(err), conn->out.bytes,
		         conn->address);
		conn_abort(conn, "output over its limit");
		return;
	}
	budget_update(conn);
	if (was_empty)
		conn->moved_ms = uv_now(conn->conns->loop);
	conn_flush_later(conn);
	if (outq_full(&conn->out))
		throttle(conn);
}

void conn_send(conn_t *conn, outbuf_t *buf)
{
	bool was_empty = outq_empty(&conn->out);

	assert(pace_is_here(&conn->conns->pace));
	if (takes_messages(conn->state))
		sent(conn, was_empty, outq_push(&conn->out, buf));
}

void conn_send_latest(conn_t *conn, outbuf_t *buf, outq_slot_t *slot)
{
	bool was_empty = outq_empty(&conn->out);

	if (takes_messages(conn->state))
		sent(conn, was_empty, outq_push_latest(&conn->out, buf, slot));
}

void conn_refuse(conn_t *conn, const errinfo_t *why)
{
	log_line(LOG_INFO, LOG_CONN, "id=%llu refused=%s why=\"%s\" peer=%s",
	         (unsigned long long)conn->node.id, err_name(why->code), why->text, conn->address);
	conn->conns->refused_cb(conn, why);
	conn_finish(conn, "refused");
}

/* sweep_output closes a connection whose peer does not read. */
static void sweep_output(conn_t *conn, uint64_t now)
{
	size_t left = uv_stream_get_write_queue_size(&conn->uv.stream);

	if (outq_empty(&conn->out))
		return;
	if (left != conn->moved_left || conn->out.head != conn->moved_head) {
		conn->moved_left = left;
		conn->moved_head = conn->out.head;
		conn->moved_ms = now;
	}
	if (now - conn->moved_ms > STALLED_WRITE_MS)
		conn_abort(conn, "write stalled");
	else if (conn->full_ms != 0 && now - conn->full_ms > OUTPUT_SOFT_MS)
		conn_abort(conn, "slow reader");
}

/* later moves the moment *at by `ms`, but not beyond `now`; 0 = there is none. */
static void later(uint64_t *at, uint64_t ms, uint64_t now)
{
	if (*at != 0)
		*at = now - *at < ms ? now : *at + ms;
}

void conn_away(conn_t *conn, uint64_t ms, uint64_t now)
{
	later(&conn->heard_ms, ms, now);
	later(&conn->frame_ms, ms, now);
	later(&conn->login_ms, ms, now);
	later(&conn->full_ms, ms, now);
	later(&conn->moved_ms, ms, now);
	later(&conn->state_ms, ms, now);
}

/* is_in_frame tells whether a frame, or a record of TLS, has begun. */
static bool is_in_frame(const conn_t *conn)
{
	return conn->in_length > 0 ||
	       (conn->out.tls != NULL && !conn->shaking && tls_is_halfway(conn->out.tls));
}

void conn_sweep(conn_t *conn, uint64_t now)
{
	uint64_t idle_ms = conn->conns->idle_timeout_ms;
	errinfo_t why;

	if (conn->state == CONN_SHUT && now - conn->state_ms > CONN_LINGER_MS)
		conn_abort(conn, conn->why);
	else if (conn->state != CONN_SHUT && conn->state != CONN_CLOSING)
		sweep_output(conn, now);
	if (conn->shaking && now - conn->state_ms > TLS_HANDSHAKE_MS)
		conn_abort(conn, "handshake not complete in time");
	if (conn->state == CONN_OPEN && conn->login_ms != 0 && !conn->paused &&
	    now - conn->login_ms > LOGIN_MS) {
		(void)err_fail(&why, ERR_TIMEOUT, "no login after %d ms", LOGIN_MS);
		conn_refuse(conn, &why);
	}
	if (conn->state != CONN_OPEN || !conn->reading)
		return;
	if (is_in_frame(conn) && now - conn->frame_ms > HALF_FRAME_MS) {
		(void)err_fail(&why, ERR_TIMEOUT, "frame: not complete after %d ms", HALF_FRAME_MS);
		conn_refuse(conn, &why);
	} else if (idle_ms > 0 && now - conn->heard_ms > idle_ms && conn->in_length == 0 &&
	           conn->awaited == 0 && list_empty(&conn->subs) && list_empty(&conn->statuses) &&
	           outq_empty(&conn->out)) {
		conn_finish(conn, "idle");
	}
}

/* stream_open makes a libuv handle of the kind of the socket `fd`, which it stores in conn->uv. */
static int stream_open(conn_t *conn, uv_loop_t *loop, int fd, bool *inited)
{
	struct sockaddr_storage name = {.ss_family = AF_UNSPEC};
	socklen_t length = sizeof(name);
	int rc;

	if (getsockname(fd, (struct sockaddr *)&name, &length) != 0)
		return UV_EINVAL;
	if (name.ss_family == AF_UNIX) {
		rc = uv_pipe_init(loop, &conn->uv.pipe, 0);
		*inited = rc == 0;
		return rc == 0 ? uv_pipe_open(&conn->uv.pipe, fd) : rc;
	}
	rc = uv_tcp_init(loop, &conn->uv.tcp);
	*inited = rc == 0;
	if (rc == 0)
		rc = uv_tcp_open(&conn->uv.tcp, fd);
	if (rc == 0) {
		(void)uv_tcp_nodelay(&conn->uv.tcp, 1);
		(void)uv_tcp_keepalive(&conn->uv.tcp, 1, KEEPALIVE_S);
	}
	return rc;
}

/* conn_count counts a connection that is in the map and the list of all now. */
static void conn_count(conn_t *conn, peer_t *peer, conn_place_t place)
{
	conns_t *conns = conn->conns;

	assert(conn->node.id > 0 && !list_empty(&conn->all));
	conn->peer = peers_hold(peer);
	conn->origin = peers_hold(peer);
	conn->place = place;
	conns->count++;
	conns->places[place]++;
	peer->connections += place == PLACE_SHARED;
	budget_update(conn);
}

err_t conn_open(conns_t *conns, int fd, peer_t *peer, conn_place_t place, conn_t **out)
{
	conn_t *conn = mem_alloc(sizeof(*conn));
	bool inited = false;
	int rc;

	*out = NULL;
	if (conn == NULL) {
		(void)close(fd);
		return ERR_NOMEM;
	}
	assert(pace_is_here(&conns->pace));
	conn->conns = conns;
	list_init(&conn->dirty);
	list_init(&conn->backlog);
	list_init(&conn->subs);
	list_init(&conn->statuses);
	list_init(&conn->all);
	scan_begin(&conn->scan, &scan_request_limits);
	peers_address(fd, conn->address);
	rc = stream_open(conn, conns->loop, fd, &inited);
	if (rc != 0)
		(void)close(fd);
	if (!inited) {
		mem_free(conn, sizeof(*conn));
		return ERR_IO;
	}
	conn->uv.handle.data = conn;
	outq_init(&conn->out, &conn->uv.stream, OUTPUT_SOFT_BYTES, OUTPUT_HARD_BYTES, written_cb);
	conn->heard_ms = conn->state_ms = uv_now(conns->loop);
	idmap_add(&conns->map, &conn->node);
	list_add(&conns->all, &conn->all);
	conn_count(conn, peer, place);
	if (rc != 0) {
		conn_abort(conn, "cannot open");
		return ERR_IO;
	}
	log_line(LOG_DEBUG, LOG_CONN, "id=%llu opened peer=%s", (unsigned long long)conn->node.id,
	         conn->address);
	conn_read_update(conn);
	*out = conn;
	return ERR_OK;
}
