/* SPDX-License-Identifier: MIT
 * problem.h - reads a problem of Go, given in text, into a board.
 *
 * Ownership the position belongs to the caller, who releases it with position_free.
 * Threads   any; no state.
 * Errors    errinfo_t has the path of the first field that is wrong, and what is wrong with it; no
 *           board is made then.
 */
#ifndef ENGINE_GAME_GO_PROBLEM_H
#define ENGINE_GAME_GO_PROBLEM_H

#include "engine/game/go/board/board.h"
#include "engine/game/go/board/setup.h"

/* problem_create is create of game_t. */
err_t problem_create(const problem_t *problem, position_t **out, errinfo_t *why);

/* The parts of problem_create that need no goal. problem_rows reads the stones, problem_ko the
 * banned point (NULL: none). problem_liberties returns ERR_POSITION unless every block has a
 * liberty. */
err_t problem_rows(const char *rows, setup_t *setup, errinfo_t *why);
err_t problem_ko(const char *ko, setup_t *setup, errinfo_t *why);
err_t problem_liberties(const setup_t *setup, const go_t *go, errinfo_t *why);

/* problem_bans: may `colour` be banned from the empty point `ko`? That is so if the other side may
 * just have captured a single stone there: a stone of `colour` there would capture exactly one
 * stone, and only stones of the other side are next to the point. */
bool problem_bans(const go_t *go, unsigned ko, colour_t colour);

/* problem_banned reads a ko of a board without a side to move (NULL: none) and writes which colour
 * may not take it now. */
err_t problem_banned(const char *ko, const go_t *go, colour_t *out, errinfo_t *why);

#endif
