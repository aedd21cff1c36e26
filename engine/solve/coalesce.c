/* SPDX-License-Identifier: MIT
 * coalesce.c - finds the job that asks the same, and shares its answer.
 *
 * Strict     The same text of everything, the limits included, but for the time: each keeps its
 *            own. Two boards that are images of each other are not joined: their lines differ, and
 *            the table and the store have the second one's answer when the first is done. A
 *            job that has to be searched (`fresh`), or with a table of its own, is left alone.
 *
 * No answer  A leader that is cancelled, or out of time, leaves the table warm: the follower that
 *            leads next is soon where it was. Its task has been there all the time, so that
 *            ending it, and beginning with it, are what they are for every job. */
#include "engine/solve/coalesce.h"

#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/strbuf.h"
#include "engine/solve/pool.h"

enum { TEXT_MAX = 2 * ROWS_TEXT_MAX + 512 };

static void put_word(strbuf_t *out, const char *text)
{
	strbuf_printf(out, "%s|", text != NULL ? text : "");
}

static uint64_t hash_text(const char *text)
{
	uint64_t h = 0xcbf29ce484222325;

	for (; *text != '\0'; text++)
		h = (h ^ (uint8_t)*text) * 0x100000001b3;
	return h ^ h >> 32;
}

void coalesce_ask(job_t *job, const request_t *request)
{
	const problem_t *p = &request->problem;
	const limits_t *l = &job->limits;
	char text[TEXT_MAX];
	strbuf_t out;

	if (request->fresh || l->table_bytes > 0)
		return;
	strbuf_init(&out, text, sizeof(text));
	put_word(&out, p->game);
	put_word(&out, p->rows);
	put_word(&out, p->goal);
	put_word(&out, p->target);
	put_word(&out, p->options);
	put_word(&out, p->ko);
	strbuf_printf(&out, "%d %d %u %u %d %d %u %llu %u %d %d %d %d %llu", p->attacker, p->first,
	              p->attacker_threats, p->defender_threats, request->ko, l->order, l->depth,
	              (unsigned long long)l->nodes, l->workers, l->schedule, l->zoning, l->engine,
	              l->driver, (unsigned long long)job->progress_ns);
	if (out.overflow || (job->join.text = mem_alloc(out.length + 1)) == NULL)
		return;
	job->join.bytes = out.length + 1;
	memcpy(job->join.text, text, job->join.bytes);
	job->join.hash = hash_text(text);
}

void coalesce_free(job_t *job)
{
	mem_free(job->join.text, job->join.bytes);
}

/* set_due notes the soonest deadline of those who follow. */
static void set_due_locked(job_t *leader)
{
	uint64_t due = 0;
	unsigned count = 0;

	for (const job_t *f = leader->join.first; f != NULL; f = f->join.next, count++)
		if (f->deadline_ns > 0 && (due == 0 || f->deadline_ns < due))
			due = f->deadline_ns;
	atomic_store_explicit(&leader->join.due_ns, due, memory_order_relaxed);
	atomic_store_explicit(&leader->join.follows, count, memory_order_relaxed);
}

static void lead_locked(solver_t *solver, job_t *job)
{
	job_t **bucket = &solver->same[job->join.hash % JOIN_BUCKETS];

	job->join.leads = true;
	job->join.same = *bucket;
	*bucket = job;
}

bool coalesce_locked(solver_t *solver, job_t *job)
{
	job_t *leader;

	if (job->join.text == NULL)
		return false;
	leader = solver->same[job->join.hash % JOIN_BUCKETS];
	while (leader != NULL &&
	       (leader->join.hash != job->join.hash || job_is_ending_locked(leader) ||
	        strcmp(leader->join.text, job->join.text) != 0))
		leader = leader->join.same;
	if (leader == NULL) {
		lead_locked(solver, job);
		return false;
	}
	job->join.leader = leader;
	job->join.next = leader->join.first;
	leader->join.first = job;
	set_due_locked(leader);
	pool_adopt_locked(solver, leader, job->client);
	return true;
}

bool coalesce_leave_locked(job_t *job)
{
	job_t *leader = job->join.leader;
	job_t **at;

	if (leader == NULL)
		return false;
	for (at = &leader->join.first; *at != job; at = &(*at)->join.next)
		;
	*at = job->join.next;
	job->join.next = NULL;
	job->join.leader = NULL;
	set_due_locked(leader);
	return true;
}

/* is_shared: is the result an answer to whoever asks the same? Out of nodes is one. */
static bool is_shared(const job_t *job)
{
	return job->result.state == JOB_DONE ||
	       (job->result.state == JOB_EXPIRED && job->limits.nodes > 0 &&
	        job->result.nodes >= job->limits.nodes);
}

/* promote makes the first of them lead the others. */
static void promote_locked(solver_t *solver, job_t *first)
{
	first->join.leader = NULL;
	first->join.first = first->join.next;
	first->join.next = NULL;
	for (job_t *f = first->join.first; f != NULL; f = f->join.next)
		f->join.leader = first;
	set_due_locked(first);
	lead_locked(solver, first);
	atomic_store_explicit(&first->nodes, 0, memory_order_relaxed); /* those were another's */
	pool_enqueue_locked(solver, first->primary, QUEUE_YOUNG);
}

job_t *coalesce_end_locked(solver_t *solver, job_t *job)
{
	job_t **at = &solver->same[job->join.hash % JOIN_BUCKETS];
	job_t *first = job->join.first;

	if (!job->join.leads)
		return NULL;
	while (*at != job)
		at = &(*at)->join.same;
	*at = job->join.same;
	job->join.leads = false;
	job->join.first = NULL;
	if (first == NULL)
		return NULL;
	if (!is_shared(job)) {
		promote_locked(solver, first);
		return NULL;
	}
	for (job_t *f = first; f != NULL; f = f->join.next) {
		f->join.leader = NULL;
		job_end_locked(f, job->result.state);
	}
	return first;
}

void coalesce_progress(job_t *job, const progress_t *progress)
{
	solver_t *solver = job->solver;

	if (atomic_load_explicit(&job->join.follows, memory_order_relaxed) == 0)
		return;
	pthread_mutex_lock(&solver->lock);
	for (job_t *f = job->join.first; f != NULL; f = f->join.next) {
		progress_t copy = *progress;

		atomic_store_explicit(&f->nodes,
		                      atomic_load_explicit(&job->nodes, memory_order_relaxed),
		                      memory_order_relaxed);
		progress_publish(&f->progress, &copy);
		f->on_progress(f, f->context);
	}
	pthread_mutex_unlock(&solver->lock);
}
