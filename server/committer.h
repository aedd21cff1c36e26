/* SPDX-License-Identifier: MIT
 * committer.h - the store of the daemon: opened before the workers, its commits off the loop.
 *
 *   worker:  store_keep --(none was due)--> bridge --> loop: uv_queue_work
 *   pool:    store_commit (while it waits for the disk, facts gather for the next)
 *
 * Ownership a committer owns its store; committer_free when the loop has ended.
 * Threads   the loop thread, or the one that will run the loop.
 */
#ifndef SERVER_COMMITTER_H
#define SERVER_COMMITTER_H

#include <uv.h>

#include "engine/base/err.h"
#include "engine/solve/solver.h"
#include "engine/store/store.h"
#include "protocol/msg.h"
#include "server/bridge.h"
#include "server/conf.h"

typedef struct committer committer_t;

/* committer_open opens the store that the settings name; *out is NULL where they name none. One
 * that cannot be used is shut: that is said, and tried again. ERR_BUSY: another process has it. */
err_t committer_open(uv_loop_t *loop, const conf_t *conf, committer_t **out, errinfo_t *why);

/* committer_prove draws some cheap facts of the store, if there is one, and has them found out
 * again by the solver, without keeping anything: a moment, before anybody is answered. ERR_VALUE:
 * one is false. */
err_t committer_prove(const committer_t *committer, const conf_t *conf, solver_t *solver,
                      errinfo_t *why);

/* committer_store is for the solver. committer_begin lets facts come, through the bridge. */
store_t *committer_store(const committer_t *committer);
void committer_begin(committer_t *committer, bridge_t *bridge);

/* committer_end commits what is left; nobody may keep any more. The loop goes on until that is
 * done. */
void committer_end(committer_t *committer);

void committer_free(committer_t *committer);

/* committer_tell fills in what the store has. These take NULL. */
void committer_tell(const committer_t *committer, msg_info_t *out);

#endif
