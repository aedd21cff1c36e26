/* SPDX-License-Identifier: MIT
 * fen.c - reads a position field by field, then looks whether it can be one.
 *
 * The reader fills a board and complains of text; what the rules do not allow is
 * looked for afterwards, on the board. */
#include "engine/game/chess/fen.h"

#include <string.h>

enum { FIELD_MAX = 96, FIELDS = 6, MEN_MAX = 16, PAWNS_MAX = 8 };

static const char *const field_names[FIELDS] = {"placement",  "side to move", "castling",
                                                "en passant", "halfmoves",    "moves"};
static const char *const colour_names[] = {"white", "black"};
static const char letters[] = "PNBRQKpnbrqk";

typedef struct {
	char text[FIELDS][FIELD_MAX];
} fields_t;

void fen_write_square(unsigned square, strbuf_t *out)
{
	strbuf_printf(out, "%c%u", (char)('a' + (square & 7)), (square >> 3) + 1);
}

unsigned fen_read_square(const char *text)
{
	if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
		return SQUARE_NONE;
	return (unsigned)(text[1] - '1') * 8 + (unsigned)(text[0] - 'a');
}

/* A square's name for a message. */
typedef struct {
	char text[4];
} name_t;

static name_t name_of(unsigned square)
{
	name_t name;
	strbuf_t out;

	strbuf_init(&out, name.text, sizeof(name.text));
	fen_write_square(square, &out);
	return name;
}

static err_t split(const char *fen, fields_t *out, errinfo_t *why)
{
	unsigned count = 0;

	memset(out, 0, sizeof(*out));
	if (fen == NULL)
		return err_at(why, ERR_MISSING, "position.rows", "no position is given");
	for (fen += strspn(fen, " "); *fen != '\0'; fen += strspn(fen, " ")) {
		const size_t length = strcspn(fen, " ");

		if (count == FIELDS)
			return err_at(why, ERR_SYNTAX, "position.rows",
			              "a FEN has six fields, not more");
		if (length >= FIELD_MAX)
			return err_at(why, ERR_SYNTAX, "position.rows",
			              "the %s is %zu characters long", field_names[count], length);
		memcpy(out->text[count++], fen, length);
		fen += length;
	}
	if (count == 0)
		return err_at(why, ERR_MISSING, "position.rows", "no position is given");
	return ERR_OK;
}

static err_t bad_character(char c, unsigned row, errinfo_t *why)
{
	if (c > ' ' && c <= '~')
		return err_at(why, ERR_SYNTAX, "position.rows",
		              "row %u: '%c' is no piece (PNBRQKpnbrqk), digit or '.'", row, c);
	return err_at(why, ERR_SYNTAX, "position.rows", "row %u: 0x%02x is no piece", row,
	              (unsigned)(unsigned char)c);
}

/* read_row reads one row up to its '/' or the end. */
static err_t read_row(const char *text, size_t length, unsigned row, board_t *b, errinfo_t *why)
{
	size_t x = 0;

	for (size_t i = 0; i < length; i++) {
		const char *letter = strchr(letters, text[i]); /* never the NUL */
		const unsigned piece = letter != NULL ? (unsigned)(letter - letters) : 0;

		if (letter != NULL && x < 8)
			chess_board_put(b, piece / KINDS, (kind_t)(piece % KINDS),
			                (8 - row) * 8 + (unsigned)x);
		if (text[i] >= '1' && text[i] <= '8')
			x += (size_t)(text[i] - '0');
		else if (letter != NULL || text[i] == '.')
			x++;
		else
			return bad_character(text[i], row, why);
	}
	if (x != 8)
		return err_at(why, ERR_SYNTAX, "position.rows",
		              "row %u has %zu squares, expected 8", row, x);
	return ERR_OK;
}

static err_t read_placement(const char *text, board_t *b, errinfo_t *why)
{
	unsigned rows = 1;
	err_t err = ERR_OK;

	for (const char *c = text; *c != '\0'; c++)
		rows += *c == '/';
	for (unsigned row = 1; row <= 8 && row <= rows && err == ERR_OK; row++) {
		const size_t length = strcspn(text, "/");

		err = read_row(text, length, row, b, why);
		text += length + 1; /* past the end after the last row only */
	}
	if (err == ERR_OK && rows != 8)
		return err_at(why, ERR_SYNTAX, "position.rows", "%u rows, a board has 8", rows);
	return err;
}

/* read_side reads who is to move, which tells who attacks; of rows alone the attacker tells who is
 * to move. */
