/* SPDX-License-Identifier: MIT
 * embed.h - the daemon inside another program: the same server and the same
 * protocol, over a socket pair instead of a network.
 *
 * Ownership the returned fd is the caller's, who may close it at any time.
 * Threads   embed_start and embed_stop: any one thread. The loop and the
 *           workers run on threads of their own, with all signals blocked; the
 *           program's signals, standard streams and environment are left alone.
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
	bool lasts;         /* many questions will come: all memory of the table is taken at once */
	worker_priority_t priority;
	bool log; /* to stderr, like the daemon */
} embed_config_t;

typedef struct embed embed_t;

/* embed_start serves one connection, whose other end is *fd. */
err_t embed_start(const embed_config_t *config, embed_t **out, int *fd, errinfo_t *why);

/* embed_stop cancels what runs, ends the threads and frees everything. Blocks
 * for as long as a cancel takes. NULL is accepted. */
void embed_stop(embed_t *embed);

#endif
