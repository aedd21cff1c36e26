/* SPDX-License-Identifier: MIT
 * tsv.c - see tsv.h.
 *
 * Design     A line is first sorted into cells by column, whether its columns were named or
 *            guessed; then one function makes a problem of the cells.
 *
 * Game       Of rows nothing tells the game: what the line or the caller says, else Gomoku on 15x15
 *            points, else Go. A FEN is of chess, a record tells its game.
 */
#include "clients/collection/tsv.h"

#include <stdlib.h>
#include <string.h>

#include "clients/collection/chess.h"
#include "clients/collection/moves.h"
#include "clients/collection/sgf.h"

enum { COLUMNS_MOST = 64, FIELD_BYTES = 512, GOMOKU_SIDE = 15, MATE_MOST = 253, DEPTH_MOST = 507 };

typedef enum {
	CELL_ID,
	CELL_GAME,
	CELL_GOAL,
	CELL_TARGET,
	CELL_FIRST,
	CELL_ATTACKER,
	CELL_KO,
	CELL_OPTIONS,
	CELL_DEPTH,
	CELL_MATE,
	CELL_BEST,
	CELL_ROWS,
	CELL_FEN,
	CELL_SGF,
	CELL_MOVES,
	CELL_POSITION,
	CELLS,
	CELL_OTHER = CELLS, /* a column that is not read */
} cell_t;

static const char *const cell_names[CELLS] = {
        "id",    "game", "goal", "target", "first", "attacker", "ko",    "options",
        "depth", "mate", "best", "rows",   "fen",   "sgf",      "moves", "position"};

/* A line, sorted. */
typedef struct {
	slice_t cell[CELLS];
} cells_t;

/* The texts of a problem while it is made. */
typedef struct {
	char id[COLLECTION_ID_BYTES], game[FIELD_BYTES], goal[FIELD_BYTES], target[FIELD_BYTES];
	char first[FIELD_BYTES], ko[FIELD_BYTES], options[FIELD_BYTES], best[FIELD_BYTES];
	char board[FIELD_BYTES];
	char *record; /* to be freed */
} texts_t;

static cell_t column_find(slice_t name)
{
	cell_t i = CELL_ID;

	while (i < CELLS && !reader_is(name, cell_names[i]))
		i++;
	return i;
}

static bool is_position(cell_t cell)
{
	return cell >= CELL_ROWS && cell < CELLS;
}

/* head_take reads the line that names the columns; 0: it is none. */
static unsigned head_take(slice_t line, cell_t columns[COLUMNS_MOST])
{
	unsigned count = 0, positions = 0, known = 0;

	while (line.length > 0 && count < COLUMNS_MOST) {
		const cell_t cell = column_find(reader_trim(reader_field(&line, '\t')));

		positions += is_position(cell);
		known += cell != CELL_OTHER;
		columns[count++] = cell;
	}
	return positions > 0 && known * 2 > count ? count : 0;
}

static bool are_rows(slice_t field)
{
	bool slash = false;

	for (size_t i = 0; i < field.length; i++) {
		if (field.text[i] == '\0' || strchr(".XO/", field.text[i]) == NULL)
			return false;
		slash |= field.text[i] == '/';
	}
	return slash && field.length > 2;
}

/* form_of tells which form of a position a field has; CELL_OTHER: none. */
static cell_t form_of(slice_t field)
{
	if (collection_chess_looks(field))
		return CELL_FEN;
	if (are_rows(field))
		return CELL_ROWS;
	if (field.length > 2 && field.text[0] == '(' && field.text[1] == ';')
		return CELL_SGF;
	if (field.length > 2 * 2 && collection_moves_are(field))
		return CELL_MOVES;
	return CELL_OTHER;
}

/* is_goal tells whether a field is like "capture:D4": a word of small letters, then points. */
static bool is_goal(slice_t field)
{
	const slice_t word = reader_field(&field, ':');

	for (size_t i = 0; i < word.length; i++)
		if ((word.text[i] < 'a' || word.text[i] > 'z') && word.text[i] != '-')
			return false;
	return word.length > 0 && field.length > 1 && field.text[0] >= 'A' &&
	       field.text[0] <= 'T' && field.text[1] >= '1' && field.text[1] <= '9';
}

static bool is_game(slice_t field)
{
	char name[FIELD_BYTES];

	return reader_copy(field, name, sizeof(name)) && game_find(name) != NULL;
}

/* guess sorts the fields of a line without named columns by what they look like. */
static void guess(slice_t line, cells_t *out)
{
	while (line.length > 0) {
		const slice_t field = reader_trim(reader_field(&line, '\t'));
		const cell_t form = form_of(field);
		unsigned number;
		cell_t cell = CELL_ID;

		if (form != CELL_OTHER)
			cell = form;
		else if (is_goal(field))
			cell = CELL_GOAL;
		else if (is_game(field))
			cell = CELL_GAME;
		else if (out->cell[CELL_FEN].length > 0 && reader_number(field, &number))
			cell = CELL_MATE;
		if (out->cell[cell].length == 0)
			out->cell[cell] = field;
	}
}

