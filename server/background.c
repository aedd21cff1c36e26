/* SPDX-License-Identifier: MIT
 * background.c - joins threads when they have ended, and not before.
 *
 * A thread of low priority that has told the loop of its end may be put to sleep before it has
 * ended: the loop that it has woken takes its processor. On a machine that is busy a join at that
 * moment waited for 20 ms and more. So each begin joins those that have ended meanwhile; the last
 * ones are joined when the server stops.
 *
 * Weighed    Threads that nobody joins: the bridge could be closed while one is still in
 *            bridge_post. */
#include "server/background.h"

#include <pthread.h>

#include "engine/base/mem.h"
#include "engine/base/signals.h"

typedef struct {
	link_t link;
	pthread_t id;
} thread_t;

static void forget(thread_t *thread)
{
	list_drop(&thread->link);
	mem_free(thread, sizeof(*thread));
}

void background_init(background_t *b)
{
	list_init(&b->threads);
}

/* join_ended joins the threads that have ended. */
static void join_ended(background_t *b)
{
	for (link_t *at = b->threads.next, *next; at != &b->threads; at = next) {
		thread_t *thread = LIST_ENTRY(at, thread_t, link);

		next = at->next;
		if (pthread_tryjoin_np(thread->id, NULL) == 0)
			forget(thread);
	}
}

err_t background_begin(background_t *b, void *(*work)(void *context), void *context)
{
	thread_t *thread = mem_alloc(sizeof(*thread));
	sigset_t former;
	int error;

	if (thread == NULL)
		return ERR_NOMEM;
	join_ended(b);
	list_init(&thread->link);
	list_add(&b->threads, &thread->link);
	former = signals_hold();
	error = pthread_create(&thread->id, NULL, work, context);
	signals_restore(&former);
	if (error == 0)
		return ERR_OK;
	forget(thread);
	return ERR_NOMEM;
}

void background_join(background_t *b)
{
	while (!list_empty(&b->threads)) {
		thread_t *thread = LIST_ENTRY(b->threads.next, thread_t, link);

		(void)pthread_join(thread->id, NULL);
		forget(thread);
	}
}
