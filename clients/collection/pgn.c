/* SPDX-License-Identifier: MIT
 * pgn.c - see pgn.h.
 *
 * Design     One pass over the bytes. A game is its tags, then its moves up to the next tag or
 *            a result. Variations are counted, not stacked. The moves are played by the
 *            engine's rules: SAN that fits no legal move, or two, is a fault.
 *
 * FEN        A game with a FEN is a problem, and its moves the solution: they are checked as
 *            well, but the position is the FEN, unless the caller wants that after some moves.
 *
 * Broken     A comment or variation that is never closed would take in all games behind it: so
 *            "[Event " at the start of a line begins a game wherever it stands. The rest of a
 *            game with a fault is skipped. A tag that cannot be read is told and passed over where
 *            the game has a FEN; where it has none, the tag may have been that.
 */
#include "clients/collection/pgn.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "clients/collection/chess.h"

enum { TAG_BYTES = 160, MOVES_MAX_OF_GAME = 4096 };

static const char new_game[] = "[Event ";

/* A game that is being read. */
typedef struct {
	unsigned line;        /* of its first tag; 0: no game is open */
	bool in_moves;        /* its tags are over */
	bool failed, reached; /* its faults were told; its position was added */
	bool is_unsure;       /* a tag that cannot be read may have been its FEN */
	char event[TAG_BYTES], white[TAG_BYTES], black[TAG_BYTES], round[TAG_BYTES];
	char fen[TAG_BYTES], variant[TAG_BYTES];
	unsigned fen_line;
	position_t *position; /* from the first move on */
	unsigned plies;
} pgn_t;

bool collection_pgn_looks(const char *text, size_t length)
{
	slice_t rest = {text, length}, line, word;

	while (rest.length > 0) {
		line = reader_trim(reader_field(&rest, '\n'));
		if (line.length == 0 || line.text[0] == '%' || line.text[0] == ';')
			continue;
		if (line.length > 3 && memcmp(line.text, "\xef\xbb\xbf", 3) == 0)
			line.text += 3, line.length -= 3;
		word = reader_word(&line);
		return word.length > 1 && word.text[0] == '[' && word.text[1] >= 'A' &&
		       word.text[1] <= 'Z' && reader_trim(line).length > 0 &&
		       reader_trim(line).text[0] == '"';
	}
	return false;
}

/* is_told tells whether a tag has a value: "?" is one that is not known, "-" one that there is
 * not. */
static bool is_told(const char *value)
{
	return value[0] != '\0' && strcmp(value, "?") != 0 && strcmp(value, "-") != 0;
}

/* add stores the position of the game. */
static void add(reader_t *r, pgn_t *g)
{
	collection_problem_t problem = {.game = "chess"};
	char fen[COLLECTION_FEN_BYTES], id[COLLECTION_ID_BYTES], text[4 * TAG_BYTES];

	collection_chess_fen(g->position, fen);
	if (is_told(g->white))
		snprintf(text, sizeof(text), "%s%s%s - %s", g->event,
		         g->event[0] != '\0' ? ": " : "", g->white, g->black);
	else
		snprintf(text, sizeof(text), "%s%s%s", g->event, is_told(g->round) ? " " : "",
		         is_told(g->round) ? g->round : "");
	reader_id((slice_t){text, strlen(text)}, id);
	problem.id = id;
	problem.fen = fen;
	reader_add(r, g->line, &problem);
	g->reached = true;
}

static bool is_wanted(const reader_t *r, const pgn_t *g)
{
	return r->hints->move < 0 ? g->fen[0] != '\0' : (unsigned)r->hints->move == g->plies;
}

/* is_chess tells whether a variant has the rules of chess. */
static bool is_chess(const char *variant)
{
	static const char *const names[] = {"Standard", "Normal", "Chess", "From Position"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcasecmp(variant, names[i]) == 0)
			return true;
	return !is_told(variant);
}

/* begin makes the position before the first move; false: its FEN is no position. */
static bool begin(reader_t *r, pgn_t *g)
{
	errinfo_t why;

	g->in_moves = true;
	if (g->fen[0] == '\0' && g->is_unsure)
		g->failed = true;
	if (g->position != NULL || g->failed)
		return !g->failed;
	if (!is_chess(g->variant)) {
		reader_shown_t shown;

		reader_fault(r, g->line, "a game of '%s' has rules of its own",
		             reader_shown(&shown, (slice_t){g->variant, strlen(g->variant)}));
		g->failed = true;
		return false;
	}
	g->position =
	        collection_chess_of(g->fen[0] != '\0' ? g->fen : COLLECTION_CHESS_START, &why);
	if (g->position == NULL) {
		reader_fault(r, g->fen_line, "FEN: %s", err_rest(&why) + 2);
		g->failed = true;
		return false;
	}
	if (is_wanted(r, g))
		add(r, g);
	return true;
}

/* finish ends the game that is open. */
static void finish(reader_t *r, pgn_t *g)
{
	if (g->line > 0 && begin(r, g) && !g->reached) {
		if (r->hints->move < 0)
			add(r, g);
		else
			reader_fault(r, g->line, "move %ld was asked for, the game has %u",
			             r->hints->move, g->plies);
	}
	position_free(g->position);
	*g = (pgn_t){.line = 0};
}

