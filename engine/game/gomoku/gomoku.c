/* SPDX-License-Identifier: MIT
 * gomoku.c - gomoku_game, the game_t of Gomoku: what the engine asks of a position is answered by
 * the board (board.h), and a problem in text becomes a board, or one error.
 *
 * A position_t of this game is the head of a gomoku_t: both are the same pointer (board_of). */
#include "engine/game/gomoku/gomoku.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/game/gomoku/board.h"
#include "engine/game/gomoku/candidates.h"
#include "engine/game/gomoku/zone.h"
#include "engine/game/options.h"
#include "engine/tuning/tuning.h"

enum { OPTION_SIZE_AT, OPTION_K_AT, OPTION_RULE_AT };

static const game_option_t gomoku_options[] = {
        [OPTION_SIZE_AT] = {.name = "size",
                            .kind = OPTION_SIZE,
                            .least = GOMOKU_SIDE_LEAST,
                            .most = BOARD_MAX,
                            .fallback = "",
                            .help = "of an empty board, when no rows are given"},
        [OPTION_K_AT] = {.name = "k",
                         .kind = OPTION_NUMBER,
                         .least = K_LEAST,
                         .most = K_MOST,
                         .fallback = "5",
                         .always_stored = true,
                         .help = "stones in a row that win"},
        [OPTION_RULE_AT] = {.name = "rule",
                            .kind = OPTION_WORD,
                            .words = "freestyle|standard|renju|caro",
                            .fallback = "freestyle",
                            .always_stored = true,
                            .help = "what more than k stones are, and what black may not play"},
        {.name = NULL},
};

static const gomoku_t *board_of(const position_t *pos)
{
	assert(pos->game->create == gomoku_game.create); /* or a copy, of a test */
	return (const gomoku_t *)pos;
}

static err_t gomoku_create(const problem_t *problem, position_t **out, errinfo_t *why)
{
	int value[OPTIONS_MAX];
	gomoku_setup_t setup = {.width = 0};
	gomoku_t *board;
	grid_t grid;
	unsigned goal;
	err_t err;

	*out = NULL;
	if ((err = options_read(&gomoku_game, problem, value, why)) != ERR_OK)
		return err;
	setup.k = (unsigned)value[OPTION_K_AT];
	setup.rule = (rule_t)value[OPTION_RULE_AT];
	if (setup.rule == RULE_RENJU && setup.k != K_RENJU)
		return err_at(why, ERR_VALUE, "options.rule", "renju is played with k=%d", K_RENJU);
	if ((err = grid_setup(problem, value[OPTION_SIZE_AT],
	                      (grid_sides_t){GOMOKU_SIDE_LEAST, BOARD_MAX}, &grid, why)) != ERR_OK)
		return err;
	if ((err = options_read_goal(&gomoku_game, problem, &goal, why)) != ERR_OK)
		return err;
	if ((err = grid_attacker(problem, &grid, &setup.attacker, why)) != ERR_OK)
		return err;
	setup.width = grid.width;
	setup.height = grid.height;
	memcpy(setup.at, grid.at, sizeof(grid.at));
	if ((err = gomoku_board_create(&setup, problem->first, &board)) != ERR_OK)
		return err_fail(why, err, "%s", err_text(err));
	if (gomoku_board_has_won(board, SIDE_ATTACKER)) {
		position_free(&board->base);
		return err_at(why, ERR_POSITION, "position.rows",
		              "the attacker has %u in a row already", setup.k);
	}
	board->base.game = &gomoku_game;
	*out = &board->base;
	return ERR_OK;
}

static void gomoku_play(position_t *pos, move_t move)
{
	gomoku_t *board = (gomoku_t *)pos;

	assert(pos->game->create == gomoku_game.create); /* or a copy, of a test */
	CHECK(board->plies < PLAYED_MAX);
	gomoku_board_play(board, move);
}

static void gomoku_undo(position_t *pos)
{
	gomoku_t *board = (gomoku_t *)pos;

	assert(pos->game->create == gomoku_game.create); /* or a copy, of a test */
	CHECK(board->plies > 0);
	gomoku_board_undo(board);
}

