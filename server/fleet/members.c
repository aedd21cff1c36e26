/* SPDX-License-Identifier: MIT
 * members.c - see members.h. */
#include "server/fleet/members.h"

#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/strbuf.h"

enum { FIRST_ROOM = 16, MOMENT_MS = 1500 };

static fleet_member_t *find(const members_t *m, const char *name)
{
	for (unsigned i = 0; i < m->count; i++)
		if (strcmp(m->all[i].who.name, name) == 0)
			return &m->all[i];
	return NULL;
}

/* grow makes room for another; false: there is none. */
static bool grow(members_t *m)
{
	const unsigned capacity = m->capacity == 0 ? FIRST_ROOM : 2 * m->capacity;
	fleet_member_t *all;

	if (m->count >= MEMBERS_MOST)
		return false;
	if (m->count < m->capacity)
		return true;
	all = mem_grow(m->all, m->capacity * sizeof(*all), capacity * sizeof(*all));
	if (all == NULL)
		return false;
	m->all = all;
	m->capacity = capacity;
	return true;
}

static void forget(members_t *m, uint64_t now_ms)
{
	for (unsigned i = 0; i < m->count;)
		if (now_ms - m->all[i].heard_ms > MEMBERS_FORGET_MS)
			m->all[i] = m->all[--m->count];
		else
			i++;
}

static void note(fleet_member_t *member, const message_t *message, uint64_t now_ms)
{
	member->who = message->from;
	member->role = message->role;
	strbuf_copy(member->version, sizeof(member->version), message->version);
	member->fits = members_fits(message);
	member->places = message->places;
	member->free = message->free;
	member->facts = message->facts;
	member->heard_ms = now_ms;
}

member_news_t members_note(members_t *m, const message_t *message, uint64_t now_ms)
{
	fleet_member_t *member = find(m, message->from.name);
	member_news_t news = MEMBER_NEW;

	if (member == NULL) {
		forget(m, now_ms);
		if (!grow(m))
			return MEMBER_NEW;
		member = &m->all[m->count++];
	} else if (member->who.id == message->from.id) {
		news = MEMBER_KNOWN;
	} else if (now_ms - member->heard_ms < MOMENT_MS) {
		news = MEMBER_TWICE;
	}
	note(member, message, now_ms);
	return news;
}

bool members_fits(const message_t *message)
{
	return message->rules == FLEET_RULES && message->format == FLEET_FORMAT;
}

void members_fini(members_t *m)
{
	mem_free(m->all, m->capacity * sizeof(*m->all));
}
