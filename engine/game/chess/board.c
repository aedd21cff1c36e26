/* SPDX-License-Identifier: MIT
 * board.c - putting pieces and playing moves.
 *
 * Undo is a copy of the board before the move: 152 bytes, which takes no longer
 * than a conditional undo, cannot go wrong, and lets texts try a move on a copy. */
#include "engine/game/chess/board.h"

#include "engine/base/check.h"
#include "engine/base/mem.h"

static void toggle(hashkey_t *key, const hashkey_t *word)
{
	key->lo ^= word->lo;
	key->hi ^= word->hi;
}

void chess_board_put(board_t *b, unsigned colour, kind_t kind, unsigned square)
{
	assert(square < SQUARES && !has_square(board_occupied(b), square));
	b->kind[kind] |= square_bit(square);
	b->colour[colour] |= square_bit(square);
	b->at[square] = (uint8_t)kind;
	toggle(&b->key, &chess_tables.piece[colour][kind][square]);
}

static void board_remove(board_t *b, unsigned colour, unsigned square)
{
	const unsigned kind = b->at[square];

	assert(kind != PIECE_NONE && has_square(b->kind[kind] & b->colour[colour], square));
	b->kind[kind] ^= square_bit(square);
	b->colour[colour] ^= square_bit(square);
	b->at[square] = PIECE_NONE;
	toggle(&b->key, &chess_tables.piece[colour][kind][square]);
}

bool chess_board_takes_en_passant(const board_t *b, unsigned from, unsigned to)
{
	const unsigned us = b->to_move, king = board_king(b, us), taken = to ^ 8;
	board_t after = *b;
	const uint64_t occupied =
	        (board_occupied(b) ^ square_bit(from) ^ square_bit(taken)) | square_bit(to);

	after.kind[PAWN] ^= square_bit(taken);
	return !board_is_attacked(&after, king, !us, occupied);
}

void chess_board_set_en_passant(board_t *b, unsigned square)
{
	uint64_t pawns =
	        chess_tables.pawn[!b->to_move][square] & b->kind[PAWN] & b->colour[b->to_move];

	while (pawns != 0)
		if (chess_board_takes_en_passant(b, take_square(&pawns), square)) {
			assert(b->en_passant == SQUARE_NONE);
			b->en_passant = (uint8_t)square;
			toggle(&b->key, &chess_tables.en_passant[square & 7]);
			return;
		}
}

static void move_castling_rook(board_t *b, unsigned us, unsigned to)
{
	const unsigned home = to & 56;
	const bool castles_short = to > (home | E1);

	assert(b->at[home | (castles_short ? H1 : A1)] == ROOK);
	board_remove(b, us, home | (castles_short ? H1 : A1));
	chess_board_put(b, us, ROOK, home | (castles_short ? F1 : D1));
}

void chess_board_make(board_t *b, move_t move)
{
	const tables_t *t = &chess_tables;
	const unsigned us = b->to_move, from = move_from(move), to = move_to(move);
	const unsigned en_passant = b->en_passant;
	unsigned kind, kept;

	if (en_passant != SQUARE_NONE) {
		toggle(&b->key, &t->en_passant[en_passant & 7]);
		b->en_passant = SQUARE_NONE;
	}
	b->to_move = (uint8_t)!us;
	toggle(&b->key, &t->black_to_move);
	b->reversible++;
	b->passed = move == MOVE_PASS;
	if (move == MOVE_PASS)
		return;
	kind = b->at[from];
	assert(kind != PIECE_NONE && has_square(b->colour[us], from));
	if (b->at[to] != PIECE_NONE) {
		board_remove(b, !us, to);
		b->reversible = 0;
	}
	board_remove(b, us, from);
	chess_board_put(b, us, move_promotion(move) != PAWN ? move_promotion(move) : (kind_t)kind,
	                to);
	kept = b->castling & t->castling_kept[from] & t->castling_kept[to];
	if (kept != b->castling) {
		toggle(&b->key, &t->castling[b->castling]);
		toggle(&b->key, &t->castling[kept]);
		b->castling = (uint8_t)kept;
		b->reversible = 0;
	}
	if (kind == PAWN) {
		b->reversible = 0;
		if (to == en_passant)
			board_remove(b, !us, to ^ 8);
		else if ((from ^ to) == 16)
			chess_board_set_en_passant(b, (from + to) / 2);
	} else if (kind == KING && (to == from + 2 || to + 2 == from)) {
		move_castling_rook(b, us, to);
	}
}

hashkey_t chess_board_key(const board_t *b)
{
	const tables_t *t = &chess_tables;
	hashkey_t key = t->castling[b->castling];

	for (unsigned s = 0; s < SQUARES; s++)
		if (b->at[s] != PIECE_NONE)
			toggle(&key, &t->piece[has_square(b->colour[BLACK], s)][b->at[s]][s]);
	if (b->en_passant != SQUARE_NONE)
		toggle(&key, &t->en_passant[b->en_passant & 7]);
	if (b->to_move == BLACK)
		toggle(&key, &t->black_to_move);
	if (b->attacker == BLACK)
		toggle(&key, &t->black_attacks);
	return key;
}

hashkey_t chess_board_likely_key(const board_t *b, move_t move)
{
	const tables_t *t = &chess_tables;
	const unsigned us = b->to_move, from = move_from(move), to = move_to(move);
	const unsigned kind = b->at[from], promotion = move_promotion(move);
	hashkey_t key = b->key;

	toggle(&key, &t->black_to_move);
	toggle(&key, &t->piece[us][kind][from]);
	toggle(&key, &t->piece[us][promotion != PAWN ? promotion : kind][to]);
	if (b->at[to] != PIECE_NONE)
		toggle(&key, &t->piece[!us][b->at[to]][to]);
	if (b->en_passant != SQUARE_NONE)
		toggle(&key, &t->en_passant[b->en_passant & 7]);
	return key;
}

chess_t *chess_board_new(const board_t *board)
{
	const size_t bytes = sizeof(chess_t) + PLAYED_MAX * sizeof(board_t);
	chess_t *chess = mem_alloc(bytes);

	if (chess == NULL)
		return NULL;
	chess->base = (position_t){
	        .bytes = (uint32_t)bytes,
	        .used = (uint32_t)sizeof(chess_t),
	        .turn = board->to_move == board->attacker ? SIDE_ATTACKER : SIDE_DEFENDER,
	};
	chess->now = *board;
	return chess;
}
