/* SPDX-License-Identifier: MIT
 * conn.h - one connection: bytes in, frames to a handler, messages out.
 *
 *              peer's EOF              all answered
 *     OPEN ------------------> ENDING ------------+
 *      |  \                      |                |
 *      |   \ refused, drained    | refused        |
 *      |    +--------------------+--------> FLUSHING ---> SHUT ---> CLOSING
 *      |                                       |  10 s     | 1 s      ^
 *      +------------- broken, too slow --------+-----------+----------+
 *
 *   OPEN      reads and writes          FLUSHING  writes what is queued
 *   ENDING    writes only               SHUT      FIN sent; input is discarded
 *                                       CLOSING   uv_close was called
 *
 * Units     bytes; times in ms of uv_now.
 * Ownership conns_t owns its connections; a connection frees itself in libuv's close callback.
 *           Other modules keep ids (conns_find), and never a conn_t beyond the turn of the loop.
 * Threads   the loop thread.
 */
#ifndef SERVER_CONN_H
#define SERVER_CONN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uv.h>

#include "engine/base/err.h"
#include "protocol/scan.h"
#include "server/idmap.h"
#include "server/list.h"
#include "server/outq.h"
#include "server/pace.h"
#include "server/peers.h"

enum {
	CONN_READ_BYTES = 4096, /* first read buffer; doubled when a frame needs it */
	CONN_LINGER_MS = 1000,  /* for the peer to read our last message */
	CONN_SWEEP_MS = 500,    /* between two checks of the time limits */
};

typedef enum {
	CONN_OPEN,
	CONN_ENDING,
	CONN_FLUSHING,
	CONN_SHUT,
	CONN_CLOSING,
	CONN_STATES
} conn_state_t;

/* What a connection counts against: max_connections and its peer's share; the places of the
 * control socket; the few connections that are sent an error and closed; nothing (an embedded
 * server's). */
typedef enum {
	PLACE_SHARED,
	PLACE_CONTROL,
	PLACE_REFUSED,
	PLACE_ADOPTED,
	CONN_PLACES
} conn_place_t;

typedef struct conns conns_t;

typedef struct conn {
	idnode_t node; /* in conns->map until it is freed */
	conns_t *conns;
	link_t all, dirty, backlog; /* in the lists of conns */
	union {
		uv_handle_t handle;
		uv_stream_t stream;
		uv_tcp_t tcp;
		uv_pipe_t pipe;
	} uv;
	uv_shutdown_t shutdown;
	conn_state_t state;
	conn_place_t place;
	peer_t *peer;     /* who is at the other end; a reference */
	peer_t *origin;   /* the same before a login: its address or user; a reference */
	uint64_t session; /* of the peer's account, when it logged in */
	unsigned failed_logins;
	uint64_t login_ms;           /* since when a login is asked for; 0: none is */
	char address[PEER_TEXT_MAX]; /* the full address, for the log */
	bool reading;                /* uv_read_start is in force */
	bool throttled;              /* not reading until the output is low again */
	bool paused;                 /* not reading until it has been told the end of a login */
	bool eof;                    /* the peer has sent FIN, or its end in TLS */
	bool shaking;                /* its handshake (tls.h) goes on, and is counted */
	uint8_t *in;                 /* input: bytes [0, in_length) are not handled yet */
	size_t in_capacity, in_length;
	scan_t scan;              /* of the frame at in[0] */
	outq_t out;               /* with the connection's TLS, if it has any */
	uint64_t heard_ms;        /* last byte from the peer */
	uint64_t frame_ms;        /* when the frame at in[0] began */
	uint64_t full_ms;         /* since when the output is above its soft limit; 0: it is not */
	uint64_t moved_ms;        /* when the output last moved: when one of these two changed */
	uint64_t moved_head;      /* the head of the queue */
	size_t moved_left;        /* bytes that libuv has still to write */
	uint64_t state_ms;        /* when the state was entered */
	const char *why;          /* why it ends, for the log; NULL: it does not */
	size_t held, charged;     /* bytes held beside buffers; bytes charged (budget.h) */
	link_t subs;              /* subscriptions to jobs (subscriptions.h) */
	unsigned sub_count, jobs; /* all of them; those to jobs that it submitted, not finished */
	unsigned awaited;         /* answers that were put off (dispatch_later) */
	link_t statuses;          /* its statuses in flight (board_statuses.h) */
	uint64_t batch;           /* that it is filling (batches.h); 0: none */
	struct boards *boards;    /* the boards that it keeps (boards.h); NULL: none */
} conn_t;

