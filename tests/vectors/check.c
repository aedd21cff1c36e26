/* SPDX-License-Identifier: MIT
 * check.c - runs the rows of vectors files through the engine, with schedule
 * "depth", for every order limit from 0 to 4, with sound zones and with none, by
 * alpha-beta and by df-pn, and without lambda, with one worker and with four.
 *
 * A check is one row, one order limit with or without zones by either engine or the
 * driver plain, one number of workers. Df-pn does not look for the least depth, so that
 * is not asked of it, nor is the least order.
 * It asks that
 *   - a row that is won reports 1, with the least depth and the least order;
 *   - a row that is not reports 0 or 1/2, never 1;
 *   - a proof comes with a best move and a line no longer than its depth.
 * Plain search goes no deeper than the row's win or, where there is none, than
 * PLAIN_DEPTH.
 * How many rows stay at 1/2 is told in the end: there the depth limit still cuts
 * something (a ko that can go on for ever), or it ought not to.
 *
 * Runs must not help each other: every job has a table of its own. With one
 * worker jobs are submitted ahead into a ring; with four they come one by one and
 * call for helpers at once, so that those that are more than a glance are shared
 * (how many were is told in the end).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/solve/solver.h"
#include "engine/table/epoch.h"
#include "tests/vectors/row.h"

enum {
	RING = 16,               /* jobs in flight */
	TABLE_BYTES = 256 << 10, /* of one job */
	DEPTH = 41,              /* plies; the rows need 19 at most */
	PLAIN_DEPTH = 5,         /* plies; of full-width search without a win */
	PLAIN = ROW_ORDERS,      /* the "order limit" that means plain search */
	SHOWN = 20,              /* failures told in full */
};

typedef struct {
	job_t *job;
	row_t row;
	const char *file;
	unsigned line, limit, workers;
	zoning_t zoning;
	algorithm_t engine;
} slot_t;

typedef struct {
	slot_t ring[RING];
	unsigned head, tail; /* jobs head..tail-1 are in flight */
	unsigned passed, failed;
	unsigned proven, disproven, shared;
	unsigned undecided[4]; /* with zones, without, plain, df-pn */
} run_t;

static void complain(run_t *run, const char *file, unsigned line, const char *what)
{
	if (run->failed++ < SHOWN)
		printf("FAIL %s:%u: %s\n", file, line, what);
}

static void show_position(const row_t *row)
{
	printf("     %s to move, target %s, ko %s; D0..D4:",
	       row->attacker == COLOUR_BLACK ? "X" : "O", row->target,
	       row->ko[0] != '\0' ? row->ko : "-");
	for (int n = 0; n < ROW_ORDERS; n++)
		printf(" %u", row->plies[n]);
	printf("\n       ");
	for (const char *p = row->rows; *p != '\0'; p++)
		printf(*p == '/' ? "\n       " : "%c", *p);
	printf("\n");
}

static bool answer(const slot_t *slot, unsigned *order, unsigned *plies)
{
	if (slot->limit != PLAIN)
		return row_answer(&slot->row, slot->limit, order, plies);
	*order = 0;
	*plies = slot->row.plain;
	return *plies != 0;
}

/* verdict_wrong says what is wrong with a result, or returns NULL. */
static const char *verdict_wrong(const slot_t *slot, const result_t *got)
{
	static char text[200];
	unsigned order, plies;
	bool won = answer(slot, &order, &plies);

	if (got->state != JOB_DONE)
		(void)snprintf(text, sizeof(text), "the job ended as %s: %s",
		               job_state_name(got->state), err_text(got->error));
	else if (won && got->value != VALUE_PROVEN)
		(void)snprintf(text, sizeof(text), "%s, but it is won at order %u, depth %u",
		               value_name(got->value), order, plies);
	else if (won && slot->engine != ALGORITHM_DFPN &&
	         (got->order != order || got->depth != plies))
		(void)snprintf(text, sizeof(text),
		               "order %u, depth %u instead of order %u, depth %u", got->order,
		               got->depth, order, plies);
	else if (!won && got->value == VALUE_PROVEN)
		(void)snprintf(text, sizeof(text),
		               "proven at order %u, depth %u, but it is not won", got->order,
		               got->depth);
	else if (won && (got->best == MOVE_NONE || got->line_length == 0 ||
	                 got->line_length > got->depth || got->line[0] != got->best))
		(void)snprintf(text, sizeof(text), "a proof with a line of %u moves",
		               got->line_length);
	else
		return NULL;
	return text;
}

