/* SPDX-License-Identifier: MIT
 * outcome.h - the result of a job on its way from the daemon that has searched it to the one that
 * has lent it (engine/solve/lend.h).
 *
 *   {v, state, error, value, scope, engine, driver, order, depth, best, line, ko, denied, threats,
 *    zone, nodes, worked_us, workers}
 *
 * Numbers are those of the engine's enums and moves. So both daemons must have the same `v`
 * (OUTCOME_VERSION), which changes whenever any of them does. The zone is [areas, width, height,
 * bytes]: for each area the words of its points, each least byte first.
 *
 * What comes in is read as if a stranger had written it: every number is in its range, every move
 * of the line can be played, one after the other, and a value goes with a scope. That it is true is
 * not checked here.
 *
 * Threads   any; outcome_read plays on a copy of the position.
 */
#ifndef SERVER_FLEET_OUTCOME_H
#define SERVER_FLEET_OUTCOME_H

#include "engine/solve/solver.h"
#include "protocol/codec.h"

enum { OUTCOME_VERSION = 1 };

/* outcome_write writes the result of a job that has ended. */
void outcome_write(wirebuf_t *out, const result_t *result);

/* outcome_read reads it for a job whose position is `root`. Fails with an error of the codec's, or
 * with ERR_VALUE for what no search can have told, or ERR_NOMEM; *result is undefined then. */
err_t outcome_read(const node_t *map, const position_t *root, result_t *result, errinfo_t *why);

/* outcome_write_progress writes where a job stands, {driver, order, depth, nodes, rate, workers,
 * best, line}; outcome_read_progress reads that, as above. */
void outcome_write_progress(wirebuf_t *out, const progress_t *progress);
err_t outcome_read_progress(const node_t *map, const position_t *root, progress_t *progress,
                            errinfo_t *why);

#endif
