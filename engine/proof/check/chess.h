/* SPDX-License-Identifier: MIT
 * chess.h - what chess.c and fen.c share of pieces. */
#ifndef ENGINE_PROOF_CHECK_CHESS_H
#define ENGINE_PROOF_CHECK_CHESS_H

#include "engine/proof/check/rules.h"

/* Pieces are letters of the FEN, capital for white, EMPTY for none. Squares: rank * 8 + file. */
enum { FILES = 8, SQUARES = 64 };

/* Bits of board_t.castling. */
enum { CASTLE_K = 1, CASTLE_Q = 2, CASTLE_k = 4, CASTLE_q = 8 };

/* chess_in_check: is the king of that colour attacked? */
bool chess_in_check(const board_t *board, int colour);

/* chess_colour_of returns BLACK, WHITE or EMPTY of a piece. */
int chess_colour_of(int piece);

/* claim_fen reads board, castling and en passant; *mover is the colour to move. */
err_t claim_fen(const char *fen, board_t *out, int *mover, errinfo_t *why);

#endif
