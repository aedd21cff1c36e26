/* SPDX-License-Identifier: MIT
 * keeper.c - group commit: one commit at a time, of all that came while the last one waited
 * for the disk. The store asks for a commit once, until one has begun, so its node is never in
 * the bridge twice. */
#include "server/keeper.h"

#include "engine/base/mem.h"
#include "server/log.h"

struct keeper {
	uv_loop_t *loop;
	bridge_t *bridge;
	bridge_node_t due; /* in the bridge: a commit is wanted */
	store_t *store;
	uv_work_t work;
	bool is_busy;   /* work is queued or runs */
	bool is_wanted; /* another commit, after this one */
	err_t err;      /* of the last; the pool's while it is busy */
	errinfo_t why;
};

static void on_due(void *context) /* any thread */
{
	keeper_t *keeper = context;

	bridge_post(keeper->bridge, &keeper->due);
}

static void commit(uv_work_t *work) /* a thread of libuv's pool */
{
	keeper_t *keeper = work->data;

	keeper->err = store_commit(keeper->store, &keeper->why);
}

static void kick(keeper_t *keeper);

static void committed_cb(uv_work_t *work, int status)
{
	keeper_t *keeper = work->data;

	(void)status;
	keeper->is_busy = false;
	if (keeper->err != ERR_OK)
		log_line(LOG_ERROR, LOG_SERVER, "event=store-full why=\"%s\"", keeper->why.text);
	if (keeper->is_wanted)
		kick(keeper);
}

static void kick(keeper_t *keeper)
{
	keeper->is_wanted = keeper->is_busy;
	if (keeper->is_busy)
		return;
	keeper->is_busy = uv_queue_work(keeper->loop, &keeper->work, commit, committed_cb) == 0;
}

static void due_cb(bridge_node_t *node)
{
	kick((keeper_t *)(void *)((char *)node - offsetof(keeper_t, due)));
}

err_t keeper_open(uv_loop_t *loop, const conf_t *conf, keeper_t **out, errinfo_t *why)
{
	keeper_t *keeper;
	store_config_t config = {.folder = conf->store,
	                         .bytes = (size_t)conf->store_size_mib << 20,
	                         .on_due = on_due};
	store_stats_t stats;
	err_t err;

	*out = NULL;
	if (conf->store[0] == '\0')
		return ERR_OK;
	keeper = mem_alloc(sizeof(*keeper));
	if (keeper == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	keeper->loop = loop;
	keeper->due.run = due_cb;
	keeper->work.data = keeper;
	config.context = keeper;
	if ((err = store_open(&config, &keeper->store, why)) != ERR_OK) {
		keeper_free(keeper);
		return err;
	}
	store_stats(keeper->store, &stats);
	log_line(LOG_INFO, LOG_SERVER, "event=store-open facts=%llu",
	         (unsigned long long)stats.facts);
	*out = keeper;
	return ERR_OK;
}

store_t *keeper_store(const keeper_t *keeper)
{
	return keeper != NULL ? keeper->store : NULL;
}

void keeper_begin(keeper_t *keeper, bridge_t *bridge)
{
	if (keeper != NULL)
		keeper->bridge = bridge;
}

void keeper_end(keeper_t *keeper)
{
	if (keeper != NULL)
		kick(keeper);
}

void keeper_free(keeper_t *keeper)
{
	if (keeper == NULL)
		return;
	store_close(keeper->store);
	mem_free(keeper, sizeof(*keeper));
}

void keeper_tell(const keeper_t *keeper, msg_info_t *out)
{
	store_stats_t stats;

	out->has_store = keeper != NULL;
	if (keeper == NULL)
		return;
	store_stats(keeper->store, &stats);
	out->store.facts = stats.facts;
	out->store.waiting = stats.waiting;
	out->store.bytes = stats.bytes;
	out->store.bytes_most = stats.bytes_most;
	out->store.found = stats.found;
	out->store.missed = stats.missed;
	out->store.evicted = stats.evicted;
	out->store.is_full = stats.is_full;
}
