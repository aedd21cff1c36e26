/* SPDX-License-Identifier: MIT
 * life.h - is the target safe for good, whatever the attacker does? */
#ifndef ENGINE_GAME_GO_LIFE_H
#define ENGINE_GAME_GO_LIFE_H

#include "engine/game/go/board.h"

/* life_is_safe tells whether the target's block is unconditionally alive: no
 * number of attacker moves in a row captures it. Costs some 20 ns where the
 * answer is plainly no. The target must still stand. */
bool life_is_safe(const go_t *go);

/* life_add_zone adds the points that make it so, of a target that is: the blocks that
 * are alive together and the regions that are vital to one of them. */
void life_add_zone(const go_t *go, bits_t *out);

#endif
