/* SPDX-License-Identifier: MIT
 * members.h - who is in the fleet, as far as this daemon has heard.
 *
 * What is told of a member counts as long as the member is heard of: MEMBERS_FORGET_MS.
 *
 * Units     ms of any clock that does not go back.
 * Ownership texts are copied. A member is borrowed until the next call of members_note.
 * Threads   one; no clock is read here.
 */
#ifndef SERVER_FLEET_MEMBERS_H
#define SERVER_FLEET_MEMBERS_H

#include "server/fleet/messages.h"

enum {
	MEMBERS_MOST = 4608,       /* limit: workers that a front knows, and some fronts */
	MEMBERS_FORGET_MS = 60000, /* latency: until a member that is silent is no member */
};

typedef struct {
	member_t who;
	role_t role;
	char version[FLEET_NAME_BYTES];
	bool fits; /* jobs may go there, and come from there */
	unsigned places, free;
	uint64_t facts; /* that it can be asked for */
	uint64_t heard_ms;
} fleet_member_t;

typedef struct {
	fleet_member_t *all;
	unsigned count, capacity;
} members_t;

/* What a message tells of its sender. */
typedef enum {
	MEMBER_KNOWN,
	MEMBER_NEW,   /* it has come, or has begun anew */
	MEMBER_TWICE, /* another of the same name was heard a moment ago */
} member_news_t;

/* members_note takes a `here`. A member for which there is no room, or no memory, is new each
 * time. members_fits tells whether jobs may go to a member, and come from it. */
member_news_t members_note(members_t *members, const message_t *message, uint64_t now_ms);
bool members_fits(const message_t *message);

/* members_fini frees all. */
void members_fini(members_t *members);

#endif
