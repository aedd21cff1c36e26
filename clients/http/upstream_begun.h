/* SPDX-License-Identifier: MIT
 * upstream_begun.h - what an upstream has begun at the daemon, and has not heard the end of.
 *
 * Ownership the caller's storage; upstream_begun_free ends it.
 * Threads   the loop's.
 * Errors    without memory something is not listed.
 */
#ifndef CLIENTS_HTTP_UPSTREAM_BEGUN_H
#define CLIENTS_HTTP_UPSTREAM_BEGUN_H

#include <stddef.h>
#include <stdint.h>

/* A job or a status (upstream_queue.h), its number, and the connection that it goes with. */
typedef struct {
	unsigned place;
	uint64_t number, via;
} upstream_work_t;

typedef struct {
	upstream_work_t *work;
	size_t count, room;
} upstream_begun_t;

/* upstream_begun_add lists something. upstream_begun_end takes it out, upstream_begun_lose all that
 * goes with a connection. */
void upstream_begun_add(upstream_begun_t *begun, upstream_work_t work);
void upstream_begun_end(upstream_begun_t *begun, unsigned place, uint64_t number);
void upstream_begun_lose(upstream_begun_t *begun, uint64_t via);
void upstream_begun_free(upstream_begun_t *begun);

#endif
