/* SPDX-License-Identifier: MIT
 * benson.h - unconditional life (Benson's algorithm): which blocks cannot be captured, however many
 * moves in a row the other side plays.
 *
 * Threads   as board.h.
 */
#ifndef ENGINE_GAME_GO_BOARD_BENSON_H
#define ENGINE_GAME_GO_BOARD_BENSON_H

#include "engine/game/go/board/board.h"

/* benson_is_safe tells whether the target's block is unconditionally alive: no
 * number of attacker moves in a row captures it. Costs some 20 ns where the
 * answer is plainly no. The target must still stand. */
bool benson_is_safe(const go_t *go);

/* benson_add_zone adds the points that make it so, of a target that is: the blocks that
 * are alive together and two regions that are vital to each of them. */
void benson_add_zone(const go_t *go, bits_t *out);

/* benson_may_be_safe tells in most cases, and soon, that the block on a stone is not alive: are two
 * regions vital to it? */
bool benson_may_be_safe(const go_t *go, unsigned stone);

/* benson_find writes the stones of all blocks of a colour that are unconditionally alive.
 * benson_add_support adds what makes some of them so. */
void benson_find(const go_t *go, unsigned colour, bits_t *out);
void benson_add_support(const go_t *go, const bits_t *stones, bits_t *out);

#endif
