/* SPDX-License-Identifier: MIT
 * relay.h - passes a request on to the daemon, and its answer back.
 *
 * Ownership parameters are taken over.
 * Threads   the loop's.
 * Errors    an error of the daemon's answers the request.
 */
#ifndef CLIENTS_HTTP_RELAY_H
#define CLIENTS_HTTP_RELAY_H

#include "clients/http/gateway.h"

/* relay_call calls a method as who asks (r->upstream) and lets the request wait for `answered`,
 * whose `user` it is. */
void relay_call(request_t *r, const char *method, json_t *params,
                void (*answered)(void *user, const upstream_answer_t *answer));

/* relay_result answers with the result as it is; relay_taken does so where results have been taken,
 * and that it has not ended yet, or has nothing to be taken, is a conflict: no fault of the
 * request's form. relay_failed tells whether there is none, and then
 * answers with the error. */
void relay_result(void *user, const upstream_answer_t *answer);
void relay_taken(void *user, const upstream_answer_t *answer);
bool relay_failed(request_t *r, const upstream_answer_t *answer);

/* relay_stream opens the stream of what the daemon has taken up, and tells its first event. `left`
 * is as in streams_open. */
void relay_stream(request_t *r, const stream_of_t *of, const stream_event_t *event,
                  void (*left)(upstream_t *upstream, uint64_t number));

/* relay_quietly calls a method for nobody. */
void relay_quietly(upstream_t *upstream, const char *method, json_t *params);

#endif
