/* SPDX-License-Identifier: MIT
 * limits.h - the limits of a job, one row each: name (on the wire and after
 * `--`), least, most, default, unit, help. Parsers, --help and SPEC.md's table
 * (by a test) come from it. In every row 0 means what the help says.
 *
 * Threads   a constant table; functions of their arguments alone.
 * Errors    limits_resolve: ERR_RANGE and ERR_VALUE, with the path of the field.
 */
#ifndef ENGINE_SOLVE_LIMITS_H
#define ENGINE_SOLVE_LIMITS_H

#include <stdint.h>

#include "engine/solve/solver.h"

/*        field        least most            default unit      help */
#define LIMIT_TABLE(X)                                                                         \
	X(order, 0, 7, 3, "order", "highest order searched")                                   \
	X(depth, 1, 507, 507, "plies", "greatest depth searched, odd")                         \
	X(within, 0, 250, 0, "moves", "the attacker's moves to the goal, 0 = any number")      \
	X(nodes, 0, 9007199254740991, 0, "nodes", "nodes over all workers, 0 = no limit")      \
	X(time_ms, 0, 86400000, 0, "ms", "wall time from submission, 0 = no limit")            \
	X(table_bytes, 0, 1099511627776, 0, "bytes", "a table of its own, 0 = the shared one") \
	X(workers, 0, 1024, 0, "workers", "most workers on the job, 0 = all")

typedef struct {
	const char *name;
	uint64_t least, most, fallback;
	const char *unit, *help;
} limit_row_t;

/* limits_rows returns the table, ended by a row whose name is NULL; limits_row the row of a name
 * that it has. */
const limit_row_t *limits_rows(void);
const limit_row_t *limits_row(const char *name);

/* limits_resolve fills in the defaults of a request's limits and checks their ranges. */
err_t limits_resolve(limits_t *limits, errinfo_t *why);

/* limits_plies returns the depth in plies of so many moves of the attacker in a game, who makes the
 * first one and the last; limits_moves how many moves of his are within a depth. */
unsigned limits_plies(const game_t *game, unsigned moves);
unsigned limits_moves(const game_t *game, unsigned plies);

/* limits_bound makes a question about moves (`within`, `shortest`), where one is asked, what it is
 * to the searches: one without lambda, of a depth. `ko`: a verdict by ko is asked for. */
err_t limits_bound(limits_t *limits, const game_t *game, bool ko, errinfo_t *why);

#endif
