/* SPDX-License-Identifier: MIT
 * san.c - writes and reads moves.
 *
 * Reading takes the text apart into what it says - a piece, a square to go to,
 * perhaps a file, a rank, a promotion - and looks which legal move that fits. */
#include "engine/game/chess/san.h"

#include "engine/base/check.h"
#include "engine/game/chess/fen.h"
#include "engine/game/chess/moves.h"

#include <string.h>

static const char piece_letters[] = "PNBRQK";

enum { ANY = 8, WORD_MAX = 16 };

/* What a text says of a move. */
typedef struct {
	unsigned kind;       /* KINDS = not said */
	unsigned file, rank; /* of the start; ANY */
	unsigned to;
	unsigned promotion; /* kind_t */
} said_t;

static bool is_castling(const board_t *b, move_t move)
{
	const unsigned from = move_from(move), to = move_to(move);

	return b->at[from] == KING && (to == from + 2 || to + 2 == from);
}

static bool fits(const board_t *b, const said_t *said, move_t move)
{
	const unsigned from = move_from(move);

	return move_to(move) == said->to && move_promotion(move) == said->promotion &&
	       (said->kind == KINDS || said->kind == b->at[from]) &&
	       (said->file == ANY || said->file == (from & 7)) &&
	       (said->rank == ANY || said->rank == from >> 3);
}

/* find returns the one legal move that fits, or MOVE_NONE. */
static move_t find(const board_t *b, const said_t *said)
{
	move_t list[MOVES_MAX], found = MOVE_NONE;
	unsigned count = moves_legal(b, list);

	for (unsigned i = 0; i < count; i++) {
		if (!fits(b, said, list[i]))
			continue;
		if (found != MOVE_NONE)
			return MOVE_NONE;
		found = list[i];
	}
	return found;
}

void san_write_uci(move_t move, strbuf_t *out)
{
	fen_write_square(move_from(move), out);
	fen_write_square(move_to(move), out);
	if (move_promotion(move) != PAWN)
		strbuf_char(out, "pnbrqk"[move_promotion(move)]);
}

/* write_start adds what tells the piece from others that could go there. */
static void write_start(const board_t *b, move_t move, strbuf_t *out)
{
	const unsigned from = move_from(move);
	said_t said = {.kind = b->at[from], .file = ANY, .rank = ANY, .to = move_to(move)};

	if (find(b, &said) != MOVE_NONE)
		return;
	said.file = from & 7;
	if (find(b, &said) == MOVE_NONE) {
		said.file = ANY;
		said.rank = from >> 3;
		if (find(b, &said) == MOVE_NONE)
			said.file = from & 7;
	}
	if (said.file != ANY)
		strbuf_char(out, (char)('a' + said.file));
	if (said.rank != ANY)
		strbuf_char(out, (char)('1' + said.rank));
}

static void write_suffix(const board_t *b, move_t move, strbuf_t *out)
{
	board_t after = *b;

	if (b->at[move_to(move)] == KING)
		return;
	chess_board_make(&after, move);
	if (board_in_check(&after, after.to_move))
		strbuf_char(out, moves_any(&after) ? '+' : '#');
}

void san_write(const board_t *b, move_t move, strbuf_t *out)
{
	const unsigned from = move_from(move), to = move_to(move), kind = b->at[from];
	const bool takes = b->at[to] != PIECE_NONE || (kind == PAWN && to == b->en_passant);

	assert(kind != PIECE_NONE);
	if (is_castling(b, move)) {
		strbuf_add(out, to > from ? "O-O" : "O-O-O");
		write_suffix(b, move, out);
		return;
	}
	if (kind != PAWN) {
		strbuf_char(out, piece_letters[kind]);
		write_start(b, move, out);
	} else if (takes) {
		strbuf_char(out, (char)('a' + (from & 7)));
	}
	if (takes)
		strbuf_char(out, 'x');
	fen_write_square(to, out);
	if (move_promotion(move) != PAWN) {
		strbuf_char(out, '=');
		strbuf_char(out, piece_letters[move_promotion(move)]);
	}
	write_suffix(b, move, out);
}

/* strip copies the text without the signs that say nothing; false when too long. */
static bool strip(const char *text, char *out)
{
	size_t length = strcspn(text, " +#!?"), n = 0;
	const char *rest = text + length;

	rest += strspn(rest, "+#!?");
	if (*rest != '\0' && strcmp(rest, " e.p.") != 0)
		return false;
	for (size_t i = 0; i < length; i++) {
		if (strchr("x-=:", text[i]) != NULL)
			continue;
		if (n + 1 == WORD_MAX)
			return false;
		out[n++] = text[i];
	}
	out[n] = '\0';
	return true;
}

static move_t read_castling(const board_t *b, const char *word)
{
	const bool castles_short = strcmp(word, "OO") == 0 || strcmp(word, "00") == 0;
	const unsigned home = b->to_move == WHITE ? A1 : A8;
	const move_t move = move_make(home | E1, home | (castles_short ? G1 : C1), PAWN);

	if (!castles_short && strcmp(word, "OOO") != 0 && strcmp(word, "000") != 0)
		return MOVE_NONE;
	return b->at[home | E1] == KING && moves_is_legal(b, move) ? move : MOVE_NONE;
}

/* read_start reads "", "b", "1" or "b1". */
static bool read_start(const char *text, size_t length, said_t *said)
{
	size_t i = 0;

	if (i < length && text[i] >= 'a' && text[i] <= 'h')
		said->file = (unsigned)(text[i++] - 'a');
	if (i < length && text[i] >= '1' && text[i] <= '8')
		said->rank = (unsigned)(text[i++] - '1');
	return i == length;
}

move_t san_read(const board_t *b, const char *text)
{
	said_t said = {.kind = PAWN, .file = ANY, .rank = ANY};
	char word[WORD_MAX];
	const char *start = word, *letter;
	size_t length;

	if (!strip(text, word))
		return MOVE_NONE;
	if (word[0] == 'O' || word[0] == '0')
		return read_castling(b, word);
	if (word[0] != '\0' && (letter = strchr(piece_letters, word[0])) != NULL) {
		said.kind = (unsigned)(letter - piece_letters);
		start++;
	}
	length = strlen(start);
	if (length > 2 && (letter = strchr("NBRQnbrq", start[length - 1])) != NULL) {
		said.promotion = (unsigned)(letter - "NBRQnbrq") % 4 + KNIGHT;
		length--;
	}
	if (length < 2 || (said.to = fen_read_square(start + length - 2)) == SQUARE_NONE)
		return MOVE_NONE;
	length -= 2;
	if (start == word && length == 2)
		said.kind = KINDS; /* two squares and no letter: UCI */
	return read_start(start, length, &said) ? find(b, &said) : MOVE_NONE;
}
