/* SPDX-License-Identifier: MIT
 * words.h - the events of a job for people, as the command `tesuji solve` writes them.
 *
 * Threads   the loop's.
 * Errors    an event that cannot be read has no words.
 */
#ifndef CLIENTS_HTTP_WORDS_H
#define CLIENTS_HTTP_WORDS_H

#include "clients/http/streams.h"

/* Each writes its event: a job that was taken up, its progress on one line, its end. */
void words_job(FILE *out, const stream_event_t *event);
void words_progress(FILE *out, const stream_event_t *event);
void words_done(FILE *out, const stream_event_t *event);

#endif