/* finish_oldest waits for the job at the head of the ring and judges it. */
static void finish_oldest(run_t *run)
{
	slot_t *slot = &run->ring[run->head++ % RING];
	result_t got;
	const char *wrong;

	solver_wait(slot->job);
	job_result(slot->job, &got);
	job_release(slot->job);
	run->proven += got.value == VALUE_PROVEN;
	run->disproven += got.value == VALUE_DISPROVEN;
	run->undecided[slot->limit == PLAIN             ? 2
	               : slot->engine == ALGORITHM_DFPN ? 3
	                                                : (int)slot->zoning] +=
	        got.value == VALUE_UNDECIDED;
	run->shared += got.workers > 1;
	wrong = verdict_wrong(slot, &got);
	if (wrong == NULL) {
		run->passed++;
		return;
	}
	if (run->failed++ >= SHOWN)
		return;
	printf("FAIL %s:%u: order limit %u (%u: plain), %s zones, %s, %u worker%s: %s\n",
	       slot->file, slot->line, slot->limit, PLAIN,
	       slot->zoning == ZONING_SOUND ? "sound" : "no",
	       slot->engine == ALGORITHM_DFPN ? "df-pn" : "alpha-beta", slot->workers,
	       slot->workers == 1 ? "" : "s", wrong);
	show_position(&slot->row);
}

static unsigned depth_limit(const slot_t *what)
{
	if (what->limit != PLAIN)
		return DEPTH;
	return what->row.plain != 0 ? what->row.plain : PLAIN_DEPTH;
}

static void submit(run_t *run, solver_t *solver, const slot_t *what)
{
	slot_t *slot;
	errinfo_t why;
	request_t request = {
	        .limits = {.order = what->limit == PLAIN ? 0 : (int)what->limit,
	                   .depth = depth_limit(what),
	                   .table_bytes = TABLE_BYTES,
	                   .workers = what->workers,
	                   .schedule = SCHEDULE_DEPTH,
	                   .zoning = what->zoning,
	                   .engine = what->engine,
	                   .driver = what->limit == PLAIN ? DRIVER_PLAIN : DRIVER_LAMBDA},
	};

	if (run->tail - run->head == (what->workers == 1 ? RING : 1))
		finish_oldest(run);
	slot = &run->ring[run->tail % RING];
	*slot = *what;
	request.problem = row_problem(&slot->row);
	if (solver_submit(solver, &request, &slot->job, &why) != ERR_OK)
		complain(run, slot->file, slot->line, why.text);
	else
		run->tail++;
}

/* submit_all asks all there is to ask of a row. */
static void submit_all(run_t *run, solver_t *solver, slot_t *what)
{
	what->zoning = ZONING_SOUND;
	what->engine = ALGORITHM_ALPHABETA;
	for (what->limit = 0; what->limit <= PLAIN; what->limit++)
		submit(run, solver, what);
	what->engine = ALGORITHM_DFPN;
	for (what->limit = 0; what->limit < PLAIN; what->limit++)
		submit(run, solver, what);
	what->zoning = ZONING_NONE;
	for (what->limit = 1; what->limit < PLAIN; what->limit++)
		submit(run, solver, what);
	what->engine = ALGORITHM_ALPHABETA;
	for (what->limit = 1; what->limit < PLAIN; what->limit++)
		submit(run, solver, what);
}

static void check_file(run_t *run, solver_t *solver, const char *path)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t room = 0;
	slot_t what = {.file = path, .workers = solver_workers(solver)};
	errinfo_t why;

	if (file == NULL) {
		complain(run, path, 0, "cannot be opened");
		return;
	}
	while (getline(&line, &room, file) > 0) {
		what.line++;
		if (!row_is_one(line))
			continue;
		if (row_parse(line, &what.row, &why) != ERR_OK) {
			complain(run, path, what.line, why.text);
		} else {
			submit_all(run, solver, &what);
		}
	}
	while (run->head != run->tail)
		finish_oldest(run);
	free(line);
	(void)fclose(file);
}

int main(int argc, char **argv)
{
	static const unsigned workers[] = {1, 4};
	static run_t run;

	if (argc < 2) {
		(void)fputs("usage: check FILE...\n", stderr);
		return 64;
	}
	epoch_start();
	for (size_t i = 0; i < sizeof(workers) / sizeof(workers[0]); i++) {
		solver_config_t config = {.workers = workers[i],
		                          .table_bytes = TABLE_BYTES,
		                          .young_us = workers[i] == 1 ? 0 : 1,
		                          .priority = PRIORITY_NORMAL};
		solver_t *solver;
		errinfo_t why;

		if (solver_create(&config, &solver, &why) != ERR_OK) {
			(void)fprintf(stderr, "check: %s\n", why.text);
			return 71;
		}
		for (int a = 1; a < argc; a++)
			check_file(&run, solver, argv[a]);
		solver_destroy(solver);
	}
	if (run.failed > SHOWN)
		printf("... and %u more\n", run.failed - SHOWN);
	printf("%u proven, %u disproven, undecided %u with zones, %u without, %u plain, %u by "
	       "df-pn; %u shared by workers\n",
	       run.proven, run.disproven, run.undecided[0], run.undecided[1], run.undecided[2],
	       run.undecided[3], run.shared);
	printf("%u passed, %u failed\n", run.passed, run.failed);
	return run.failed == 0 && run.passed > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
