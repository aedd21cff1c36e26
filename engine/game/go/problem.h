/* SPDX-License-Identifier: MIT
 * problem.h - reads a problem of Go, given in text, into a board.
 *
 * Threads   any; no state.
 * Errors    the first field that is wrong, with its path and what is wrong with it; then there is
 * no board.
 */
#ifndef ENGINE_GAME_GO_PROBLEM_H
#define ENGINE_GAME_GO_PROBLEM_H

#include "engine/game/go/board/board.h"
#include "engine/game/go/board/setup.h"

/* problem_create is game_t's create. */
err_t problem_create(const problem_t *problem, position_t **out, errinfo_t *why);

/* The parts of it that need no goal: problem_rows reads the stones, problem_ko the banned point,
 * problem_liberties looks whether every block has one. */
err_t problem_rows(const char *rows, setup_t *setup, errinfo_t *why);
err_t problem_ko(const char *ko, setup_t *setup, errinfo_t *why);
err_t problem_liberties(const setup_t *setup, const go_t *go, errinfo_t *why);

/* problem_bans: may `colour` have lost a single stone on the empty point `ko` just now, so that it
 * may not take back there? */
bool problem_bans(const go_t *go, unsigned ko, colour_t colour);

#endif
