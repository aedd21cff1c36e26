/* SPDX-License-Identifier: MIT
 * fact_audit.c - see fact_audit.h. */
#include "server/fleet/fact_audit.h"

#include <assert.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/hmac.h"
#include "engine/base/mem.h"
#include "engine/base/strbuf.h"

typedef struct {
	link_t link;
	char peer[FLEET_NAME_BYTES];
	fact_record_bytes_t record;
} suspect_t;

struct fact_audit {
	fact_audit_conf_t conf;
	link_t waiting;
	unsigned count;
	bool is_stopping;
	peer_t *peer; /* for whom is searched; a reference */

	rng_t rng;
	suspect_t *now; /* NULL: nothing is searched for */
	fact_check_t check;
	job_t *job;
	bridge_node_t node;
};

fact_audit_t *fact_audit_create(const fact_audit_conf_t *conf)
{
	fact_audit_t *audit = mem_alloc(sizeof(*audit));

	if (audit == NULL)
		return NULL;
	audit->conf = *conf;
	list_init(&audit->waiting);
	if (!hmac_random((uint8_t *)&audit->rng, sizeof(audit->rng)))
		audit->rng = (rng_t){clock_now_ns()};
	return audit;
}

static void suspect_free(suspect_t *suspect)
{
	list_drop(&suspect->link);
	mem_free(suspect, sizeof(*suspect));
}

void fact_audit_free(fact_audit_t *audit)
{
	if (audit == NULL)
		return;
	assert(audit->now == NULL);
	while (!list_empty(&audit->waiting))
		suspect_free(LIST_ENTRY(audit->waiting.next, suspect_t, link));
	if (audit->peer != NULL)
		peers_drop(audit->peer);
	mem_free(audit, sizeof(*audit));
}

static void search_done(job_t *job, void *context) /* a worker */
{
	fact_audit_t *audit = context;

	(void)job;
	bridge_post(audit->conf.server->bridge, &audit->node);
}

/* submit has audit->now searched for; false: it cannot be. */
static bool submit(fact_audit_t *audit)
{
	const fact_record_bytes_t *record = &audit->now->record;
	fact_record_t r;
	uint64_t nodes;
	errinfo_t why;

	if (audit->peer == NULL)
		audit->peer = peers_of_front(&audit->conf.server->peers, audit->conf.self->name);
	if (audit->peer == NULL || !fact_record_open(record->byte, record->bytes, &r))
		return false;
	nodes = r.nodes < FACT_AUDIT_NODES / 2 ? 2 * r.nodes + FACT_AUDIT_NODES_MORE
	                                       : FACT_AUDIT_NODES;
	if (fact_check_make(&audit->check, &r, record->hash, &audit->rng, nodes, &why) != ERR_OK)
		return false;
	audit->check.request.on_done = search_done;
	audit->check.request.context = audit;
	audit->check.request.client = peers_client(audit->peer, 0, &audit->check.request.weight);
	return solver_submit(audit->conf.server->solver, &audit->check.request, &audit->job,
	                     &why) == ERR_OK;
}

static void next(fact_audit_t *audit);

static void searched_cb(bridge_node_t *node)
{
	fact_audit_t *audit = LIST_ENTRY(node, fact_audit_t, node);
	jobs_t *jobs = &audit->conf.server->jobs;
	suspect_t *suspect = audit->now;
	fact_verdict_t verdict;
	result_t found;

	job_result(audit->job, &found);
	job_release(audit->job);
	audit->job = NULL;
	audit->now = NULL;
	verdict = fact_check_compare(&audit->check, &found);
	if (!audit->is_stopping)
		audit->conf.checked_cb(audit->conf.context, suspect->peer, &suspect->record,
		                       verdict);
	suspect_free(suspect);
	next(audit);
	if (audit->now == NULL)
		jobs->idle_cb(jobs);
}

/* next begins with what waits, unless something is being searched for. */
static void next(fact_audit_t *audit)
{
	while (audit->now == NULL && !audit->is_stopping && !list_empty(&audit->waiting)) {
		audit->now = LIST_ENTRY(audit->waiting.next, suspect_t, link);
		list_drop(&audit->now->link);
		audit->count--;
		audit->node.run = searched_cb;
		if (submit(audit))
			return;
		audit->conf.checked_cb(audit->conf.context, audit->now->peer, &audit->now->record,
		                       FACT_OPEN);
		suspect_free(audit->now);
		audit->now = NULL;
	}
}

bool fact_audit_add(fact_audit_t *audit, const char *peer, const fact_record_bytes_t *record)
{
	suspect_t *suspect;

	if (audit->is_stopping || audit->count >= FACT_AUDIT_WAITING)
		return false;
	suspect = mem_alloc(sizeof(*suspect));
	if (suspect == NULL)
		return false;
	list_init(&suspect->link);
	strbuf_copy(suspect->peer, sizeof(suspect->peer), peer);
	suspect->record = *record;
	list_add(&audit->waiting, &suspect->link);
	audit->count++;
	next(audit);
	return true;
}

void fact_audit_drop(fact_audit_t *audit, const char *peer)
{
	for (link_t *at = audit->waiting.next, *after; at != &audit->waiting; at = after) {
		suspect_t *suspect = LIST_ENTRY(at, suspect_t, link);

		after = at->next;
		if (strcmp(suspect->peer, peer) != 0)
			continue;
		suspect_free(suspect);
		audit->count--;
	}
}

void fact_audit_stop(fact_audit_t *audit)
{
	audit->is_stopping = true;
	if (audit->job != NULL)
		solver_cancel(audit->job);
}

bool fact_audit_busy(const fact_audit_t *audit)
{
	return audit->now != NULL;
}
