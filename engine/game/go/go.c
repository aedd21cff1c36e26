/* SPDX-License-Identifier: MIT
 * go.c - go_game, the game_t of Go: what the engine asks of a position is answered by the row of
 * its goal (goal.h), where it depends on the goal, or else by the board (board/).
 *
 * A position_t of Go is the head of a go_t: both are the same pointer (board_of). A function that
 * may be asked with only one side to move asserts this side where it answers. */
#include "engine/game/go/go.h"

#include "engine/base/check.h"
#include "engine/game/go/canonical.h"
#include "engine/game/go/board/board.h"
#include "engine/game/go/board/setup.h"
#include "engine/game/go/board/play.h"
#include "engine/game/go/board/legal.h"
#include "engine/game/go/goal.h"
#include "engine/game/go/zone/inversion.h"
#include "engine/game/go/problem.h"
#include "engine/game/go/board_status.h"
#include "engine/game/go/dragon.h"
#include "engine/game/go/sequel.h"
#include "engine/game/go/zone/zone.h"
#include "engine/game/grid.h"

static void go_play(position_t *pos, move_t move)
{
	go_t *go = (go_t *)pos;

	assert(pos->game == &go_game);
	CHECK(go->plies < PLAYED_MAX);
	play_move(go, move);
}

static void go_undo(position_t *pos)
{
	go_t *go = (go_t *)pos;

	assert(pos->game == &go_game);
	CHECK(go->plies > 0);
	play_undo(go);
}

static bool go_legal(const position_t *pos, move_t move)
{
	return board_legal(board_of(pos), move);
}

static hashkey_t go_key(const position_t *pos)
{
	return board_of(pos)->key;
}

static hashkey_t go_key_from_scratch(const position_t *pos)
{
	return board_key_from_scratch(board_of(pos));
}

static void go_stock(position_t *pos, const unsigned threats[2])
{
	board_stock((go_t *)pos, threats);
}

static hashkey_t go_stockless(const position_t *pos)
{
	return board_stockless(board_of(pos));
}

/* A ko threat is spent to play on a point that a ko forbids, or to take back a capture. */
static bool go_fights(const position_t *pos)
{
	const go_t *go = board_of(pos);

	return go->ko != POINT_NONE || (go->goal->fights != NULL && go->goal->fights(go));
}

/* The attacker does not pass. (A pass that reaches the goal, as in live.c, is a finish.) */
static bool go_may_pass(const position_t *pos)
{
	return pos->turn == SIDE_DEFENDER;
}

/* As long as nothing has been captured, each move of the attacker's adds a stone to the board. */
static bool go_repeatable(const position_t *pos)
{
	return board_of(pos)->captures > 0;
}

static move_t go_finish(const position_t *pos)
{
	return board_of(pos)->goal->finish(board_of(pos));
}

static bool go_lost(const position_t *pos)
{
	return board_of(pos)->goal->lost(board_of(pos));
}

static unsigned go_distance(const position_t *pos)
{
	return board_of(pos)->goal->distance(board_of(pos));
}

static unsigned go_attacks(const position_t *pos, unsigned order, const bits_t *within, move_t *out)
{
	return board_of(pos)->goal->attacks(board_of(pos), order, within, out);
}

static unsigned go_replies(const position_t *pos, const bits_t *within, move_t *out)
{
	return board_of(pos)->goal->replies(board_of(pos), within, out);
}

static const hints_t *go_hints(const position_t *pos)
{
	return board_of(pos)->goal->hints;
}

static unsigned go_legal_moves(const position_t *pos, move_t *out)
{
	bits_t points;
	unsigned count = 0;

	board_legal_points(board_of(pos), &points);
	while (!bits_is_empty(&points))
		out[count++] = (move_t)bits_take(&points);
	return count;
}

static void go_move_text(const position_t *pos, move_t move, strbuf_t *out)
{
	const geometry_t *geo = board_of(pos)->geo;

	grid_add_move(BOARD_GO, move, geo->width, geo->height, out);
}

static move_t go_move_parse(const position_t *pos, const char *text)
{
	const geometry_t *geo = board_of(pos)->geo;

	return grid_parse_move(BOARD_GO, text, geo->width, geo->height);
}

static void go_rows_text(const position_t *pos, strbuf_t *out)
{
	const go_t *go = board_of(pos);

	grid_add_rows(go->at, go->geo->width, go->geo->height, out);
}

static colour_t go_attacker(const position_t *pos)
{
	return (colour_t)board_of(pos)->colour[SIDE_ATTACKER];
}