static err_t read_side(const char *text, const problem_t *problem, board_t *b, errinfo_t *why)
{
	static const colour_t colours[] = {COLOUR_WHITE, COLOUR_BLACK};
	const bool defends = problem->first == SIDE_DEFENDER; /* who is to move */

	if (text[0] == '\0') {
		if (problem->attacker == COLOUR_NONE)
			return err_at(why, ERR_MISSING, "position.rows",
			              "no side to move is given, nor goal.attacker");
		b->to_move = (problem->attacker == COLOUR_WHITE) != defends ? WHITE : BLACK;
	} else if (strcmp(text, "w") == 0 || strcmp(text, "b") == 0) {
		b->to_move = text[0] == 'w' ? WHITE : BLACK;
	} else {
		return err_at(why, ERR_SYNTAX, "position.rows",
		              "side to move: \"%.16s\" is neither w nor b", text);
	}
	b->attacker = defends ? !b->to_move : b->to_move;
	if (problem->attacker != COLOUR_NONE && problem->attacker != colours[b->attacker])
		return err_at(why, ERR_VALUE, "goal.attacker",
		              "%s is to move, and who is to move %s", colour_names[b->to_move],
		              defends ? "defends" : "attacks");
	return ERR_OK;
}

/* check_right: do king and rook stand where they did at the start? */
static err_t check_right(const board_t *b, unsigned right, char letter, errinfo_t *why)
{
	const unsigned colour = right >= CASTLE_BLACK_SHORT, home = colour == BLACK ? A8 : A1;
	const bool castles_short = right == CASTLE_WHITE_SHORT || right == CASTLE_BLACK_SHORT;
	const unsigned king = home | E1, rook = home | (castles_short ? H1 : A1);

	if (b->at[king] != KING || !has_square(b->colour[colour], king))
		return err_at(why, ERR_POSITION, "position.rows",
		              "castling: %c, but %s has no king on %s", letter,
		              colour_names[colour], name_of(king).text);
	if (b->at[rook] != ROOK || !has_square(b->colour[colour], rook))
		return err_at(why, ERR_POSITION, "position.rows",
		              "castling: %c, but %s has no rook on %s", letter,
		              colour_names[colour], name_of(rook).text);
	return ERR_OK;
}

static err_t read_castling(const char *text, board_t *b, errinfo_t *why)
{
	static const char rights[] = "KQkq"; /* in the order of their bits */
	err_t err;

	if (strcmp(text, "-") == 0)
		return ERR_OK;
	for (const char *c = text; *c != '\0'; c++) {
		const char *at = strchr(rights, *c);
		const unsigned right = at != NULL ? 1u << (at - rights) : 0;

		if (at == NULL || (b->castling & right) != 0)
			return err_at(why, ERR_SYNTAX, "position.rows",
			              "castling: \"%.16s\" is neither some of KQkq "
			              "nor -",
			              text);
		if ((err = check_right(b, right, *c, why)) != ERR_OK)
			return err;
		b->castling = (uint8_t)(b->castling | right);
	}
	return ERR_OK;
}

/* check_en_passant: can the other side's last move have been a pawn's double step
 * over this square? */
static err_t check_en_passant(const board_t *b, unsigned square, errinfo_t *why)
{
	const unsigned them = !b->to_move;
	const unsigned pawn = them == WHITE ? square + 8 : square - 8;
	const unsigned start = them == WHITE ? square - 8 : square + 8;
	const name_t name = name_of(square);

	if (square >> 3 != (them == WHITE ? 2u : 5u))
		return err_at(why, ERR_POSITION, "position.rows",
		              "en passant: %s cannot be passed over when %s is to "
		              "move",
		              name.text, colour_names[b->to_move]);
	if (b->at[square] != PIECE_NONE || b->at[start] != PIECE_NONE || b->at[pawn] != PAWN ||
	    !has_square(b->colour[them], pawn))
		return err_at(why, ERR_POSITION, "position.rows",
		              "en passant: no pawn of %s can just have come over %s",
		              colour_names[them], name.text);
	return ERR_OK;
}

static err_t read_en_passant(const char *text, board_t *b, errinfo_t *why)
{
	const unsigned square = fen_read_square(text);
	err_t err;

	if (text[0] == '\0' || strcmp(text, "-") == 0)
		return ERR_OK;
	if (square == SQUARE_NONE || text[2] != '\0')
		return err_at(why, ERR_SYNTAX, "position.rows",
		              "en passant: \"%.16s\" is neither a square nor -", text);
	if ((err = check_en_passant(b, square, why)) != ERR_OK)
		return err;
	chess_board_set_en_passant(b, square);
	return ERR_OK;
}

