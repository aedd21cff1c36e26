/* SPDX-License-Identifier: MIT
 * life.h - what is safe for good, whatever the other side does? */
#ifndef ENGINE_GAME_GO_LIFE_H
#define ENGINE_GAME_GO_LIFE_H

#include "engine/game/go/board.h"

/* life_is_safe tells whether the target's block is unconditionally alive: no
 * number of attacker moves in a row captures it. Costs some 20 ns where the
 * answer is plainly no. The target must still stand. */
bool life_is_safe(const go_t *go);

/* life_add_zone adds the points that make it so, of a target that is: the blocks that
 * are alive together and two regions that are vital to each of them. */
void life_add_zone(const go_t *go, bits_t *out);

/* life_may_be_safe tells in most cases, and soon, that the block on a stone is not alive: are two
 * regions vital to it? */
bool life_may_be_safe(const go_t *go, unsigned stone);

/* life_find writes the stones of all blocks of a colour that are unconditionally alive.
 * life_add_support adds what makes some of them so. */
void life_find(const go_t *go, unsigned colour, bits_t *out);
void life_add_support(const go_t *go, const bits_t *stones, bits_t *out);

#endif
