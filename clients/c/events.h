/* SPDX-License-Identifier: MIT
 * events.h - the jobs and statuses that are listened to, and the queue of events. Library
 * internals.
 *
 * Ownership the handle owns listeners and queued events.
 * Threads   one at a time for each handle.
 */
#ifndef CLIENTS_C_EVENTS_H
#define CLIENTS_C_EVENTS_H

#include "clients/c/handle.h"

/* events_listen adds `listener`, which the handle then owns, for the job of that number;
 * events_attend for a status. events_find returns the listener of a job, or NULL. */
void events_listen(tesuji_t *t, listener_t *listener, uint64_t job);
void events_attend(tesuji_t *t, listener_t *listener, uint64_t status, uint64_t verdicts);
listener_t *events_find(tesuji_t *t, uint64_t job);

/* Each queues an event of the message in t->scratch, if somebody listens to its job or status.
 * Without memory the connection is lost. */
void events_progress(tesuji_t *t);
void events_done(tesuji_t *t);
void events_kept(tesuji_t *t);
void events_verdict(tesuji_t *t);
void events_ended(tesuji_t *t);
void events_move(tesuji_t *t);
void events_moved(tesuji_t *t);

/* events_take takes the first event of `job` (0: of anything) out of the queue; NULL: there is
 * none. The caller frees it by events_free. events_clear frees all events and listeners. */
queued_t *events_take(tesuji_t *t, uint64_t job);
void events_free(queued_t *event);
void events_clear(tesuji_t *t);

#endif
