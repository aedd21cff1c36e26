/* SPDX-License-Identifier: MIT
 * threads.c - a trial of as many threads at once as the libraries are going to make.
 *
 * Choice     Whether a thread can be had is known only when it is made, and the libraries do not
 *            report it: uv_queue_work and urcu_memb_get_default_call_rcu_data abort. The trial
 *            makes the same number of threads with the same attributes, has them all wait until the
 *            last one runs, and joins them. Nothing else is allocated between the trial and the
 *            libraries' own threads. A pool of this program's own would not need a trial, but would
 *            be a second one beside libuv's, which serves its file and resolver calls.
 */
#include "server/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "engine/base/signals.h"
#include "engine/table/epoch.h"

enum {
	POOL_DEFAULT = 4, /* threads of libuv's pool without UV_THREADPOOL_SIZE */
	POOL_MOST = 1024,
};

static atomic_bool has_pool;

typedef struct {
	pthread_mutex_t lock;
	pthread_cond_t over;
	bool is_over;
} trial_t;

static void *trial_main(void *context)
{
	trial_t *trial = context;

	(void)pthread_mutex_lock(&trial->lock);
	while (!trial->is_over)
		(void)pthread_cond_wait(&trial->over, &trial->lock);
	(void)pthread_mutex_unlock(&trial->lock);
	return NULL;
}

static unsigned pool_size(void)
{
	const char *text = getenv("UV_THREADPOOL_SIZE");
	const long size = text == NULL ? POOL_DEFAULT : strtol(text, NULL, 10);

	return size < 1 ? 1 : size > POOL_MOST ? POOL_MOST : (unsigned)size;
}

/* try_threads makes `count` threads that exist at once, and ends them. */
static err_t try_threads(unsigned count)
{
	trial_t trial = {.lock = PTHREAD_MUTEX_INITIALIZER, .over = PTHREAD_COND_INITIALIZER};
	pthread_t threads[POOL_MOST + 1];
	const sigset_t former = signals_hold();
	unsigned made = 0;

	while (made < count && pthread_create(&threads[made], NULL, trial_main, &trial) == 0)
		made++;
	(void)pthread_mutex_lock(&trial.lock);
	trial.is_over = true;
	(void)pthread_cond_broadcast(&trial.over);
	(void)pthread_mutex_unlock(&trial.lock);
	for (unsigned i = 0; i < made; i++)
		(void)pthread_join(threads[i], NULL);
	signals_restore(&former);
	return made == count ? ERR_OK : ERR_NOMEM;
}

static void nothing(uv_work_t *work) /* a thread of libuv's pool */
{
	(void)work;
}

/* pool_start has libuv make its threads, by work that does nothing. */
static err_t pool_start(uv_loop_t *loop)
{
	static uv_work_t work;
	const sigset_t former = signals_hold();
	const int rc = uv_queue_work(loop, &work, nothing, NULL);

	signals_restore(&former);
	if (rc != 0)
		return ERR_NOMEM;
	atomic_store(&has_pool, true);
	return ERR_OK;
}

err_t threads_start(uv_loop_t *loop)
{
	if (try_threads(pool_size() + 1) != ERR_OK)
		return ERR_NOMEM;
	epoch_start();
	return pool_start(loop);
}

err_t threads_start_epochs(void)
{
	if (try_threads(1) != ERR_OK)
		return ERR_NOMEM;
	epoch_start();
	return ERR_OK;
}

bool threads_have_pool(void)
{
	return atomic_load(&has_pool);
}
