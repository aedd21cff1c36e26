/* SPDX-License-Identifier: MIT
 * on_batch.c - see on_batch.h.
 */
#include "clients/http/on_batch.h"

#include "clients/http/errors.h"
#include "clients/http/lot.h"
#include "clients/http/on_job.h"
#include "clients/http/named.h"
#include "clients/http/relay.h"
#include "clients/http/upstream_batch.h"

static void submitted(void *user, const upstream_answer_t *answer)
{
	char location[NAMED_LOCATION_BYTES];

	if (relay_failed(user, answer))
		return;
	named_location(NAMED_BATCH, answer->result, location);
	request_json_at(user, MHD_HTTP_CREATED, answer->result, location);
}

void on_batch_submit(request_t *r)
{
	json_t *params = on_job_params(r, ASK_BATCH);
	tesuji_error_t why;
	lot_t lot;
	bool is_made;

	if (params == NULL)
		return;
	is_made = lot_make(params, &lot, &why);
	json_decref(params);
	if (!is_made) {
		request_fail_as(r, &why);
		return;
	}
	request_wait(r);
	upstream_batch(r->upstream, &lot, submitted, r);
}

void on_batch_get(request_t *r)
{
	named_call(r, NAMED_BATCH, "batch.status", relay_result);
}

void on_batch_cancel(request_t *r)
{
	named_call(r, NAMED_BATCH, "batch.cancel", relay_result);
}

void on_batch_ack(request_t *r)
{
	named_call(r, NAMED_BATCH, "batch.ack", relay_taken);
}
