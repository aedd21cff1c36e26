/* SPDX-License-Identifier: MIT
 * named.h - jobs and batches by the names that paths have for them.
 *
 * A name is a number, "/v1/jobs/3", or the key of a durable job or batch, in quotation marks or
 * not, percent-encoded: "/v1/batches/night%2F17". A key of digits alone needs the marks:
 * "/v1/batches/%2217%22". Location names what is durable by its key, which stays over a
 * restart of the daemon, when numbers are others.
 *
 * Threads   the loop's.
 * Errors    a name that is none answers the request.
 */
#ifndef CLIENTS_HTTP_NAMED_H
#define CLIENTS_HTTP_NAMED_H

#include <jansson.h>

#include "clients/http/request.h"
#include "protocol/msg.h"

enum {
	NAMED_NAME_BYTES = MSG_KEY_BYTES + 2, /* a key in quotation marks */
	NAMED_LOCATION_BYTES = 3 * NAMED_NAME_BYTES + 32,
};

/* What is named. */
typedef enum { NAMED_JOB, NAMED_BATCH } named_kind_t;

/* named_params returns parameters with what the path names, by `job` or `batch`, or by `key`, which
 * are the caller's; NULL: it names none, and the request is answered. */
json_t *named_params(request_t *r, named_kind_t kind);

/* named_call calls a method about what the path names, with these parameters alone. */
void named_call(request_t *r, named_kind_t kind, const char *method,
                void (*answered)(void *user, const upstream_answer_t *answer));

/* named_number returns the number of the job that a result of the daemon's is about; 0: of none. */
static inline uint64_t named_number(const json_t *result)
{
	return (uint64_t)json_integer_value(json_object_get(result, "job"));
}

/* named_location writes the path of what a result of the daemon's is about: by its key or, without
 * one, its number. */
void named_location(named_kind_t kind, const json_t *result, char out[NAMED_LOCATION_BYTES]);

#endif
