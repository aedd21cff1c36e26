/* SPDX-License-Identifier: MIT
 * forms.h - tables of fields of what the gateway itself gives; the rest is the protocol's.
 *
 * They describe JSON, so that their fields have no place in a struct.
 *
 * Threads   any; constants.
 */
#ifndef CLIENTS_HTTP_FORMS_H
#define CLIENTS_HTTP_FORMS_H

#include "protocol/tables.h"

enum { FORMS_PROGRESS_MOST_MS = 60000, FORMS_MOVES_BYTES = 8192 };

extern const field_t forms_error[]; /* a problem (RFC 9457), and the event "lost" */
extern const field_t forms_games[];
extern const field_t forms_jobs[];
extern const field_t forms_batch[]; /* what is taken: many problems as one */
extern const field_t forms_proof[];

/* Parameters of the query. */
extern const field_t forms_events_query[];
extern const field_t forms_proof_query[];
extern const field_t forms_results_query[];

#endif
