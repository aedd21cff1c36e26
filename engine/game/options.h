/* SPDX-License-Identifier: MIT
 * options.h - reads a problem's goal and options against what its game offers.
 *
 * Threads   everything here may be called from any thread.
 * Errors    complaints name the field, "options.k: 9 is not in 3..6".
 */
#ifndef ENGINE_GAME_OPTIONS_H
#define ENGINE_GAME_OPTIONS_H

#include "engine/game/game.h"

/* options_read fills value[0..OPTIONS_MAX) with the value of each option of the
 * game, in the order of its table: from problem->options ("k=4 rule=renju",
 * separated by blanks), or the default. */
err_t options_read(const game_t *game, const problem_t *problem, int *value, errinfo_t *why);

/* options_read_goal finds problem->goal among the game's goals; none given is the first. */
err_t options_read_goal(const game_t *game, const problem_t *problem, unsigned *index,
                        errinfo_t *why);

#endif
