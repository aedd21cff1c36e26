/* SPDX-License-Identifier: MIT
 * canonical.c - reads a question into views.
 *
 * Colours    In Go, Atari-Go and Gomoku but Renju nothing tells the colours apart but who
 *            attacks. In Hex black joins top and bottom, so a white attacker's board is seen
 *            with its diagonal turned; in chess a black attacker's from the other side.
 *
 * Sides      The eight symmetries are those of grid_mirror; Hex has half a turn, chess left and
 *            right as long as nobody may castle: a rook that may is another letter.
 *
 * Hash       A sum over cells, so that no order of them matters. Views are looked up by the least
 *            hash of all: two scenes that are images of each other have it in common, with a
 *            view of each that has it. Of equal ones (a lone stone has eight) all are tried. */
#include "engine/store/canonical.h"

#include <string.h>

#include "engine/base/rng.h"
#include "engine/game/grid.h"
#include "engine/game/option.h"
#include "engine/store/scene_go.h"

enum {
	ALL_SYMMETRIES = 0xff,
	TOLD_PASS = 0xffff,
	TOLD_NONE = 0xfffe,
	TOLD_ZERO = 64, /* so that differences of coordinates are positive */
	CHESS_SIDE = 8,
};

/* read_grid reads rows of '.', 'X', 'O'. */
static bool read_grid(const position_t *pos, cells_t *out)
{
	const char own = pos->game->attacker(pos) == COLOUR_BLACK ? 'X' : 'O';
	char rows[ROWS_TEXT_MAX];
	strbuf_t text;
	unsigned count = 0;

	strbuf_init(&text, rows, sizeof(rows));
	pos->game->rows_text(pos, &text);
	out->width = (unsigned)strcspn(rows, "/");
	for (const char *c = rows; *c != '\0'; c++)
		if (*c != '/')
			out->at[count++] = *c == '.' ? CELL_EMPTY : *c == own ? 'a' : 'd';
	out->height = count / out->width;
	return true;
}

/* mark_castling makes the rook of a right another letter: C. */
static void mark_castling(const char *rights, cells_t *out)
{
	static const struct {
		char right;
		unsigned point;
	} rooks[] = {{'K', 63}, {'Q', 56}, {'k', 7}, {'q', 0}};

	for (unsigned i = 0; i < sizeof(rooks) / sizeof(rooks[0]); i++)
		if (memchr(rights, rooks[i].right, strcspn(rights, " ")) != NULL)
			out->at[rooks[i].point] += (uint8_t)('C' - 'R');
}

/* read_fen reads what rows_text of chess writes. */
static bool read_fen(const position_t *pos, cells_t *out, bool *castles)
{
	const bool swap = pos->game->attacker(pos) != COLOUR_WHITE;
	char fen[ROWS_TEXT_MAX];
	const char *c = fen, *passant;
	strbuf_t text;
	unsigned count = 0;

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
	*castles = *c != '-';
	mark_castling(c, out);
	passant = c + strcspn(c, " ") + 1;
	if (*passant != '-')
		out->at[('8' - passant[1]) * CHESS_SIDE + (passant[0] - 'a')] = 'e';
	for (unsigned p = 0; swap && p < CHESS_SIDE * CHESS_SIDE; p++)
		if (out->at[p] != CELL_EMPTY && out->at[p] != 'e')
			out->at[p] ^= 'a' ^ 'A';
	return count == CHESS_SIDE * CHESS_SIDE;
}

void canonical_widen(const canonical_t *scene, bits_t *set)
{
	const bits_t from = *set;
	bits_t left = from;

	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left), x = p % scene->width;

		if (x > 0)
			bits_add(set, p - 1);
		if (x + 1 < scene->width)
			bits_add(set, p + 1);
		if (p >= scene->width)
			bits_add(set, p - scene->width);
		if (p + scene->width < scene->width * scene->height)
			bits_add(set, p + scene->width);
	}
}

/* put_options writes the values of the options, but for those that only say what stands. A region
 * is in the cells; how many points it has tells that there are no more. */
static bool put_options(const problem_t *problem, const game_t *game, const bits_t *region,
                        strbuf_t *out)
{
	int value[OPTIONS_MAX];

	if (game->options == NULL)
		return true;
	if (options_read(game, problem, value, NULL) != ERR_OK)
		return false;
	for (unsigned i = 0; game->options[i].name != NULL; i++)
		if (strcmp(game->options[i].name, "region") == 0 && value[i] >= 0)
			strbuf_printf(out, " within=%u", bits_count(region));
		else if (game->options[i].kind != OPTION_SIZE &&
		         strcmp(game->options[i].name, "setup") != 0)
			strbuf_printf(out, " %s=%d", game->options[i].name, value[i]);
	return true;
}

