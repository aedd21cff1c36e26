/* SPDX-License-Identifier: MIT
 * submission.c - checks a request, and makes its job.
 *
 * Order   What may be refused comes first, in the order of a request's fields; then the answers
 *         that are remembered are looked through; only a question that has to be searched gets a
 *         key to be shared by, and a task. */
#include "engine/solve/submission.h"

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/solve/limits.h"
#include "engine/solve/poll.h"
#include "engine/solve/result.h"
#include "engine/solve/store_probe.h"

/* own_table gives the job a table and marks of its own. */
static err_t own_table(job_t *job, errinfo_t *why)
{
	err_t err;

	assert(job->request.limits.table_bytes > 0 && job->tables.own_table == NULL);
	err = ttable_create(job->request.limits.table_bytes, &job->tables.own_table);

	if (err == ERR_OK && job->tables.marks != NULL)
		err = marks_create(&job->tables.own_marks);
	if (err == ERR_RANGE)
		return err_at(why, err, "limits.table_bytes", "%llu bytes hold no entry",
		              (unsigned long long)job->request.limits.table_bytes);
	if (err != ERR_OK)
		return err_at(why, err, "limits.table_bytes", "no memory for a table of %llu bytes",
		              (unsigned long long)job->request.limits.table_bytes);
	job->tables.table = job->tables.own_table;
	job->tables.marks = job->tables.own_marks;
	return ERR_OK;
}

static void init_times(job_t *job, const request_t *request)
{
	job->request.submitted_ns = clock_now_ns();
	if (job->request.limits.time_ms > 0)
		job->request.deadline_ns =
		        job->request.submitted_ns + job->request.limits.time_ms * NS_PER_MS;
	job->request.progress_ns =
	        request->on_progress != NULL ? request->progress_ms * NS_PER_MS : 0;
	atomic_init(&job->shared.progress_due,
	            job->request.submitted_ns + job->request.progress_ns);
}

/* check_ko: is a verdict by ko asked for where there is one? */
static err_t check_ko(const request_t *request, const position_t *root, errinfo_t *why)
{
	if (!request->ko)
		return ERR_OK;
	if (root->game->stocks == NULL)
		return err_at(why, ERR_VALUE, "ko_verdict", "there is no ko in %s",
		              root->game->name);
	if (request->problem.attacker_threats != 0 || request->problem.defender_threats != 0)
		return err_at(why, ERR_VALUE, "threats",
		              "the verdict by ko tries all stocks, none can be given");
	return ERR_OK;
}

/* remember writes the result if it is known. */
static bool remember(job_t *job, bool fresh)
{
	solver_t *solver = job->solver;
	const limits_t *limits = &job->request.limits;
	const wanted_t wanted = {.order = (unsigned)limits->order,
	                         .beyond = job->inquiry.goes_beyond ||
	                                   limits->driver == DRIVER_PLAIN};
	result_t *r = &job->result;

	assert(limits->order >= 0 && limits->order <= ORDER_MAX); /* limits_resolve */
	if (fresh ||
	    ((solver->memory == NULL ||
	      !answer_cache_find(solver->memory, job->root, limits, job->inquiry.ko.asked, r)) &&
	     (job->request.form == NULL ||
	      !store_probe_find(solver->store, job->request.form, job->root, wanted, r))))
		return false;
	result_measure(job);
	r->remembered = true;
	return true;
}

/* create makes a job that has only what cannot be refused. */
static job_t *create(solver_t *solver, const request_t *request)
{
	job_t *job = mem_alloc(sizeof(*job));

	if (job == NULL)
		return NULL;
	job->solver = solver;
	job->request.limits = request->limits;
	job->request.on_progress = request->on_progress;
	job->request.on_done = request->on_done;
	job->request.borrowed = request->borrowed;
	job->request.context = request->context;
	job->request.queued = request->queued;
	job->tables.table = solver->table;
	job->end.state = JOB_QUEUED;
	atomic_init(&job->shared.references, 1);
	atomic_init(&job->shared.state, JOB_QUEUED);
	return job;
}

/* take reads the request's fields into the job, and refuses them. */
static err_t take(job_t *job, const request_t *request, errinfo_t *why)
{
	limits_t *limits = &job->request.limits;
	err_t err;

	if ((err = limits_resolve(limits, why)) != ERR_OK)
		return err;
	job->tables.marks = limits->workers == 1 ? NULL : job->solver->marks;
	if ((err = game_create(&request->problem, &job->root, why)) != ERR_OK)
		return err;
	if ((err = check_ko(request, job->root, why)) != ERR_OK ||
	    (err = limits_bound(limits, job->root->game, request->ko, why)) != ERR_OK)
		return err;
	if ((job->request.problem = problem_keep(&request->problem)) == NULL)
		return err_fail(why, ERR_NOMEM, "no memory for the problem");
	if (limits->zoning == ZONING_INVERSION && job->root->game->inversion == NULL)
		return err_at(why, ERR_VALUE, "zone", "%s has no inversion rule",
		              job->root->game->name);
	return limits->table_bytes > 0 ? own_table(job, why) : ERR_OK;
}

/* answer finds the job's result, or makes what is needed to search for it. */
static err_t answer(job_t *job, const request_t *request, errinfo_t *why)
{
	const limits_t *limits = &job->request.limits;
	err_t err;

	inquiry_init(&job->inquiry, limits, job->root, request->ko);
	init_times(job, request);
	if (job->solver->store != NULL)
		job->request.form = store_probe_ask(request, job->root, limits);
	if (remember(job, request->fresh))
		return ERR_OK;
	job->root = position_pack(job->root); /* it may wait for long */
	inquiry_moved(&job->inquiry, job->root);
	coalesce_key_make(request, limits, job->request.progress_ns, &job->join.key);
	inquiry_begin(&job->inquiry);
	err = task_create(job, true, poll_task, &job->crew.primary);
	if (err != ERR_OK)
		return err_fail(why, err, "no memory for a search");
	job->crew.tasks = 1;
	return ERR_OK;
}

err_t submission_make(solver_t *solver, const request_t *request, job_t **out, errinfo_t *why)
{
	job_t *job = create(solver, request);
	err_t err;

	*out = NULL;
	if (job == NULL)
		return err_fail(why, ERR_NOMEM, "no memory for a job");
	err = take(job, request, why);
	if (err == ERR_OK)
		err = answer(job, request, why);
	if (err != ERR_OK) {
		job_destroy(job);
		return err;
	}
	assert((job->crew.primary == NULL) == job->result.remembered);
	*out = job;
	return ERR_OK;
}