static bool gomoku_legal(const position_t *pos, move_t move)
{
	return gomoku_board_legal(board_of(pos), move);
}

static hashkey_t gomoku_key(const position_t *pos)
{
	return board_of(pos)->key;
}

static hashkey_t gomoku_likely_key(const position_t *pos, move_t move)
{
	return gomoku_board_key_after(board_of(pos), move);
}

static hashkey_t gomoku_key_from_scratch(const position_t *pos)
{
	return gomoku_board_key_from_scratch(board_of(pos));
}

static bool gomoku_may_pass(const position_t *pos)
{
	return gomoku_board_must_pass(board_of(pos));
}

static bool gomoku_repeatable(const position_t *pos)
{
	(void)pos;
	return false;
}

static move_t gomoku_finish(const position_t *pos)
{
	return gomoku_candidates_finish(board_of(pos));
}

static bool gomoku_lost(const position_t *pos)
{
	return gomoku_board_is_hopeless(board_of(pos));
}

static sequel_state_t gomoku_sequel(const position_t *pos, sequel_rest_t *out)
{
	(void)out;
	return gomoku_board_has_won(board_of(pos), SIDE_ATTACKER) ? SEQUEL_REACHED : SEQUEL_OPEN;
}

static unsigned gomoku_distance(const position_t *pos)
{
	return gomoku_candidates_distance(board_of(pos));
}

static unsigned gomoku_distance_after(const position_t *pos, move_t move)
{
	return gomoku_candidates_distance_after(board_of(pos), move);
}

static unsigned gomoku_attacks(const position_t *pos, unsigned order, const bits_t *within,
                               move_t *out)
{
	return gomoku_candidates_attacks(board_of(pos), order, within, out);
}

static unsigned gomoku_replies(const position_t *pos, const bits_t *within, move_t *out)
{
	return gomoku_candidates_replies(board_of(pos), within, out);
}

static unsigned gomoku_legal_moves(const position_t *pos, move_t *out)
{
	return gomoku_candidates_legal_moves(board_of(pos), out);
}

static unsigned gomoku_dfpn_times(const position_t *pos)
{
	return board_of(pos)->rule == RULE_RENJU ? GOMOKU_RENJU_DFPN_TIMES : GOMOKU_DFPN_TIMES;
}

static unsigned gomoku_leaf_order(void)
{
	return GOMOKU_LEAF_ORDER;
}

static void gomoku_move_text(const position_t *pos, move_t move, strbuf_t *out)
{
	const lines_t *geo = board_of(pos)->geo;

	grid_add_move(BOARD_RENJU, move, geo->width, geo->height, out);
}

static move_t gomoku_move_parse(const position_t *pos, const char *text)
{
	const lines_t *geo = board_of(pos)->geo;

	return grid_parse_move(BOARD_RENJU, text, geo->width, geo->height);
}

static void gomoku_rows_text(const position_t *pos, strbuf_t *out)
{
	const gomoku_t *board = board_of(pos);

	grid_add_rows(board->at, board->geo->width, board->geo->height, out);
}

static colour_t gomoku_attacker(const position_t *pos)
{
	return (colour_t)board_of(pos)->colour[SIDE_ATTACKER];
}

static err_t gomoku_mirror(const position_t *pos, unsigned s, position_t **out)
{
	const gomoku_t *board = board_of(pos);
	const unsigned width = board->geo->width, height = board->geo->height;
	gomoku_setup_t setup = {.width = s & 4 ? height : width,
	                        .height = s & 4 ? width : height,
	                        .k = board->k,
	                        .rule = (rule_t)board->rule,
	                        .attacker = (colour_t)board->colour[SIDE_ATTACKER]};
	gomoku_t *image;
	err_t err;

	for (unsigned p = 0; p < board->geo->area; p++)
		setup.at[grid_mirror(p, width, height, s)] = board->at[p];
	*out = NULL;
	err = gomoku_board_create(&setup, pos->turn, &image);
	if (err == ERR_OK) {
		image->base.game = &gomoku_game;
		*out = &image->base;
	}
	return err;
}

