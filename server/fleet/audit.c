/* SPDX-License-Identifier: MIT
 * audit.c - see audit.h.
 *
 * A thread checks one certificate at a time, since a check may take seconds; a search here is an
 * ordinary job of one thread, which has its turns beside those of clients. One result is checked
 * or searched at a time, and no more are drawn than that keeps up with. */
#include "server/fleet/audit.h"

#include <assert.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/hmac.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/proof/bytes.h"
#include "engine/proof/check/check.h"
#include "engine/solve/thread_priority.h"
#include "engine/solve/told.h"
#include "server/log.h"

enum { PERCENT = 100, NODES_MORE = 1000000 };

typedef struct {
	link_t link; /* in one of the lists */
	member_t worker;
	uint64_t number, job_id, since_ms;
	told_t told;
	bool is_drawn;
	uint8_t *certificate; /* NULL: there is none */
	size_t count;
} settled_t;

struct audit {
	audit_conf_t conf;
	link_t kept, asked, waiting; /* each with the oldest first */
	unsigned kept_count, drawn_count;
	rng_t rng;
	peer_t *peer; /* for whom is searched; a reference */
	audit_counts_t counts;
	bool is_stopping;

	settled_t *now; /* what is checked or searched; NULL: nothing */
	job_t *job;     /* the search for it; NULL: its certificate is checked */
	bridge_node_t node;
	_Atomic bool cancel;
	uint64_t end_ns; /* of the check, at the latest */
	err_t err;       /* of the check, as of check_stream and told_is_claim, */
	errinfo_t why;
	check_result_t result; /* and what it has found */
};

audit_t *audit_create(const audit_conf_t *conf)
{
	audit_t *audit = mem_alloc(sizeof(*audit));

	if (audit == NULL)
		return NULL;
	audit->conf = *conf;
	list_init(&audit->kept);
	list_init(&audit->asked);
	list_init(&audit->waiting);
	if (!hmac_random((uint8_t *)&audit->rng, sizeof(audit->rng)))
		audit->rng = (rng_t){clock_now_ns()};
	return audit;
}

static void settled_free(settled_t *settled)
{
	list_drop(&settled->link);
	told_fini(&settled->told);
	mem_free(settled->certificate, settled->count);
	mem_free(settled, sizeof(*settled));
}

static void free_all(link_t *list)
{
	while (!list_empty(list))
		settled_free(LIST_ENTRY(list->next, settled_t, link));
}

void audit_free(audit_t *audit)
{
	if (audit == NULL)
		return;
	assert(audit->now == NULL);
	free_all(&audit->kept);
	free_all(&audit->asked);
	free_all(&audit->waiting);
	if (audit->peer != NULL)
		peers_drop(audit->peer);
	mem_free(audit, sizeof(*audit));
}

static uint64_t now(const audit_t *audit)
{
	return uv_now(audit->conf.server->loop);
}

static void move(settled_t *settled, link_t *to)
{
	list_drop(&settled->link);
	list_add(to, &settled->link);
}

/* ask asks a worker for the certificate of a result that is kept; false: it cannot be sent. */
static bool ask(audit_t *audit, settled_t *settled)
{
	wirebuf_t message;
	bool is_sent;

	wirebuf_init(&message, BUS_MESSAGE_MOST);
	messages_open_about(&message, MESSAGE_PROVE, audit->conf.self, settled->number, 0);
	is_sent = message.failed == ERR_OK &&
	          audit->conf.send_cb(audit->conf.context, BUS_KEPT, FLEET_WORK,
	                              settled->worker.name, &message);
	wirebuf_fini(&message);
	if (!is_sent)
		return false;
	move(settled, &audit->asked);
	settled->since_ms = now(audit);
	settled->is_drawn = true;
	audit->kept_count--;
	audit->drawn_count++;
	return true;
}

void audit_settled(audit_t *audit, const member_t *worker, uint64_t number, uint64_t job_id,
                   const job_t *job)
{
	const unsigned percent = (unsigned)audit->conf.server->conf.fleet_check_percent;
	settled_t *settled = audit->is_stopping ? NULL : mem_alloc(sizeof(*settled));
	errinfo_t why;

	if (settled == NULL)
		return;
	list_init(&settled->link);
	if (told_of_job(job, &settled->told, &why) != ERR_OK) {
		settled_free(settled);
		return;
	}
	settled->worker = *worker;
	settled->number = number;
	settled->job_id = job_id;
	settled->since_ms = now(audit);
	list_add(&audit->kept, &settled->link);
	audit->kept_count++;
	if (rng_below(&audit->rng, PERCENT) < percent && audit->drawn_count < AUDIT_DRAWN)
		(void)ask(audit, settled);
	if (audit->kept_count > AUDIT_KEPT) {
		settled_free(LIST_ENTRY(audit->kept.next, settled_t, link));
		audit->kept_count--;
	}
}

