/* SPDX-License-Identifier: MIT
 * committer.c - group commit: one commit at a time, of all facts that came while the last one
 * waited for the disk. The store asks once for a commit, and again only when that has begun; so
 * the node `due` is never in the bridge twice.
 *
 * A store that cannot be written or used costs nobody an answer. The failure is logged once, the
 * facts wait in memory, and the commit is tried again after a second, two, four, up to a minute.
 * Every few seconds without facts an empty commit checks that the folder is still there. Two
 * things keep a daemon from starting, because somebody is there to correct them: a folder that
 * another process has, and facts that are false.
 *
 * The server answers from a store without a search. So some of its facts are searched again
 * before that: a faulty program, or somebody by hand, may have filled the folder. `tesuji store
 * verify` does so with all facts.
 */
#include "server/committer.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/store/store_copy.h"
#include "server/fact_check.h"
#include "server/log.h"

enum {
	PROVE_FACTS = 8,          /* searched again when the daemon starts */
	PROVE_DRAWS = 64,         /* facts drawn to find as many that are cheap */
	PROVE_NODES_FIRST = 2000, /* nodes that a cheap fact has taken: a millisecond or two */
	PROVE_NODES = 20000,      /* nodes that it may take now */
	LOOK_MS = 2000,           /* between empty commits */
	RETRY_MS = 1000,          /* before the second try of a commit; twice as long each time, */
	RETRY_MS_MOST = 60000,    /* up to this */
	CHECK_SAID_MIB = 64,      /* opening a store of this size takes so long that it is logged */
};

struct committer {
	uv_loop_t *loop;
	bridge_t *bridge;
	bridge_node_t due; /* in the bridge while the store wants a commit */
	store_t *store;
	uv_work_t work;
	bool is_busy;   /* work is queued or runs */
	bool is_wanted; /* another commit is to follow this one */
	err_t err;      /* of the last commit; belongs to the pool's thread while is_busy */
	errinfo_t why;
	char said[ERRINFO_TEXT_MAX]; /* the failure that was logged last; "": none since then */
	uv_timer_t timer;
	uint64_t retry_ms; /* until the next try; 0: the last commit was good */
	bool has_begun, has_ended;
	uint64_t began_ns; /* clock: of the last commit */
	committer_counts_t counts;

	/* Set before there are searches. */
	void (*kept_cb)(void *context, const fact_record_bytes_t *record);
	void *kept_context;
};

static void on_due(void *context) /* any thread */
{
	committer_t *committer = context;

	bridge_post(committer->bridge, &committer->due);
}

static void on_kept(void *context, const fact_record_bytes_t *record) /* any thread */
{
	const committer_t *committer = context;

	if (committer->kept_cb != NULL)
		committer->kept_cb(committer->kept_context, record);
}

static void commit(uv_work_t *work) /* a thread of libuv's pool */
{
	committer_t *committer = work->data;

	committer->err = store_commit(committer->store, &committer->why);
}

/* kick begins a commit, or has one follow the commit that runs. */
static void kick(committer_t *committer);

static void timer_cb(uv_timer_t *timer)
{
	kick(timer->data);
}

/* tell_failed logs why a commit failed, unless that was logged last, and sets the time of the
 * next try. */
static void tell_failed(committer_t *committer)
{
	if (strcmp(committer->said, committer->why.text) != 0)
		log_line(LOG_ERROR, LOG_SERVER, "event=store-failed why=\"%s\"",
		         committer->why.text);
	memcpy(committer->said, committer->why.text, sizeof(committer->said));
	committer->retry_ms = committer->retry_ms == 0 ? RETRY_MS : 2 * committer->retry_ms;
	if (committer->retry_ms > RETRY_MS_MOST)
		committer->retry_ms = RETRY_MS_MOST;
}

/* tell_back logs that commits succeed again, if a failure was logged. */
static void tell_back(committer_t *committer)
{
	store_stats_t stats;

	committer->retry_ms = 0;
	if (committer->said[0] == '\0')
		return;
	committer->said[0] = '\0';
	store_stats(committer->store, &stats);
	log_line(LOG_INFO, LOG_SERVER, "event=store-back facts=%llu",
	         (unsigned long long)stats.facts);
}

