/* SPDX-License-Identifier: MIT
 * events.h - what is going to happen in a simulation, the next first: a binary heap.
 *
 * Units     microseconds since the beginning.
 * Ownership the heap owns its array; of what an event is about it knows numbers alone.
 * Threads   one.
 */
#ifndef TOOLS_FLEET_SIM_EVENTS_H
#define TOOLS_FLEET_SIM_EVENTS_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
	uint64_t at_us, order; /* of events at one time the first to be added comes first */
	unsigned kind;
	uint32_t who; /* a front or a worker */
	uint32_t job;
	uint64_t number;
} event_t;

typedef struct {
	event_t *all;
	size_t count, capacity;
	uint64_t added;
} events_t;

/* events_add adds an event; without memory it ends the program. events_next takes out the next one.
 * There must be one. events_free frees the array. */
void events_add(events_t *events, event_t event);
event_t events_next(events_t *events);
void events_free(events_t *events);

#endif