/* play plays the move that a word names. */
static void play(reader_t *r, pgn_t *g, slice_t word)
{
	const unsigned line = reader_line_at(r, (size_t)(word.text - r->text));
	reader_shown_t shown;
	move_t move;

	if (!begin(r, g))
		return;
	move = collection_chess_move(g->position, word);
	if (move == MOVE_NONE || g->plies == MOVES_MAX_OF_GAME) {
		reader_fault(r, line,
		             move == MOVE_NONE ? "move %u%s '%s' is not legal, or not clear"
		                               : "move %u%s '%s' is one too many",
		             g->plies / 2 + 1, g->plies % 2 == 0 ? "." : "...",
		             reader_shown(&shown, word));
		g->failed = true;
		return;
	}
	if (!collection_chess_play(&g->position, g->plies, move)) {
		r->out->failed = ERR_NOMEM;
		g->failed = true;
		return;
	}
	g->plies++;
	if (!g->reached && r->hints->move >= 0 && is_wanted(r, g))
		add(r, g);
}

/* take_tag reads one tag, [Name "value"], at the cursor, and moves behind its line's end. */
static void take_tag(reader_t *r, pgn_t *g)
{
	const unsigned line = reader_line_at(r, r->at);
	slice_t rest = {r->text + r->at, r->length - r->at}, name, value;
	struct {
		const char *name;
		char *to;
	} tags[] = {{"Event", g->event}, {"White", g->white}, {"Black", g->black},
	            {"Round", g->round}, {"FEN", g->fen},     {"Variant", g->variant}};

	rest = reader_trim(reader_field(&rest, '\n'));
	r->at = (size_t)(rest.text + rest.length - r->text);
	if (g->line == 0)
		g->line = line;
	name = reader_word(&rest);
	(void)reader_field(&rest, '"');
	value = reader_field(&rest, '"');
	if (name.length < 2 || reader_trim(rest).length == 0) {
		reader_shown_t shown;

		reader_fault(r, line, "'%s' is no tag: [Name \"value\"]",
		             reader_shown(&shown, name));
		g->is_unsure = true;
		return;
	}
	name.text++;
	name.length--;
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		if (!reader_is(name, tags[i].name))
			continue;
		if (value.length >= TAG_BYTES)
			value.length = TAG_BYTES - 1;
		(void)reader_copy(value, tags[i].to, TAG_BYTES);
		if (tags[i].to == g->fen)
			g->fen_line = line;
	}
}

/* is_new_game tells whether a game begins at an offset, wherever that is. */
static bool is_new_game(const reader_t *r, size_t at)
{
	return r->text[at] == '[' && (at == 0 || r->text[at - 1] == '\n') &&
	       r->length - at >= sizeof(new_game) - 1 &&
	       memcmp(r->text + at, new_game, sizeof(new_game) - 1) == 0;
}

/* skip_aside moves behind a comment or variation at the cursor. Returns false, with a fault, if a
 * game begins or the text ends before it is closed. */
static bool skip_aside(reader_t *r, pgn_t *g)
{
	const size_t start = r->at;
	size_t depth = 0;
	bool in_comment = false;

	for (; r->at < r->length && !(r->at > start && is_new_game(r, r->at)); r->at++) {
		const char c = r->text[r->at];

		if (in_comment || c == '{')
			in_comment = c != '}';
		else if (c == ';')
			while (r->at + 1 < r->length && r->text[r->at + 1] != '\n')
				r->at++;
		else if (c == '(')
			depth++;
		else if (c == ')')
			depth--;
		if (!in_comment && depth == 0) {
			r->at++;
			return true;
		}
	}
	if (!g->failed)
		reader_fault(r, reader_line_at(r, start), "the %s that begins here is not closed",
		             r->text[start] == '{' ? "comment" : "variation");
	g->failed = true;
	return false;
}

/* without_number takes the number off a move: "12.Nf3", "12...", "..Nf6". */
static slice_t without_number(slice_t word)
{
	const bool castles = word.text[0] == '0'; /* "0-0" */

	while (!castles && word.length > 0 && word.text[0] >= '0' && word.text[0] <= '9')
		word.text++, word.length--;
	while (word.length > 0 && word.text[0] == '.')
		word.text++, word.length--;
	return word;
}

/* take_word takes a word of the moves: a move, its number, a result, or a sign. */
static void take_word(reader_t *r, pgn_t *g)
{
	static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
	slice_t word = {r->text + r->at, 0};

	while (r->at < r->length && strchr(" \t\r\n\v\f{}();[]", r->text[r->at]) == NULL &&
	       r->text[r->at] != '\0')
		r->at++;
	word.length = (size_t)(r->text + r->at - word.text);
	if (word.length == 0) {
		r->at++;
		word.length = 1;
	}
	for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); i++) {
		if (reader_is(word, results[i])) {
			if (g->line > 0)
				finish(r, g);
			return;
		}
	}
	if (word.text[0] == '$' || word.text[0] == '!' || word.text[0] == '?' ||
	    reader_is(word, "e.p."))
		return;
	word = without_number(word);
	if (word.length == 0)
		return;
	if (g->line == 0)
		g->line = reader_line_at(r, (size_t)(word.text - r->text));
	if (!g->failed)
		play(r, g, word);
}

void collection_pgn_read(reader_t *r)
{
	pgn_t game = {.line = 0};

	while (r->at < r->length && r->out->failed == ERR_OK) {
		const char c = r->text[r->at];
		const bool starts_line = r->at == 0 || r->text[r->at - 1] == '\n';

		if (strchr(" \t\r\n\v\f", c) != NULL && c != '\0') {
			r->at++;
		} else if (c == ';' || (c == '%' && starts_line)) {
			while (r->at < r->length && r->text[r->at] != '\n')
				r->at++;
		} else if (c == '[' && (starts_line || !game.in_moves)) {
			if (game.in_moves || is_new_game(r, r->at))
				finish(r, &game);
			take_tag(r, &game);
		} else if (c == '{' || c == '(') {
			(void)skip_aside(r, &game);
		} else {
			take_word(r, &game);
		}
	}
	finish(r, &game);
}
