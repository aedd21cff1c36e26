/* SPDX-License-Identifier: MIT
 * fleet_sim.c - a fleet of daemons in one program: what placement.c and leases.c make of thousands
 * of workers (docs/fleet.md has the curves).
 *
 * Real      placement.c and leases.c; the times of front.h, errands.h and fleet.h.
 * Modelled  Jobs come to each front at random times (Poisson), and take as long as is drawn from a
 *           file of times in ms, one a line, or from two kinds: small ones, and long ones whose
 *           times are log-normal. A thread searches one job to its end; a front's small ones do
 *           not wait for its long ones, which are put aside meanwhile, as in the solver. A message
 * takes `delay`, and its turn at the broker, which passes on so many a second. Workers die, and
 * come back empty.
 *
 * It prints what part of the workers' threads was busy, how long jobs took in addition to their
 * search, by kind, and what came back. */
#include <assert.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/fleet/errands.h"
#include "server/fleet/fleet.h"
#include "server/fleet/front.h"
#include "server/fleet/leases.h"
#include "server/fleet/placement.h"
#include "tools/fleet_sim/events.h"
#include "tools/fleet_sim/mix.h"

enum {
	US = 1000,
	S_US = 1000000,
	THREADS_MOST = 64,
	NAME = 16,

	WARM_S = 3,
	BACK_S = 2
};
enum { JOBS_MOST = 1 << 23 };

typedef enum { COMES, TICK, HERE, HEARD, WORK, RENEWED, DONE, FINISH, DIES, RISES } kind_t;

typedef struct {
	lease_t lease;
	uint64_t came_us, took_us; /* search time */
	uint32_t front, next;      /* in a queue; 0: the last */
	bool is_out, is_small, has_ended;
	unsigned lost;
} sim_job_t;

typedef struct {
	uint32_t first, last;
	unsigned count;
} queue_t;

typedef struct {
	placement_t place;
	leases_t leases;
	queue_t small, large; /* that wait at home */
	unsigned threads_free, free_for_small;
	int kind[2];
} sim_front_t;

typedef struct {
	queue_t queue;
	unsigned running, generation;
	uint32_t has[2 * (THREADS_MOST * ERRANDS_AHEAD + ERRANDS_MORE)];
	uint64_t numbers[2 * (THREADS_MOST * ERRANDS_AHEAD + ERRANDS_MORE)];
	unsigned count; /* of errands */
	bool is_dead;
	uint64_t busy_us, since_us;
} sim_worker_t;

static struct {
	unsigned workers, fronts, threads;
	double delay_us, rate, load, seconds, deaths;
	const char *times;
} set = {
        .workers = 16,
        .threads = 4,
        .delay_us = 200,
        .rate = 500000,
        .load = 0.9,
        .seconds = 20,
};

static sim_front_t *fronts;
static sim_worker_t *workers;
static sim_job_t *jobs;
static uint32_t job_count = 1;
static events_t events;
static mix_t mix = {
        .rng = {.state = 1}, .small_share = 0.5, .small_ms = 1, .long_ms = 200, .sigma = 1};
static uint64_t now_us, broker_free_us, messages;
static double *over[2];
static size_t over_count[2];
static uint64_t lapsed, declined, ended;

static void later(double us, unsigned kind, uint32_t who, uint32_t job, uint64_t number)
{
	events_add(&events, (event_t){.at_us = now_us + (uint64_t)us,
	                              .kind = kind,
	                              .who = who,
	                              .job = job,
	                              .number = number});
}

/* tell sends a message by way of the broker. */
static void tell(unsigned kind, uint32_t who, uint32_t job, uint64_t number)
{
	const double turn_us = S_US / set.rate;

	messages++;
	if (broker_free_us < now_us)
		broker_free_us = now_us;
	broker_free_us += (uint64_t)(turn_us + mix_uniform(&mix));
	later((double)(broker_free_us - now_us) + set.delay_us / 2 +
	              mix_exponential(&mix, set.delay_us / 2),
	      kind, who, job, number);
}

static void push(queue_t *queue, uint32_t job)
{
	jobs[job].next = 0;
	if (queue->count++ == 0)
		queue->first = job;
	else
		jobs[queue->last].next = job;
	queue->last = job;
}

static uint32_t pop(queue_t *queue)
{
	const uint32_t job = queue->first;

	assert(queue->count > 0);
	queue->first = jobs[job].next;
	queue->count--;
	return job;
}

static uint64_t ms(void)
{
	return now_us / US;
}

