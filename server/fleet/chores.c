/* SPDX-License-Identifier: MIT
 * chores.c - see chores.h. */
#include "server/fleet/chores.h"

#include <assert.h>

void chores_init(chores_t *chores, uv_loop_t *loop, void (*idle_cb)(void *context), void *context)
{
	*chores = (chores_t){.loop = loop, .idle_cb = idle_cb, .context = context};
	chores->work.data = chores;
	list_init(&chores->waiting);
}

static void run(uv_work_t *work) /* the pool */
{
	const chores_t *chores = work->data;

	chores->now->run(chores->now);
}

static chore_t *take(chores_t *chores)
{
	chore_t *chore = LIST_ENTRY(chores->waiting.next, chore_t, link);

	list_drop(&chore->link);
	chores->count--;
	return chore;
}

static void next(chores_t *chores);

static void ran_cb(uv_work_t *work, int status)
{
	chores_t *chores = work->data;
	chore_t *chore = chores->now;

	(void)status;
	chores->now = NULL;
	chore->end(chore, true);
	next(chores);
	if (chores->now == NULL)
		chores->idle_cb(chores->context);
}

static void next(chores_t *chores)
{
	while (chores->now == NULL && !list_empty(&chores->waiting)) {
		chores->now = take(chores);
		if (uv_queue_work(chores->loop, &chores->work, run, ran_cb) != 0) {
			chore_t *chore = chores->now;

			chores->now = NULL;
			chore->end(chore, false);
		}
	}
}

bool chores_add(chores_t *chores, chore_t *chore)
{
	if (chores->count == CHORES_MOST)
		return false;
	list_init(&chore->link);
	list_add(&chores->waiting, &chore->link);
	chores->count++;
	next(chores);
	return true;
}

void chores_drop(chores_t *chores)
{
	while (!list_empty(&chores->waiting)) {
		chore_t *chore = take(chores);

		chore->end(chore, false);
	}
	assert(chores->count == 0);
}

bool chores_busy(const chores_t *chores)
{
	return chores->now != NULL;
}
