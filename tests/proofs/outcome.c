/* SPDX-License-Identifier: MIT
 * outcome.c - see outcome.h. Boards are grids of letters. */
#include "tests/proofs/outcome.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game/go/board/board.h"

typedef struct {
	char rows[ROWS_TEXT_MAX];
	int width, height;
} grid_t;

static char at(const grid_t *g, int x, int y)
{
	if (x < 0 || y < 0 || x >= g->width || y >= g->height)
		return '#';
	return g->rows[y * (g->width + 1) + x];
}

/* grow marks everything that hangs together with the marked points; six: as in Hex. */
static void grow(const grid_t *g, bool *mark, bool six)
{
	static const int step[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
	bool more = true;

	assert(g->width > 0);
	while (more) {
		more = false;
		for (int p = 0; p < g->width * g->height; p++)
			for (int d = 0; mark[p] && d < (six ? 6 : 4); d++) {
				const int x = p % g->width, y = p / g->width;
				const int nx = x + step[d][0], ny = y + step[d][1];

				if (at(g, nx, ny) != at(g, x, y) || mark[ny * g->width + nx])
					continue;
				mark[ny * g->width + nx] = true;
				more = true;
			}
	}
}

static bool breathes(const grid_t *g, int p)
{
	bool mark[BOARD_MAX * BOARD_MAX] = {false};

	assert(g->width > 0);
	mark[p] = true;
	grow(g, mark, false);
	for (int q = 0; q < g->width * g->height; q++) {
		const int x = q % g->width, y = q / g->width;

		if (mark[q] && (at(g, x + 1, y) == '.' || at(g, x - 1, y) == '.' ||
		                at(g, x, y + 1) == '.' || at(g, x, y - 1) == '.'))
			return true;
	}
	return false;
}

static bool joined(const grid_t *g, char colour)
{
	bool mark[BOARD_MAX * BOARD_MAX] = {false};

	assert(g->width > 0);
	for (int i = 0; i < (colour == 'X' ? g->width : g->height); i++)
		if ((colour == 'X' ? at(g, i, 0) : at(g, 0, i)) == colour)
			mark[colour == 'X' ? i : i * g->width] = true;
	grow(g, mark, true);
	for (int p = 0; p < g->width * g->height; p++)
		if (mark[p] &&
		    (colour == 'X' ? p / g->width == g->height - 1 : p % g->width == g->width - 1))
			return true;
	return false;
}

static const char *option(const certificate_header_t *h, const char *name, const char *otherwise)
{
	for (unsigned i = 0; i < h->options; i++)
		if (strcmp(h->option[i].name, name) == 0)
			return h->option[i].value;
	return otherwise;
}

static bool row(const certificate_header_t *h, const grid_t *g, char colour)
{
	const int k = atoi(option(h, "k", "5"));
	const char *rule = option(h, "rule", "freestyle");
	const bool caro = rule[0] == 'c';
	const bool exact = caro || rule[0] == 's' || (rule[0] == 'r' && colour == 'X');
	const char other = colour == 'X' ? 'O' : 'X';

	assert(g->width > 0);
	for (int p = 0; p < g->width * g->height; p++)
		for (int d = 0; d < 4; d++) {
			static const int step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
			const int dx = step[d][0], dy = step[d][1];
			const int x = p % g->width, y = p / g->width;
			int n = 0;

			if (at(g, x - dx, y - dy) == colour)
				continue; /* not where the row begins */
			while (at(g, x + n * dx, y + n * dy) == colour)
				n++;
			if (caro && at(g, x - dx, y - dy) == other &&
			    at(g, x + n * dx, y + n * dy) == other)
				continue;
			if (n == k || (n > k && !exact))
				return true;
		}
	return false;
}

/* may_retake: has a lone stone on that point just been taken in a ko, with a threat to take it
 *
 * back? */
static bool may_retake(const position_t *pos, int point)
{
	const go_t *board = (const go_t *)pos;

	return pos->turn == SIDE_DEFENDER && board->threats[SIDE_DEFENDER] > 0 &&
	       board->ko == point;
}

/* blocks judges the goals about one block of either side or both. */
static outcome_t blocks(const certificate_header_t *h, const position_t *pos, const grid_t *g)
{
	const bool black = pos->game->attacker(pos) == COLOUR_BLACK;
	const char own = black ? 'X' : 'O', their = black ? 'O' : 'X';
	bool mark[BOARD_MAX * BOARD_MAX] = {false};
	int point[2] = {0, 0};
	char stone[2];
	const char *text = h->target;

	assert(text[0] != '\0');
	for (int i = 0; i < 2; i++) {
		const int letter = toupper((unsigned char)text[0]);
		const int x = letter - 'A' - (letter > 'I');
		const int y = g->height - atoi(&text[1]);

		point[i] = y * g->width + x;
		stone[i] = at(g, x, y);
		if (strchr(text, ' ') != NULL)
			text = strchr(text, ' ') + 1;
	}
	if (strcmp(h->goal, "connect") != 0) {
		if (stone[0] != their && !may_retake(pos, point[0]))
			return GOAL_REACHED;
		return strcmp(h->goal, "semeai") == 0 && stone[1] != own ? GOAL_LOST : STILL_OPEN;
	}
	if (stone[0] != own || stone[1] != own)
		return GOAL_LOST;
	mark[point[0]] = true;
	grow(g, mark, false);
	return mark[point[1]] ? GOAL_REACHED : STILL_OPEN;
}

/* life is what tests/unit/test_go_live.c has held against all ways of taking stones. */
static outcome_t life(const position_t *pos)
{
	if (pos->game->lost(pos))
		return GOAL_LOST;
	return pos->turn == SIDE_DEFENDER && pos->game->distance(pos) == 1 ? GOAL_REACHED
	                                                                   : STILL_OPEN;
}

/* takes judges where any of several stones are to be captured, or all. Which have been is on no
 * board, so the game's own list is read, which test_go_capture_many.c has held against the
 * rules. */
static outcome_t takes(const position_t *pos, bool any)
{
	const go_t *go = (const go_t *)pos;
	bits_t left = go->stones;
	bool one = false, every = true;

	while (!bits_is_empty(&left)) {
		const unsigned p = bits_take(&left);
		const bool taken =
		        go->at[p] != go->colour[SIDE_DEFENDER] && !may_retake(pos, (int)p);

		one = one || taken;
		every = every && taken;
	}
	return (any ? one : every) ? GOAL_REACHED : STILL_OPEN;
}

static outcome_t go(const certificate_header_t *h, const position_t *pos, const grid_t *g)
{
	if (strcmp(h->goal, "live") == 0 || strcmp(h->goal, "live-any") == 0)
		return life(pos);
	if (strcmp(h->goal, "capture-any") == 0 || strcmp(h->goal, "capture-all") == 0)
		return takes(pos, strcmp(h->goal, "capture-any") == 0);
	if (strcmp(h->goal, "capture") == 0 || strcmp(h->goal, "connect") == 0 ||
	    strcmp(h->goal, "semeai") == 0)
		return blocks(h, pos, g);
	(void)fprintf(stderr, "outcome.c does not know the goal \"%s\"\n", h->goal);
	abort();
}

static outcome_t atarigo(const position_t *pos, const grid_t *g)
{
	const bool attacker = pos->turn == SIDE_ATTACKER;
	move_t list[MOVES_MAX];

	assert(g->width > 0);
	for (int p = 0; p < g->width * g->height; p++)
		if (at(g, p % g->width, p / g->width) != '.' && !breathes(g, p))
			return attacker ? GOAL_LOST : GOAL_REACHED;
	if (pos->game->may_pass(pos) || pos->game->legal_moves(pos, list) > 0)
		return STILL_OPEN;
	return attacker ? GOAL_LOST : GOAL_REACHED;
}

static outcome_t chess(const position_t *pos)
{
	move_t list[MOVES_MAX];

	if (pos->game->legal_moves(pos, list) > 0)
		return STILL_OPEN;
	return pos->turn == SIDE_ATTACKER || pos->game->lost(pos) ? GOAL_LOST : GOAL_REACHED;
}

outcome_t outcome_of(const certificate_header_t *h, const position_t *pos)
{
	const bool black = pos->game->attacker(pos) == COLOUR_BLACK;
	const char own = black ? 'X' : 'O', their = black ? 'O' : 'X';
	grid_t g;
	strbuf_t out;

	if (strcmp(h->game, "chess") == 0)
		return chess(pos);
	strbuf_init(&out, g.rows, sizeof(g.rows));
	pos->game->rows_text(pos, &out);
	g.width = (int)strcspn(g.rows, "/");
	g.height = ((int)out.length + 1) / (g.width + 1);
	if (strcmp(h->game, "go") == 0)
		return go(h, pos, &g);
	if (strcmp(h->game, "atarigo") == 0)
		return atarigo(pos, &g);
	if (strcmp(h->game, "hex") == 0)
		return joined(&g, own) ? GOAL_REACHED : joined(&g, their) ? GOAL_LOST : STILL_OPEN;
	assert(strcmp(h->game, "gomoku") == 0);
	if (row(h, &g, own))
		return GOAL_REACHED;
	return row(h, &g, their) || strchr(g.rows, '.') == NULL ? GOAL_LOST : STILL_OPEN;
}
