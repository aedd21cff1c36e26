/* SPDX-License-Identifier: MIT
 * job.c - what a job is, apart from who runs it (pool.c).
 *
 * Result     The value of the iteration that decided, or where the search got
 *            to; the line of a proof is read from the table afterwards. A 0
 *            says "not by orders up to n", unless the game itself knows that the
 *            goal is out of reach: then it is absolute, like every 1. */
#include "engine/solve/job.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/search/core/key.h"
#include "engine/solve/options.h"
#include "engine/solve/pool.h"

#define TO(s) (1u << (s))

static const uint16_t may_go[JOB_STATES] = {
        [JOB_QUEUED] = TO(JOB_RUNNING) | TO(JOB_CANCELLED) | TO(JOB_EXPIRED) | TO(JOB_FAILED),
        [JOB_RUNNING] = TO(JOB_DONE) | TO(JOB_CANCELLED) | TO(JOB_EXPIRED) | TO(JOB_FAILED),
}; /* the others are final */

static const char *const state_names[JOB_STATES] = {
        [JOB_QUEUED] = "queued",       [JOB_RUNNING] = "running", [JOB_DONE] = "done",
        [JOB_CANCELLED] = "cancelled", [JOB_EXPIRED] = "expired", [JOB_FAILED] = "failed",
};

const char *job_state_name(job_state_t state)
{
	CHECK((unsigned)state < JOB_STATES);
	return state_names[state];
}

void job_set_state(job_t *job, job_state_t to)
{
	int from = atomic_load_explicit(&job->state, memory_order_relaxed);

	CHECK(may_go[from] & TO(to));
	/* Release: who sees a final state may read the result. */
	atomic_store_explicit(&job->state, (int)to, memory_order_release);
}

bool job_is_final(const job_t *job)
{
	return may_go[atomic_load_explicit(&job->state, memory_order_acquire)] == 0;
}

static const limit_row_t *limit_row(const char *name)
{
	const limit_row_t *row = limit_rows();

	while (strcmp(row->name, name) != 0)
		row++;
	return row;
}

/* limit_check compares one limit with its row of the table. */
static err_t limit_check(const char *name, uint64_t value, errinfo_t *why)
{
	const limit_row_t *row = limit_row(name);

	if (value >= row->least && value <= row->most)
		return ERR_OK;
	(void)err_at(why, ERR_RANGE, name, "%llu is not in %llu..%llu", (unsigned long long)value,
	             (unsigned long long)row->least, (unsigned long long)row->most);
	return err_under(why, ERR_RANGE, "limits");
}

/* limits_resolve fills in the defaults and checks the ranges. */
static err_t limits_resolve(limits_t *l, errinfo_t *why)
{
	err_t err;

	if (l->order < 0)
		l->order = (int)limit_row("order")->fallback;
	if (l->depth == 0)
		l->depth = (unsigned)limit_row("depth")->fallback;
	if ((err = limit_check("order", (uint64_t)l->order, why)) != ERR_OK ||
	    (err = limit_check("depth", l->depth, why)) != ERR_OK ||
	    (err = limit_check("nodes", l->nodes, why)) != ERR_OK ||
	    (err = limit_check("time_ms", l->time_ms, why)) != ERR_OK ||
	    (err = limit_check("table_bytes", l->table_bytes, why)) != ERR_OK ||
	    (err = limit_check("workers", l->workers, why)) != ERR_OK)
		return err;
	if (l->driver != DRIVER_LAMBDA && l->driver != DRIVER_PLAIN)
		return err_at(why, ERR_VALUE, "driver", "%d is none", (int)l->driver);
	if (l->engine > ALGORITHM_DFPN)
		return err_at(why, ERR_VALUE, "engine", "%d is none", (int)l->engine);
	if (l->zoning > ZONING_INVERSION)
		return err_at(why, ERR_VALUE, "zone", "%d is none", (int)l->zoning);
	if (l->depth % 2 == 0)
		return err_at(why, ERR_RANGE, "limits.depth",
		              "%u is even; lines end with the attacker's move, "
		              "so a depth is odd",
		              l->depth);
	return ERR_OK;
}