/* end_job notes the end of a job at its front. */
static void end_job(uint32_t j)
{
	sim_job_t *job = &jobs[j];
	sim_front_t *front = &fronts[job->front];
	const unsigned k = job->is_small;

	job->has_ended = true;
	ended++;
	placement_learn(&front->place, front->kind[k], (double)job->took_us / US);
	if (job->came_us >= WARM_S * S_US)
		over[k][over_count[k]++] = (double)(now_us - job->came_us - job->took_us) / US;
}

/* feed_home lets the front's own threads begin. */
static void feed_home(uint32_t f)
{
	sim_front_t *front = &fronts[f];

	while (front->free_for_small > 0 && front->small.count > 0) {
		const uint32_t j = pop(&front->small);

		front->free_for_small--;
		later((double)jobs[j].took_us, FINISH, f, j, 0);
	}
	while (front->threads_free > 0 && front->large.count > 0) {
		const uint32_t j = pop(&front->large);

		front->threads_free--;
		later((double)jobs[j].took_us, FINISH, f, j, 0);
	}
}

/* hand_out is hand_out_all of front.c. */
static void hand_out(uint32_t f)
{
	sim_front_t *front = &fronts[f];

	for (unsigned i = 0; i < FRONT_AT_ONCE && front->large.count > 0; i++) {
		const int w = placement_choose(&front->place, ms(), FRONT_SILENCE_MS);
		const uint32_t j = front->large.first;

		if (w < 0 ||
		    !placement_may_leave(placement_expected_ms(&front->place, front->kind[0]), 0,
		                         MIX_SMALL_MS))
			return;
		(void)pop(&front->large);
		leases_grant(&front->leases, &jobs[j].lease, (unsigned)w, ms());
		placement_sent(&front->place, (unsigned)w);
		jobs[j].is_out = true;
		tell(WORK, (uint32_t)atoi(front->place.worker[w].name), j, jobs[j].lease.node.id);
	}
}

static void take_back(uint32_t f, sim_job_t *job)
{
	placement_back(&fronts[f].place, job->lease.worker);
	leases_end(&fronts[f].leases, &job->lease);
	job->is_out = false;
}

static void tick(uint32_t f)
{
	sim_front_t *front = &fronts[f];
	lease_t *lease;

	while ((lease = leases_lapsed(&front->leases, ms())) != NULL) {
		sim_job_t *job = LIST_ENTRY(lease, sim_job_t, lease);

		lapsed++;
		take_back(f, job);
		push(&front->large, (uint32_t)(job - jobs));
	}
	feed_home(f);
	hand_out(f);
	later(FRONT_TICK_MS * US, TICK, f, 0, 0);
}

static void come(uint32_t f)
{
	sim_front_t *front = &fronts[f];
	const uint32_t j = job_count;
	sim_job_t *job = &jobs[j];

	if (job_count < JOBS_MOST - 1) {
		job_count++;
		*job = (sim_job_t){.came_us = now_us, .front = f};
		list_init(&job->lease.link);
		job->took_us = (uint64_t)(mix_ms(&mix, &job->is_small) * US) + 1;
		push(job->is_small ? &front->small : &front->large, j);
		feed_home(f);
	}
	later(mix_exponential(&mix, mix_mean_ms(&mix) * US * set.fronts /
	                                    (set.load * set.threads * (set.workers + set.fronts))),
	      COMES, f, 0, 0);
}

static unsigned places(void)
{
	return ERRANDS_AHEAD * set.threads + ERRANDS_MORE;
}

static unsigned room(const sim_worker_t *worker)
{
	return places() > worker->count ? places() - worker->count : 0;
}

static void begin_next(uint32_t w)
{
	sim_worker_t *worker = &workers[w];

	while (worker->running < set.threads && worker->queue.count > 0) {
		const uint32_t j = pop(&worker->queue);

		worker->busy_us += (uint64_t)worker->running * (now_us - worker->since_us);
		worker->since_us = now_us;
		worker->running++;
		later((double)jobs[j].took_us, FINISH, set.fronts + w, j, worker->generation);
	}
}

static void drop_errand(sim_worker_t *worker, uint32_t j)
{
	for (unsigned i = 0; i < worker->count; i++)
		if (worker->has[i] == j) {
			worker->count--;
			worker->has[i] = worker->has[worker->count];
			worker->numbers[i] = worker->numbers[worker->count];
			return;
		}
}

static void work(uint32_t w, uint32_t j, uint64_t number)
{
	sim_worker_t *worker = &workers[w];

	if (worker->is_dead)
		return;
	if (worker->count >= 2 * places()) {
		declined++;
		tell(DONE, w, j, number << 1 | 1);
		return;
	}
	worker->has[worker->count] = j;
	worker->numbers[worker->count++] = number;
	push(&worker->queue, j);
	begin_next(w);
}