/* put_question writes what is asked but the board. */
static bool put_question(const problem_t *problem, const game_t *game, const char *goal,
                         canonical_wish_t wish, canonical_t *out)
{
	strbuf_t text;

	strbuf_init(&text, out->question, sizeof(out->question));
	strbuf_printf(&text, "%s %s", game->name, goal);
	if (!put_options(problem, game, &out->region, &text))
		return false;
	if (problem->first != SIDE_ATTACKER)
		strbuf_add(&text, " first=defender");
	if (problem->attacker_threats != 0 || problem->defender_threats != 0)
		strbuf_printf(&text, " threats=%u,%u", problem->attacker_threats,
		              problem->defender_threats);
	if (problem->ko != NULL)
		strbuf_add(&text, " banned");
	if (wish.verdict != SCENE_NO_VERDICT)
		strbuf_printf(&text, " verdict=%d", wish.verdict);
	if (wish.plain)
		strbuf_add(&text, " plain");
	if (strcmp(goal, "semeai") == 0)
		strbuf_add(&text, " zones=2"); /* before, some failures had too small ones */
	return !text.overflow;
}

/* is_renju: black and white have rules of their own. */
static bool is_renju(const problem_t *problem)
{
	return problem->options != NULL && strstr(problem->options, "renju") != NULL;
}

/* read_board reads the cells, and which symmetries show them as they would be with the colours
 * the other way round, if need be. */
static bool read_board(const problem_t *problem, const position_t *pos, const char *goal,
                       canonical_t *scene, cells_t *cells)
{
	const char *name = pos->game->name;
	const bool black = pos->game->attacker(pos) == COLOUR_BLACK;
	bool castles, read;

	scene->is_whole = true;
	scene->symmetries = ALL_SYMMETRIES;
	if (strcmp(name, "chess") == 0) {
		read = read_fen(pos, cells, &castles);
		scene->symmetries = (castles ? 1u << 0 : 1u << 0 | 1u << 1) << (black ? 2 : 0);
	} else {
		read = read_grid(pos, cells);
	}
	scene->width = cells->width;
	scene->height = cells->height;
	if (strcmp(name, "hex") == 0)
		scene->symmetries = black ? 1u << 0 | 1u << 3 : 1u << 4 | 1u << 7;
	if (strcmp(name, "go") == 0) {
		scene->is_whole = false;
		return scene_go_mark(problem, pos, goal, scene, cells);
	}
	return read;
}

/* fill_view copies the cells; a symmetry is done as grid_mirror does it. */
static void fill_view(canonical_t *scene, unsigned s, const cells_t *cells)
{
	canonical_view_t *v = &scene->view[s];
	const unsigned width = scene->width, height = scene->height;
	bits_t left = scene->target;

	memset(v->cell, CELL_OFF, sizeof(v->cell));
	for (unsigned p = 0, y = 0; y < height; y++)
		for (unsigned x = 0; x < width; x++, p++) {
			const unsigned i = (s & 1) != 0 ? width - 1 - x : x;
			const unsigned j = (s & 2) != 0 ? height - 1 - y : y;

			v->of[p] = (uint16_t)((s & 4) != 0 ? (i + 1) * VIEW_SIDE + j + 1
			                                   : (j + 1) * VIEW_SIDE + i + 1);
			v->cell[v->of[p]] = cells->at[p];
		}
	v->x = v->y = scene->is_whole ? 1 : VIEW_SIDE;
	while (!bits_is_empty(&left)) {
		const int cell = v->of[bits_take(&left)];

		v->x = cell % VIEW_SIDE < v->x ? cell % VIEW_SIDE : v->x;
		v->y = cell / VIEW_SIDE < v->y ? cell / VIEW_SIDE : v->y;
	}
}

static uint64_t hash_cell(const canonical_view_t *v, unsigned cell)
{
	const int dx = (int)(cell % VIEW_SIDE) - v->x, dy = (int)(cell / VIEW_SIDE) - v->y;

	return rng_mix(((uint64_t)(unsigned)(dy + TOLD_ZERO) << 16 |
	                (uint64_t)(unsigned)(dx + TOLD_ZERO) << 8 | v->cell[cell]) +
	               1);
}

/* hash_points sums the cells of points, and what is off the board next to them. */
static uint64_t hash_points(const canonical_t *scene, unsigned s, const bits_t *points)
{
	static const int steps[] = {-1, 1, -VIEW_SIDE, VIEW_SIDE};
	const canonical_view_t *v = &scene->view[s];
	bits_t left = *points;
	uint64_t sum = 0;

	while (!bits_is_empty(&left)) {
		const unsigned cell = v->of[bits_take(&left)];

		sum += hash_cell(v, cell);
		for (unsigned d = 0; d < 4; d++)
			if (v->cell[(int)cell + steps[d]] == CELL_OFF)
				sum += hash_cell(v, (unsigned)((int)cell + steps[d]));
	}
	return sum;
}

/* hash_text: FNV-1a, of the question. */
static uint64_t hash_text(const char *text)
{
	uint64_t h = 0xcbf29ce484222325;

	for (; *text != '\0'; text++)
		h = (h ^ (uint8_t)*text) * 0x100000001b3;
	return h;
}

