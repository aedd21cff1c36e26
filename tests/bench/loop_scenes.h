/* SPDX-License-Identifier: MIT
 * loop_scenes.h - what many connections do at once, and what is done for the first time, for
 * loop_time.c. */
#ifndef TESTS_BENCH_LOOP_SCENES_H
#define TESTS_BENCH_LOOP_SCENES_H

#include "server/inside.h"

enum { LOOP_WATCHERS_MAX = 10000 };

/* What a scene works with: turn runs the loop once and returns the processor time of the longest
 * turn that ended in it, in ns. */
typedef struct {
	server_t *server;
	const char *socket; /* that it listens on */
	unsigned watchers;
	uint64_t (*turn)(void);
} loop_scenes_t;

/* loop_scenes_first measures the first use of each size of board: call it before all else.
 * loop_scenes_run measures the rest. Both print a line each, and return the longest turn. */
uint64_t loop_scenes_first(const loop_scenes_t *scenes);
uint64_t loop_scenes_run(const loop_scenes_t *scenes);

#endif
