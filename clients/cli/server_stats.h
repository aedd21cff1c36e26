/* SPDX-License-Identifier: MIT
 * server_stats.h - how a daemon has fared, from its metrics (docs/metrics.md): `tesuji server
 * stats`.
 *
 * Ownership the text is borrowed.
 * Threads   main thread.
 */
#ifndef CLIENTS_CLI_SERVER_STATS_H
#define CLIENTS_CLI_SERVER_STATS_H

#include <stddef.h>

/* server_stats_print writes the figures that somebody looks at first, to stdout. What is not among
 * the metrics is left out: some are told to operators alone. server_stats_json writes all of them
 * as one object, each under the name that it has there, labels included. */
void server_stats_print(const char *metrics, size_t length, const char *where);
void server_stats_json(const char *metrics, size_t length, const char *where);

#endif
