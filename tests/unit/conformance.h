/* SPDX-License-Identifier: MIT
 * conformance.h - what every game must keep, whatever it is called.
 *
 * Every check begins at the game's own examples and at positions that random play
 * reaches from them. The judge is `naive`: the definitions of lambda-search and of
 * full-width play, word by word, over all legal moves, without table, candidates or
 * distance.
 */
#ifndef TESTS_UNIT_CONFORMANCE_H
#define TESTS_UNIT_CONFORMANCE_H

#include "engine/game/game.h"

/* conformance_run checks `game` in a group of tests and returns how many failed. */
int conformance_run(const game_t *game);

/* naive_lambda is A(pos, order) within `depth` plies, attacker to move; naive_plain
 * the same for full-width play. *budget counts nodes down; when it is used up, -1. */
int naive_lambda(position_t *pos, unsigned order, unsigned depth, long *budget);
int naive_plain(position_t *pos, unsigned depth, long *budget);

#endif
