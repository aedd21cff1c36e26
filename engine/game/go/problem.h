/* SPDX-License-Identifier: MIT
 * problem.h - from a problem in text to a board, or to one clear complaint. */
#ifndef ENGINE_GAME_GO_PROBLEM_H
#define ENGINE_GAME_GO_PROBLEM_H

#include "engine/game/game.h"

/* problem_create is game_t's create. */
err_t problem_create(const problem_t *problem, position_t **out, errinfo_t *why);

#endif
