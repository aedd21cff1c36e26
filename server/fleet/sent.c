/* SPDX-License-Identifier: MIT
 * sent.c - see sent.h. */
#include "server/fleet/sent.h"

#include <assert.h>
#include <string.h>

#include "engine/base/rng.h"
#include "engine/base/strbuf.h"

void sent_init(sent_t *sent)
{
	list_init(&sent->all);
	for (unsigned i = 0; i < SENT_BUCKETS; i++)
		list_init(&sent->buckets[i]);
	for (unsigned i = 0; i < SENT_KEPT; i++) {
		sent_entry_t *entry = &sent->entries[i];

		entry->question = 0;
		list_init(&entry->link);
		list_init(&entry->bucket);
		list_add(&sent->all, &entry->link);
	}
	sent->untold = 0;
	sent->told_ms = 0;
}

static sent_entry_t *find(const sent_t *sent, uint64_t question)
{
	const link_t *bucket = &sent->buckets[rng_mix(question) % SENT_BUCKETS];

	for (link_t *at = bucket->next; at != bucket; at = at->next) {
		sent_entry_t *entry = LIST_ENTRY(at, sent_entry_t, bucket);

		if (entry->question == question)
			return entry;
	}
	return NULL;
}

void sent_note(sent_t *sent, uint64_t question, const char *worker, uint64_t now_ms)
{
	sent_entry_t *entry;

	assert(question != 0);
	entry = find(sent, question);
	if (entry == NULL) {
		entry = LIST_ENTRY(sent->all.next, sent_entry_t, link);
		entry->question = question;
		list_drop(&entry->bucket);
		list_add(&sent->buckets[rng_mix(question) % SENT_BUCKETS], &entry->bucket);
	}
	entry->noted_ms = now_ms;
	strbuf_copy(entry->worker, sizeof(entry->worker), worker);
	list_drop(&entry->link);
	list_add(&sent->all, &entry->link);
}

const char *sent_find(const sent_t *sent, uint64_t question, uint64_t now_ms)
{
	const sent_entry_t *entry = question != 0 ? find(sent, question) : NULL;

	return entry != NULL && now_ms - entry->noted_ms <= SENT_KEPT_MS ? entry->worker : NULL;
}

void sent_forget(sent_t *sent, uint64_t question, const char *worker)
{
	sent_entry_t *entry = question != 0 ? find(sent, question) : NULL;

	if (entry == NULL || strcmp(entry->worker, worker) != 0)
		return;
	entry->question = 0;
	list_drop(&entry->bucket);
	list_drop(&entry->link);
	list_add(sent->all.next, &entry->link); /* the first to be used again */
}

bool sent_tell(sent_t *sent, uint64_t question, const char *worker)
{
	const unsigned at = sent->untold;

	assert(question != 0);
	if (at == FLEET_SENT_MOST)
		return false;
	sent->question[at] = question;
	strbuf_copy(sent->worker[at], sizeof(sent->worker[at]), worker);
	sent->untold++;
	return true;
}

bool sent_due(const sent_t *sent, uint64_t now_ms)
{
	return sent->untold > 0 && now_ms - sent->told_ms >= SENT_TELL_MS;
}

void sent_write(sent_t *sent, const member_t *self, uint64_t now_ms, wirebuf_t *out)
{
	assert(sent->untold > 0);
	messages_open(out, MESSAGE_SENT, self, 2);
	put_text(out, "numbers");
	put_array(out, sent->untold);
	for (unsigned i = 0; i < sent->untold; i++)
		put_uint(out, sent->question[i]);
	put_text(out, "workers");
	put_array(out, sent->untold);
	for (unsigned i = 0; i < sent->untold; i++)
		put_text(out, sent->worker[i]);
	sent->untold = 0;
	sent->told_ms = now_ms;
}
