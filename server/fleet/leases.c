/* SPDX-License-Identifier: MIT
 * leases.c - see leases.h. */
#include "server/fleet/leases.h"

#include <assert.h>
#include <stddef.h>

void leases_init(leases_t *leases, uint64_t before)
{
	idmap_init(&leases->map);
	leases->map.last = before;
	list_init(&leases->by_end);
	leases->count = 0;
}

void leases_fini(leases_t *leases)
{
	assert(leases->count == 0);
	idmap_fini(&leases->map);
}

void leases_grant(leases_t *leases, lease_t *lease, unsigned worker, uint64_t now_ms)
{
	idmap_add(&leases->map, &lease->node);
	lease->worker = worker;
	lease->ends_ms = now_ms + LEASE_MS;
	list_add(&leases->by_end, &lease->link);
	leases->count++;
}

lease_t *leases_find(const leases_t *leases, uint64_t number, unsigned worker)
{
	idnode_t *node = idmap_find(&leases->map, number);
	lease_t *lease = node != NULL ? LIST_ENTRY(node, lease_t, node) : NULL;

	return lease != NULL && lease->worker == worker ? lease : NULL;
}

void leases_renew(leases_t *leases, lease_t *lease, uint64_t now_ms)
{
	lease->ends_ms = now_ms + LEASE_MS;
	list_drop(&lease->link);
	list_add(&leases->by_end, &lease->link);
}

void leases_end(leases_t *leases, lease_t *lease)
{
	assert(leases->count > 0);
	idmap_remove(&leases->map, &lease->node);
	list_drop(&lease->link);
	leases->count--;
}

lease_t *leases_lapsed(const leases_t *leases, uint64_t now_ms)
{
	lease_t *first;

	if (list_empty(&leases->by_end))
		return NULL;
	first = LIST_ENTRY(leases->by_end.next, lease_t, link);
	return first->ends_ms <= now_ms ? first : NULL;
}

lease_t *leases_of(const leases_t *leases, unsigned worker)
{
	for (const link_t *at = leases->by_end.next; at != &leases->by_end; at = at->next) {
		lease_t *lease = LIST_ENTRY(at, lease_t, link);

		if (lease->worker == worker)
			return lease;
	}
	return NULL;
}
