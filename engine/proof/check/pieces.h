/* SPDX-License-Identifier: MIT
 * pieces.h - the pieces of chess, and what they attack: for its rules and for its FEN.
 *
 * Units     a piece is its letter of the FEN, capital for white, STONE_NONE for none; a square is
 *           rank * 8 + file.
 * Threads   any: nothing here keeps state.
 */
#ifndef ENGINE_PROOF_CHECK_PIECES_H
#define ENGINE_PROOF_CHECK_PIECES_H

#include "engine/proof/check/rules.h"

enum { PIECES_FILES = 8, PIECES_SQUARES = 64 };

/* Bits of check_board_t.castling. */
enum { CASTLE_K = 1, CASTLE_Q = 2, CASTLE_k = 4, CASTLE_q = 8 };

/* pieces_colour returns STONE_BLACK, STONE_WHITE or STONE_NONE of a piece. */
int pieces_colour(int piece);

/* pieces_kind returns the capital letter of a piece, whatever its colour. */
int pieces_kind(int piece);

/* pieces_clear_between: are all squares between these two, which are in a line, empty? */
bool pieces_clear_between(const check_board_t *board, int from, int to);

/* pieces_hit: does the piece on `from` attack `to`? */
bool pieces_hit(const check_board_t *board, int from, int to);

/* pieces_attack: does a piece of colour `by` attack the square? */
bool pieces_attack(const check_board_t *board, int square, int by);

/* pieces_in_check: is the king of that colour, which stands, attacked? */
bool pieces_in_check(const check_board_t *board, int colour);

#endif
