/* SPDX-License-Identifier: MIT
 * fleet.c - what a daemon tells of its fleet.
 *
 * Design     It is asked for all that server.info tells. tesuji_info_t has no room for a fleet and
 *            may not grow, or programs that were linked before would be written past theirs.
 */
#include "clients/c/fleet.h"

#include <assert.h>
#include <string.h>

#include "clients/c/calls.h"
#include "engine/base/strbuf.h"

_Static_assert((int)TESUJI_MEMBERS_MAX == (int)MSG_MEMBERS, "as the protocol has it");
_Static_assert((int)TESUJI_MEMBER_BYTES == (int)MSG_KEY_BYTES, "as the protocol has it");
_Static_assert((int)TESUJI_ERROR_BYTES >= (int)ERRINFO_TEXT_MAX, "room for what it has");

static void copy_member(const msg_member_t *msg, tesuji_member_t *out)
{
	strbuf_copy(out->name, sizeof(out->name), msg->name);
	strbuf_copy(out->role, sizeof(out->role), msg->role);
	strbuf_copy(out->version, sizeof(out->version), msg->version);
	strbuf_copy(out->why, sizeof(out->why), msg->why);
	out->places = msg->places;
	out->free = msg->free;
	out->jobs = msg->jobs;
	out->silent_ms = msg->silent_ms;
}

static err_t read_fleet(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	const msg_info_t *msg = &t->scratch.info;
	tesuji_fleet_t *out = context;
	const err_t rc = msg_info_read(result, &t->scratch.info, why);

	if (rc != ERR_OK || !msg->has_fleet)
		return rc;
	out->is_in = 1;
	strbuf_copy(out->name, sizeof(out->name), msg->fleet.name);
	strbuf_copy(out->role, sizeof(out->role), msg->fleet.role);
	out->is_connected = msg->fleet.is_connected;
	out->out = msg->fleet.out;
	out->handed_out = msg->fleet.handed_out;
	out->settled = msg->fleet.settled;
	out->declined = msg->fleet.declined;
	out->lapsed = msg->fleet.lapsed;
	out->failed = msg->fleet.failed;
	out->errands = msg->fleet.errands;
	out->taken = msg->fleet.taken;
	out->done = msg->fleet.done;
	out->lost = msg->fleet.lost;
	assert(msg->fleet.member_count <= TESUJI_MEMBERS_MAX);
	out->members_count = msg->fleet.member_count;
	for (unsigned i = 0; i < out->members_count; i++)
		copy_member(&msg->fleet.members[i], &out->members[i]);
	return ERR_OK;
}

int tesuji_fleet(tesuji_t *t, tesuji_fleet_t *out)
{
	wirebuf_t request;

	memset(out, 0, sizeof(*out));
	calls_begin(t, METHOD_INFO, &request);
	return calls_end(t, METHOD_INFO, &request, read_fleet, out);
}