/* finish ends a search, at a front or at a worker of that generation. */
static void finish(uint32_t who, uint32_t j, uint64_t generation)
{
	sim_worker_t *worker;

	if (who < set.fronts) {
		fronts[who].threads_free += !jobs[j].is_small;
		fronts[who].free_for_small += jobs[j].is_small;
		end_job(j);
		feed_home(who);
		return;
	}
	worker = &workers[who - set.fronts];
	if (worker->generation != generation)
		return;
	worker->busy_us += (uint64_t)worker->running * (now_us - worker->since_us);
	worker->since_us = now_us;
	worker->running--;
	for (unsigned i = 0; i < worker->count; i++)
		if (worker->has[i] == j)
			tell(DONE, who - set.fronts, j, worker->numbers[i] << 1);
	drop_errand(worker, j);
	begin_next(who - set.fronts);
}

/* done is front_news: a result, or that a job was declined. */
static void done(uint32_t w, uint32_t j, uint64_t told)
{
	sim_job_t *job = &jobs[j];
	sim_front_t *front = &fronts[job->front];
	char name[NAME];
	int number;

	snprintf(name, sizeof(name), "%u", w);
	number = placement_find(&front->place, name);
	if (number >= 0 && leases_find(&front->leases, told >> 1, (unsigned)number) != NULL) {
		take_back(job->front, job);
		if ((told & 1) != 0)
			push(&front->large, j);
		else
			end_job(j);
	}
	if (number >= 0)
		placement_told(&front->place, (unsigned)number, room(&workers[w]), ms());
	hand_out(job->front);
}

static void here(uint32_t w)
{
	sim_worker_t *worker = &workers[w];

	for (uint32_t f = 0; f < set.fronts && !worker->is_dead; f++)
		tell(HEARD, w, f, room(worker));
	for (unsigned i = 0; i < worker->count && !worker->is_dead; i++)
		later(set.delay_us, RENEWED, w, worker->has[i], worker->numbers[i]);
	later(FLEET_HERE_MS * US, HERE, w, 0, 0);
}

static void heard(uint32_t w, uint32_t f, unsigned free_places)
{
	char name[NAME];

	snprintf(name, sizeof(name), "%u", w);
	(void)placement_heard(&fronts[f].place, name, places(), free_places, ms());
	hand_out(f);
}

static void renewed(uint32_t w, uint32_t j, uint64_t number)
{
	sim_front_t *front = &fronts[jobs[j].front];
	char name[NAME];
	lease_t *lease;
	int known;

	snprintf(name, sizeof(name), "%u", w);
	known = placement_find(&front->place, name);
	lease = known >= 0 ? leases_find(&front->leases, number, (unsigned)known) : NULL;
	if (lease != NULL)
		leases_renew(&front->leases, lease, ms());
}

static void die(uint32_t w)
{
	sim_worker_t *worker = &workers[w];

	worker->busy_us += (uint64_t)worker->running * (now_us - worker->since_us);
	*worker = (sim_worker_t){.generation = worker->generation + 1,
	                         .is_dead = true,
	                         .busy_us = worker->busy_us,
	                         .since_us = now_us};
	later(BACK_S * S_US, RISES, w, 0, 0);
	later(mix_exponential(&mix, S_US / set.deaths), DIES, rng_below(&mix.rng, set.workers), 0,
	      0);
}

static void happen(const event_t *e)
{
	switch ((kind_t)e->kind) {
	case COMES:
		come(e->who);
		break;
	case TICK:
		tick(e->who);
		break;
	case HERE:
		here(e->who);
		break;
	case HEARD:
		heard(e->who, e->job, (unsigned)e->number);
		break;
	case WORK:
		work(e->who, e->job, e->number);
		break;
	case RENEWED:
		renewed(e->who, e->job, e->number);
		break;
	case DONE:
		done(e->who, e->job, e->number);
		break;
	case FINISH:
		finish(e->who, e->job, e->number);
		break;
	case DIES:
		die(e->who);
		break;
	case RISES:
		workers[e->who].is_dead = false;
		break;
	}
}

static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void print_times(const char *name, unsigned k)
{
	if (over_count[k] == 0)
		return;
	qsort(over[k], over_count[k], sizeof(double), compare);
	printf("%s jobs  %zu  beside their search: p50 %.2f ms, p99 %.2f ms\n", name, over_count[k],
	       over[k][over_count[k] / 2], over[k][over_count[k] * 99 / 100]);
}

