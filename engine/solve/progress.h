/* SPDX-License-Identifier: MIT
 * progress.h - the latest snapshot of a job, published by a worker and read by
 * anybody without a lock.
 *
 * A worker builds a snapshot aside, swaps the pointer and retires the old one
 * when no reader can still see it (epoch.h). The latest wins.
 *
 * Threads   publish: any worker, several may race. read: any thread that has
 *           joined epochs. fini: when nobody else has the job.
 */
#ifndef ENGINE_SOLVE_PROGRESS_H
#define ENGINE_SOLVE_PROGRESS_H

#include <stdbool.h>

#include "engine/solve/solver.h"
#include "engine/table/epoch.h"

typedef struct snapshot snapshot_t;

typedef struct {
	_Atomic(snapshot_t *) latest;
	_Atomic uint64_t sequence; /* relaxed: only has to differ and grow */
} progress_slot_t;

/* progress_fini releases the latest snapshot. progress_publish copies *p; without memory the older
 * snapshot stays. */
void progress_publish(progress_slot_t *slot, const progress_t *p);

/* progress_read copies the latest snapshot; false when there is none yet. */
bool progress_read(progress_slot_t *slot, progress_t *out);

void progress_fini(progress_slot_t *slot);

#endif
