/* SPDX-License-Identifier: MIT
 * crowd.c - boards with cycles, won at a high order, that four workers solve together.
 *
 * Without "taint" a worker may leave a move out for the sake of a failure that rests on its own
 * line, and keep it as a fact, which another worker then contradicts. One try in fifty or
 * so shows that; far fewer where other programs use the machine. */
#include "tests/zones/crowd.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/solve/solver.h"

enum { CROWD = 4, TRIES = 10000, TABLE = 256 << 10, ORDER = 4, DEPTH = 41 };

static const struct {
	const char *rows, *target;
} boards[] = {
        {"OX.O/.XOO/XOX./OO.O", "B3"},
        {"OX../.X.O/...O/O..X", "B4"},
};

static bool is_won(solver_t *solver, const char *rows, const char *target)
{
	const request_t request = {
	        .problem = {.game = "go", .rows = rows, .goal = "capture", .target = target},
	        .limits = {.order = ORDER,
	                   .depth = DEPTH,
	                   .engine = ALGORITHM_ALPHABETA,
	                   .schedule = SCHEDULE_DEPTH,
	                   .table_bytes = TABLE},
	};
	result_t result;
	errinfo_t why;
	job_t *job;

	if (solver_submit(solver, &request, &job, &why) != ERR_OK) {
		(void)fprintf(stderr, "crowd: %s\n", why.text);
		exit(EXIT_SUCCESS); /* nothing noticed */
	}
	solver_wait(job);
	job_result(job, &result);
	job_release(job);
	return result.value == VALUE_PROVEN;
}

int crowd_run(const zone_rule_t *rule)
{
	const solver_config_t config = {
	        .workers = CROWD, .young_us = 1, .table_bytes = TABLE, .priority = PRIORITY_NORMAL};
	solver_t *solver;
	errinfo_t why;
	bool fine = true;

	if (solver_create(&config, &solver, &why) != ERR_OK)
		return EXIT_SUCCESS;
	zone_rule_drop(rule);
	for (unsigned i = 0; i < TRIES && fine; i++)
		for (size_t b = 0; b < sizeof(boards) / sizeof(boards[0]) && fine; b++)
			fine = is_won(solver, boards[b].rows, boards[b].target);
	solver_destroy(solver);
	return fine ? EXIT_SUCCESS : 1;
}

bool crowd_notices(const zone_rule_t *rule)
{
	char self[] = "/proc/self/exe", option[] = "--crowd", name[32];
	char *args[] = {self, option, name, NULL};
	posix_spawn_file_actions_t actions;
	pid_t child;
	int status = 0;
	bool started;

	(void)snprintf(name, sizeof(name), "%s", rule->name);
	(void)posix_spawn_file_actions_init(&actions);
	(void)posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	started = posix_spawn(&child, self, &actions, NULL, args, environ) == 0;
	(void)posix_spawn_file_actions_destroy(&actions);
	if (!started || waitpid(child, &status, 0) != child)
		return false;
	return WIFSIGNALED(status) || WEXITSTATUS(status) == 1;
}
