/* SPDX-License-Identifier: MIT
 * committer.h - the daemon's store: opened before the workers start, committed off the loop.
 *
 *   worker:  store_keep --(no commit was due)--> bridge --> loop: uv_queue_work
 *   pool:    store_commit (facts that come meanwhile wait for the next commit)
 *
 * Ownership a committer owns its store; call committer_free when the loop has ended.
 * Threads   the loop thread, or the thread that will run the loop.
 * Errors    every function but committer_open accepts a committer that is NULL: there is no store.
 */
#ifndef SERVER_COMMITTER_H
#define SERVER_COMMITTER_H

#include <uv.h>

#include "engine/base/err.h"
#include "engine/solve/solver.h"
#include "engine/store/backup.h"
#include "engine/store/store.h"
#include "protocol/msg.h"
#include "server/bridge.h"
#include "server/conf.h"

typedef struct committer committer_t;

/* committer_open opens the store in the folder that the settings name; *out is NULL where they
 * name none. A store that cannot be used now is logged and opened later: that is ERR_OK.
 * ERR_BUSY: another process has the folder. ERR_NOMEM. */
err_t committer_open(uv_loop_t *loop, const conf_t *conf, committer_t **out, errinfo_t *why);

/* committer_prove has the solver search some cheap facts of the store again, and keeps no
 * answer. It blocks for some ms, so call it before anybody is served. ERR_VALUE: a fact is
 * false; *why names it. */
err_t committer_prove(const committer_t *committer, const conf_t *conf, solver_t *solver,
                      errinfo_t *why);

/* committer_store returns the store for the solver, or NULL. committer_begin lets the store ask
 * for commits through `bridge`, from now on. */
store_t *committer_store(const committer_t *committer);
void committer_begin(committer_t *committer, bridge_t *bridge);

/* committer_watch has each fact that searches here find told to `kept_cb`, on the thread of the
 * search, which lends the record. Call it while there is no search; *committer is not NULL. */
void committer_watch(committer_t *committer,
                     void (*kept_cb)(void *context, const fact_record_bytes_t *record),
                     void *context);

/* committer_end begins the last commit. No thread may store facts any more. The loop runs until
 * that commit is done. */
void committer_end(committer_t *committer);

/* committer_free closes the store. The loop must have ended. */
void committer_free(committer_t *committer);

/* Since it was opened; the time of the last commit. */
typedef struct {
	uint64_t commits, failed, last_ns;
} committer_counts_t;

/* committer_source makes the store a source of backup_copy; false: there is none. */
bool committer_source(const committer_t *committer, backup_source_t *out);

/* committer_count tells of the store and its commits; false: there is none. */
bool committer_count(const committer_t *committer, store_stats_t *stats, committer_counts_t *out);

/* committer_tell fills in the store's part of server.info. */
void committer_tell(const committer_t *committer, msg_info_t *out);

#endif