static void *need(size_t count, size_t each)
{
	void *p = calloc(count > 0 ? count : 1, each);

	if (p == NULL) {
		fputs("fleet_sim: no memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	return p;
}

static void set_up(void)
{
	fronts = need(set.fronts, sizeof(*fronts));
	workers = need(set.workers + 1, sizeof(*workers));
	jobs = need(JOBS_MOST, sizeof(*jobs));
	for (unsigned k = 0; k < 2; k++)
		over[k] = need(JOBS_MOST, sizeof(double));
	for (uint32_t f = 0; f < set.fronts; f++) {
		leases_init(&fronts[f].leases, 0);
		fronts[f].threads_free = fronts[f].free_for_small = set.threads;
		fronts[f].kind[0] = placement_kind(&fronts[f].place, "game", "long");
		fronts[f].kind[1] = placement_kind(&fronts[f].place, "game", "small");
		later(mix_uniform(&mix) * FRONT_TICK_MS * US, TICK, f, 0, 0);
		later(mix_uniform(&mix) * US, COMES, f, 0, 0);
	}
	for (uint32_t w = 0; w < set.workers; w++)
		later(mix_uniform(&mix) * FLEET_HERE_MS * US, HERE, w, 0, 0);
	if (set.deaths > 0)
		later(mix_exponential(&mix, S_US / set.deaths), DIES, 0, 0, 0);
}

static void run(void)
{
	const uint64_t end_us = (uint64_t)(set.seconds * S_US);
	uint64_t busy_us = 0, warm_us = 0;
	bool is_warm = false;

	while (now_us < end_us) {
		const event_t next = events_next(&events);

		now_us = next.at_us;
		if (!is_warm && now_us >= WARM_S * S_US) {
			is_warm = true;
			for (uint32_t w = 0; w < set.workers; w++)
				warm_us += workers[w].busy_us;
		}
		happen(&next);
	}
	for (uint32_t w = 0; w < set.workers; w++)
		busy_us += workers[w].busy_us;
	printf("workers %u, fronts %u, threads %u, load %.2f: %.1f %% of the workers' threads "
	       "busy\n",
	       set.workers, set.fronts, set.threads, set.load,
	       set.workers == 0
	               ? 0
	               : 100.0 * (double)(busy_us - warm_us) /
	                         ((set.seconds - WARM_S) * S_US * set.workers * set.threads));
	print_times("small", 1);
	print_times("long", 0);
	printf("jobs %llu ended, %.0f messages/s, %llu declined, %llu lapsed\n",
	       (unsigned long long)ended, (double)messages / set.seconds,
	       (unsigned long long)declined, (unsigned long long)lapsed);
}

static void read_options(int argc, char **argv)
{
	static const struct option names[] = {
	        {"workers", 1, NULL, 'w'},  {"fronts", 1, NULL, 'f'}, {"threads", 1, NULL, 't'},
	        {"delay-us", 1, NULL, 'd'}, {"rate", 1, NULL, 'r'},   {"load", 1, NULL, 'l'},
	        {"seconds", 1, NULL, 's'},  {"small", 1, NULL, 'm'},  {"long-ms", 1, NULL, 'g'},
	        {"deaths", 1, NULL, 'x'},   {"times", 1, NULL, 'i'},  {"seed", 1, NULL, 'e'},
	        {NULL, 0, NULL, 0}};
	int c;

	while ((c = getopt_long(argc, argv, "", names, NULL)) != -1) {
		const double value = c != '?' ? strtod(optarg, NULL) : 0;

		switch (c) {
		case 'w':
			set.workers = (unsigned)value;
			break;
		case 'f':
			set.fronts = (unsigned)value;
			break;
		case 't':
			set.threads = (unsigned)value;
			break;
		case 'd':
			set.delay_us = value;
			break;
		case 'r':
			set.rate = value;
			break;
		case 'l':
			set.load = value;
			break;
		case 's':
			set.seconds = value;
			break;
		case 'm':
			mix.small_share = value;
			break;
		case 'g':
			mix.long_ms = value;
			break;
		case 'x':
			set.deaths = value;
			break;
		case 'i':
			set.times = optarg;
			break;
		case 'e':
			mix.rng.state = (uint64_t)value;
			break;
		default:
			exit(EXIT_FAILURE);
		}
	}
}

int main(int argc, char **argv)
{
	read_options(argc, argv);
	if (set.fronts == 0)
		set.fronts = set.workers / 64 + 1;
	if (set.workers > PLACEMENT_WORKERS || set.threads == 0 || set.threads > THREADS_MOST ||
	    set.seconds <= WARM_S) {
		fputs("fleet_sim: --workers, --threads or --seconds out of range\n", stderr);
		return EXIT_FAILURE;
	}
	if (set.times != NULL)
		mix_read(&mix, set.times);
	set_up();
	run();
	events_free(&events);
	mix_free(&mix);
	return EXIT_SUCCESS;
}