/* sort sorts the fields of a line by the columns that were named. */
static void sort(slice_t line, const cell_t *columns, unsigned count, cells_t *out)
{
	for (unsigned i = 0; i < count && line.length > 0; i++) {
		const slice_t field = reader_trim(reader_field(&line, '\t'));
		cell_t cell = columns[i];

		if (cell == CELL_POSITION && form_of(field) != CELL_OTHER)
			cell = form_of(field);
		if (cell != CELL_OTHER && field.length > 0)
			out->cell[cell] = field;
	}
}

bool collection_tsv_looks(const char *text, size_t length)
{
	slice_t rest = {text, length}, line;
	cell_t columns[COLUMNS_MOST];
	cells_t cells = {0};

	while (rest.length > 0) {
		line = reader_field(&rest, '\n');
		if (reader_trim(line).length == 0 || line.text[0] == '#')
			continue;
		if (line.length > READER_LINE_BYTES)
			return false;
		guess(line, &cells);
		return head_take(line, columns) > 0 ||
		       (memchr(line.text, '\t', line.length) != NULL &&
		        (cells.cell[CELL_ROWS].length > 0 || cells.cell[CELL_FEN].length > 0 ||
		         cells.cell[CELL_SGF].length > 0 || cells.cell[CELL_MOVES].length > 0)) ||
		       are_rows(reader_trim(line));
	}
	return false;
}

/* text_take copies a cell; *out is NULL for an empty one. false: a fault. */
static bool text_take(reader_t *r, const cells_t *cells, cell_t cell, char *room, const char **out)
{
	if (!reader_copy(cells->cell[cell], room, FIELD_BYTES)) {
		reader_fault(r, r->line, "%s: longer than %d bytes, or no text", cell_names[cell],
		             FIELD_BYTES - 1);
		return false;
	}
	*out = room[0] != '\0' ? room : NULL;
	return true;
}

/* number_take reads a number of 1 to `most`; an empty cell is 0. */
static bool number_take(reader_t *r, const cells_t *cells, cell_t cell, unsigned most,
                        unsigned *out)
{
	reader_shown_t shown;

	*out = 0;
	if (cells->cell[cell].length == 0)
		return true;
	if (reader_number(cells->cell[cell], out) && *out >= 1 && *out <= most)
		return true;
	reader_fault(r, r->line, "%s: '%s' is not in 1..%u", cell_names[cell],
	             reader_shown(&shown, cells->cell[cell]), most);
	return false;
}

static bool attacker_take(reader_t *r, const cells_t *cells, collection_colour_t *out)
{
	static const struct {
		const char *name;
		collection_colour_t colour;
	} colours[] = {{"", COLLECTION_NO_COLOUR},
	               {"black", COLLECTION_BLACK},
	               {"b", COLLECTION_BLACK},
	               {"white", COLLECTION_WHITE},
	               {"w", COLLECTION_WHITE}};
	reader_shown_t shown;

	for (size_t i = 0; i < sizeof(colours) / sizeof(colours[0]); i++) {
		if (reader_is(cells->cell[CELL_ATTACKER], colours[i].name)) {
			*out = colours[i].colour;
			return true;
		}
	}
	reader_fault(r, r->line, "attacker: '%s' is neither black nor white",
	             reader_shown(&shown, cells->cell[CELL_ATTACKER]));
	return false;
}

/* rows_take reads a position in rows, and finds its game where nobody says it. */
static bool rows_take(reader_t *r, slice_t rows, texts_t *t, collection_problem_t *p)
{
	static const grid_sides_t sides = {2, BOARD_MAX};
	grid_t grid;
	errinfo_t why;

	if (!reader_copy(rows, t->board, sizeof(t->board))) {
		reader_fault(r, r->line, "rows: more than a board has");
		return false;
	}
	if (grid_read(t->board, sides, &grid, &why) != ERR_OK) {
		reader_fault(r, r->line, "%s", err_rest(&why) + 2);
		return false;
	}
	p->rows = t->board;
	if (p->game == NULL)
		p->game = r->hints->game;
	if (p->game == NULL)
		p->game = grid.width == GOMOKU_SIDE && grid.height == GOMOKU_SIDE ? "gomoku" : "go";
	return true;
}

static bool fen_take(reader_t *r, slice_t fen, texts_t *t, collection_problem_t *p)
{
	position_t *position = NULL;
	errinfo_t why = {.text = "position.rows: longer than a FEN", .path = "position.rows"};

	if (reader_copy(fen, t->board, COLLECTION_FEN_BYTES))
		position = collection_chess_of(t->board, &why);
	if (position == NULL) {
		reader_fault(r, r->line, "%s", err_rest(&why) + 2);
		return false;
	}
	position_free(position);
	p->fen = t->board;
	p->game = "chess";
	return true;
}

