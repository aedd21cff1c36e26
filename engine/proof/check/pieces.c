/* SPDX-License-Identifier: MIT
 * pieces.c - which squares a piece of chess attacks. */
#include "engine/proof/check/pieces.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>

int pieces_colour(int piece)
{
	if (piece == STONE_NONE)
		return STONE_NONE;
	return isupper(piece) ? STONE_WHITE : STONE_BLACK;
}

int pieces_kind(int piece)
{
	return toupper(piece);
}

bool pieces_clear_between(const check_board_t *board, int from, int to)
{
	const int dx = (to % PIECES_FILES > from % PIECES_FILES) -
	               (to % PIECES_FILES < from % PIECES_FILES);
	const int dy = (to / PIECES_FILES > from / PIECES_FILES) -
	               (to / PIECES_FILES < from / PIECES_FILES);

	for (int s = from + dy * PIECES_FILES + dx; s != to; s += dy * PIECES_FILES + dx)
		if (board->at[s] != STONE_NONE)
			return false;
	return true;
}

bool pieces_hit(const check_board_t *board, int from, int to)
{
	const int piece = board->at[from];
	const int up = to / PIECES_FILES - from / PIECES_FILES;
	const int ax = abs(to % PIECES_FILES - from % PIECES_FILES), ay = abs(up);

	if (from == to)
		return false;
	switch (pieces_kind(piece)) {
	case 'P':
		return ax == 1 && up == (piece == 'P' ? 1 : -1);
	case 'N':
		return (ax == 1 && ay == 2) || (ax == 2 && ay == 1);
	case 'K':
		return ax <= 1 && ay <= 1;
	case 'B':
		return ax == ay && pieces_clear_between(board, from, to);
	case 'R':
		return (ax == 0 || ay == 0) && pieces_clear_between(board, from, to);
	case 'Q':
		return (ax == ay || ax == 0 || ay == 0) && pieces_clear_between(board, from, to);
	default:
		return false;
	}
}

bool pieces_attack(const check_board_t *board, int square, int by)
{
	for (int s = 0; s < PIECES_SQUARES; s++)
		if (pieces_colour(board->at[s]) == by && pieces_hit(board, s, square))
			return true;
	return false;
}

bool pieces_in_check(const check_board_t *board, int colour)
{
	const int king = colour == STONE_WHITE ? 'K' : 'k';

	for (int s = 0; s < PIECES_SQUARES; s++)
		if (board->at[s] == king)
			return pieces_attack(board, s, other_colour(colour));
	assert(false);
	return false;
}
