/* SPDX-License-Identifier: MIT
 * test_store_boards.c - facts of the games whose boards are stored whole: found again on every
 * image of the board, and nowhere else. Each against a search of its own. */
#include "engine/game/grid.h"
#include "tests/unit/seed.h"
#include "tests/unit/store_help.h"

enum { ROUNDS = 240, NODES = 20000, IMAGES = 3 };

/* A problem with its texts. */
typedef struct {
	problem_t problem;
	char rows[ROWS_TEXT_MAX], options[ROWS_TEXT_MAX];
} asked_t;

static unsigned rounds(void)
{
	const char *given = getenv("TESUJI_ROUNDS");

	return given != NULL ? (unsigned)strtoul(given, NULL, 0) : ROUNDS;
}

static void random_rows(rng_t *rng, unsigned width, unsigned height, unsigned of_nine, char *out)
{
	for (unsigned y = 0; y < height; y++) {
		for (unsigned x = 0; x < width; x++) {
			const unsigned dice = rng_below(rng, 18);

			*out++ = dice < of_nine ? 'X' : dice < 2 * of_nine ? 'O' : '.';
		}
		*out++ = '/';
	}
	out[-1] = '\0';
}

static void random_gomoku(rng_t *rng, asked_t *a)
{
	static const char *const options[] = {"k=3",           "k=4",        "k=4 rule=standard",
	                                      "k=4 rule=caro", "rule=renju", "k=5"};
	const unsigned i = rng_below(rng, sizeof(options) / sizeof(options[0]));

	a->problem.game = "gomoku";
	a->problem.options = options[i];
	random_rows(rng, 4 + i / 2 + rng_below(rng, 3), 4 + i / 2 + rng_below(rng, 3), 3, a->rows);
}

static void random_hex(rng_t *rng, asked_t *a)
{
	a->problem.game = "hex";
	random_rows(rng, 3 + rng_below(rng, 2), 3 + rng_below(rng, 2), 3, a->rows);
}

static void random_atarigo(rng_t *rng, asked_t *a)
{
	static const char *const options[] = {"", "stuck=loses pass=no", "pass=no"};

	a->problem.game = "atarigo";
	a->problem.options = options[rng_below(rng, 3)];
	random_rows(rng, 3 + rng_below(rng, 3), 3 + rng_below(rng, 2), 3, a->rows);
}

/* random_chess puts a few pieces on squares, sometimes with castling rights. */
static void random_chess(rng_t *rng, asked_t *a)
{
	static const char *const sets[] = {"KkRR", "KkQ", "KkQr", "KkRp", "KkPPp", "KkQN"};
	const char *set = sets[rng_below(rng, 6)];
	const bool castles = rng_below(rng, 4) == 0, black = rng_below(rng, 2) == 0;
	char board[8][9];
	strbuf_t text;

	memset(board, '1', sizeof(board));
	for (unsigned i = 0; set[i] != '\0'; i++) {
		const char c = black ? (char)(set[i] ^ ('a' ^ 'A')) : set[i];

		board[rng_below(rng, 8)][rng_below(rng, 8)] = c;
	}
	if (castles) {
		memcpy(&board[7][4], "K11R", 4);
		for (unsigned i = 0; i < 56; i++)
			if (board[i / 8][i % 8] == 'K')
				board[i / 8][i % 8] = '1';
	}
	strbuf_init(&text, a->rows, sizeof(a->rows));
	for (unsigned y = 0; y < 8; y++)
		strbuf_printf(&text, "%.8s%s", board[y], y < 7 ? "/" : "");
	strbuf_printf(&text, " %c %s - 0 1", black ? 'b' : 'w', castles ? "K" : "-");
	a->problem.game = "chess";
}

static void (*const drawers[])(rng_t *rng, asked_t *a) = {random_gomoku, random_hex, random_atarigo,
                                                          random_chess};
enum { DRAWERS = sizeof(drawers) / sizeof(drawers[0]) };

static bool stands(const problem_t *problem)
{
	position_t *pos;

	if (game_create(problem, &pos, NULL) != ERR_OK)
		return false;
	position_free(pos);
	return true;
}

static bool draw(rng_t *rng, unsigned game, asked_t *a)
{
	*a = (asked_t){.problem = {.attacker = COLOUR_BLACK + rng_below(rng, 2)}};
	drawers[game](rng, a);
	if (strcmp(a->problem.game, "chess") == 0)
		a->problem.attacker = COLOUR_NONE;
	a->problem.rows = a->rows;
	return stands(&a->problem);
}