static err_t go_mirror(const position_t *pos, unsigned s, position_t **out)
{
	const go_t *go = board_of(pos);
	const unsigned width = go->geo->width, height = go->geo->height;
	setup_t setup = {.width = s & 4 ? height : width,
	                 .height = s & 4 ? width : height,
	                 .goal = go->goal,
	                 .target = POINT_NONE,
	                 .second = POINT_NONE,
	                 .ko = POINT_NONE,
	                 .attacker = go->colour[SIDE_ATTACKER]};
	go_t *image;
	err_t err;

	for (unsigned p = 0; p < go->geo->area; p++) {
		const unsigned q = grid_mirror(p, width, height, s);

		setup.at[q] = go->at[p];
		if (bits_has(&go->stones, p))
			bits_add(&setup.stones, q);
		if (bits_has(&go->region, p))
			bits_add(&setup.region, q);
	}
	if (go->target != POINT_NONE)
		setup.target = grid_mirror(go->target, width, height, s);
	if (go->second != POINT_NONE)
		setup.second = grid_mirror(go->second, width, height, s);
	if (go->ko != POINT_NONE)
		setup.ko = grid_mirror(go->ko, width, height, s);
	for (unsigned side = 0; side < 2; side++)
		setup.threats[side] = go->threats[side];
	*out = NULL;
	err = setup_board(&setup, pos->turn, &image);
	if (err == ERR_OK) {
		*out = &image->base;
	}
	return err;
}

static move_t go_mirror_move(const position_t *pos, unsigned s, move_t move)
{
	const geometry_t *geo = board_of(pos)->geo;

	return grid_mirror_move(move, geo->width, geo->height, s);
}

static const game_option_t options[] = {
        {.name = "region",
         .kind = OPTION_TEXT,
         .fallback = "",
         .always_stored = true,
         .help = "points that may be played on, by either side: A1-G7,H3; default: all"},
        {.name = NULL},
};

static const problem_t examples[] = {
        {.game = "go", .rows = "O.../.X../....", .goal = "capture", .target = "A3"},
        {.game = "go", .rows = "..X./.XOX/.O.O/....", .goal = "capture", .target = "C3"},
        {.game = "go", .rows = "OX.O/O.O./.XO.", .goal = "capture", .target = "A3"},
        {.game = "go",
         .rows = ".XO./X.XO/.XO.",
         .goal = "capture",
         .target = "C2",
         .attacker = COLOUR_WHITE,
         .ko = "B2",
         .attacker_threats = 1},
        {.game = "go",
         .rows = ".XO../XO.O./.XO..",
         .goal = "capture-all",
         .target = "B2 D2",
         .defender_threats = 2},
        {.game = "go", .rows = "X.X./.O../....", .goal = "connect", .target = "A3 C3"},
        {.game = "go", .rows = "X.O/.OX/O.X/...", .goal = "connect", .target = "A4 C3"},
        {.game = "go", .rows = "XO.X/XOX./.O../.O..", .goal = "semeai", .target = "B4 A4"},
        {.game = "go", .rows = ".XO/XX./.XO/..O", .goal = "live", .target = "B4"},
        {.game = "go",
         .rows = ".X.O/X.XO/..XO",
         .goal = "live-any",
         .attacker = COLOUR_BLACK,
         .options = "region=A1-C3"},
        {.game = "go", .rows = "O.X./.XX./..XO", .goal = "capture-any", .target = "A3 D1"},
        {.game = "go", .rows = "O.X./.XX./..XO", .goal = "capture-all", .target = "A3 D1"},
        {.game = NULL},
};

static const stocks_t go_stocks = {
        .stock = go_stock,
        .stockless = go_stockless,
        .fights = go_fights,
};

static const mirrors_t go_mirrors = {
        .count = GRID_SYMMETRIES,
        .make = go_mirror,
        .move = go_mirror_move,
};

const game_t go_game = {
        .name = "go",
        .goals = GO_GOALS,
        .help = "rows of '.', 'X' (black), 'O' (white), top row first; goals: capture a block "
                "(any, all of several), connect two (\"D4 F5\"), semeai (theirs, own), live",
        .options = options,
        .style = BOARD_GO,
        .takes = TAKES_TARGET | TAKES_KO | TAKES_THREATS | TAKES_FIRST,
        .examples = examples,
        .create = problem_create,
        .survey = go_board_status,
        .sequel = go_sequel,
        .dragons = &go_dragons,
        .play = go_play,
        .undo = go_undo,
        .legal = go_legal,
        .key = go_key,
        .key_from_scratch = go_key_from_scratch,
        .may_pass = go_may_pass,
        .repeatable = go_repeatable,
        .finish = go_finish,
        .lost = go_lost,
        .distance = go_distance,
        .attacks = go_attacks,
        .replies = go_replies,
        .legal_moves = go_legal_moves,
        .zones = &go_zones,
        .inversion = &go_inversion,
        .move_text = go_move_text,
        .move_parse = go_move_parse,
        .rows_text = go_rows_text,
        .attacker = go_attacker,
        .hints = go_hints,
        .stocks = &go_stocks,
        .mirrors = &go_mirrors,
        .canonical = &go_canonical,
};
