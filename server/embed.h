/* SPDX-License-Identifier: MIT
 * embed.h - the daemon inside another program: the same server and the same protocol, over a
 * socket pair instead of a network.
 *
 * Ownership embed_start gives the caller one end of the socket pair, to be closed at any time.
 * Threads   one thread calls embed_start, embed_turn and embed_stop. The loop and the workers run
 *           on threads of their own, with all signals blocked; the program's signals, standard
 *           streams and environment are left alone. With `by_turns` the loop has no thread: the
 *           caller runs it by embed_turn while it waits for an answer, and nothing is served in
 *           between. If there is one worker, that has no thread either, which saves the wake-ups of
 *           other threads. A thread may run one such server at a time.
 */
#ifndef SERVER_EMBED_H
#define SERVER_EMBED_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/err.h"
#include "engine/solve/solver.h"

typedef struct {
	unsigned workers;   /* 0 = one for each core */
	size_t table_bytes; /* 0 = the default; whole MiB */
	bool lasts;         /* many questions will come: the table's memory is touched at once,
	                       and malloc keeps some freed memory (mem_retain) */
	worker_priority_t priority;
	bool by_turns; /* the loop runs within embed_turn alone */
	bool log;      /* to stderr, like the daemon */
} embed_config_t;

typedef struct embed embed_t;

/* embed_start starts a server with one connection, whose other end it stores in *fd. On failure
 * *out is NULL, *fd is -1, and *why says what the system refused. */
err_t embed_start(const embed_config_t *config, embed_t **out, int *fd, errinfo_t *why);

/* embed_turn serves what there is to serve, without waiting; only for a server by turns. It
 * stores a descriptor in *fd and returns a time in ms: call it again when *fd can be read or
 * that time has passed. Below 0: there is no such time. */
int embed_turn(embed_t *embed, int *fd);

/* embed_stop cancels what runs, ends the threads and frees everything. It blocks as long as a
 * cancel takes. NULL is accepted. */
void embed_stop(embed_t *embed);

#endif