static void committed_cb(uv_work_t *work, int status)
{
	committer_t *committer = work->data;

	(void)status;
	assert(committer->is_busy);
	committer->is_busy = false;
	committer->counts.commits++;
	committer->counts.failed += committer->err != ERR_OK;
	committer->counts.last_ns = clock_now_ns() - committer->began_ns;
	if (committer->err != ERR_OK)
		tell_failed(committer);
	else
		tell_back(committer);
	if (committer->is_wanted && (committer->err == ERR_OK || committer->has_ended))
		kick(committer);
	else if (!committer->has_ended)
		(void)uv_timer_start(&committer->timer, timer_cb,
		                     committer->err != ERR_OK ? committer->retry_ms : LOOK_MS, 0);
}

static void kick(committer_t *committer)
{
	committer->is_wanted = committer->is_busy;
	if (committer->is_busy)
		return;
	committer->began_ns = clock_now_ns();
	committer->is_busy =
	        uv_queue_work(committer->loop, &committer->work, commit, committed_cb) == 0;
}

static void due_cb(bridge_node_t *node)
{
	kick((committer_t *)(void *)((char *)node - offsetof(committer_t, due)));
}

/* tell_size logs that a large store is opened, which takes as long as reading it. */
static void tell_size(const char *folder)
{
	char path[CONF_TEXT_MAX + 16];
	struct stat data;

	(void)snprintf(path, sizeof(path), "%s/data.mdb", folder);
	if (stat(path, &data) == 0 && data.st_size >= (off_t)CHECK_SAID_MIB << 20)
		log_line(LOG_INFO, LOG_SERVER, "event=store-check mib=%llu",
		         (unsigned long long)data.st_size >> 20);
}

