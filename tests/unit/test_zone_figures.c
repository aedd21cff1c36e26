/* SPDX-License-Identifier: MIT
 * test_zone_figures.c - how many moves a zone leaves to be looked at, in positions of the
 * kind of Thomsen's figures 3 and 15 (docs/zones.md shows what is printed here).
 *
 * The threat, or the order that fails, is searched with zones of either kind; the moves
 * counted are those that the game then writes as candidates.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/search/search.h"
#include "engine/table/epoch.h"
#include "tests/unit/search_help.h"

enum { TABLE_BYTES = 1 << 16, SIDE = 19, CORNER = 11, DEPTH_ENOUGH = 127 };

/* The lower left corner of a board of 19x19. */
typedef struct {
	const char *name, *rows[SIDE + 1], *target;
	const char *first; /* a move of the attacker; NULL: he is to move */
	unsigned order;    /* at which moves are looked for */
	unsigned all;      /* points that are free */
	unsigned most;     /* moves left by either kind of zone */
} figure_t;

typedef struct {
	bits_t must;
	unsigned count;
	bool sound; /* is `must` known to hold all that matter? */
	move_t moves[MOVES_MAX];
} left_t;

/* Three black stones in a row, not to be read as a marker. */
#define WALL "...XX" /* */ "X.OO."

static const figure_t figures[] = {
        {.name = "a ladder that a far stone breaks",
         .rows = {"..........", "........O.", "..........", "..........", "..........",
                  "..........", "..XO......", ".X.XX.....", "..........", ".........."},
         .target = "D4",
         .order = 2,
         .all = 355,
         .most = 36},
        {.name = "a loose ladder beside a weak block",
         .rows = {"..........", ".....XOO..", WALL, /* NOLINT */ "..X.OOXXO.", "..OX.O....",
                  "...X......", "..........", "..........", ".........."},
         .target = "E6",
         .first = "F4",
         .order = 3,
         .all = 342,
         .most = 36},
};

static position_t *create(const figure_t *figure)
{
	char rows[ROWS_TEXT_MAX];
	const problem_t problem = {
	        .game = "go", .goal = "capture", .rows = rows, .target = figure->target};
	position_t *pos = NULL;
	unsigned drawn = 0;
	strbuf_t out;
	errinfo_t why;

	while (figure->rows[drawn] != NULL)
		drawn++;
	strbuf_init(&out, rows, sizeof(rows));
	for (unsigned y = 0; y < SIDE; y++) {
		const char *row = y + drawn >= SIDE ? figure->rows[y + drawn - SIDE] : "";

		strbuf_printf(&out, "%s%s", y > 0 ? "/" : "", row);
		for (size_t x = strlen(row); x < SIDE; x++)
			strbuf_char(&out, '.');
	}
	if (game_create(&problem, &pos, &why) != ERR_OK)
		fail_msg("%s: %s", figure->name, why.text);
	return pos;
}

/* read answers the order within `most` plies, deeper and deeper until that is for good;
 * the depth is left in *most. */
static value_t read(const position_t *pos, zoning_t zoning, unsigned order, unsigned *most,
                    zone_t *zone)
{
	static const _Atomic bool never = false;
	const _Atomic uint32_t serial = 0;
	value_t value = VALUE_UNDECIDED;
	unsigned depth = 1;

	for (; value == VALUE_UNDECIDED && depth <= *most; depth += 2) {
		search_env_t env = {
		        .zoning = zoning, .most = order, .serial = &serial, .poll = go_on};
		search_t *s = NULL;

		/* a table of its own: what another depth left there has coarser zones */
		assert_int_equal(ttable_create(TABLE_BYTES, &env.table), ERR_OK);
		assert_int_equal(search_create(pos, &env, &s), ERR_OK);
		search_begin(s, order, depth, 0);
		assert_int_equal(search_run(s, &never), SEARCH_DONE);
		value = search_value(s);
		zone_copy(zone, search_zone(s));
		search_free(s);
		ttable_free(env.table);
	}
	*most = depth - 2;
	return value;
}

/* ask plays the first move and passes, if there is one, and reads the order below. */
static value_t ask(const figure_t *figure, position_t *pos, zoning_t zoning, unsigned *most,
                   zone_t *zone)
{
	value_t value;

	if (figure->first != NULL) {
		pos->game->play(pos, pos->game->move_parse(pos, figure->first));
		pos->game->play(pos, MOVE_PASS);
	}
	value = read(pos, zoning, figure->order - 1, most, zone);
	if (figure->first != NULL)
		pos->game->undo(pos);
	return value;
}

