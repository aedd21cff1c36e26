/* SPDX-License-Identifier: MIT
 * moves.c - see moves.h.
 *
 * Design     The same string may be of Gomoku or Hex. So the line says it, or the caller, or
 *            the file's name by its suffix ".hex"; else it is Gomoku. A line that begins with
 *            '#' or is blank says nothing.
 */
#include "clients/collection/moves.h"

#include <string.h>

enum { POINT_BYTES = 4, DIGITS = 2 }; /* "s19" */

static const moves_game_t games[] = {
        {"gomoku", BOARD_RENJU, 15},
        {"hex", BOARD_HEX, 11},
};

enum { GAMES = sizeof(games) / sizeof(games[0]) };

const moves_game_t *collection_moves_game(const char *name)
{
	for (unsigned i = 0; i < GAMES; i++)
		if (name != NULL && strcmp(games[i].name, name) == 0)
			return &games[i];
	return NULL;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* move_length returns the length of the move that a word begins with; 0: it begins with none. */
static size_t move_length(slice_t word)
{
	size_t i = 1;

	if (word.length < 2 || !is_letter(word.text[0]))
		return 0;
	while (i < word.length && i <= DIGITS && is_digit(word.text[i]))
		i++;
	return i > 1 && (i == word.length || !is_digit(word.text[i])) ? i : 0;
}

bool collection_moves_are(slice_t word)
{
	while (word.length > 0) {
		const size_t length = move_length(word);

		if (length == 0)
			return false;
		word.text += length;
		word.length -= length;
	}
	return true;
}

bool collection_moves_size(slice_t word, unsigned *width, unsigned *height)
{
	const slice_t first = reader_field(&word, 'x');

	if (!reader_number(first, width))
		return false;
	*height = *width;
	return first.text + first.length == word.text || reader_number(word, height);
}

bool collection_moves_play(reader_t *r, unsigned line, const moves_game_t *game, slice_t word,
                           collection_stones_t *stones)
{
	while (word.length > 0 &&
	       (r->hints->move < 0 || stones->moves < (unsigned long)r->hints->move)) {
		const slice_t move = {word.text, move_length(word)};
		unsigned point = GRID_NO_POINT;
		char text[POINT_BYTES];
		reader_shown_t shown;

		if (move.length > 0 && reader_copy(move, text, sizeof(text)))
			point = grid_parse_point(game->style, text, stones->grid.width,
			                         stones->grid.height);
		if (point == GRID_NO_POINT || !collection_stones_put(stones, point)) {
			reader_fault(r, line,
			             point == GRID_NO_POINT
			                     ? "move %u '%s' is no point of a %ux%u board"
			                     : "move %u '%s' is on a stone of the %ux%u board",
			             stones->moves + 1,
			             reader_shown(&shown, move.length > 0 ? move : word),
			             stones->grid.width, stones->grid.height);
			return false;
		}
		word.text += move.length;
		word.length -= move.length;
	}
	return true;
}

/* A line, taken apart. */
typedef struct {
	const moves_game_t *game;
	unsigned width, height;
	slice_t moves, id; /* the moves may have blanks between them */
	bool named;        /* the line says which game it is */
} line_t;

/* line_take takes a line apart; false: there are no moves where they should be. */
static bool line_take(slice_t text, line_t *out)
{
	slice_t rest = text, word = reader_word(&rest);

	for (unsigned i = 0; i < GAMES; i++) {
		if (reader_is(word, games[i].name)) {
			out->game = &games[i];
			out->named = true;
			word = reader_word(&rest);
			break;
		}
	}
	if (collection_moves_size(word, &out->width, &out->height))
		word = reader_word(&rest);
	out->moves = (slice_t){word.text, 0};
	while (word.length > 0 && collection_moves_are(word)) {
		out->moves.length = (size_t)(word.text + word.length - out->moves.text);
		word = reader_word(&rest);
	}
	out->id = reader_trim((slice_t){word.text, (size_t)(rest.text + rest.length - word.text)});
	return out->moves.length > 0;
}

bool collection_moves_looks(const char *text, size_t length)
{
	slice_t rest = {text, length}, line;

	while (rest.length > 0) {
		line_t taken = {.game = NULL};

		line = reader_trim(reader_field(&rest, '\n'));
		if (line.length == 0 || line.text[0] == '#')
			continue;
		return line.length <= READER_LINE_BYTES && line_take(line, &taken) &&
		       (taken.named || taken.moves.length >= 2 * 2);
	}
	return false;
}

static void read_line(reader_t *r, const moves_game_t *usual, slice_t text)
{
	line_t line = {.game = usual, .width = r->hints->width, .height = r->hints->height};
	char id[COLLECTION_ID_BYTES];
	reader_shown_t shown;
	collection_stones_t stones;

	if (text.length > READER_LINE_BYTES) {
		reader_fault(r, r->line, "a line of %zu bytes is no game", text.length);
		return;
	}
	if (!line_take(text, &line)) {
		reader_fault(r, r->line, "'%s' is no string of moves", reader_shown(&shown, text));
		return;
	}
	if (line.width == 0)
		line.width = line.height = line.game->side;
	if (!collection_stones_init(&stones, line.width, line.height)) {
		reader_fault(r, r->line, "there is no board of %ux%u", line.width, line.height);
		return;
	}
	for (slice_t word = reader_word(&line.moves); word.length > 0;
	     word = reader_word(&line.moves))
		if (!collection_moves_play(r, r->line, line.game, word, &stones))
			return;
	if (r->hints->move >= 0 && stones.moves < (unsigned long)r->hints->move) {
		reader_fault(r, r->line, "move %ld was asked for, the game has %u", r->hints->move,
		             stones.moves);
		return;
	}
	reader_id(line.id, id);
	collection_stones_add(r, r->line, &stones, line.game->name, id);
}

void collection_moves_read(reader_t *r)
{
	const moves_game_t *usual = collection_moves_game(r->hints->game);
	slice_t line;

	if (usual == NULL && r->hints->game != NULL) {
		reader_fault(r, 1, "moves of %s are not read here", r->hints->game);
		return;
	}
	if (usual == NULL)
		usual = collection_moves_game(strcmp(r->name_end, "hex") == 0 ? "hex" : "gomoku");
	while (r->out->failed == ERR_OK && reader_line(r, &line)) {
		line = reader_trim(line);
		if (line.length > 0 && line.text[0] != '#')
			read_line(r, usual, line);
	}
}
