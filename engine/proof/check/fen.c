/* SPDX-License-Identifier: MIT
 * fen.c - the six fields of the Forsyth-Edwards Notation, and whether the rules allow what they
 * say. */
#include "engine/proof/check/fen.h"

#include <string.h>

#include "engine/proof/check/pieces.h"

enum { FIELDS = 6, FIELD_MAX = 80, MEN_MAX = 16, PAWNS_MAX = 8 };

static err_t refuse(errinfo_t *why, const char *what)
{
	return err_at(why, ERR_POSITION, "header.position.fen", "%s", what);
}

/* split parts the fields at single blanks. */
static bool split(const char *fen, char field[FIELDS][FIELD_MAX])
{
	for (unsigned i = 0; i < FIELDS; i++) {
		const size_t length = strcspn(fen, " ");

		if (length == 0 || length >= FIELD_MAX || (fen[length] == ' ') != (i + 1 < FIELDS))
			return false;
		memcpy(field[i], fen, length);
		field[i][length] = '\0';
		fen += length + 1;
	}
	return true;
}

static bool read_placement(const char *text, check_board_t *out)
{
	int x = 0, y = PIECES_FILES - 1;

	for (; *text != '\0'; text++) {
		if (*text == '/') {
			if (x != PIECES_FILES || y == 0)
				return false;
			x = 0;
			y--;
		} else if (*text >= '1' && *text <= '8') {
			x += *text - '0';
		} else if (strchr("PNBRQKpnbrqk", *text) != NULL && x < PIECES_FILES) {
			out->at[y * PIECES_FILES + x++] = (uint8_t)*text;
		} else {
			return false;
		}
		if (x > PIECES_FILES)
			return false;
	}
	return x == PIECES_FILES && y == 0;
}

static bool read_castling(const char *text, check_board_t *out)
{
	/* A right needs king and rook where they began. */
	static const struct {
		char letter;
		uint8_t king, rook, king_at, rook_at;
	} right[] = {{'K', 'K', 'R', 4, 7},
	             {'Q', 'K', 'R', 4, 0},
	             {'k', 'k', 'r', 60, 63},
	             {'q', 'k', 'r', 60, 56}};

	if (strcmp(text, "-") == 0)
		return true;
	for (; *text != '\0'; text++) {
		unsigned i = 0;

		while (i < 4 && right[i].letter != *text)
			i++;
		if (i == 4 || (out->castling >> i & 1) != 0 ||
		    out->at[right[i].king_at] != right[i].king ||
		    out->at[right[i].rook_at] != right[i].rook)
			return false;
		out->castling = (uint8_t)(out->castling | 1u << i);
	}
	return true;
}

/* read_passed: a pawn of the side not to move can just have come two steps over this square. */
static bool read_passed(const char *text, int mover, check_board_t *out)
{
	const int ahead =
	        mover == STONE_WHITE ? -PIECES_FILES : PIECES_FILES; /* where that pawn went */
	const uint8_t pawn = mover == STONE_WHITE ? 'p' : 'P';
	int square;

	if (strcmp(text, "-") == 0)
		return true;
	if (strlen(text) != 2 || text[0] < 'a' || text[0] > 'h' ||
	    text[1] != (mover == STONE_WHITE ? '6' : '3'))
		return false;
	square = (text[1] - '1') * PIECES_FILES + text[0] - 'a';
	out->passed = (int16_t)square;
	return out->at[square] == STONE_NONE && out->at[square - ahead] == STONE_NONE &&
	       out->at[square + ahead] == pawn;
}

static bool is_number(const char *text)
{
	return text[strspn(text, "0123456789")] == '\0' || strcmp(text, "-") == 0;
}

static bool men_are_possible(const check_board_t *board, int colour)
{
	unsigned men = 0, kings = 0, pawns = 0;

	for (int s = 0; s < PIECES_SQUARES; s++) {
		const int piece = board->at[s];
		const bool pawn = piece == 'P' || piece == 'p';

		if (pawn && (s < PIECES_FILES || s >= PIECES_SQUARES - PIECES_FILES))
			return false;
		if (pieces_colour(piece) != colour)
			continue;
		men++;
		kings += piece == 'K' || piece == 'k';
		pawns += pawn;
	}
	return kings == 1 && men <= MEN_MAX && pawns <= PAWNS_MAX;
}

err_t check_fen_read(const char *fen, check_board_t *out, int *mover, errinfo_t *why)
{
	char field[FIELDS][FIELD_MAX];

	if (!split(fen, field))
		return refuse(why, "expected six fields");
	if (!read_placement(field[0], out))
		return refuse(why, "the pieces cannot be read");
	if (strcmp(field[1], "w") != 0 && strcmp(field[1], "b") != 0)
		return refuse(why, "whose turn is it?");
	*mover = field[1][0] == 'w' ? STONE_WHITE : STONE_BLACK;
	if (!men_are_possible(out, STONE_WHITE) || !men_are_possible(out, STONE_BLACK))
		return refuse(why, "men that cannot be");
	if (!read_castling(field[2], out))
		return refuse(why, "castling rights that cannot be");
	if (!read_passed(field[3], *mover, out))
		return refuse(why, "no pawn can be taken en passant there");
	if (!is_number(field[4]) || !is_number(field[5]))
		return refuse(why, "the counters are no numbers");
	if (pieces_in_check(out, other_colour(*mover)))
		return refuse(why, "a king could be taken");
	return ERR_OK;
}