struct conns {
	uv_loop_t *loop;
	pace_t pace;
	idmap_t map;
	link_t all, dirty, backlog;
	uv_prepare_t flush;
	uv_idle_t turn;
	uv_timer_t sweep;
	unsigned count, most;            /* max_connections */
	unsigned places[CONN_PLACES];    /* how many count against each */
	unsigned shaking;                /* handshakes that go on */
	uint8_t sealed[CONN_READ_BYTES]; /* what was read last for TLS, until it is fed */
	uint64_t swept_ms;               /* when the last sweep over time limits began */
	unsigned unswept;                /* connections that this sweep has still to look at */
	uint64_t idle_timeout_ms;        /* 0 = never */
	size_t bytes, bytes_most;        /* charged to all; the bound (budget.h), 0 = none */
	uint64_t received, sent;         /* bytes since the start */
	peers_t *peers;
	void *context;
	/* The callbacks that conn.c gives to libuv: for reading, and for the backlog. conns_init
	 * sets them, so that conn.c need not call the files above it. */
	uv_alloc_cb alloc_cb;
	uv_read_cb read_cb;
	uv_idle_cb turn_cb;
	/* frame_cb gets a whole value that passed the scan. refused_cb gets the reason why the
	 * connection cannot go on, and may conn_send a last message. ended_cb: the peer asks
	 * nothing more but still reads (ENDING). gone_cb: the connection takes no more messages
	 * (once; FLUSHING or CLOSING). freed_cb: a connection was freed. shaken_cb: a handshake is
	 * over, and whether it was good. */
	void (*frame_cb)(conn_t *conn, const uint8_t *frame, size_t length);
	void (*refused_cb)(conn_t *conn, const errinfo_t *why);
	void (*ended_cb)(conn_t *conn);
	void (*gone_cb)(conn_t *conn);
	void (*freed_cb)(conns_t *conns);
	void (*shaken_cb)(conn_t *conn, bool good);
};

/* conn_open makes a connection of a connected stream socket (TCP or Unix). It owns `fd` from the
 * call on, also on failure, and takes a reference to `peer` of its own. ERR_NOMEM, ERR_IO: *out
 * is NULL. */
err_t conn_open(conns_t *conns, int fd, peer_t *peer, conn_place_t place, conn_t **out);

/* conn_secure makes a connection that was just opened one with TLS, which it owns from then on. It
 * begins with a handshake. conn_shaken says that this is over; a connection that ends before is
 * closed without a word. */
void conn_secure(conn_t *conn, tls_t *tls);
void conn_shaken(conn_t *conn, bool good);

/* conn_send queues a message that must arrive; a connection without room for it is closed.
 * conn_send_latest queues a message that may be dropped or replaced by the next one of the same
 * `slot` (outq.h). Messages are written at the end of the turn of the loop. The connection takes
 * a reference of its own to the buffer. Both may close the connection. */
void conn_send(conn_t *conn, outbuf_t *buf);
void conn_send_latest(conn_t *conn, outbuf_t *buf, outq_slot_t *slot);

/* conn_refuse sends a last message through refused_cb, then finishes the connection: for bytes
 * after which the next frame cannot be found. conn_finish writes what is queued, then closes.
 * conn_abort closes at once. conn_settle finishes a connection in ENDING that waits for no
 * result any more. `why` is a constant text for the log; the first one counts. */
void conn_refuse(conn_t *conn, const errinfo_t *why);
void conn_finish(conn_t *conn, const char *why);
void conn_abort(conn_t *conn, const char *why);
void conn_settle(conn_t *conn);

/* conn_pause leaves the frames that come next in the buffer until conn_go_on is called, both of
 * which do nothing to a connection that is not OPEN. */
void conn_pause(conn_t *conn);
void conn_go_on(conn_t *conn);

/* conn_is_idle: has it nothing in flight, no boards and no subscriptions? conn_become makes `peer`
 * the one that an idle connection counts against; it takes a reference of its own. */
bool conn_is_idle(const conn_t *conn);
void conn_become(conn_t *conn, peer_t *peer);

/* conn_may_go tells whether a connection may change from one state to another; for tests. */
bool conn_may_go(conn_state_t from, conn_state_t to);

/* conn_flush writes what is queued, conn_flush_later does so at the end of the turn. conn_sweep
 * closes the connection if one of its time limits has passed at `now`. */
void conn_flush(conn_t *conn);
void conn_flush_later(conn_t *conn);
void conn_sweep(conn_t *conn, uint64_t now);

/* conn_away moves all moments from which time limits are counted by the `ms` in which the loop
 * did not run, but not beyond `now`. */
void conn_away(conn_t *conn, uint64_t ms, uint64_t now);

/* conn_eof is called when the peer will send no more. conn_read_update starts or stops reading, as
 * the state asks. conn_wait_turn puts the connection into the backlog: frames that wait in its
 * buffer are handled in a later turn of the loop. */
void conn_eof(conn_t *conn);
void conn_read_update(conn_t *conn);
void conn_wait_turn(conn_t *conn);

#endif