/* set_rings finds which points the hash of each level is of. */
static void set_rings(canonical_t *scene)
{
	scene->levels = scene->is_whole ? 1 : LEVELS;
	if (scene->is_whole) {
		for (unsigned p = 0; p < scene->width * scene->height; p++)
			bits_add(&scene->within[0], p);
		return;
	}
	scene->within[0] = scene->target;
	for (unsigned level = 1; level < LEVELS; level++) {
		scene->within[level] = scene->within[level - 1];
		canonical_widen(scene, &scene->within[level]);
	}
}

static void set_hashes(canonical_t *scene)
{
	const uint64_t question = hash_text(scene->question);

	for (unsigned level = 0; level < scene->levels; level++)
		scene->least[level] = UINT64_MAX;
	for (unsigned s = 0; s < VIEWS; s++) {
		uint64_t sum = question;

		if ((scene->symmetries >> s & 1) == 0)
			continue;
		for (unsigned level = 0; level < scene->levels; level++) {
			bits_t ring = scene->within[level];
			uint64_t *hash = &scene->view[s].hash[level];

			if (level > 0)
				bits_subtract(&ring, &scene->within[level - 1]);
			sum += hash_points(scene, s, &ring);
			*hash = rng_mix(sum + level);
			if (*hash < scene->least[level])
				scene->least[level] = *hash;
		}
	}
}

static bool is_known(const game_t *game)
{
	static const char *const names[] = {"go", "gomoku", "hex", "atarigo", "chess"};

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(game->name, names[i]) == 0)
			return true;
	return false;
}

bool canonical_make(const problem_t *problem, const position_t *pos, canonical_wish_t wish,
                    canonical_t *out)
{
	const game_t *game = pos->game;
	char goal[QUESTION_MAX] = "";
	strbuf_t text;
	cells_t cells = {.width = 0};

	*out = (canonical_t){.game = game};
	if (!is_known(game))
		return false;
	strbuf_init(&text, goal, sizeof(goal));
	if (problem->goal != NULL)
		strbuf_add(&text, problem->goal);
	else
		strbuf_printf(&text, "%.*s", (int)strcspn(game->goals, " "), game->goals);
	if (strcmp(game->name, "go") == 0)
		scene_go_region(problem, pos, &out->region);
	if (!put_question(problem, game, goal, wish, out) ||
	    !read_board(problem, pos, goal, out, &cells))
		return false;
	if (is_renju(problem)) {
		strbuf_init(&text, out->question + strlen(out->question),
		            sizeof(out->question) - strlen(out->question));
		strbuf_add(&text, game->attacker(pos) == COLOUR_BLACK ? " by=black" : " by=white");
		if (text.overflow)
			return false;
	}
	for (unsigned s = 0; s < VIEWS; s++)
		if ((out->symmetries >> s & 1) != 0)
			fill_view(out, s, &cells);
	set_rings(out);
	set_hashes(out);
	return true;
}

/* chess_move takes a move from one view to another: the symmetries of chess are their own
 * inverse, and those of a square's number (from below) as well. */
static move_t chess_move(unsigned s, move_t move)
{
	const unsigned turn = ((s & 1) != 0 ? 7u : 0u) ^ ((s & 2) != 0 ? 56u : 0u);

	return (move_t)(move ^ (turn | turn << 6));
}

uint16_t canonical_move(const canonical_t *scene, unsigned s, move_t move)
{
	const canonical_view_t *v = &scene->view[s];

	if (move == MOVE_PASS)
		return TOLD_PASS;
	if (move == MOVE_NONE)
		return TOLD_NONE;
	if (scene->game->style == BOARD_CHESS)
		return chess_move(s, move);
	return (uint16_t)((v->of[move] / VIEW_SIDE - v->y + TOLD_ZERO) << 8 |
	                  (v->of[move] % VIEW_SIDE - v->x + TOLD_ZERO));
}

void canonical_back(const canonical_t *scene, unsigned s, uint16_t point[VIEW_CELLS])
{
	for (unsigned p = 0; p < scene->width * scene->height; p++)
		point[scene->view[s].of[p]] = (uint16_t)p;
}

move_t canonical_move_back(const canonical_t *scene, unsigned s, uint16_t told)
{
	const canonical_view_t *v = &scene->view[s];
	const int x = (told & 0xff) - TOLD_ZERO + v->x, y = (told >> 8) - TOLD_ZERO + v->y;

	if (told == TOLD_PASS)
		return MOVE_PASS;
	if (told == TOLD_NONE)
		return MOVE_NONE;
	if (scene->game->style == BOARD_CHESS)
		return chess_move(s, told);
	for (unsigned p = 0; p < scene->width * scene->height; p++)
		if (v->of[p] == y * VIEW_SIDE + x)
			return (move_t)p;
	return MOVE_NONE;
}