/* takes_plain: is the job to be decided without lambda where lambda is blind? Only when it
 * leaves the choice of everything to us: one that names another order asks about that. */
static bool takes_plain(const job_t *job)
{
	const limits_t *l = &job->limits;

	return job->root->game->zugzwang && l->engine == ALGORITHM_AUTO &&
	       l->driver == DRIVER_LAMBDA && l->schedule == SCHEDULE_AUTO &&
	       l->order == (int)limit_row("order")->fallback;
}

/* own_table gives the job a table and marks of its own. */
static err_t own_table(job_t *job, errinfo_t *why)
{
	err_t err = ttable_create(job->limits.table_bytes, &job->own_table);

	if (err == ERR_OK && job->marks != NULL)
		err = marks_create(&job->own_marks);
	if (err == ERR_RANGE)
		return err_at(why, err, "limits.table_bytes", "%llu bytes hold no entry",
		              (unsigned long long)job->limits.table_bytes);
	if (err != ERR_OK)
		return err_at(why, err, "limits.table_bytes", "no memory for a table of %llu bytes",
		              (unsigned long long)job->limits.table_bytes);
	job->table = job->own_table;
	job->marks = job->own_marks;
	return ERR_OK;
}

static void init_times(job_t *job, const request_t *request)
{
	job->submitted_ns = clock_now_ns();
	if (job->limits.time_ms > 0)
		job->deadline_ns = job->submitted_ns + job->limits.time_ms * NS_PER_MS;
	job->progress_ns = request->on_progress != NULL ? request->progress_ms * NS_PER_MS : 0;
	atomic_init(&job->progress_due, job->submitted_ns + job->progress_ns);
}

void job_plan(job_t *job)
{
	if (job->limits.engine == ALGORITHM_DFPN)
		deepening_init_once(&job->plan,
		                    job->limits.driver == DRIVER_PLAIN
		                            ? PLAIN_ORDER
		                            : (unsigned)job->limits.order,
		                    job->limits.depth);
	else if (job->limits.driver == DRIVER_PLAIN)
		deepening_init_plain(&job->plan, job->limits.depth);
	else
		deepening_init(&job->plan, job->limits.schedule, (unsigned)job->limits.order,
		               job->limits.depth);
	if (job->root->game->favour != NULL && job->takes_plain == job->root->game->zugzwang)
		job->plan.numbers_times = job->root->game->favour(job->root);
	if (!deepening_next(&job->plan, &job->order, &job->depth))
		assert(false && "a plan begins with order 0 at depth 1");
}

/* check_ko: is a verdict by ko asked for where there is one? */
static err_t check_ko(const request_t *request, const position_t *root, errinfo_t *why)
{
	if (!request->ko)
		return ERR_OK;
	if (root->game->stock == NULL)
		return err_at(why, ERR_VALUE, "ko_verdict", "there is no ko in %s",
		              root->game->name);
	if (request->problem.attacker_threats != 0 || request->problem.defender_threats != 0)
		return err_at(why, ERR_VALUE, "threats",
		              "the verdict by ko tries all stocks, none can be given");
	return ERR_OK;
}

/* remember writes the result if it is known. */
static bool remember(job_t *job, const job_env_t *env, bool fresh)
{
	const bool plain = job->takes_plain || job->limits.driver == DRIVER_PLAIN;
	const wanted_t wanted = {.order = (unsigned)job->limits.order, .beyond = plain};
	result_t *r = &job->result;
	ttable_stats_t stats;

	if (fresh || ((env->memory == NULL ||
	               !answer_cache_find(env->memory, job->root, &job->limits, job->asks_ko, r)) &&
	              (job->scene == NULL ||
	               !store_probe_find(env->store, job->scene, job->root, wanted, r))))
		return false;
	r->time_ns = clock_now_ns() - job->submitted_ns;
	pool_table(job, job->submitted_ns + r->time_ns, &stats);
	r->table_bytes = stats.bytes;
	r->table_entries = stats.entries;
	r->table_used = stats.used;
	r->remembered = true;
	return true;
}

