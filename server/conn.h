/* SPDX-License-Identifier: MIT
 * conn.h - one connection: bytes in, frames out to a handler, messages back.
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
 *   ENDING    writes only               SHUT      FIN sent; reads are thrown away
 *                                       CLOSING   uv_close asked
 *
 * Units     bytes; times in ms of uv_now.
 * Ownership conns_t owns its connections; each frees itself when libuv has let
 *           go. Others hold ids (conns_find), never a conn_t across a turn.
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
	CONN_LINGER_MS = 1000,  /* for the peer to read our last words */
	CONN_SWEEP_MS = 500,    /* how often time limits are looked at */
};

typedef enum {
	CONN_OPEN,
	CONN_ENDING,
	CONN_FLUSHING,
	CONN_SHUT,
	CONN_CLOSING,
	CONN_STATES
} conn_state_t;

/* What a connection counts against: max_connections and its peer's share; the reserve of the
 * control socket; the few that are told why they cannot stay; nothing. */
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
	peer_t *peer;                /* who is there; held */
	char address[PEER_TEXT_MAX]; /* the same in full, for the log */
	bool reading;                /* uv_read_start is in force */
	bool throttled;              /* not reading until the output is low again */
	bool eof;                    /* the peer has sent FIN */
	uint8_t *in;                 /* input: unread bytes at [0, in_length) */
	size_t in_capacity, in_length;
	scan_t scan; /* of the frame at in[0] */
	outq_t out;
	uint64_t heard_ms; /* last byte from the peer */
	uint64_t frame_ms; /* when the frame at in[0] began */
	uint64_t full_ms;  /* since when the output is above its soft limit, 0 = is not */
	uint64_t moved_ms; /* when output last moved: the head of the queue, */
	uint64_t moved_head;
	size_t moved_left;        /* or the bytes that libuv has left */
	uint64_t state_ms;        /* when the state was entered */
	const char *why;          /* it ends, for the log */
	size_t held, charged;     /* beside buffers; in the budget (budget.h) */
	link_t subs;              /* jobs it hears of (jobs.h) */
	unsigned sub_count, jobs; /* of those: all; its own, not finished */
	link_t statuses;          /* in flight (board_statuses.h) */
	struct boards *boards;    /* that it keeps (boards.h), NULL: none */
} conn_t;

struct conns {
	uv_loop_t *loop;
	pace_t pace;
	idmap_t map;
	link_t all, dirty, backlog;
	uv_prepare_t flush;
	uv_idle_t turn;
	uv_timer_t sweep;
	unsigned count;
	unsigned places[CONN_PLACES]; /* of them, by what they count against */
	uint64_t swept_ms;            /* when time limits were looked at last; and at how */
	unsigned unswept;             /* many they have still to be looked at in this sweep */
	uint64_t idle_timeout_ms;     /* 0 = never */
	size_t bytes, bytes_most;     /* that connections hold (budget.h); 0 = no limit */
	peers_t *peers;
	void *context;
	/* What libuv calls for a connection that is read, and for the hungry: set by conns_init, so
	 * that conn.c starts what stands in the files above it. */
	uv_alloc_cb alloc_cb;
	uv_read_cb read_cb;
	uv_idle_cb turn_cb;
	/* frame_cb gets a whole value that passed the scan. refused_cb gets the
	 * reason why the bytes cannot go on, and may conn_send a last word. ended_cb:
	 * the peer asks nothing more but still listens (ENDING). gone_cb: it takes no
	 * more messages (once; FLUSHING or CLOSING). freed_cb: its place is free. */
	void (*frame_cb)(conn_t *conn, const uint8_t *frame, size_t length);
	void (*refused_cb)(conn_t *conn, const errinfo_t *why);
	void (*ended_cb)(conn_t *conn);
	void (*gone_cb)(conn_t *conn);
	void (*freed_cb)(conns_t *conns);
};

/* conn_open makes a connection of a connected stream socket (TCP or Unix) and
 * owns the fd, also on failure; it holds `peer` for itself. */
err_t conn_open(conns_t *conns, int fd, peer_t *peer, conn_place_t place, conn_t **out);

/* conn_send queues a message that must arrive; a connection without room for it
 * is closed. conn_send_latest queues one that may be dropped. They are written
 * at the end of the turn of the loop. The buffer stays the caller's. */
void conn_send(conn_t *conn, outbuf_t *buf);
void conn_send_latest(conn_t *conn, outbuf_t *buf, outq_slot_t *slot);

/* conn_refuse sends a last word through refused_cb, then finishes: for bytes
 * after which there is no way back into step.
 * conn_finish flushes, then closes. conn_abort closes at once. conn_settle
 * finishes a connection in ENDING that waits for nothing more. */
void conn_refuse(conn_t *conn, const errinfo_t *why);
void conn_finish(conn_t *conn, const char *why);
void conn_abort(conn_t *conn, const char *why);
void conn_settle(conn_t *conn);

/* conn_may_go tells whether the table of moves has from -> to; for tests. */
bool conn_may_go(conn_state_t from, conn_state_t to);

/* conn_flush writes what is queued. conn_sweep closes the connection if one of its time limits has
 * passed at `now`. */
void conn_flush(conn_t *conn);
void conn_sweep(conn_t *conn, uint64_t now);

/* conn_away takes `ms` in which the loop did not run from all that is counted against the peer. */
void conn_away(conn_t *conn, uint64_t ms, uint64_t now);

/* conn_eof is called when the peer has sent FIN. conn_read_update starts or stops reading, as the
 * state asks. conn_wait_turn makes the connection have a turn of the loop soon, for frames that
 * wait in the buffer. */
void conn_eof(conn_t *conn);
void conn_read_update(conn_t *conn);
void conn_wait_turn(conn_t *conn);

#endif