static move_t gomoku_mirror_move(const position_t *pos, unsigned s, move_t move)
{
	const lines_t *geo = board_of(pos)->geo;

	return grid_mirror_move(move, geo->width, geo->height, s);
}

static const problem_t examples[] = {
        {.game = "gomoku", .rows = ".../.X./O..", .options = "k=3"},
        {.game = "gomoku",
         .rows = "...X/..../..../X..X",
         .options = "k=4",
         .attacker = COLOUR_BLACK},
        {.game = "gomoku", .rows = "X.O/.O./X../..O", .options = "k=3", .attacker = COLOUR_BLACK},
        {.game = "gomoku",
         .rows = "XX.X/...O/O.O./X.OX",
         .options = "k=3 rule=standard",
         .attacker = COLOUR_BLACK},
        {.game = "gomoku",
         .rows = "OXX.X/...O./O.OX./X.OX.",
         .options = "k=3 rule=caro",
         .attacker = COLOUR_BLACK},
        {.game = "gomoku",
         .rows = "X.X.X.X/OO.O.OO/.O...O.",
         .options = "rule=renju",
         .attacker = COLOUR_BLACK},
        {.game = "gomoku",
         .rows = "OX.XO/OX.X./.O..O/OXXO./.X.O.",
         .options = "rule=renju",
         .attacker = COLOUR_WHITE},
        {.game = NULL},
};

/* Nothing tells the colours apart but who attacks, except in Renju. */
static bool gomoku_canonical_read(const problem_t *problem, const position_t *pos, const char *goal,
                                  canonical_board_t *out)
{
	(void)problem;
	(void)goal;
	canonical_read_rows(pos, out);
	out->symmetries = CANONICAL_ALL;
	return true;
}

static void gomoku_canonical_words(const problem_t *problem, const position_t *pos,
                                   const char *goal, strbuf_t *out)
{
	(void)goal;
	if (problem->options != NULL && strstr(problem->options, "renju") != NULL)
		strbuf_add(out, gomoku_attacker(pos) == COLOUR_BLACK ? " by=black" : " by=white");
}

static const canonical_ops_t gomoku_canonical = {
        .read = gomoku_canonical_read,
        .words = gomoku_canonical_words,
};

static const hints_t *gomoku_hints(const position_t *pos)
{
	static const hints_t hints = {
	        .distance_after = gomoku_distance_after,
	        .likely_key = gomoku_likely_key,
	        .dfpn_times = gomoku_dfpn_times,
	        .leaf_order = gomoku_leaf_order,
	};

	(void)pos;
	return &hints;
}

static const mirrors_t gomoku_mirrors = {
        .count = GRID_SYMMETRIES,
        .make = gomoku_mirror,
        .move = gomoku_mirror_move,
};

const game_t gomoku_game = {
        .name = "gomoku",
        .goals = "win",
        .help = "rows of '.', 'X' (black), 'O' (white), top row first; goal: k stones in a row",
        .options = gomoku_options,
        .style = BOARD_RENJU,
        .takes = TAKES_FIRST,
        .beyond = true,
        .examples = examples,
        .create = gomoku_create,
        .play = gomoku_play,
        .undo = gomoku_undo,
        .legal = gomoku_legal,
        .key = gomoku_key,
        .key_from_scratch = gomoku_key_from_scratch,
        .may_pass = gomoku_may_pass,
        .repeatable = gomoku_repeatable,
        .finish = gomoku_finish,
        .lost = gomoku_lost,
        .sequel = gomoku_sequel,
        .distance = gomoku_distance,
        .attacks = gomoku_attacks,
        .replies = gomoku_replies,
        .zones = &gomoku_zones,
        .legal_moves = gomoku_legal_moves,
        .move_text = gomoku_move_text,
        .move_parse = gomoku_move_parse,
        .rows_text = gomoku_rows_text,
        .attacker = gomoku_attacker,
        .hints = gomoku_hints,
        .mirrors = &gomoku_mirrors,
        .canonical = &gomoku_canonical,
};
