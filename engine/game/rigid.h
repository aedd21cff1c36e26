/* SPDX-License-Identifier: MIT
 * rigid.h - zone rules that are the same in all games in which stones stay where they
 * are: relevancy zone schemes.
 *
 * A scheme of a fact promises: put any stones S on empty points; as long as fewer than j of them
 * lie on area j, for every j, the fact still holds. So a single stone must keep off area 1, and s
 * stones may always go where the index is greater than s. The zone.c of each game proves this for
 * the facts at leaves. Theorems 10 and 11 of the schemes prove it for facts that follow from
 * others: fewer than j stones on area j + 1, and a move of the other side's outside area 1, are
 * fewer than j + 1 stones there, so that a zone, once unrolled, bears the move.
 *
 * The theorems know stones of the other side alone. Those of the holder are allowed here
 * as well: either they cannot hurt him (Hex, freestyle Gomoku), or the game's rules add
 * the points where they can. Not in Renju: there a zone speaks of stones of the other side only.
 *
 * The last area holds the whole board in leaves that have points of any index, so that
 * indices need not be computed beyond it.
 *
 * Threads   any.
 */
#ifndef ENGINE_GAME_RIGID_H
#define ENGINE_GAME_RIGID_H

#include "engine/game/game.h"

/* rigid_begin makes an empty zone for questions up to an order. */
void rigid_begin(unsigned width, unsigned height, unsigned order, zone_t *zone);

/* rigid_index returns the index of the points of a set that k moves of one side fill, for
 * the fact that more than `moves` are needed. */
static inline unsigned rigid_index(unsigned k, unsigned moves)
{
	return k > moves + 1 ? k - moves : 1;
}

/* rigid_move and rigid_must are functions of zone_ops_t: a move needs its own point, and moves
 * outside area 1 act like a pass. */
void rigid_move(const position_t *pos, move_t move, zone_t *zone);
void rigid_must(const position_t *pos, unsigned order, const zone_t *zone, bits_t *must);

#endif