err_t job_create(const job_env_t *env, const request_t *request, job_t **out, errinfo_t *why)
{
	job_t *job = mem_alloc(sizeof(*job));
	err_t err;

	*out = NULL;
	if (job == NULL)
		return err_fail(why, ERR_NOMEM, "no memory for a job");
	job->solver = env->solver;
	job->limits = request->limits;
	job->on_progress = request->on_progress;
	job->on_done = request->on_done;
	job->context = request->context;
	job->table = env->table;
	job->value = VALUE_UNDECIDED;
	job->best = MOVE_NONE;
	job->driver = request->limits.driver;
	job->ending = JOB_QUEUED;
	atomic_init(&job->references, 1);
	atomic_init(&job->state, JOB_QUEUED);
	if ((err = limits_resolve(&job->limits, why)) != ERR_OK)
		goto fail;
	job->marks = job->limits.workers == 1 ? NULL : env->marks;
	if ((err = game_create(&request->problem, &job->root, why)) != ERR_OK)
		goto fail;
	if ((err = check_ko(request, job->root, why)) != ERR_OK)
		goto fail;
	if ((job->problem = problem_keep(&request->problem)) == NULL) {
		err = err_fail(why, ERR_NOMEM, "no memory for the problem");
		goto fail;
	}
	job->asks_ko = request->ko;
	job->takes_plain = takes_plain(job);
	if (job->limits.zoning == ZONING_INVERSION && job->root->game->inversion == NULL) {
		err = err_at(why, ERR_VALUE, "zone", "%s has no inversion rule",
		             job->root->game->name);
		goto fail;
	}
	if (job->limits.table_bytes > 0 && (err = own_table(job, why)) != ERR_OK)
		goto fail;
	init_times(job, request);
	if (env->store != NULL)
		job->scene = store_probe_ask(request, job->root, &job->limits);
	if (remember(job, env, request->fresh)) {
		*out = job;
		return ERR_OK;
	}
	coalesce_ask(job, request);
	job_plan(job);
	if ((err = task_create(job, true, &job->primary)) != ERR_OK) {
		err_fail(why, err, "no memory for a search");
		goto fail;
	}
	job->tasks = 1;
	*out = job;
	return ERR_OK;

fail:
	job_destroy(job);
	return err;
}

void job_destroy(job_t *job)
{
	task_free(job->primary);
	marks_free(job->own_marks);
	ttable_free(job->own_table);
	position_free(job->root);
	problem_forget(job->problem);
	store_probe_free(job->scene);
	coalesce_free(job);
	progress_fini(&job->progress);
	mem_free(job, sizeof(*job));
}

bool job_is_ending_locked(const job_t *job)
{
	return job->ending != JOB_QUEUED;
}

void job_end_locked(job_t *job, job_state_t state)
{
	assert(may_go[JOB_RUNNING] & TO(state));
	if (job_is_ending_locked(job))
		return;
	if (job->is_beyond && job->value == VALUE_UNDECIDED) {
		question_settle_locked(job);
		if (state == JOB_EXPIRED && job->value == VALUE_DISPROVEN)
			state = JOB_DONE; /* its question was answered */
	}
	job->ending = state;
	question_new_locked(job);
}

void job_progress(job_t *job, progress_t *out)
{
	uint64_t nodes = atomic_load_explicit(&job->nodes, memory_order_relaxed);
	uint64_t ns = clock_now_ns() - job->submitted_ns;

	if (!progress_read(&job->progress, out))
		*out = (progress_t){
		        .driver = job->limits.driver, .value = VALUE_UNDECIDED, .best = MOVE_NONE};
	out->state = (job_state_t)atomic_load_explicit(&job->state, memory_order_acquire);
	out->workers = atomic_load_explicit(&job->active, memory_order_relaxed);
	if (job_is_final(job)) {
		nodes = job->result.nodes;
		ns = job->result.time_ns;
		out->value = job->result.value;
		out->driver = job->result.driver;
		out->order = job->result.order;
		out->depth = job->result.depth;
		out->best = job->result.best;
	}
	out->nodes = nodes;
	out->time_ns = ns;
	out->nodes_per_s = ns > 0 ? (uint64_t)((double)nodes * NS_PER_S / (double)ns) : 0;
}

