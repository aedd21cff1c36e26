/* SPDX-License-Identifier: MIT
 * request.h - what is asked of a daemon: made of the command line and of a problem of a file; and
 * why it was refused, in the words of the command line.
 *
 * Ownership texts are borrowed.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_REQUEST_H
#define CLIENTS_CLI_REQUEST_H

#include "clients/cli/args.h"
#include "clients/cli/session.h"
#include "clients/collection/collection.h"

/* request_fill fills a request. What the command line says counts; a problem (NULL: none) gives
 * what it leaves open, and the position. */
void request_fill(tesuji_request_t *request, const args_t *args,
                  const collection_problem_t *problem, int64_t progress_ms);

/* request_is_search tells whether a field of the protocol says how to search. The other fields are
 * about the problem. */
bool request_is_search(const char *path);

/* request_refused tells why the last request was refused, request_wrong why one was with that
 * error; each returns the exit code. */
exit_t request_refused(const session_t *session, const args_t *args);
exit_t request_wrong(const tesuji_error_t *why, const args_t *args);

#endif