static void next(audit_t *audit);

void audit_suspect(audit_t *audit, const member_t *worker)
{
	for (link_t *at = audit->kept.next, *next; at != &audit->kept; at = next) {
		settled_t *settled = LIST_ENTRY(at, settled_t, link);

		next = at->next;
		if (settled->worker.id != worker->id)
			continue;
		move(settled, &audit->waiting);
		audit->kept_count--;
	}
	next(audit);
}

static void refuted(audit_t *audit, const settled_t *settled, const errinfo_t *why)
{
	const proven_t *proven = &settled->told.proven;

	audit->counts.refuted++;
	log_line(LOG_ERROR, LOG_SERVER,
	         "event=fleet-false-result worker=%s number=%llu job=%llu value=%s why=\"%s\"",
	         settled->worker.name, (unsigned long long)settled->number,
	         (unsigned long long)settled->job_id, value_name(proven->value), why->text);
	audit->conf.caught_cb(audit->conf.context, settled->worker.name, why);
	audit_suspect(audit, &settled->worker);
}

static bool go_on(void *context, const check_result_t *so_far) /* the thread */
{
	const audit_t *audit = context;

	(void)so_far;
	return !atomic_load_explicit(&audit->cancel, memory_order_relaxed) &&
	       clock_now_ns() < audit->end_ns;
}

static void *check_main(void *context) /* the thread */
{
	audit_t *audit = context;
	const settled_t *settled = audit->now;
	const check_options_t options = {.go_on = go_on, .context = audit};
	bytes_t bytes = {.data = settled->certificate, .length = settled->count};

	thread_priority_set(audit->conf.server->proofs.priority);
	audit->err = check_stream(bytes_source(&bytes), &options, &audit->result, &audit->why);
	if (audit->err == ERR_OK && !audit->result.proven)
		audit->err = err_fail(&audit->why, ERR_VALUE,
		                      "its certificate does not prove it: "
		                      "%.100s",
		                      audit->result.reason);
	else if (audit->err == ERR_OK)
		audit->err = told_is_claim(&settled->told, &audit->result.header, &audit->why);
	bridge_post(audit->conf.server->bridge, &audit->node);
	return NULL;
}

static void drop_now(audit_t *audit)
{
	assert(audit->now != NULL);
	audit->drawn_count -= audit->now->is_drawn;
	settled_free(audit->now);
	audit->now = NULL;
}

/* over ends with what was checked or searched, and begins with the next. */
static void over(audit_t *audit)
{
	jobs_t *jobs = &audit->conf.server->jobs;

	drop_now(audit);
	next(audit);
	if (audit->now == NULL)
		jobs->idle_cb(jobs);
}

static void searched_cb(bridge_node_t *node)
{
	audit_t *audit = LIST_ENTRY(node, audit_t, node);
	const told_verdict_t verdict = told_compare(&audit->now->told, audit->job);
	errinfo_t why;

	job_release(audit->job);
	audit->job = NULL;
	if (verdict == TOLD_FALSE) {
		(void)err_fail(&why, ERR_VALUE, "a search here has found the opposite");
		refuted(audit, audit->now, &why);
	} else if (verdict == TOLD_TRUE) {
		audit->counts.searched++;
	} else {
		audit->counts.open++;
	}
	over(audit);
}

static void search_done(job_t *job, void *context) /* a worker */
{
	audit_t *audit = context;

	(void)job;
	bridge_post(audit->conf.server->bridge, &audit->node);
}

