/* SPDX-License-Identifier: MIT
 * progress.c - snapshots by pointer exchange and grace period. */
#include "engine/solve/progress.h"

#include <stdatomic.h>
#include <stddef.h>

#include "engine/base/mem.h"

struct snapshot {
	epoch_node_t node;
	progress_t progress;
};

static void snapshot_free(epoch_node_t *node)
{
	mem_free((char *)node - offsetof(snapshot_t, node), sizeof(snapshot_t));
}

void progress_publish(progress_slot_t *slot, const progress_t *p)
{
	snapshot_t *s = mem_alloc(sizeof(*s)), *old;

	if (s == NULL)
		return;
	s->progress = *p;
	s->progress.sequence =
	        1 + atomic_fetch_add_explicit(&slot->sequence, 1, memory_order_relaxed);
	/* acq_rel: publishes s to readers, and takes `old` from its publisher. */
	old = atomic_exchange_explicit(&slot->latest, s, memory_order_acq_rel);
	if (old != NULL)
		epoch_defer(&old->node, snapshot_free);
}

bool progress_read(progress_slot_t *slot, progress_t *out)
{
	const snapshot_t *s;

	epoch_enter();
	s = atomic_load_explicit(&slot->latest, memory_order_acquire);
	if (s != NULL)
		*out = s->progress;
	epoch_leave();
	return s != NULL;
}

void progress_fini(progress_slot_t *slot)
{
	mem_free(atomic_exchange_explicit(&slot->latest, NULL, memory_order_acquire),
	         sizeof(snapshot_t));
}
