/* SPDX-License-Identifier: MIT
 * bodies.c - see bodies.h.
 *
 * Design     A body has room for twice what has come, and is counted by its room. It is freed when
 *            its request is answered: a stream may go on for hours.
 */
#include "clients/http/bodies.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 4096, RETRY_MS = 1000 };

static const tesuji_error_t crowded = {.code = TESUJI_E_BUSY,
                                       .retry_ms = RETRY_MS,
                                       .text = "the bodies of other requests take all the room "
                                               "that there is"};

/* grow makes room for so many bytes and a NUL, if the bounds allow it. */
static body_t grow(request_t *r, size_t length)
{
	size_t room = r->room > 0 ? r->room : ROOM_FIRST;
	char *grown;

	if (length > BODIES_ONE_MOST)
		return BODY_TOO_LONG;
	while (room <= length)
		room *= 2;
	if (room == r->room)
		return BODY_KEPT;
	if (r->gateway->bodies + room - r->room > BODIES_ALL_MOST)
		return BODY_CROWDED;
	grown = realloc(r->body, room);
	if (grown == NULL)
		return BODY_CROWDED;
	r->gateway->bodies += room - r->room;
	r->body = grown;
	r->room = room;
	return BODY_KEPT;
}

void bodies_add(request_t *r, const char *bytes, size_t length)
{
	if (r->body_is != BODY_KEPT)
		return;
	r->body_is = grow(r, r->length + length);
	if (r->body_is != BODY_KEPT) {
		bodies_drop(r);
		return;
	}
	memcpy(r->body + r->length, bytes, length);
	r->length += length;
	r->body[r->length] = '\0';
}

void bodies_drop(request_t *r)
{
	r->gateway->bodies -= r->room;
	free(r->body);
	r->body = NULL;
	r->length = r->room = 0;
}

bool bodies_failed(request_t *r)
{
	if (r->body_is == BODY_TOO_LONG)
		request_fail(r, MHD_HTTP_CONTENT_TOO_LARGE, "over_limit",
		             "the body is longer than %d bytes", BODIES_ONE_MOST);
	else if (r->body_is == BODY_CROWDED)
		request_fail_as(r, &crowded);
	else
		return false;
	return true;
}
