/* SPDX-License-Identifier: MIT
 * board.h - a chess position: pieces, whose move, castling and en-passant rights.
 *
 * A move is from | to << 6 | promotion << 12, the promotion being a kind_t or 0.
 * Castling is the king's move, "e1g1". Taking the king is a move here: chess
 * counts to the capture of the king. It arises only when a side in check passes.
 *
 * Threads   a board: one thread at a time; the tables it reads are constant.
 * Invariant en_passant is set only when that capture is legal; both kings stand
 *           unless one was just taken; the side to move is the only one in check,
 *           unless the defender passed in check.
 */
#ifndef ENGINE_GAME_CHESS_BOARD_H
#define ENGINE_GAME_CHESS_BOARD_H

#include "engine/game/chess/tables.h"

enum { A1 = 0, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7, A8 = 56, E8 = 60, H8 = 63 };

enum {
	CASTLE_WHITE_SHORT = 1, /* FEN's K, Q, k, q */
	CASTLE_WHITE_LONG = 2,
	CASTLE_BLACK_SHORT = 4,
	CASTLE_BLACK_LONG = 8,
	CASTLE_ALL = 15,
};

enum { PIECE_NONE = KINDS }; /* in board_t.at; else the kind_t, whatever its colour */

typedef struct {
	uint64_t kind[KINDS]; /* pieces of both colours */
	uint64_t colour[2];
	hashkey_t key;
	uint16_t reversible; /* plies since the last that cannot be taken back in play */
	uint8_t to_move;     /* WHITE or BLACK */
	uint8_t castling;
	uint8_t en_passant; /* square behind a pawn that may be taken so, or SQUARE_NONE */
	uint8_t attacker;   /* WHITE or BLACK */
	bool passed;        /* the last move was a pass: a king may stand to be taken */
	uint8_t unused;
	uint8_t at[SQUARES];
} board_t;

/* A position of the game: base.game is chess_game. */
typedef struct {
	position_t base;
	uint32_t plies; /* moves and passes that stand played */
	board_t now;
	board_t before[]; /* [plies], what undo brings back */
} chess_t;

static inline unsigned move_from(move_t move)
{
	return move & 63;
}

static inline unsigned move_to(move_t move)
{
	return move >> 6 & 63;
}

/* move_promotion: the piece a pawn becomes; PAWN (0) = none. */
static inline kind_t move_promotion(move_t move)
{
	return (kind_t)(move >> 12);
}

static inline move_t move_make(unsigned from, unsigned to, kind_t promotion)
{
	return (move_t)(from | to << 6 | (unsigned)promotion << 12);
}

static inline uint64_t board_occupied(const board_t *b)
{
	return b->colour[WHITE] | b->colour[BLACK];
}

/* board_king returns the square of a king that stands. */
static inline unsigned board_king(const board_t *b, unsigned colour)
{
	return (unsigned)__builtin_ctzll(b->kind[KING] & b->colour[colour]);
}

/* board_attacks: what the piece on a square attacks. */
static inline uint64_t board_attacks(const board_t *b, unsigned square, unsigned colour)
{
	const unsigned kind = b->at[square];

	return kind == PAWN ? chess_tables.pawn[colour][square]
	                    : reach_piece((kind_t)kind, square, board_occupied(b));
}

/* board_attackers: the pieces of colour `by` that attack a square when
 * `occupied` is what stands in the way. */
static inline uint64_t board_attackers(const board_t *b, unsigned square, unsigned by,
                                       uint64_t occupied)
{
	const tables_t *t = &chess_tables;
	const uint64_t queens = b->kind[QUEEN];
	uint64_t set = (t->pawn[!by][square] & b->kind[PAWN]) |
	               (t->knight[square] & b->kind[KNIGHT]) | (t->king[square] & b->kind[KING]);

	set |= reach_bishop(square, occupied) & (b->kind[BISHOP] | queens);
	set |= reach_rook(square, occupied) & (b->kind[ROOK] | queens);
	return set & b->colour[by];
}

static inline bool board_is_attacked(const board_t *b, unsigned square, unsigned by,
                                     uint64_t occupied)
{
	const tables_t *t = &chess_tables;
	const uint64_t theirs = b->colour[by], queens = b->kind[QUEEN];

	return (((t->pawn[!by][square] & b->kind[PAWN]) | (t->knight[square] & b->kind[KNIGHT]) |
	         (t->king[square] & b->kind[KING])) &
	        theirs) != 0 ||
	       (reach_bishop(square, occupied) & (b->kind[BISHOP] | queens) & theirs) != 0 ||
	       (reach_rook(square, occupied) & (b->kind[ROOK] | queens) & theirs) != 0;
}

/* board_in_check: is the king of that colour, whoever is to move, attacked? */
static inline bool board_in_check(const board_t *b, unsigned colour)
{
	return board_is_attacked(b, board_king(b, colour), !colour, board_occupied(b));
}

/* chess_board_put adds a piece to an empty square, key included. */
void chess_board_put(board_t *b, unsigned colour, kind_t kind, unsigned square);

/* chess_board_make plays a move, MOVE_PASS included. */
void chess_board_make(board_t *b, move_t move);

/* chess_board_takes_en_passant: may the pawn on `from`, of the side to move, legally take
 * en passant onto `to`? It must stand so that it reaches it. */
bool chess_board_takes_en_passant(const board_t *b, unsigned from, unsigned to);

/* chess_board_set_en_passant sets the right, key included, if some pawn of the side to
 * move may legally take there. */
void chess_board_set_en_passant(board_t *b, unsigned square);

/* chess_board_key computes what b->key must be. */
hashkey_t chess_board_key(const board_t *b);

/* chess_board_likely_key computes b->key after a move that changes no rights, neither castling
 * nor taking en passant; of another move, something near it. */
hashkey_t chess_board_likely_key(const board_t *b, move_t move);

/* chess_board_new makes a position around `board`, with no moves played and its side
 * to move on turn; NULL without memory. base.game is left to the caller. */
chess_t *chess_board_new(const board_t *board);

#endif
