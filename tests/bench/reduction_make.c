/* SPDX-License-Identifier: MIT
 * reduction_make.c - problems made at random, of every order and depth there are some.
 *
 * The boards are those of the refill test of zones (tests/zones/make.h); chess positions are a few
 * pieces on random squares. A problem is kept when case_classify decides it, is not
 * decided at order 0 and there are not enough of its kind yet: wins of one order
 * and depth, and disproofs of one order limit. Deeper wins go into one kind. */
#include "tests/bench/reduction.h"

#include <stdio.h>
#include <string.h>

#include "tests/zones/make.h"

enum {
	EACH = 4,         /* problems of one kind of win */
	HELD_EACH = 6,    /* disproofs by one order limit */
	ORDERS = 3,       /* limits 1 to so many */
	DEPTHS = 6,       /* kinds of depth: 2n+1, 2n+3, ... */
	HELD_NODES = 100, /* a disproof that takes fewer is of little interest */
	PIECES_MOST = 5,  /* of a side, beside its king */
	CHESS_SIDE = 8,
};

/* What was kept so far. */
typedef struct {
	unsigned won[ORDERS + 1][DEPTHS], held[ORDERS + 1];
} kept_t;

static void put_piece(char board[CHESS_SIDE][CHESS_SIDE], char piece, rng_t *rng)
{
	unsigned row, column;

	do {
		row = rng_below(rng, CHESS_SIDE);
		column = rng_below(rng, CHESS_SIDE);
	} while (board[row][column] != '\0');
	board[row][column] = piece;
}

/* make_chess puts White, who is to mate, mostly ahead. */
static void make_chess(rng_t *rng, case_t *out)
{
	static const char white[] = "QQRRBNPP", black[] = "qrbnpppp";
	const unsigned own = 1 + rng_below(rng, PIECES_MOST), other = rng_below(rng, PIECES_MOST);
	char board[CHESS_SIDE][CHESS_SIDE] = {{0}};
	strbuf_t text;

	put_piece(board, 'K', rng);
	put_piece(board, 'k', rng);
	for (unsigned i = 0; i < own; i++)
		put_piece(board, white[rng_below(rng, sizeof(white) - 1)], rng);
	for (unsigned i = 0; i < other; i++)
		put_piece(board, black[rng_below(rng, sizeof(black) - 1)], rng);
	strbuf_init(&text, out->rows, sizeof(out->rows));
	for (unsigned row = 0; row < CHESS_SIDE; row++) {
		unsigned empty = 0;

		for (unsigned column = 0; column < CHESS_SIDE; column++) {
			if (board[row][column] == '\0') {
				empty++;
				continue;
			}
			if (empty > 0)
				strbuf_printf(&text, "%u", empty);
			strbuf_printf(&text, "%c", board[row][column]);
			empty = 0;
		}
		if (empty > 0)
			strbuf_printf(&text, "%u", empty);
		strbuf_add(&text, row + 1 < CHESS_SIDE ? "/" : " w - - 0 1");
	}
	out->attacker = COLOUR_WHITE;
}

/* make_board takes a board of the refill test, without what not all searches know. */
static bool make_board(const char *game, rng_t *rng, case_t *out)
{
	static const library_t none = {.count = 0};
	const make_wish_t wish = {.order = -1, .small = chance(rng, 50)};
	scene_text_t text;
	scene_t scene;
	problem_t problem;

	if (!make_scene(game_find(game), &none, &wish, rng, &scene) || scene.ko != NO_POINT ||
	    scene.attacker_threats + scene.defender_threats > 0 ||
	    strstr(scene.options, "renju") != NULL || strstr(scene.options, "pass") != NULL)
		return false;
	problem = scene_problem(&scene, &text);
	(void)snprintf(out->rows, sizeof(out->rows), "%s", problem.rows);
	(void)snprintf(out->options, sizeof(out->options), "%s", scene.options);
	if (problem.target != NULL)
		(void)snprintf(out->target, sizeof(out->target), "%s", problem.target);
	out->attacker = problem.attacker;
	return true;
}

static bool stands(const case_t *c)
{
	const problem_t problem = case_problem(c);
	position_t *pos;
	errinfo_t why;
	bool fine = game_create(&problem, &pos, &why) == ERR_OK;

	if (fine) {
		fine = !pos->game->lost(pos);
		position_free(pos);
	}
	return fine;
}

/* kind_of: the counter of the case's kind, or NULL where it has none. */
static unsigned *kind_of(kept_t *kept, const case_t *c)
{
	unsigned above = DEPTHS - 1; /* where it is not known as well */

	if (c->value != VALUE_PROVEN)
		return &kept->held[c->order];
	if (c->order == 0 || c->order > ORDERS)
		return NULL;
	if (c->depth != 0 && (c->depth - 2 * c->order - 1) / 2 < DEPTHS)
		above = (c->depth - 2 * c->order - 1) / 2;
	return &kept->won[c->order][above];
}

/* is_wanted counts the case where it belongs, unless there are enough of its kind. */
static bool is_wanted(kept_t *kept, case_t *c, uint64_t nodes)
{
	const bool won = c->value == VALUE_PROVEN;
	unsigned *kind = kind_of(kept, c);

	if (kind == NULL || *kind >= (won ? EACH : HELD_EACH))
		return false;
	if (!won && (!case_measure(c, LAMBDA_ALPHABETA, nodes) ||
	             c->by[LAMBDA_ALPHABETA].nodes < HELD_NODES))
		return false;
	++*kind;
	return true;
}

static const char *or_none(const char *text)
{
	return text[0] != '\0' ? text : "-";
}

void cases_make(const wanted_t *wanted)
{
	const char *game = wanted->game;
	rng_t rng = {rng_mix(wanted->seed)};
	kept_t kept;
	unsigned number = 0;

	memset(&kept, 0, sizeof(kept));
	while (number < wanted->count) {
		case_t c;

		memset(&c, 0, sizeof(c));
		(void)snprintf(c.game, sizeof(c.game), "%s", game);
		c.limit = 1 + rng_below(&rng, ORDERS);
		if (strcmp(game, "chess") == 0)
			make_chess(&rng, &c);
		else if (!make_board(game, &rng, &c))
			continue;
		if (!stands(&c) || (wanted->least > 0 && case_classify(&c, wanted->least)) ||
		    !case_classify(&c, wanted->most) || !is_wanted(&kept, &c, wanted->most))
			continue;
		printf("%s\t%s-%u-%u\t%u\t%s\t%s\t%s\t%s\n", game, game, (unsigned)wanted->seed,
		       ++number, c.limit, c.attacker == COLOUR_BLACK ? "black" : "white",
		       or_none(c.target), or_none(c.options), c.rows);
		(void)fflush(stdout);
	}
}
