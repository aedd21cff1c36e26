/* SPDX-License-Identifier: MIT
 * events.h - jobs that are listened to, and the queue of events. Library internals.
 *
 * Threads   one at a time for each handle.
 */
#ifndef CLIENTS_C_EVENTS_H
#define CLIENTS_C_EVENTS_H

#include "clients/c/handle.h"

/* events_listen makes `listener` (taken over) hear of `job`; events_attend of a status of so many
 * questions. */
void events_listen(tesuji_t *t, listener_t *listener, uint64_t job);
void events_attend(tesuji_t *t, listener_t *listener, const msg_begun_t *begun);
listener_t *events_find(tesuji_t *t, uint64_t job);

/* Each queues what the scratch holds. */
void events_progress(tesuji_t *t);
void events_done(tesuji_t *t);
void events_verdict(tesuji_t *t);
void events_ended(tesuji_t *t);

/* events_take takes the first event of `job` (0: of any) out of the queue. The
 * caller frees it with events_free. NULL: there is none. */
queued_t *events_take(tesuji_t *t, uint64_t job);
void events_free(queued_t *event);
void events_clear(tesuji_t *t);

#endif
