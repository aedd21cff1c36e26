/* SPDX-License-Identifier: MIT
 * upstream_links.h - the connections of an upstream.
 *
 * Threads   the loop's.
 * Errors    those of connecting, by the hooks (upstream.h).
 */
#ifndef CLIENTS_HTTP_UPSTREAM_LINKS_H
#define CLIENTS_HTTP_UPSTREAM_LINKS_H

#include "clients/http/upstream_inside.h"

/* upstream_links_open begins to connect; upstream_links_close ends all connections. */
void upstream_links_open(upstream_t *u);
void upstream_links_close(upstream_t *u);

/* upstream_links_live counts the links that have a connection; upstream_link_at returns the first
 * of them from number `from` on, round the pool, or NULL. */
unsigned upstream_links_live(const upstream_t *u);
upstream_link_t *upstream_link_at(upstream_t *u, uint64_t from);

/* upstream_links_grow begins to make one more connection, if there may be one; what waits for a
 * place is tried again then. */
void upstream_links_grow(upstream_t *u);

#endif