/* search has audit->now searched again; false: it cannot be. */
static bool search(audit_t *audit)
{
	const uint64_t cost = audit->now->told.nodes;
	const uint64_t nodes = cost < AUDIT_NODES / 2 ? 2 * cost + NODES_MORE : AUDIT_NODES;
	request_t request = {.on_done = search_done, .context = audit};
	job_t *job;
	errinfo_t why;

	if (audit->peer == NULL)
		audit->peer = peers_of_front(&audit->conf.server->peers, audit->conf.self->name);
	if (audit->peer == NULL)
		return false;
	request.client = peers_client(audit->peer, 0, &request.weight);
	audit->node.run = searched_cb;
	if (told_ask(audit->conf.server->solver, &audit->now->told, &request, nodes, &job, &why) !=
	    ERR_OK)
		return false;
	audit->job = job;
	return true;
}

/* search_or_skip does so, and ends with it where it cannot be searched. */
static void search_or_skip(audit_t *audit)
{
	if (!audit->is_stopping && search(audit))
		return;
	audit->counts.open++;
	over(audit);
}

static void checked_cb(bridge_node_t *node)
{
	audit_t *audit = LIST_ENTRY(node, audit_t, node);

	if (audit->err == ERR_OK) {
		audit->counts.accepted++;
		over(audit);
	} else if (audit->err == ERR_LIMIT || audit->err == ERR_CANCELLED ||
	           audit->err == ERR_NOMEM) {
		search_or_skip(audit);
	} else {
		refuted(audit, audit->now, &audit->why);
		over(audit);
	}
}

/* check has the certificate of audit->now checked; false: there is none, or no thread. */
static bool check(audit_t *audit)
{
	if (audit->now->certificate == NULL)
		return false;
	audit->node.run = checked_cb;
	audit->end_ns = clock_now_ns() + (uint64_t)AUDIT_CHECK_MS * NS_PER_MS;
	return background_begin(&audit->conf.server->background, check_main, audit) == ERR_OK;
}

/* next begins with what waits, unless something is being looked at. */
static void next(audit_t *audit)
{
	while (audit->now == NULL && !audit->is_stopping && !list_empty(&audit->waiting)) {
		audit->now = LIST_ENTRY(audit->waiting.next, settled_t, link);
		list_drop(&audit->now->link);
		if (check(audit) || search(audit))
			return;
		audit->counts.open++;
		drop_now(audit);
	}
}

static settled_t *find_asked(const audit_t *audit, const member_t *worker, uint64_t number)
{
	for (link_t *at = audit->asked.next; at != &audit->asked; at = at->next) {
		settled_t *settled = LIST_ENTRY(at, settled_t, link);

		if (settled->number == number && settled->worker.id == worker->id &&
		    strcmp(settled->worker.name, worker->name) == 0)
			return settled;
	}
	return NULL;
}

/* look_at has a result that was asked about checked or searched, when it is its turn. */
static void look_at(audit_t *audit, settled_t *settled)
{
	move(settled, &audit->waiting);
	next(audit);
}

void audit_proof(audit_t *audit, const message_t *message)
{
	settled_t *settled = find_asked(audit, &message->from, message->number);

	if (settled == NULL)
		return;
	if (message->count > 0)
		settled->certificate = mem_alloc_head(message->count, 1);
	if (settled->certificate != NULL) {
		memcpy(settled->certificate, message->body, message->count);
		settled->count = message->count;
	} else {
		log_line(LOG_DEBUG, LOG_SERVER,
		         "event=fleet-no-proof worker=%s number=%llu why=\"%s\"",
		         message->from.name, (unsigned long long)message->number, message->why);
	}
	look_at(audit, settled);
}

/* oldest returns the first of a list that is older than that; NULL: none is. */
static settled_t *oldest(const audit_t *audit, const link_t *list, uint64_t ms)
{
	settled_t *first = list_empty(list) ? NULL : LIST_ENTRY(list->next, settled_t, link);

	return first != NULL && now(audit) - first->since_ms > ms ? first : NULL;
}

void audit_tick(audit_t *audit)
{
	settled_t *settled;

	while ((settled = oldest(audit, &audit->asked, AUDIT_ANSWER_MS)) != NULL)
		look_at(audit, settled);
	while ((settled = oldest(audit, &audit->kept, AUDIT_KEPT_MS)) != NULL) {
		settled_free(settled);
		audit->kept_count--;
	}
}

void audit_stop(audit_t *audit)
{
	audit->is_stopping = true;
	atomic_store(&audit->cancel, true);
	if (audit->job != NULL)
		solver_cancel(audit->job);
}

bool audit_busy(const audit_t *audit)
{
	return audit->now != NULL;
}

audit_counts_t audit_counts(const audit_t *audit)
{
	return audit->counts;
}
