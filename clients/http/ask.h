/* SPDX-License-Identifier: MIT
 * ask.h - the body and the query of a request, as parameters of a method.
 *
 * A body is a JSON object with the parameters as protocol/SPEC.md has them, or a position as it is:
 * a game record (SGF), a FEN, or a board in rows, one a line. What the query says is added:
 * "?capture=D4&order=2".
 *
 * Threads   the loop's.
 */
#ifndef CLIENTS_HTTP_ASK_H
#define CLIENTS_HTTP_ASK_H

#include "clients/http/request.h"

/* What is asked about: a problem (job.submit, job.moves), or a board (go.status, go.life). */
typedef enum { ASK_PROBLEM, ASK_BOARD } ask_t;

/* ask_params returns the parameters, which are the caller's; NULL: the request is answered with
 * what is wrong. */
json_t *ask_params(request_t *r, ask_t what);

/* ask_number reads a number of the query into *out. False: it is none, or above `most`, and the
 * request is answered. Without the parameter *out stays as it is. */
bool ask_number(request_t *r, const char *name, uint64_t most, uint64_t *out);

#endif