static err_t read_counter(const char *text, unsigned field, errinfo_t *why)
{
	if (text[strspn(text, "0123456789")] != '\0' && strcmp(text, "-") != 0)
		return err_at(why, ERR_SYNTAX, "position.rows", "%s: \"%.16s\" is not a number",
		              field_names[field], text);
	return ERR_OK;
}

static err_t check_men(const board_t *b, unsigned colour, errinfo_t *why)
{
	const uint64_t men = b->colour[colour];
	const unsigned kings = (unsigned)__builtin_popcountll(men & b->kind[KING]);

	if (kings != 1)
		return err_at(why, ERR_POSITION, "position.rows", "%s has %u kings, expected 1",
		              colour_names[colour], kings);
	if (__builtin_popcountll(men) > MEN_MAX)
		return err_at(why, ERR_POSITION, "position.rows", "%s has %u men, at most %u",
		              colour_names[colour], (unsigned)__builtin_popcountll(men), MEN_MAX);
	if (__builtin_popcountll(men & b->kind[PAWN]) > PAWNS_MAX)
		return err_at(why, ERR_POSITION, "position.rows", "%s has %u pawns, at most %u",
		              colour_names[colour],
		              (unsigned)__builtin_popcountll(men & b->kind[PAWN]), PAWNS_MAX);
	return ERR_OK;
}

static err_t check_board(const board_t *b, errinfo_t *why)
{
	uint64_t astray = b->kind[PAWN] & UINT64_C(0xff000000000000ff);
	err_t err;

	if ((err = check_men(b, WHITE, why)) != ERR_OK ||
	    (err = check_men(b, BLACK, why)) != ERR_OK)
		return err;
	if (astray != 0)
		return err_at(why, ERR_POSITION, "position.rows", "a pawn cannot stand on %s",
		              name_of(take_square(&astray)).text);
	if (board_in_check(b, !b->to_move))
		return err_at(why, ERR_POSITION, "position.rows",
		              "%s is in check, and %s is to move", colour_names[!b->to_move],
		              colour_names[b->to_move]);
	return ERR_OK;
}

err_t fen_read(const problem_t *problem, board_t *out, errinfo_t *why)
{
	fields_t f;
	err_t err;

	*out = (board_t){.en_passant = SQUARE_NONE};
	memset(out->at, PIECE_NONE, sizeof(out->at));
	if ((err = split(problem->rows, &f, why)) != ERR_OK ||
	    (err = read_placement(f.text[0], out, why)) != ERR_OK ||
	    (err = read_side(f.text[1], problem, out, why)) != ERR_OK ||
	    (err = check_board(out, why)) != ERR_OK ||
	    (err = read_castling(f.text[2], out, why)) != ERR_OK ||
	    (err = read_en_passant(f.text[3], out, why)) != ERR_OK ||
	    (err = read_counter(f.text[4], 4, why)) != ERR_OK ||
	    (err = read_counter(f.text[5], 5, why)) != ERR_OK)
		return err;
	out->key = chess_board_key(out);
	return ERR_OK;
}

static void write_row(const board_t *b, unsigned row, strbuf_t *out)
{
	unsigned empty = 0;

	for (unsigned x = 0; x <= 8; x++) {
		const unsigned s = (8 - row) * 8 + x;
		const bool piece = x < 8 && b->at[s] != PIECE_NONE;

		if (x < 8 && !piece)
			empty++;
		if (empty > 0 && (x == 8 || piece)) {
			strbuf_printf(out, "%u", empty);
			empty = 0;
		}
		if (piece)
			strbuf_char(out,
			            letters[b->at[s] + KINDS * has_square(b->colour[BLACK], s)]);
	}
}

void fen_write(const board_t *b, strbuf_t *out)
{
	for (unsigned row = 1; row <= 8; row++) {
		write_row(b, row, out);
		if (row < 8)
			strbuf_char(out, '/');
	}
	strbuf_add(out, b->to_move == WHITE ? " w " : " b ");
	for (unsigned i = 0; i < 4; i++)
		if ((b->castling >> i & 1) != 0)
			strbuf_char(out, "KQkq"[i]);
	strbuf_add(out, b->castling == 0 ? "- " : " ");
	if (b->en_passant != SQUARE_NONE)
		fen_write_square(b->en_passant, out);
	else
		strbuf_char(out, '-');
	strbuf_add(out, " 0 1");
}
