/* SPDX-License-Identifier: MIT
 * events.c - see events.h. */
#include "tools/fleet_sim/events.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_ROOM = 4096 };

static bool is_before(const event_t *a, const event_t *b)
{
	return a->at_us != b->at_us ? a->at_us < b->at_us : a->order < b->order;
}

static void grow(events_t *events)
{
	const size_t capacity = events->capacity == 0 ? FIRST_ROOM : 2 * events->capacity;
	event_t *all = realloc(events->all, capacity * sizeof(*all));

	if (all == NULL) {
		fputs("fleet_sim: no memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	events->all = all;
	events->capacity = capacity;
}

void events_add(events_t *events, event_t event)
{
	size_t at;

	if (events->count == events->capacity)
		grow(events);
	event.order = events->added++;
	for (at = events->count++; at > 0 && is_before(&event, &events->all[(at - 1) / 2]);
	     at = (at - 1) / 2)
		events->all[at] = events->all[(at - 1) / 2];
	events->all[at] = event;
}

event_t events_next(events_t *events)
{
	const event_t first = events->all[0], last = events->all[--events->count];
	size_t at = 0;

	for (;;) {
		size_t child = 2 * at + 1;

		if (child >= events->count)
			break;
		if (child + 1 < events->count &&
		    is_before(&events->all[child + 1], &events->all[child]))
			child++;
		if (is_before(&last, &events->all[child]))
			break;
		events->all[at] = events->all[child];
		at = child;
	}
	events->all[at] = last;
	return first;
}

void events_free(events_t *events)
{
	free(events->all);
}
