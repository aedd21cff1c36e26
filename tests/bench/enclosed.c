/* SPDX-License-Identifier: MIT
 * enclosed.c - enclosed [-s SEED] [-c COUNT] [-e LEAST-MOST] [-n NODES] [-l NODES] [-r ROOM]
 *             [-t MS] [-p] [-v]: how many problems of life and death in closed regions are decided.
 *
 *     -s   the seed (2); odd ones are to tune by, even ones to report
 *     -c   problems (200)
 *     -e   empty points of the region, at least and at most (4-9)
 *     -n   nodes that a problem may take (300,000)
 *     -l   nodes that one may take which is left open by these, to know its verdict (0: not asked)
 *     -r   positions that the judge of tests/unit/go_enclosed.h may look at (0: it is not asked);
 *          a power of two, 1,024 at least
 *     -t   milliseconds of processor time within which a problem counts as decided (1000)
 *     -p   ask the oracle of small regions (engine/game/go/pocket) alone; -n counts its positions
 *     -v   a line a problem
 *
 * Each problem (enclosed_draw.h) is asked of a new table of 16 MiB with one worker, without lambda.
 * As that of a daemon the table has its memory before the question comes. Prints what was decided
 * by the number of empty points, by goal, by verdict and in all. Exit 1 if two answers contradict
 * each other, 64 for a wrong command line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/game/go/pocket/pocket_search.h"
#include "engine/game/go/go.h"
#include "engine/table/epoch.h"
#include "tests/bench/enclosed_draw.h"
#include "tests/bench/tune.h"

enum {
	TABLE_BYTES = 1 << 24,
	EXIT_USAGE = 64,
	POCKET_ENTRIES = 1 << 20,
	EMPTY_MOST = 18,
	LEAST_ROOM = 1024,
	KINDS = 2 * ENCLOSED_GOALS
};

/* What is known of a kind of problems; `late`: decided, but not in time. */
typedef struct {
	unsigned problems, decided, late;
	uint64_t nodes;
	double ms, most;
} tally_t;

typedef struct {
	uint64_t seed, nodes, longer;
	unsigned count, least, most, room;
	double limit;
	bool verbose, pocket;
} wanted_t;

typedef struct {
	value_t value;
	uint64_t nodes;
	double ms;
} answer_t;

typedef struct {
	tally_t by_empty[EMPTY_MOST + 1], by_kind[KINDS], by_fate[3], all;
	unsigned judged, wrong;
} report_t;

