/* SPDX-License-Identifier: MIT
 * upstream_inside.h - the inside of upstream.h, for its sources only.
 *
 *   upstream.c        the calls; who holds it
 *   upstream_links.c  the connections
 *   upstream_queue.c  who waits for a place
 *   upstream_begun.c  what goes on at the daemon
 *   upstream_batch.c  batches that are handed in
 *
 * Threads   the loop's, but for what the comments give to the pool.
 */
#ifndef CLIENTS_HTTP_UPSTREAM_INSIDE_H
#define CLIENTS_HTTP_UPSTREAM_INSIDE_H

#include "clients/c/tesuji_login.h"
#include "clients/http/upstream.h"
#include "clients/http/upstream_batch.h"
#include "clients/http/upstream_begun.h"
#include "clients/http/upstream_queue.h"
#include "protocol/codec.h"

enum { UPSTREAM_RETRY_MS = 1000, UPSTREAM_CALL_MS = 30000 };

typedef struct {
	upstream_t *upstream;
	tesuji_async_t *connection; /* NULL: there is none */
	uint64_t via;               /* its name; each has another */
	uv_poll_t poll;
	bool polls;     /* the handle is not closed yet */
	bool is_filled; /* with a batch: it takes no other one meanwhile */
} upstream_link_t;

struct upstream {
	upstream_common_t *common;
	uint64_t number;
	char token[TESUJI_TOKEN_BYTES];
	bool is_own;
	upstream_link_t link[UPSTREAM_LINKS];
	unsigned wanted;     /* links that it is to have */
	uint64_t grow_after; /* by uv_now: when it may want another */
	unsigned turn;       /* of the link that a call without a job takes next */
	upstream_queue_t queue[UPSTREAM_PLACES];
	upstream_begun_t begun;
	upstream_batches_t batches;
	unsigned holders;
	bool is_used; /* since the last tick of `alive` */
	uv_timer_t retry, alive;
	uv_work_t connecting;
	tesuji_async_t *made; /* by the pool; NULL: it failed, for the reason in `why` */
	tesuji_error_t why;
	tesuji_code_t refusal; /* that was told last; TESUJI_OK: none since a connection was made */
	codec_t *codec;
	bool is_connecting, is_closing;
	unsigned handles; /* of libuv, not closed yet */
};

/* upstream_handle_closed counts a handle whose data is the upstream, and frees that with the last;
 * upstream_free_if_done does if nothing keeps it. */
void upstream_handle_closed(uv_handle_t *handle);
void upstream_free_if_done(upstream_t *u);

/* upstream_unreachable returns why nothing can be asked, where there is no connection. */
tesuji_error_t upstream_unreachable(const upstream_t *u);

#endif
