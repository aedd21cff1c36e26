/* SPDX-License-Identifier: MIT
 * canonical.c - how questions of chess are stored: the attacker's pieces are capitals, a rook that
 * may castle is a 'C' or 'c', the square of a capture en passant an 'e'. A black attacker's board
 * is seen from the other side. Left and right look the same as long as nobody may castle. */
#include "engine/game/chess/canonical.h"

#include <string.h>

#include "engine/game/game.h"

enum { CHESS_SIDE = 8 };

/* mark_castling makes the rook of a right another letter: C. */
static void mark_castling(const char *rights, canonical_board_t *out)
{
	static const struct {
		char right;
		unsigned point;
	} rooks[] = {{'K', 63}, {'Q', 56}, {'k', 7}, {'q', 0}};

	for (unsigned i = 0; i < sizeof(rooks) / sizeof(rooks[0]); i++)
		if (memchr(rights, rooks[i].right, strcspn(rights, " ")) != NULL)
			out->at[rooks[i].point] += (uint8_t)('C' - 'R');
}

/* chess_canonical_read reads what rows_text of chess writes. */
static bool chess_canonical_read(const problem_t *problem, const position_t *pos, const char *goal,
                                 canonical_board_t *out)
{
	const bool swap = pos->game->attacker(pos) != COLOUR_WHITE;
	char fen[ROWS_TEXT_MAX];
	const char *c = fen, *passant;
	strbuf_t text;
	unsigned count = 0;
	bool castles;

	(void)problem;
	(void)goal;
	strbuf_init(&text, fen, sizeof(fen));
	pos->game->rows_text(pos, &text);
	out->width = out->height = CHESS_SIDE;
	memset(out->at, CELL_EMPTY, CHESS_SIDE * CHESS_SIDE);
	for (; *c != ' '; c++) {
		if (*c >= '1' && *c <= '8')
			count += (unsigned)(*c - '0');
		else if (*c != '/')
			out->at[count++] = (uint8_t)*c;
	}
	c += strlen(" w ");
	castles = *c != '-';
	mark_castling(c, out);
	passant = c + strcspn(c, " ") + 1;
	if (*passant != '-')
		out->at[('8' - passant[1]) * CHESS_SIDE + (passant[0] - 'a')] = 'e';
	for (unsigned p = 0; swap && p < CHESS_SIDE * CHESS_SIDE; p++)
		if (out->at[p] != CELL_EMPTY && out->at[p] != 'e')
			out->at[p] ^= 'a' ^ 'A';
	out->symmetries = (castles ? 1u << 0 : 1u << 0 | 1u << 1) << (swap ? 2 : 0);
	return count == CHESS_SIDE * CHESS_SIDE;
}

/* chess_canonical_write writes a FEN of a board whose attacker is white. */
static bool chess_canonical_write(const canonical_board_t *board, side_t first, strbuf_t *rows)
{
	char passant[] = "-", square[] = "a1";
	const char *ep = passant;
	bool right[4] = {false};
	unsigned gap = 0;

	if (board->width != CHESS_SIDE || board->height != CHESS_SIDE)
		return false;
	for (unsigned p = 0; p < CHESS_SIDE * CHESS_SIDE; p++) {
		const unsigned x = p % CHESS_SIDE, y = p / CHESS_SIDE;
		const uint8_t cell = board->at[p];
		const bool is_piece = cell != CELL_EMPTY && cell != 'e';

		if (cell == 'e') {
			square[0] = (char)('a' + x);
			square[1] = (char)('8' - y);
			ep = square;
		}
		if (cell == 'C' || cell == 'c')
			right[(cell == 'C' ? 0 : 2) + (x == 0)] = true;
		if (gap > 0 && (is_piece || (x == 0 && p > 0))) {
			strbuf_printf(rows, "%u", gap);
			gap = 0;
		}
		if (x == 0 && p > 0)
			strbuf_char(rows, '/');
		if (is_piece)
			strbuf_char(rows, cell == 'C' ? 'R' : cell == 'c' ? 'r' : (char)cell);
		else
			gap++;
	}
	if (gap > 0)
		strbuf_printf(rows, "%u", gap);
	strbuf_add(rows, first == SIDE_ATTACKER ? " w " : " b ");
	for (unsigned i = 0; i < 4; i++)
		if (right[i])
			strbuf_char(rows, "KQkq"[i]);
	strbuf_printf(rows, "%s %s 0 1", right[0] || right[1] || right[2] || right[3] ? "" : "-",
	              ep);
	return !rows->overflow;
}

/* chess_canonical_turn takes a move from one view to another: the symmetries of chess are their own
 * inverse, and those of a square's number (from below) as well. */
static move_t chess_canonical_turn(unsigned s, move_t move)
{
	const unsigned turn = ((s & 1) != 0 ? 7u : 0u) ^ ((s & 2) != 0 ? 56u : 0u);

	return (move_t)(move ^ (turn | turn << 6));
}

const canonical_ops_t chess_canonical = {
        .read = chess_canonical_read,
        .write = chess_canonical_write,
        .turn = chess_canonical_turn,
};
