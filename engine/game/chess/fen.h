/* SPDX-License-Identifier: MIT
 * fen.h - Forsyth-Edwards notation, both ways.
 *
 * Accepted: all six fields, or fewer from the left; the side to move may then be
 * told by problem->attacker and problem->first, castling rights and en passant are none. An empty
 * square is a digit's part or a '.'. The two counters are read and forgotten: they
 * decide nothing about a mate.
 *
 * Threads   any thread.
 * Errors    the complaint names the field and the place, "position.rows: row 3 ...".
 */
#ifndef ENGINE_GAME_CHESS_FEN_H
#define ENGINE_GAME_CHESS_FEN_H

#include "engine/game/chess/board.h"

/* fen_read reads problem->rows. The side to move is the attacker, or, if problem->first says so,
 * the defender; problem->attacker must not say otherwise. */
err_t fen_read(const problem_t *problem, board_t *out, errinfo_t *why);

/* fen_write is the inverse, with the counters "0 1". */
void fen_write(const board_t *b, strbuf_t *out);

/* fen_write_square writes "e4"; fen_read_square returns SQUARE_NONE unless text begins so. */
void fen_write_square(unsigned square, strbuf_t *out);
unsigned fen_read_square(const char *text);

#endif
