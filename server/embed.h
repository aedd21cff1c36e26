/* SPDX-License-Identifier: MIT
 * embed.h - the daemon inside another program: the same server and the same
 * protocol, over a socket pair instead of a network.
 *
 * Ownership the returned fd is the caller's, who may close it at any time.
 * Threads   embed_start, embed_turn and embed_stop: any one thread. The loop and the
 *           workers run on threads of their own, with all signals blocked; the
 *           program's signals, standard streams and environment are left alone.
 *           By turns the loop has no thread: its caller runs it while he waits, and
 *           if there is one worker that has none either, which saves all wake-ups of an
 *           answer. Until he does nothing is served. One such engine a thread.
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
	bool lasts;         /* many questions will come: all memory of the table is taken at once,
	                       and malloc keeps some of what it is given back (mem_retain) */
	worker_priority_t priority;
	bool by_turns; /* the loop runs within embed_turn alone */
	bool log;      /* to stderr, like the daemon */
} embed_config_t;

typedef struct embed embed_t;

/* embed_start serves one connection, whose other end is *fd. */
err_t embed_start(const embed_config_t *config, embed_t **out, int *fd, errinfo_t *why);

/* embed_turn serves what there is to serve, without waiting, and says when to come again: when *fd
 * can be read, or after so many ms; below 0: not before. Of an engine by turns. */
int embed_turn(embed_t *embed, int *fd);

/* embed_stop cancels what runs, ends the threads and frees everything. Blocks
 * for as long as a cancel takes. NULL is accepted. */
void embed_stop(embed_t *embed);

#endif
