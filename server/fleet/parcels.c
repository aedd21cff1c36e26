/* SPDX-License-Identifier: MIT
 * parcels.c - see parcels.h. */
#include "server/fleet/parcels.h"

#include <assert.h>

#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "server/durable_record.h"

void parcels_init(parcels_t *parcels)
{
	for (unsigned i = 0; i < PARCELS_BUCKETS; i++)
		list_init(&parcels->buckets[i]);
}

static link_t *bucket_of(parcels_t *parcels, const job_t *job)
{
	return &parcels->buckets[rng_mix((uint64_t)(uintptr_t)job) % PARCELS_BUCKETS];
}

parcel_t *parcels_find(parcels_t *parcels, const job_t *job)
{
	link_t *bucket = bucket_of(parcels, job);

	for (link_t *at = bucket->next; at != bucket; at = at->next) {
		parcel_t *parcel = LIST_ENTRY(at, parcel_t, bucket);

		if (parcel->job == job)
			return parcel;
	}
	return NULL;
}

/* can_leave tells whether what a job asks is all in its submission, and needs nothing of here. */
static bool can_leave(const msg_submit_t *msg)
{
	return msg->position.board == 0 && msg->limits.table_bytes == 0;
}

parcel_t *parcels_add(parcels_t *parcels, job_t *job, const msg_submit_t *msg)
{
	parcel_t *parcel = can_leave(msg) ? mem_alloc(sizeof(*parcel)) : NULL;
	wirebuf_t body;

	if (parcel == NULL)
		return NULL;
	wirebuf_init(&body, BUS_MESSAGE_MOST);
	durable_record_body(&body, msg);
	if (body.failed != ERR_OK) {
		wirebuf_fini(&body);
		mem_free(parcel, sizeof(*parcel));
		return NULL;
	}
	parcel->body = wirebuf_take(&body, &parcel->count, &parcel->capacity);
	parcel->job = job;
	parcel->may_guess = msg->zone == MSG_ZONING_INVERSION;
	parcel->question = job_question(job) & CODEC_INTEGER_MAX;
	list_init(&parcel->bucket);
	list_init(&parcel->lease.link);
	list_add(bucket_of(parcels, job), &parcel->bucket);
	return parcel;
}

void parcels_drop(parcel_t *parcel)
{
	assert(!parcel->is_out);
	list_drop(&parcel->bucket);
	mem_free(parcel->body, parcel->capacity);
	mem_free(parcel, sizeof(*parcel));
}