static void swap_colours(asked_t *a)
{
	for (char *c = a->rows; *c != '\0'; c++)
		*c = *c == 'X' ? 'O' : *c == 'O' ? 'X' : *c;
	a->problem.attacker = COLOUR_BLACK + COLOUR_WHITE - a->problem.attacker;
}

/* image_of turns the board as the game lets it, and swaps the colours; *same: that must not
 * change the answer. */
static bool image_of(rng_t *rng, const asked_t *from, asked_t *to, bool *same)
{
	position_t *pos, *image;
	const game_t *game;
	strbuf_t text;

	*to = *from;
	*same = true;
	assert_int_equal(game_create(&from->problem, &pos, NULL), ERR_OK);
	game = pos->game;
	assert_int_equal(game->mirrors->make(pos, rng_below(rng, game->mirrors->count), &image),
	                 ERR_OK);
	position_free(pos);
	if (image == NULL)
		return false;
	strbuf_init(&text, to->rows, sizeof(to->rows));
	game->rows_text(image, &text);
	to->problem.rows = to->rows;
	if (game->style != BOARD_CHESS)
		to->problem.attacker = game->attacker(image);
	position_free(image);
	if (rng_below(rng, 2) == 0 && game->style != BOARD_CHESS) {
		swap_colours(to);
		*same = game->style != BOARD_HEX && (to->problem.options == NULL ||
		                                     strstr(to->problem.options, "renju") == NULL);
	}
	return stands(&to->problem);
}

static request_t request_of(const asked_t *a, int order)
{
	return (request_t){.problem = a->problem,
	                   .limits = {.order = order, .nodes = NODES, .workers = 1}};
}

/* check compares what was found with a search; the line is one of legal moves. */
static void check(solver_t *fresh, const request_t *r, const result_t *got)
{
	const result_t want = solve(fresh, r);
	position_t *pos;

	if (want.value != VALUE_UNDECIDED && got->value != want.value)
		fail_msg("%s %s %s attacker %d order %d: %s, not %s", r->problem.game,
		         r->problem.rows, r->problem.options != NULL ? r->problem.options : "",
		         r->problem.attacker, r->limits.order, value_name(got->value),
		         value_name(want.value));
	assert_int_equal(game_create(&r->problem, &pos, NULL), ERR_OK);
	if (got->value == VALUE_PROVEN)
		assert_true(pos->game->legal(pos, got->best));
	for (unsigned i = 0; i < got->line_length; i++) {
		assert_true(got->line[i] == MOVE_PASS || pos->game->legal(pos, got->line[i]));
		if (i + 1 < got->line_length)
			pos->game->play(pos, got->line[i]);
	}
	position_free(pos);
}

static void what_is_found_is_true(void **state)
{
	rng_t rng = seed_take();
	char folder[FOLDER_BYTES];
	unsigned kept[DRAWERS] = {0}, found[DRAWERS] = {0};
	store_t *store;
	solver_t *storing, *fresh = make(1);

	(void)state;
	folder_make(folder);
	store = store_at(folder, STORE_BYTES);
	storing = make_storing(store);
	for (unsigned i = 0; i < rounds(); i++) {
		const unsigned game = i % DRAWERS;
		const int order = rng_below(&rng, game == DRAWERS - 1 ? 2 : 8) == 0
		                          ? -1
		                          : (int)rng_below(&rng, 3);
		asked_t a, b;
		request_t r;
		result_t first;

		if (!draw(&rng, game, &a))
			continue;
		r = request_of(&a, order);
		first = solve(storing, &r);
		commit(store);
		kept[game] += first.value != VALUE_UNDECIDED;
		for (unsigned k = 0; k < IMAGES; k++) {
			bool same;
			result_t got;

			if (!image_of(&rng, &a, &b, &same))
				continue;
			r = request_of(&b, order);
			got = solve(storing, &r);
			if (got.remembered)
				check(fresh, &r, &got);
			found[game] += got.remembered;
			/* A failure by lambda alone is no answer where it may go beyond. */
			if (same && first.value != VALUE_UNDECIDED && !got.remembered &&
			    !(order == -1 && first.scope == SCOPE_ORDER))
				fail_msg("%s %s was forgotten on %s", a.problem.game, a.rows,
				         b.rows);
		}
	}
	for (unsigned game = 0; game < DRAWERS; game++) {
		print_message("%u kept, %u found\n", kept[game], found[game]);
		assert_true(kept[game] > 0 && found[game] > 0);
	}
	solver_destroy(fresh);
	solver_destroy(storing);
	store_close(store);
	folder_drop(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(what_is_found_is_true),
	};

	return run_group(tests, sizeof(tests) / sizeof(tests[0]));
}
