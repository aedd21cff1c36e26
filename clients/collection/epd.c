/* SPDX-License-Identifier: MIT
 * epd.c - see epd.h.
 *
 * Design     An EPD has the first four fields of a FEN, then operations that end with ';'. A
 *            FEN has two numbers there, or nothing. So one reader takes both, line by line, and
 *            mixed. A line that begins with '#' or is blank says nothing.
 *
 * dm N       "direct mate in N": the goal is to be reached within 2 N + 1 plies, as chess
 *            counts here: to the capture of the king.
 *
 * bm, id     bm: moves that are to be found; one that is not legal is a fault, but the problem
 *            stays. Other operations are skipped.
 */
#include "clients/collection/epd.h"

#include <stdio.h>
#include <string.h>

#include "clients/collection/chess.h"

enum { FIELDS = 4, DEEPEST_MATE = 253, WORD_BYTES = 96 };

/* What is read of one line. */
typedef struct {
	char fen[COLLECTION_FEN_BYTES];
	char id[COLLECTION_ID_BYTES];
	char best[COLLECTION_BEST_BYTES];
	unsigned mate; /* 0 = not said */
} epd_t;

bool collection_epd_looks(const char *text, size_t length)
{
	slice_t rest = {text, length}, line;

	while (rest.length > 0) {
		line = reader_trim(reader_field(&rest, '\n'));
		if (line.length > 0 && line.text[0] != '#')
			return collection_chess_looks(line);
	}
	return false;
}

/* take_fields takes the fields of the position off the line; a FEN's two numbers too. */
static bool take_fields(slice_t *line, char fen[COLLECTION_FEN_BYTES])
{
	size_t used = 0;

	for (unsigned i = 0; i < FIELDS; i++) {
		const slice_t before = *line, word = reader_word(line);
		char text[WORD_BYTES];

		if (word.length > 0 && i > 0 && memchr(word.text, ';', word.length) != NULL) {
			*line = before; /* an operation already: the other fields are left out */
			break;
		}
		if (!reader_copy(word, text, sizeof(text)) ||
		    used + word.length + 2 > COLLECTION_FEN_BYTES)
			return false;
		used += (size_t)snprintf(fen + used, COLLECTION_FEN_BYTES - used, "%s%s",
		                         i > 0 && word.length > 0 ? " " : "", text);
	}
	for (unsigned i = 0; i < 2; i++) {
		slice_t rest = *line;
		unsigned number;

		if (!reader_number(reader_word(&rest), &number))
			break;
		*line = rest;
	}
	return true;
}

/* operation_end returns the length of the operation that a text begins with, its ';' not counted:
 * in quotes a ';' is text. */
static size_t operation_end(slice_t text)
{
	bool quoted = false;
	size_t i = 0;

	for (; i < text.length && (quoted || text.text[i] != ';'); i++)
		quoted ^= text.text[i] == '"';
	return i;
}

static slice_t unquoted(slice_t text)
{
	text = reader_trim(text);
	if (text.length >= 2 && text.text[0] == '"' && text.text[text.length - 1] == '"') {
		text.text++;
		text.length -= 2;
	}
	return text;
}

/* take_best reads the moves of bm. */
static void take_best(reader_t *r, const position_t *position, slice_t moves, epd_t *epd)
{
	for (slice_t word = reader_word(&moves); word.length > 0; word = reader_word(&moves)) {
		const move_t move = collection_chess_move(position, word);
		reader_shown_t shown;

		if (move == MOVE_NONE)
			reader_fault(r, r->line, "bm: '%s' is no legal move here",
			             reader_shown(&shown, word));
		else
			collection_chess_add(position, move, epd->best);
	}
}

/* take_operations reads what follows the position. */
static void take_operations(reader_t *r, const position_t *position, slice_t rest, epd_t *epd)
{
	for (rest = reader_trim(rest); rest.length > 0; rest = reader_trim(rest)) {
		slice_t operands = {rest.text, operation_end(rest)};
		const size_t taken = operands.length + (operands.length < rest.length);
		const slice_t name = reader_word(&operands);
		reader_shown_t shown;

		if (reader_is(name, "bm"))
			take_best(r, position, operands, epd);
		else if (reader_is(name, "id"))
			reader_id(unquoted(operands), epd->id);
		else if (reader_is(name, "dm") &&
		         (!reader_number(reader_trim(operands), &epd->mate) || epd->mate == 0 ||
		          epd->mate > DEEPEST_MATE)) {
			reader_fault(r, r->line, "dm: '%s' is no number of moves from 1 to %d",
			             reader_shown(&shown, reader_trim(operands)), DEEPEST_MATE);
			epd->mate = 0;
		}
		rest.text += taken;
		rest.length -= taken;
	}
}

static void read_line(reader_t *r, slice_t line)
{
	collection_problem_t problem = {.game = "chess"};
	epd_t epd = {.mate = 0};
	position_t *position;
	errinfo_t why;

	if (line.length > READER_LINE_BYTES || !take_fields(&line, epd.fen)) {
		reader_fault(r, r->line, "the line is too long for a position, or no text");
		return;
	}
	position = collection_chess_of(epd.fen, &why);
	if (position == NULL) {
		reader_fault(r, r->line, "%s", err_rest(&why) + 2);
		return;
	}
	take_operations(r, position, line, &epd);
	collection_chess_fen(position, epd.fen);
	position_free(position);
	problem.id = epd.id;
	problem.fen = epd.fen;
	problem.best = epd.best[0] != '\0' ? epd.best : NULL;
	problem.within = epd.mate;
	reader_add(r, r->line, &problem);
}

void collection_epd_read(reader_t *r)
{
	slice_t line;

	while (r->out->failed == ERR_OK && reader_line(r, &line)) {
		line = reader_trim(line);
		if (line.length > 0 && line.text[0] != '#')
			read_line(r, line);
	}
}
