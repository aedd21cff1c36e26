/* SPDX-License-Identifier: MIT
 * moves.h - legal moves of the side to move, all of them or those that give check.
 *
 * In the one position where the other king may be taken (its owner passed in check),
 * taking it is legal whatever else: a pinned piece may, too.
 *
 * Threads   functions of constant boards: any thread.
 */
#ifndef ENGINE_GAME_CHESS_MOVES_H
#define ENGINE_GAME_CHESS_MOVES_H

#include "engine/game/chess/board.h"

/* Where the side to move would give check from. */
typedef struct {
	uint64_t direct[KINDS]; /* squares from which a piece of that kind does */
	uint64_t hidden;        /* own pieces that uncover a check by leaving the line */
	unsigned king;          /* the king aimed at */
} aim_t;

/* moves_aim looks at the king of the side not to move. */
void moves_aim(const board_t *b, aim_t *out);

/* moves_checks: does this legal move give check? */
bool moves_checks(const board_t *b, const aim_t *aim, move_t move);

/* moves_legal writes every legal move, moves_checking those that give check (when
 * no king may be taken). Both return how many; out has room for MOVES_MAX. */
unsigned moves_legal(const board_t *b, move_t *out);
unsigned moves_checking(const board_t *b, move_t *out);

/* moves_any, moves_any_checking: is there one? */
bool moves_any(const board_t *b);
bool moves_any_checking(const board_t *b);

/* moves_king_capture returns a move that takes the other king, or MOVE_NONE. */
move_t moves_king_capture(const board_t *b);

/* moves_is_legal: any move_t may be asked but MOVE_PASS, which is none. */
bool moves_is_legal(const board_t *b, move_t move);

#endif