static bool sgf_take(reader_t *r, slice_t sgf, texts_t *t, collection_problem_t *p)
{
	const sgf_query_t query =
	        collection_sgf_query(r, p->game != NULL ? p->game : r->hints->game, 0);
	sgf_position_t position;
	errinfo_t why;

	if (sgf_read(sgf.text, sgf.length, &query, &position, &why) != ERR_OK) {
		reader_fault(r, r->line, "%s", err_rest(&why) + 2);
		return false;
	}
	if (memchr(sgf.text, '\0', sgf.length) != NULL) {
		reader_fault(r, r->line, "sgf: a byte of the record is 0");
		return false;
	}
	t->record = reader_duplicate(sgf);
	if (t->record == NULL)
		r->out->failed = ERR_NOMEM;
	p->sgf = t->record;
	p->game = query.game != NULL ? query.game : position.game;
	return t->record != NULL;
}

static bool moves_take(reader_t *r, slice_t moves, texts_t *t, collection_problem_t *p)
{
	const char *name = p->game != NULL          ? p->game
	                   : r->hints->game != NULL ? r->hints->game
	                                            : "gomoku";
	const moves_game_t *game = collection_moves_game(name);
	unsigned width = r->hints->width, height = r->hints->height;
	collection_stones_t stones;

	if (game == NULL) {
		reader_fault(r, r->line, "moves of %s are not read here", name);
		return false;
	}
	if (width == 0)
		width = height = game->side;
	(void)collection_stones_init(&stones, width, height);
	if (!collection_moves_play(r, r->line, game, moves, &stones))
		return false;
	collection_stones_rows(&stones, t->board);
	p->rows = t->board;
	p->game = game->name;
	if (p->attacker == COLLECTION_NO_COLOUR)
		p->attacker = collection_stones_turn(&stones);
	return true;
}

/* position_take reads the position, in whichever form. */
static bool position_take(reader_t *r, const cells_t *cells, texts_t *t, collection_problem_t *p)
{
	static const struct {
		cell_t cell;
		bool (*take)(reader_t *r, slice_t text, texts_t *t, collection_problem_t *p);
	} forms[] = {{CELL_FEN, fen_take},
	             {CELL_SGF, sgf_take},
	             {CELL_MOVES, moves_take},
	             {CELL_ROWS, rows_take},
	             {CELL_POSITION, rows_take}};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (cells->cell[forms[i].cell].length > 0)
			return forms[i].take(r, cells->cell[forms[i].cell], t, p);
	reader_fault(r, r->line, "there is no position in this line");
	return false;
}

/* goal_split divides "capture:D4" into the goal and its points. */
static void goal_split(texts_t *t, collection_problem_t *p)
{
	char *colon = strchr(t->goal, ':');

	if (p->goal == NULL || colon == NULL)
		return;
	*colon = '\0';
	if (p->target == NULL)
		p->target = colon + 1;
}

static void problem_take(reader_t *r, const cells_t *cells)
{
	collection_problem_t p = {.file = NULL};
	unsigned mate;
	texts_t t;

	t.record = NULL;
	reader_id(cells->cell[CELL_ID], t.id);
	p.id = t.id;
	if (text_take(r, cells, CELL_GAME, t.game, &p.game) &&
	    text_take(r, cells, CELL_GOAL, t.goal, &p.goal) &&
	    text_take(r, cells, CELL_TARGET, t.target, &p.target) &&
	    text_take(r, cells, CELL_FIRST, t.first, &p.first) &&
	    text_take(r, cells, CELL_KO, t.ko, &p.ko) &&
	    text_take(r, cells, CELL_OPTIONS, t.options, &p.options) &&
	    text_take(r, cells, CELL_BEST, t.best, &p.best) &&
	    attacker_take(r, cells, &p.attacker) &&
	    number_take(r, cells, CELL_DEPTH, DEPTH_MOST, &p.depth) &&
	    number_take(r, cells, CELL_MATE, MATE_MOST, &mate) && position_take(r, cells, &t, &p)) {
		goal_split(&t, &p);
		if (mate > 0)
			p.within = mate;
		reader_add(r, r->line, &p);
	}
	free(t.record);
}

void collection_tsv_read(reader_t *r)
{
	cell_t columns[COLUMNS_MOST];
	unsigned count = 0;
	bool first = true;
	slice_t line;

	while (r->out->failed == ERR_OK && reader_line(r, &line)) {
		cells_t cells = {0};

		if (reader_trim(line).length == 0 || line.text[0] == '#')
			continue;
		if (first && (count = head_take(line, columns)) > 0) {
			first = false;
			continue;
		}
		first = false;
		if (line.length > READER_LINE_BYTES) {
			reader_fault(r, r->line, "a line of %zu bytes is no problem", line.length);
			continue;
		}
		if (count > 0)
			sort(line, columns, count, &cells);
		else
			guess(line, &cells);
		problem_take(r, &cells);
	}
}
