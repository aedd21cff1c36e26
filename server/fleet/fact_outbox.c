/* SPDX-License-Identifier: MIT
 * fact_outbox.c - see fact_outbox.h. */
#include "server/fleet/fact_outbox.h"

#include <string.h>

#include "engine/base/mem.h"
#include "server/list.h"

static void due_cb(bridge_node_t *node)
{
	fact_outbox_t *outbox = LIST_ENTRY(node, fact_outbox_t, due);

	pthread_mutex_lock(&outbox->lock);
	outbox->is_posted = false;
	pthread_mutex_unlock(&outbox->lock);
	outbox->due_cb(outbox->context);
}

bool fact_outbox_init(fact_outbox_t *outbox, void (*cb)(void *context), void *context)
{
	*outbox = (fact_outbox_t){.due_cb = cb, .context = context};
	outbox->due.run = due_cb;
	outbox->bytes = mem_alloc(OUTBOX_BYTES);
	if (outbox->bytes == NULL)
		return false;
	pthread_mutex_init(&outbox->lock, NULL);
	return true;
}

void fact_outbox_begin(fact_outbox_t *outbox, bridge_t *bridge)
{
	outbox->bridge = bridge;
}

void fact_outbox_fini(fact_outbox_t *outbox)
{
	if (outbox->bytes == NULL)
		return;
	pthread_mutex_destroy(&outbox->lock);
	mem_free(outbox->bytes, OUTBOX_BYTES);
}

void fact_outbox_add(fact_outbox_t *outbox, const fact_record_bytes_t *record)
{
	bool is_due;
	size_t bytes;

	pthread_mutex_lock(&outbox->lock);
	bytes = fact_parcel_put(record, outbox->bytes + outbox->length,
	                        OUTBOX_BYTES - outbox->length);
	is_due = outbox->length == 0 && bytes > 0 && !outbox->is_posted;
	outbox->length += bytes;
	outbox->lost += bytes == 0;
	outbox->is_posted = outbox->is_posted || is_due;
	pthread_mutex_unlock(&outbox->lock);
	if (is_due)
		bridge_post(outbox->bridge, &outbox->due);
}

size_t fact_outbox_take(fact_outbox_t *outbox, uint8_t *out, size_t room, unsigned *facts)
{
	fact_record_bytes_t record;
	size_t end = 0, at = 0;

	*facts = 0;
	pthread_mutex_lock(&outbox->lock);
	while (*facts < PARCEL_FACTS &&
	       fact_parcel_take(outbox->bytes, outbox->length, &at, &record) && at <= room) {
		end = at;
		++*facts;
	}
	memcpy(out, outbox->bytes, end);
	memmove(outbox->bytes, outbox->bytes + end, outbox->length - end);
	outbox->length -= end;
	pthread_mutex_unlock(&outbox->lock);
	return end;
}

bool fact_outbox_waits(fact_outbox_t *outbox)
{
	bool waits;

	pthread_mutex_lock(&outbox->lock);
	waits = outbox->length > 0;
	pthread_mutex_unlock(&outbox->lock);
	return waits;
}

uint64_t fact_outbox_lost(fact_outbox_t *outbox)
{
	uint64_t lost;

	pthread_mutex_lock(&outbox->lock);
	lost = outbox->lost;
	pthread_mutex_unlock(&outbox->lock);
	return lost;
}