void job_result(const job_t *job, result_t *out)
{
	CHECK(job_is_final(job));
	*out = job->result;
}

const position_t *job_position(const job_t *job)
{
	return job->root;
}

void *job_context(const job_t *job)
{
	return job->context;
}

void job_hold(job_t *job)
{
	/* Relaxed: who holds one reference may make another. */
	atomic_fetch_add_explicit(&job->references, 1, memory_order_relaxed);
}

void job_release(job_t *job)
{
	/* acq_rel: what others did with the job happened before it is destroyed. */
	if (atomic_fetch_sub_explicit(&job->references, 1, memory_order_acq_rel) == 1)
		job_destroy(job);
}

search_env_t job_env(job_t *job)
{
	return (search_env_t){.table = job->table,
	                      .driver = job->limits.driver,
	                      .engine = job->limits.engine,
	                      .zoning = job->limits.zoning,
	                      .most = (unsigned)job->limits.order,
	                      .marks = job->marks,
	                      .limit = job->limits.nodes,
	                      .nodes = &job->nodes,
	                      .serial = &job->serial};
}

err_t task_create(job_t *job, bool is_primary, task_t **out)
{
	task_t *t = mem_alloc(sizeof(*t));
	search_env_t env = job_env(job);
	err_t err;

	*out = NULL;
	if (t == NULL)
		return ERR_NOMEM;
	env.poll = pool_poll;
	env.context = t;
	t->job = job;
	t->is_primary = is_primary;
	err = search_create(job->root, &env, &t->search);
	if (err != ERR_OK) {
		task_free(t);
		return err;
	}
	*out = t;
	return ERR_OK;
}

void task_free(task_t *t)
{
	if (t == NULL)
		return;
	search_free(t->search);
	mem_free(t, sizeof(*t));
}

/* publish makes a snapshot of the job as this task sees it. */
static void publish(task_t *t, uint64_t now_ns)
{
	job_t *job = t->job;
	uint64_t due = atomic_load_explicit(&job->progress_due, memory_order_relaxed);
	progress_t p = {.value = VALUE_UNDECIDED, .best = MOVE_NONE};
	ttentry_t e;

	if (job->progress_ns == 0 || now_ns < due)
		return;
	if (!atomic_compare_exchange_strong_explicit(&job->progress_due, &due,
	                                             now_ns + job->progress_ns,
	                                             memory_order_relaxed, memory_order_relaxed))
		return;
	search_question(t->search, &p.order, &p.depth);
	p.driver = search_driver(t->search);
	p.order = job_shown_order(p.driver, p.order);
	p.line_length = search_line(t->search, p.line, LINE_MAX_MOVES);
	key_probe(job->table, job->limits.driver, job->limits.zoning, job->root, &e);
	p.best = e.move != MOVE_NONE || p.line_length == 0 ? e.move : p.line[0];
	progress_publish(&job->progress, &p);
	job->on_progress(job, job->context);
	coalesce_progress(job, &p);
}

bool job_is_spent(const job_t *job, uint64_t nodes, uint64_t now_ns)
{
	return (job->limits.nodes > 0 && nodes >= job->limits.nodes) ||
	       (job->deadline_ns > 0 && now_ns >= job->deadline_ns);
}

bool task_poll_job(task_t *t, unsigned nodes, uint64_t now_ns)
{
	job_t *job = t->job;
	uint64_t total =
	        nodes + atomic_fetch_add_explicit(&job->nodes, nodes, memory_order_relaxed);

	t->nodes += nodes;
	if (job_is_spent(job, total, now_ns))
		return true;
	publish(t, now_ns);
	return false;
}
