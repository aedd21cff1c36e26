/* SPDX-License-Identifier: MIT
 * keeper.h - the store of the daemon: opened before the workers, its commits off the loop.
 *
 *   worker:  store_keep --(none was due)--> bridge --> loop: uv_queue_work
 *   pool:    store_commit (while it waits for the disk, facts gather for the next)
 *
 * Ownership a keeper owns its store; keeper_free when the loop has ended.
 * Threads   the loop thread, or the one that will run the loop.
 */
#ifndef SERVER_KEEPER_H
#define SERVER_KEEPER_H

#include <uv.h>

#include "engine/base/err.h"
#include "engine/solve/solver.h"
#include "engine/store/store.h"
#include "protocol/messages.h"
#include "server/bridge.h"
#include "server/conf.h"

typedef struct keeper keeper_t;

/* keeper_open opens the store that the settings name; *out is NULL where they name none. One that
 * cannot be used is shut: that is said, and tried again. ERR_BUSY: another process has it. */
err_t keeper_open(uv_loop_t *loop, const conf_t *conf, keeper_t **out, errinfo_t *why);

/* keeper_prove draws some cheap facts of the store, if there is one, and has them found out again
 * by the solver, without keeping anything: a moment, before anybody is answered. ERR_VALUE: one is
 * false. */
err_t keeper_prove(const keeper_t *keeper, const conf_t *conf, solver_t *solver, errinfo_t *why);

/* keeper_store is for the solver. keeper_begin lets facts come, through the bridge. */
store_t *keeper_store(const keeper_t *keeper);
void keeper_begin(keeper_t *keeper, bridge_t *bridge);

/* keeper_end commits what is left; nobody may keep any more. The loop goes on until that is
 * done. */
void keeper_end(keeper_t *keeper);

void keeper_free(keeper_t *keeper);

/* keeper_tell fills in what the store has. These take NULL. */
void keeper_tell(const keeper_t *keeper, msg_info_t *out);

#endif