static double processor_ms(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static answer_t ask(const enclosed_problem_t *p, uint64_t nodes)
{
	const solver_config_t config = {.workers = 1,
	                                .table_bytes = TABLE_BYTES,
	                                .table_touched = true,
	                                .priority = PRIORITY_NORMAL,
	                                .by_turns = true};
	request_t request = p->request;
	solver_t *solver;
	errinfo_t why;
	result_t r;
	job_t *job;
	double from;

	request.limits.nodes = nodes;
	request.limits.engine = ALGORITHM_DFPN;
	request.limits.driver = DRIVER_PLAIN;
	if (solver_create(&config, &solver, &why) != ERR_OK) {
		(void)fprintf(stderr, "enclosed: %s\n", why.text);
		exit(EXIT_FAILURE);
	}
	from = processor_ms();
	if (solver_submit(solver, &request, &job, &why) != ERR_OK) {
		(void)fprintf(stderr, "enclosed: %s: %s\n", p->name, why.text);
		exit(EXIT_FAILURE);
	}
	solver_wait(job);
	job_result(job, &r);
	job_release(job);
	from = processor_ms() - from;
	solver_destroy(solver);
	return (answer_t){.value = r.value, .nodes = r.nodes, .ms = from};
}

static value_t value_of(pocket_end_t end)
{
	return end == POCKET_WON    ? VALUE_PROVEN
	       : end == POCKET_LOST ? VALUE_DISPROVEN
	                            : VALUE_UNDECIDED;
}

/* ask_pocket asks the oracle alone, whose word is no proof. */
static answer_t ask_pocket(const enclosed_problem_t *p, uint64_t nodes)
{
	static const pocket_goal_t of[] = {[ENCLOSED_LIVE] = POCKET_LIVE,
	                                   [ENCLOSED_LIVE_ANY] = POCKET_LIVE_ANY,
	                                   [ENCLOSED_CAPTURE_ANY] = POCKET_CAPTURE_ANY,
	                                   [ENCLOSED_CAPTURE_ALL] = POCKET_CAPTURE_ALL};
	const double from = processor_ms();
	answer_t a = {.value = VALUE_UNDECIDED};
	pocket_search_t *s;
	pocket_state_t root;
	position_t *pos;
	pocket_t pocket;

	if (game_create(&p->request.problem, &pos, NULL) != ERR_OK)
		return a;
	if (pocket_make(board_of(pos), of[p->goal], &pocket) &&
	    (s = pocket_search_make(&pocket, POCKET_ENTRIES)) != NULL) {
		pocket_read(&pocket, board_of(pos), &root);
		a.value = value_of(pocket_search_run(s, &root, nodes));
		a.nodes = pocket_search_nodes(s);
		pocket_search_free(s);
	}
	position_free(pos);
	a.ms = processor_ms() - from;
	return a;
}

static void count(tally_t *t, const answer_t *a, double limit)
{
	const bool decided = a->value != VALUE_UNDECIDED;

	t->problems++;
	t->decided += decided && a->ms <= limit;
	t->late += decided && a->ms > limit;
	t->nodes += a->nodes;
	t->ms += a->ms;
	t->most = a->ms > t->most ? a->ms : t->most;
}

static void show(const char *name, const tally_t *t)
{
	if (t->problems > 0)
		printf("%-20s %6u problems %6u decided %7.2f %%, %4u late, %11" PRIu64
		       " nodes, %8.1f ms each, %8.1f ms at most\n",
		       name, t->problems, t->decided, 100.0 * t->decided / t->problems, t->late,
		       t->nodes, t->ms / t->problems, t->most);
}

/* fate says who lives: 0: the blocks die, 1: they live, 2: it is not known. */
static unsigned fate(const enclosed_problem_t *p, value_t value)
{
	const bool lives = p->goal == ENCLOSED_LIVE || p->goal == ENCLOSED_LIVE_ANY;

	return value == VALUE_UNDECIDED ? 2 : (value == VALUE_PROVEN) == lives;
}

static const char *mark(value_t value)
{
	return value == VALUE_PROVEN ? "1" : value == VALUE_DISPROVEN ? "0" : "?";
}

/* compare finds the verdict of a problem by other means, and whether the answer agrees. */
static value_t compare(report_t *r, const wanted_t *w, enclosed_t *judge,
                       const enclosed_problem_t *p, value_t value)
{
	const int truth = w->room > 0 ? enclosed_ask(judge, p) : -1;
	value_t known = truth < 0 ? VALUE_UNDECIDED : truth > 0 ? VALUE_PROVEN : VALUE_DISPROVEN;

	r->judged += truth >= 0;
	if (known == VALUE_UNDECIDED && value == VALUE_UNDECIDED && w->longer > 0)
		known = ask(p, w->longer).value;
	if (known == VALUE_UNDECIDED)
		return value;
	if (value != VALUE_UNDECIDED && value != known) {
		r->wrong++;
		printf("WRONG %s: %s, %s, %s, \"%s\", attacker %u, threats %u %u\n", p->name,
		       mark(value), p->rows, p->options, p->target, p->request.problem.attacker,
		       p->board.threats[0], p->board.threats[1]);
	}
	return known;
}

static void run(const wanted_t *w, report_t *r)
{
	enclosed_t judge;

	if (w->room > 0)
		enclosed_make(&judge, w->room);
	for (unsigned i = 0; i < w->count; i++) {
		enclosed_problem_t p;
		answer_t a;
		value_t known;

		enclosed_draw(w->seed, i, w->least, w->most, &p);
		a = w->pocket ? ask_pocket(&p, w->nodes) : ask(&p, w->nodes);
		known = compare(r, w, &judge, &p, a.value);
		count(&r->by_empty[p.empty], &a, w->limit);
		count(&r->by_kind[i % KINDS], &a, w->limit);
		count(&r->by_fate[fate(&p, known)], &a, w->limit);
		count(&r->all, &a, w->limit);
		if (w->verbose)
			printf("%s\t%u\t%s\t%s\t%" PRIu64 "\t%.1f\t%s\t%s\t%s\n", p.name, p.empty,
			       mark(a.value), mark(known), a.nodes, a.ms, p.rows, p.options,
			       p.target[0] != '\0' ? p.target : "-");
	}
	if (w->room > 0)
		enclosed_free(&judge);
}

static bool read_args(int argc, char **argv, wanted_t *w)
{
	int option;

	while ((option = getopt(argc, argv, "s:c:e:n:l:r:t:vp")) != -1)
		if (option == 's')
			w->seed = strtoull(optarg, NULL, 10);
		else if (option == 'c')
			w->count = (unsigned)strtoul(optarg, NULL, 10);
		else if (option == 'e' && strchr(optarg, '-') != NULL) {
			w->least = (unsigned)strtoul(optarg, NULL, 10);
			w->most = (unsigned)strtoul(strchr(optarg, '-') + 1, NULL, 10);
		} else if (option == 'n')
			w->nodes = strtoull(optarg, NULL, 10);
		else if (option == 'l')
			w->longer = strtoull(optarg, NULL, 10);
		else if (option == 'r')
			w->room = (unsigned)strtoul(optarg, NULL, 10);
		else if (option == 't')
			w->limit = strtod(optarg, NULL);
		else if (option == 'p')
			w->pocket = true;
		else if (option == 'v')
			w->verbose = true;
		else
			return false;
	return optind == argc && w->least >= 2 && w->least <= w->most && w->most <= EMPTY_MOST &&
	       (w->room & (w->room - 1)) == 0 && (w->room == 0 || w->room >= LEAST_ROOM);
}

static void show_all(const report_t *r)
{
	static const char *const fates[] = {"death", "life", "not known"};
	char name[32];

	for (unsigned i = 0; i <= EMPTY_MOST; i++) {
		(void)snprintf(name, sizeof(name), "%u empty", i);
		show(name, &r->by_empty[i]);
	}
	for (unsigned i = 0; i < KINDS; i++) {
		(void)snprintf(name, sizeof(name), "%s%s",
		               enclosed_goal_name((enclosed_goal_t)(i / 2)),
		               i % 2 != 0 ? "-second" : "");
		show(name, &r->by_kind[i]);
	}
	for (unsigned i = 0; i < 3; i++)
		show(fates[i], &r->by_fate[i]);
	show("all", &r->all);
	printf("%u judged, %u wrong\n", r->judged, r->wrong);
}

int main(int argc, char **argv)
{
	static report_t report;
	wanted_t w = {2, 300000, 0, 200, 4, 9, 0, 1000.0, false, false};

	tune_args(&argc, argv);
	if (!read_args(argc, argv, &w))
		return EXIT_USAGE;
	epoch_start();
	epoch_thread_join();
	run(&w, &report);
	epoch_thread_leave();
	show_all(&report);
	return report.wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
