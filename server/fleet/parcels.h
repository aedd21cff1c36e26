/* SPDX-License-Identifier: MIT
 * parcels.h - what a front has of each job that it may hand out: a parcel, found by the job.
 *
 * Ownership a parcel borrows its job, and owns the body of the message that hands it out.
 * Threads   one, which may hold the solver's lock.
 */
#ifndef SERVER_FLEET_PARCELS_H
#define SERVER_FLEET_PARCELS_H

#include <stdatomic.h>

#include "engine/solve/solver.h"
#include "protocol/msg.h"
#include "server/fleet/leases.h"
#include "server/fleet/messages.h"
#include "server/list.h"

enum { PARCELS_BUCKETS = 4096 }; /* size: of the table that finds them */

typedef struct {
	link_t bucket;
	job_t *job;
	int kind; /* placement_kind */
	uint8_t *body;
	size_t count, capacity;
	uint64_t deadline_ms;      /* uv_now; 0: none */
	const atomic_bool *wanted; /* NULL: nobody can want its progress */
	bool is_out, stays, is_watched;
	bool may_guess;    /* its value may rest on the inversion rule */
	uint64_t question; /* what it has in common with those that ask the same; 0: nothing */
	uint64_t told_ms;  /* when the other fronts were last told where it is */
	unsigned lost;     /* times */
	lease_t lease;     /* while it is out */
	uint64_t job_id;
	member_t settled_by; /* its name is "": it was not */
	uint64_t settled_number;
} parcel_t;

/* It points into itself: it must not be moved. */
typedef struct {
	link_t buckets[PARCELS_BUCKETS];
} parcels_t;

void parcels_init(parcels_t *parcels);

/* parcels_add makes the parcel of a job, with what follows from its submission. NULL: the
 * submission does not say all, or needs what is here alone; or there is no memory. */
parcel_t *parcels_add(parcels_t *parcels, job_t *job, const msg_submit_t *msg);

/* parcels_find returns the parcel of a job, or NULL: it has none. */
parcel_t *parcels_find(parcels_t *parcels, const job_t *job);

/* parcels_drop frees a parcel whose job is not out. */
void parcels_drop(parcel_t *parcel);

#endif