err_t committer_open(uv_loop_t *loop, const conf_t *conf, committer_t **out, errinfo_t *why)
{
	committer_t *committer;
	store_config_t config = {.folder = conf->store,
	                         .bytes = (size_t)conf->store_size_mib << 20,
	                         .stays = true,
	                         .on_due = on_due,
	                         .on_kept = on_kept};
	const uint64_t began = clock_now_ns();
	store_stats_t stats;
	err_t err;

	*out = NULL;
	if (conf->store[0] == '\0')
		return ERR_OK;
	committer = mem_alloc(sizeof(*committer));
	if (committer == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	committer->loop = loop;
	committer->due.run = due_cb;
	committer->work.data = committer;
	config.context = committer;
	tell_size(conf->store);
	why->code = ERR_OK;
	if ((err = store_open(&config, &committer->store, why)) != ERR_OK) {
		committer_free(committer);
		return err;
	}
	*out = committer;
	if (why->code != ERR_OK) { /* it stays shut for now */
		committer->why = *why;
		tell_failed(committer);
		return ERR_OK;
	}
	store_stats(committer->store, &stats);
	log_line(LOG_INFO, LOG_SERVER, "event=store-open facts=%llu ms=%llu",
	         (unsigned long long)stats.facts,
	         (unsigned long long)((clock_now_ns() - began) / 1000000));
	return ERR_OK;
}

/* ask has the solver answer the question of a record again. ERR_VALUE: the answer differs; *why
 * has the question. A question that stays undecided counts in *open. */
static err_t ask(const fact_record_t *r, uint64_t hash, solver_t *solver, unsigned *open,
                 errinfo_t *why)
{
	fact_check_t check;
	fact_verdict_t verdict;
	result_t now;
	job_t *job;
	err_t err = fact_check_make(&check, r, hash, NULL, PROVE_NODES, why);

	if (err == ERR_VALUE) {
		++*open; /* nobody would find it, true or not */
		return ERR_OK;
	}
	if (err == ERR_OK)
		err = solver_submit(solver, &check.request, &job, why);
	if (err != ERR_OK)
		return err;
	solver_wait(job);
	job_result(job, &now);
	job_release(job);
	verdict = fact_check_compare(&check, &now);
	*open += verdict == FACT_OPEN;
	if (verdict != FACT_FALSE)
		return ERR_OK;
	return err_fail(why, ERR_VALUE, "\"%.*s\" is answered otherwise", (int)r->question_length,
	                r->question);
}

err_t committer_prove(const committer_t *committer, const conf_t *conf, solver_t *solver,
                      errinfo_t *why)
{
	rng_t rng = {clock_now_ns()};
	unsigned asked = 0, open = 0;
	fact_record_bytes_t record;

	for (unsigned i = 0; committer != NULL && i < PROVE_DRAWS && asked < PROVE_FACTS; i++) {
		errinfo_t wrong;
		fact_record_t r;
		err_t err;

		if (!store_draw(committer->store, rng_next(&rng), &record) ||
		    !fact_record_open(record.byte, record.bytes, &r) || r.nodes > PROVE_NODES_FIRST)
			continue;
		asked++;
		err = ask(&r, record.hash, solver, &open, &wrong);
		if (err == ERR_VALUE)
			return err_at(why, err, "store",
			              "%.60s says what is false: %.80s; move it away", conf->store,
			              wrong.text);
		if (err != ERR_OK)
			return err_fail(why, err, "%s", wrong.text);
	}
	if (asked > 0)
		log_line(LOG_INFO, LOG_SERVER, "event=store-proved facts=%u open=%u", asked, open);
	return ERR_OK;
}

store_t *committer_store(const committer_t *committer)
{
	return committer != NULL ? committer->store : NULL;
}

void committer_watch(committer_t *committer,
                     void (*kept_cb)(void *context, const fact_record_bytes_t *record),
                     void *context)
{
	committer->kept_cb = kept_cb;
	committer->kept_context = context;
}

void committer_begin(committer_t *committer, bridge_t *bridge)
{
	if (committer == NULL)
		return;
	assert(!committer->has_begun);
	committer->bridge = bridge;
	(void)uv_timer_init(committer->loop, &committer->timer);
	committer->timer.data = committer;
	uv_unref((uv_handle_t *)&committer->timer);
	committer->has_begun = true;
	(void)uv_timer_start(&committer->timer, timer_cb,
	                     committer->retry_ms > 0 ? committer->retry_ms : LOOK_MS, 0);
}

void committer_end(committer_t *committer)
{
	if (committer == NULL)
		return;
	assert(committer->has_begun && !committer->has_ended);
	kick(committer);
	committer->has_ended = true;
	uv_close((uv_handle_t *)&committer->timer, NULL);
}

void committer_free(committer_t *committer)
{
	store_stats_t stats = {.waiting = 0};

	if (committer == NULL)
		return;
	assert(!committer->is_busy); /* the loop has ended */
	if (committer->store != NULL)
		store_stats(committer->store, &stats);
	if (stats.waiting > 0)
		log_line(LOG_WARNING, LOG_SERVER, "event=store-lost facts=%llu",
		         (unsigned long long)stats.waiting);
	store_close(committer->store);
	mem_free(committer, sizeof(*committer));
}

bool committer_source(const committer_t *committer, backup_source_t *out)
{
	if (committer != NULL)
		*out = store_source(committer->store);
	return committer != NULL;
}

bool committer_count(const committer_t *committer, store_stats_t *stats, committer_counts_t *out)
{
	if (committer == NULL)
		return false;
	store_stats(committer->store, stats);
	*out = committer->counts;
	return true;
}

void committer_tell(const committer_t *committer, msg_info_t *out)
{
	static const char *const states[] = {"", "failing", "shut"}; /* by store_state_t */
	store_stats_t stats;

	out->has_store = committer != NULL;
	if (committer == NULL)
		return;
	store_stats(committer->store, &stats);
	if (committer->said[0] == '\0')
		stats.state = STORE_OPEN; /* a failure is told with its reason, once that is here */
	out->store.facts = stats.facts;
	out->store.waiting = stats.waiting;
	out->store.bytes = stats.bytes;
	out->store.bytes_most = stats.bytes_most;
	out->store.found = stats.found;
	out->store.missed = stats.missed;
	out->store.evicted = stats.evicted;
	out->store.is_full = stats.state != STORE_OPEN;
	(void)snprintf(out->store.state, sizeof(out->store.state), "%s", states[stats.state]);
	if (stats.state == STORE_OPEN)
		return;
	(void)snprintf(out->store.why, sizeof(out->store.why), "%s", committer->said);
	for (char *c = out->store.why; *c != '\0'; c++) /* a name may have been cut in a letter */
		*c = (char)(*c < ' ' || *c > '~' ? '?' : *c);
}
