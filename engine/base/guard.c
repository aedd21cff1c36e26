/* SPDX-License-Identifier: MIT
 * guard.c - leaves work whose check has failed, by longjmp.
 *
 * The question   A broken invariant inside one search should cost that search and nothing else.
 *
 * The choices    Workers as processes of their own would also survive a wild pointer. But the speed
 *                of many small questions comes from one table, and from threads that take over a
 *                job within microseconds. The table, the marks, the answers and the bridge would
 *                have to be in shared memory, which a faulty process can damage as well. A restart
 *                that keeps the queue asks the same question again, which fails again, while all
 *                clients wait and their connections are lost. Checks that return an error would add
 *                a branch behind each call of the search, for what never happens.
 *
 * The choice     A search holds no lock while it searches, owns its memory, and writes what it
 *                shares in such a way that a half-done write is taken for another position's
 *                (ttable.c, ztable.c, marks.c). So it can be left at any point. CHECK jumps back to
 *                the caller of guard_run, which ends the job as failed (solve/fault.c). What the
 *                search may have written into the table before is not believed any more
 *                (ttable_distrust).
 *
 * Not caught     What is no check: a wild pointer; an endless loop, which the watchdog sees. Checks
 *                in code that holds a lock, or on the loop of the server, end the process, because
 *                there the state of others is damaged.
 *
 * Memory         Work that is left would leak its memory. A search between its slices is a
 *                structure and is freed as one (search_discard). Work that begins and ends in one
 *                call is run with GUARD_OWNS: a hash set holds its blocks, which are freed when it
 *                is left. Blocks that are allocated in a pause are not in the set; they belong to
 *                the code that was called.
 */
#include "engine/base/guard.h"

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"

enum { BLOCKS_AT_FIRST = 64 };

typedef struct {
	void *at; /* NULL: empty */
	size_t bytes;
	guard_free_t *release;
} block_t;

struct guard {
	jmp_buf back;
	fault_t fault;
	bool owns;
	block_t *block;     /* open addressing, at most half full; NULL: none yet, or no memory */
	size_t room, count; /* places, a power of two or 0; blocks */
};

static _Thread_local guard_t *now; /* the guard of this thread; NULL: none, or it is paused */

/* place_of returns where a block belongs in the set, which has room. */
static size_t place_of(const guard_t *g, const void *at)
{
	return (size_t)((uintptr_t)at / 16 * 0x9e3779b97f4a7c15 >> 20) & (g->room - 1);
}

static void put(guard_t *g, block_t block)
{
	size_t i = place_of(g, block.at);

	while (g->block[i].at != NULL)
		i = (i + 1) & (g->room - 1);
	g->block[i] = block;
	g->count++;
}

/* make_room doubles the set. False: no memory; blocks that are not in the set leak if the work
 * is left. */
static bool make_room(guard_t *g)
{
	const guard_t old = {.block = g->block, .room = g->room};
	const size_t room = old.room > 0 ? 2 * old.room : BLOCKS_AT_FIRST;
	block_t *block = calloc(room, sizeof(*block)); /* not of mem.h, which would note it */

	if (block == NULL)
		return false;
	g->block = block;
	g->room = room;
	g->count = 0;
	for (size_t i = 0; i < old.room; i++)
		if (old.block[i].at != NULL)
			put(g, old.block[i]);
	free(old.block);
	return true;
}

void guard_took(void *block, size_t bytes, guard_free_t *release)
{
	guard_t *g = now;

	if (g == NULL || !g->owns || (2 * (g->count + 1) > g->room && !make_room(g)))
		return;
	put(g, (block_t){block, bytes, release});
}

bool guard_gave(const void *block)
{
	guard_t *g = now;
	size_t hole, i;

	if (g == NULL || g->count == 0)
		return false;
	hole = place_of(g, block);
	while (g->block[hole].at != block) {
		if (g->block[hole].at == NULL)
			return false; /* allocated before the work began */
		hole = (hole + 1) & (g->room - 1);
	}
	g->count--;
	/* Blocks behind the hole whose search would pass it move up, so that they are still
	 * found. */
	for (i = (hole + 1) & (g->room - 1); g->block[i].at != NULL; i = (i + 1) & (g->room - 1)) {
		const size_t home = place_of(g, g->block[i].at);

		if (((i - home) & (g->room - 1)) < ((i - hole) & (g->room - 1)))
			continue;
		g->block[hole] = g->block[i];
		hole = i;
	}
	g->block[hole].at = NULL;
	return true;
}

/* enter runs the work; false: it was left. Variables of this function do not change in between. */
static bool enter(guard_t *g, void (*run)(void *context), void *context)
{
	if (setjmp(g->back) != 0) /* NOLINT(cert-err52-cpp): see the head of this file */
		return false;
	run(context);
	return true;
}

static void free_blocks(const guard_t *g)
{
	for (size_t i = 0; i < g->room; i++) {
		const block_t *b = &g->block[i];

		if (b->at != NULL)
			b->release(b->at, b->bytes);
	}
}

bool guard_run(void (*run)(void *context), void *context, guard_memory_t memory, fault_t *out)
{
	guard_t g = {.owns = memory == GUARD_OWNS};
	bool is_whole;

	*out = (fault_t){.what = NULL};
	if (now != NULL) {
		run(context);
		return true;
	}
	now = &g;
	is_whole = enter(&g, run, context);
	now = NULL;
	if (!is_whole) {
		free_blocks(&g);
		*out = g.fault;
	}
	free(g.block);
	return is_whole;
}

guard_t *guard_pause(void)
{
	guard_t *g = now;

	now = NULL;
	return g;
}

void guard_resume(guard_t *guard)
{
	now = guard;
}

void guard_leave(const char *what, const char *file, int line)
{
	guard_t *g = now;
	const char *slash;

	if (g == NULL)
		return;
	slash = strrchr(file, '/'); /* the folder of the build is left out */
	g->fault = (fault_t){what, slash != NULL ? slash + 1 : file, line};
	longjmp(g->back, 1); /* NOLINT(cert-err52-cpp) */
}
