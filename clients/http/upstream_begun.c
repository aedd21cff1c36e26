/* SPDX-License-Identifier: MIT
 * upstream_begun.c - see upstream_begun.h. The daemon takes some seventy at a time of a connection,
 * so that a list that is looked through will do.
 */
#include "clients/http/upstream_begun.h"

#include <stdbool.h>
#include <stdlib.h>

enum { ROOM_FIRST = 16 };

static bool grow(upstream_begun_t *b)
{
	const size_t room = b->room > 0 ? 2 * b->room : ROOM_FIRST;
	upstream_work_t *work = realloc(b->work, room * sizeof(*work));

	if (work == NULL)
		return false;
	b->work = work;
	b->room = room;
	return true;
}

void upstream_begun_add(upstream_begun_t *b, upstream_work_t work)
{
	if (b->count < b->room || grow(b))
		b->work[b->count++] = work;
}

static void take_out(upstream_begun_t *b, size_t at)
{
	b->work[at] = b->work[--b->count];
}

void upstream_begun_end(upstream_begun_t *b, unsigned place, uint64_t number)
{
	for (size_t i = b->count; i-- > 0;)
		if (b->work[i].place == place && b->work[i].number == number)
			take_out(b, i);
}

void upstream_begun_lose(upstream_begun_t *b, uint64_t via)
{
	for (size_t i = b->count; i-- > 0;)
		if (b->work[i].via == via)
			take_out(b, i);
}

void upstream_begun_free(upstream_begun_t *b)
{
	free(b->work);
	*b = (upstream_begun_t){0};
}