/* look finds the moves that are left at the figure's order. */
static void look(const figure_t *figure, zoning_t zoning, left_t *left)
{
	position_t *pos = create(figure);
	const game_t *game = pos->game;
	const bits_t *within = zoning == ZONING_NONE ? NULL : &left->must;
	unsigned most = DEPTH_ENOUGH;
	zone_t zone;

	assert_int_equal(ask(figure, pos, zoning, &most, &zone),
	                 figure->first != NULL ? VALUE_PROVEN : VALUE_DISPROVEN);
	if (zoning == ZONING_SOUND)
		game->zones->must(pos, figure->order, &zone, &left->must);
	else if (zoning == ZONING_INVERSION)
		left->must = zone.area[0]; /* the R*-zone */
	left->count = figure->first != NULL
	                      ? game->replies(pos, within, left->moves)
	                      : game->attacks(pos, figure->order, within, left->moves);
	position_free(pos);
}

/* keep_those_that_matter leaves, of all moves, those after which the order below has
 * another value than after a pass. */
static void keep_those_that_matter(const figure_t *figure, left_t *left)
{
	position_t *pos = create(figure);
	unsigned most = DEPTH_ENOUGH, kept = 0;
	const value_t value = ask(figure, pos, ZONING_NONE, &most, &(zone_t){.areas = 0});

	if (figure->first == NULL)
		most = DEPTH_ENOUGH; /* a failure holds at any depth, a proof from this one on */
	for (unsigned i = 0; i < left->count; i++) {
		unsigned depth = most;
		zone_t zone;

		pos->game->play(pos, left->moves[i]);
		if (figure->first == NULL)
			pos->game->play(pos, MOVE_PASS);
		if (read(pos, ZONING_NONE, figure->order - 1, &depth, &zone) != value)
			left->moves[kept++] = left->moves[i];
		if (figure->first == NULL)
			pos->game->undo(pos);
		pos->game->undo(pos);
	}
	left->count = kept;
	position_free(pos);
}

/* print_board draws the corner, with the moves left. */
static void print_board(const figure_t *figure, const left_t *left)
{
	position_t *pos = create(figure);
	char rows[ROWS_TEXT_MAX];
	strbuf_t out;

	if (figure->first != NULL)
		pos->game->play(pos, pos->game->move_parse(pos, figure->first));
	strbuf_init(&out, rows, sizeof(rows));
	pos->game->rows_text(pos, &out);
	for (unsigned i = 0; i < left->count; i++)
		rows[left->moves[i] + left->moves[i] / SIDE] = '*';
	for (unsigned y = SIDE - CORNER; y < SIDE; y++) {
		print_message("    %2u ", SIDE - y);
		for (unsigned x = 0; x < CORNER; x++)
			print_message(" %c", rows[y * (SIDE + 1) + x]);
		print_message("\n");
	}
	print_message("        A B C D E F G H J K L\n");
	position_free(pos);
}

static bool has(const left_t *left, move_t move)
{
	for (unsigned i = 0; i < left->count; i++)
		if (left->moves[i] == move)
			return true;
	return false;
}

static void check_figure(const figure_t *figure)
{
	static const char *const names[] = {"sound zones", "no zones", "the inversion rule"};
	left_t all, left;

	look(figure, ZONING_NONE, &all);
	print_message("%s, order %u: %u moves, those that matter:\n", figure->name, figure->order,
	              all.count);
	assert_int_equal(all.count, figure->all);
	keep_those_that_matter(figure, &all);
	print_board(figure, &all);
	for (zoning_t kind = ZONING_SOUND; kind <= ZONING_INVERSION; kind++) {
		if (kind == ZONING_NONE)
			continue;
		look(figure, kind, &left);
		print_message("  %s: %u moves\n", names[kind], left.count);
		print_board(figure, &left);
		assert_true(left.count <= figure->most);
		for (unsigned i = 0; i < all.count; i++)
			assert_true(has(&left, all.moves[i]));
	}
}

static void test_figures(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++)
		check_figure(&figures[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_figures)};
	int failed;

	epoch_start();
	epoch_thread_join();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	epoch_barrier();
	epoch_thread_leave();
	return failed;
}
