/* SPDX-License-Identifier: MIT
 * benson.h - unconditional life (Benson's algorithm): which blocks cannot be captured, however many
 * moves in a row the other side plays.
 *
 * Where only a part of the board may be played on, a block with a liberty outside of that region is
 * unconditionally alive too: nobody can fill that liberty.
 *
 * Threads   as board.h.
 * Errors    none.
 */
#ifndef ENGINE_GAME_GO_BOARD_BENSON_H
#define ENGINE_GAME_GO_BOARD_BENSON_H

#include "engine/game/go/board/board.h"

/* benson_is_safe returns whether the target's block, which must stand, is unconditionally alive. It
 * takes some 20 ns where a look at the block's liberties shows that it is not. */
bool benson_is_safe(const go_t *go);

/* benson_add_zone adds the points by which the target's block is unconditionally alive, which it
 * must be: blocks that are alive together, the target's among them, and for each two enclosed
 * regions vital to it. */
void benson_add_zone(const go_t *go, bits_t *out);

/* benson_may_be_safe returns whether two enclosed regions are vital to the block on a stone. False:
 * the block is not unconditionally alive. True: it may be. */
bool benson_may_be_safe(const go_t *go, unsigned stone);

/* benson_keep leaves in the set the stones of a colour whose blocks are unconditionally alive, and
 * nothing else. */
void benson_keep(const go_t *go, unsigned colour, bits_t *set);

/* benson_add_support adds the points by which the blocks on these stones, at least one, are alive,
 * which they must be: as benson_add_zone does for one block. */
void benson_add_support(const go_t *go, const bits_t *stones, bits_t *out);

#endif
