/* SPDX-License-Identifier: MIT
 * tables.h - squares, pieces, where they reach, and the random words of the hash.
 *
 * Units     a square is 0 (a1) to 63 (h8), rank by rank; a set of squares is a
 *           64-bit word. A piece's colour is 0 (white) or 1 (black).
 * Threads   chess_tables_build: any thread, any number of times; afterwards the tables
 *           are constant. Whoever holds a position may read them.
 */
#ifndef ENGINE_GAME_CHESS_TABLES_H
#define ENGINE_GAME_CHESS_TABLES_H

#include "engine/game/game.h"

enum { SQUARES = 64, SQUARE_NONE = 64, WHITE = 0, BLACK = 1 };

typedef enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, KINDS } kind_t;

typedef struct {
	uint64_t file[SQUARES], diagonal[SQUARES], antidiagonal[SQUARES]; /* without the square */
	uint8_t rank[8][64]; /* by file and the six inner squares: reach on a rank */
	uint64_t knight[SQUARES], king[SQUARES];
	uint64_t pawn[2][SQUARES];          /* what a pawn of that colour attacks */
	uint64_t between[SQUARES][SQUARES]; /* strictly between two squares in line */
	uint64_t line[SQUARES][SQUARES];    /* the whole line through both; 0 = none */
	uint8_t castling_kept[SQUARES];     /* rights that a move from or to here leaves */
	hashkey_t piece[2][KINDS][SQUARES]; /* hash words */
	hashkey_t castling[16], en_passant[8], black_to_move, black_attacks;
} tables_t;

extern tables_t chess_tables;

/* chess_tables_build fills chess_tables once. */
void chess_tables_build(void);

static inline uint64_t square_bit(unsigned square)
{
	return UINT64_C(1) << square;
}

/* take_square removes the lowest square of a set that is not empty. */
static inline unsigned take_square(uint64_t *set)
{
	unsigned square = (unsigned)__builtin_ctzll(*set);

	*set &= *set - 1;
	return square;
}

static inline bool has_square(uint64_t set, unsigned square)
{
	return set >> square & 1;
}

/* reach_line: hyperbola quintessence along one line, see tables.c. */
static inline uint64_t reach_line(unsigned square, uint64_t occupied, uint64_t line)
{
	uint64_t up = occupied & line, down = __builtin_bswap64(up);

	up -= square_bit(square);
	down -= __builtin_bswap64(square_bit(square));
	return (up ^ __builtin_bswap64(down)) & line;
}

static inline uint64_t reach_bishop(unsigned square, uint64_t occupied)
{
	return reach_line(square, occupied, chess_tables.diagonal[square]) |
	       reach_line(square, occupied, chess_tables.antidiagonal[square]);
}

static inline uint64_t reach_rook(unsigned square, uint64_t occupied)
{
	const unsigned first = square & 56;

	return reach_line(square, occupied, chess_tables.file[square]) |
	       (uint64_t)chess_tables.rank[square & 7][occupied >> (first + 1) & 63] << first;
}

/* reach_piece: what a piece other than a pawn attacks. */
static inline uint64_t reach_piece(kind_t kind, unsigned square, uint64_t occupied)
{
	switch (kind) {
	case KNIGHT:
		return chess_tables.knight[square];
	case BISHOP:
		return reach_bishop(square, occupied);
	case ROOK:
		return reach_rook(square, occupied);
	case QUEEN:
		return reach_bishop(square, occupied) | reach_rook(square, occupied);
	default:
		return chess_tables.king[square];
	}
}

#endif
