/* SPDX-License-Identifier: MIT
 * atarigo.c - the row that makes Atari-Go a game, and how its problems are read.
 *
 * The side to move that captures anything has won. Suicide is illegal; a ko would
 * need a capture first. A side without a legal move passes or loses, as `stuck` has
 * it; a defender who may pass at will is never without one. */
#include "engine/game/atarigo/atarigo.h"

#include "engine/game/atarigo/atari_liberties.h"
#include "engine/base/check.h"
#include "engine/game/atarigo/atari.h"
#include "engine/game/atarigo/candidates.h"
#include "engine/game/atarigo/zone.h"
#include "engine/game/options.h"

enum { CROSSCUT_LEAST = 4 }; /* points on one side, or a stone of it has no liberty */

/* The options' places in the table, and the values that are asked for. */
enum { OPT_SIZE, OPT_SETUP, OPT_STUCK, OPT_PASS };
enum { SETUP_CROSSCUT = 1, STUCK_LOSES = 1, PASS_NO = 1 };

static const game_option_t options[] = {
        [OPT_SIZE] = {.name = "size",
                      .kind = OPTION_SIZE,
                      .least = SIDE_LEAST,
                      .most = SIDE_MOST,
                      .fallback = "",
                      .help = "of the board, when no rows are given"},
        [OPT_SETUP] =
                {.name = "setup",
                 .kind = OPTION_WORD,
                 .words = "empty|crosscut",
                 .sets_up = true,
                 .fallback = "empty",
                 .help = "what stands when no rows are given; crosscut: X top left and bottom "
                         "right in the middle, O the other two"},
        [OPT_STUCK] = {.name = "stuck",
                       .kind = OPTION_WORD,
                       .words = "passes|loses",
                       .fallback = "passes",
                       .always_stored = true,
                       .help = "what a side without a legal move does"},
        [OPT_PASS] = {.name = "pass",
                      .kind = OPTION_WORD,
                      .words = "yes|no",
                      .fallback = "yes",
                      .always_stored = true,
                      .help = "may the defender pass at will?"},
        {.name = NULL},
};

static const problem_t examples[] = {
        {.game = "atarigo", .rows = "..../.XO./..X./O..."},
        {.game = "atarigo", .options = "size=3 stuck=loses pass=no"},
        {.game = "atarigo", .rows = ".O./XXO/.XO", .options = "pass=no", .attacker = COLOUR_WHITE},
        {.game = "atarigo", .options = "size=4x3 setup=crosscut stuck=loses"},
        {.game = NULL},
};

static const atari_t *board_of(const position_t *pos)
{
	assert(pos->game == &atarigo_game);
	return (const atari_t *)pos;
}

/* put_crosscut puts the four stones in the middle, or right of and below it by half. */
static err_t put_crosscut(const problem_t *problem, grid_t *grid, errinfo_t *why)
{
	const unsigned p = (grid->height - 1) / 2 * grid->width + (grid->width - 1) / 2;

	if (problem->rows != NULL)
		return err_at(why, ERR_VALUE, "options.setup", "the rows say what stands");
	if (grid->width < CROSSCUT_LEAST && grid->height < CROSSCUT_LEAST)
		return err_at(why, ERR_RANGE, "options.setup", "no room for a crosscut on %ux%u",
		              grid->width, grid->height);
	grid->at[p] = grid->at[p + grid->width + 1] = COLOUR_BLACK;
	grid->at[p + 1] = grid->at[p + grid->width] = COLOUR_WHITE;
	return ERR_OK;
}

static err_t check_liberties(const atari_t *go, errinfo_t *why)
{
	char text[MOVE_TEXT_MAX];
	strbuf_t name;

	for (unsigned p = 0; p < go->geo->area; p++) {
		if (go->at[p] == COLOUR_NONE || go->block[go->id[p]].libs > 0)
			continue;
		strbuf_init(&name, text, sizeof(text));
		grid_add_point(BOARD_GO, p, go->geo->width, go->geo->height, &name);
		return err_at(why, ERR_POSITION, "position.rows", "the block on %s has no liberty",
		              text);
	}
	return ERR_OK;
}

static err_t atarigo_create(const problem_t *problem, position_t **out, errinfo_t *why)
{
	int values[OPTIONS_MAX];
	unsigned goal;
	grid_t grid;
	colour_t attacker;
	atari_rules_t rules;
	atari_t *go;
	err_t err;

	*out = NULL;
	if ((err = options_read(&atarigo_game, problem, values, why)) != ERR_OK ||
	    (err = options_read_goal(&atarigo_game, problem, &goal, why)) != ERR_OK ||
	    (err = grid_setup(problem, values[OPT_SIZE], (grid_sides_t){SIDE_LEAST, SIDE_MOST},
	                      &grid, why)) != ERR_OK)
		return err;
	if (values[OPT_SETUP] == SETUP_CROSSCUT &&
	    (err = put_crosscut(problem, &grid, why)) != ERR_OK)
		return err;
	if ((err = grid_attacker(problem, &grid, &attacker, why)) != ERR_OK)
		return err;
	rules = (atari_rules_t){.stuck_loses = values[OPT_STUCK] == STUCK_LOSES,
	                        .free_pass = values[OPT_PASS] != PASS_NO};
	if ((err = atari_create(&grid, attacker, rules, problem->first, &go)) != ERR_OK)
		return err_fail(why, err, "%s", err_text(err));
	go->base.game = &atarigo_game;
	if ((err = check_liberties(go, why)) != ERR_OK)
		position_free(&go->base);
	else
		*out = &go->base;
	return err;
}

static void atarigo_play(position_t *pos, move_t move)
{
	CHECK(board_of(pos)->plies < PLAYED_MAX);
	atari_play((atari_t *)pos, move);
}

static void atarigo_undo(position_t *pos)
{
	CHECK(board_of(pos)->plies > 0);
	atari_undo((atari_t *)pos);
}

static bool atarigo_may_pass(const position_t *pos)
{
	const atari_t *go = board_of(pos);

	if (go->captured)
		return false;
	if (pos->turn == SIDE_DEFENDER && go->rules.free_pass)
		return true;
	return !go->rules.stuck_loses && atari_stuck(go);
}

static bool atarigo_legal(const position_t *pos, move_t move)
{
	return move == MOVE_PASS ? atarigo_may_pass(pos) : atari_legal(board_of(pos), move);
}

static hashkey_t atarigo_key(const position_t *pos)
{
	return board_of(pos)->key;
}

static hashkey_t atarigo_key_from_scratch(const position_t *pos)
{
	return atari_key(board_of(pos));
}

/* Stones only become more, so nothing repeats unless both sides pass. */
static bool atarigo_repeatable(const position_t *pos)
{
	return board_of(pos)->waits > 0;
}

static move_t atarigo_finish(const position_t *pos)
{
	return atarigo_candidates_finish(board_of(pos));
}

static bool atarigo_lost(const position_t *pos)
{
	const atari_t *go = board_of(pos);

	if (pos->turn == SIDE_DEFENDER)
		return false;
	return go->captured || (go->rules.stuck_loses && atari_stuck(go));
}

static sequel_state_t atarigo_sequel(const position_t *pos, sequel_rest_t *out)
{
	(void)out;
	return pos->turn == SIDE_DEFENDER && board_of(pos)->captured ? SEQUEL_REACHED : SEQUEL_OPEN;
}

static unsigned atarigo_distance(const position_t *pos)
{
	return atarigo_candidates_distance(board_of(pos));
}

static unsigned atarigo_squeeze(const position_t *pos)
{
	return atarigo_candidates_squeeze(board_of(pos));
}

static unsigned atarigo_attacks(const position_t *pos, unsigned order, const bits_t *within,
                                move_t *out)
{
	return atarigo_candidates_attacks(board_of(pos), order, within, out);
}

static unsigned atarigo_replies(const position_t *pos, const bits_t *within, move_t *out)
{
	return atarigo_candidates_replies(board_of(pos), within, out);
}

static unsigned atarigo_legal_moves(const position_t *pos, move_t *out)
{
	bits_t points;
	unsigned count = 0;

	atari_legal_points(board_of(pos), &points);
	while (!bits_is_empty(&points))
		out[count++] = (move_t)bits_take(&points);
	return count;
}

static void atarigo_move_text(const position_t *pos, move_t move, strbuf_t *out)
{
	const geometry_t *geo = board_of(pos)->geo;

	grid_add_move(BOARD_GO, move, geo->width, geo->height, out);
}

static move_t atarigo_move_parse(const position_t *pos, const char *text)
{
	const geometry_t *geo = board_of(pos)->geo;

	return grid_parse_move(BOARD_GO, text, geo->width, geo->height);
}

static void atarigo_rows_text(const position_t *pos, strbuf_t *out)
{
	const atari_t *go = board_of(pos);

	grid_add_rows(go->at, go->geo->width, go->geo->height, out);
}

static colour_t atarigo_attacker(const position_t *pos)
{
	return (colour_t)board_of(pos)->colour[SIDE_ATTACKER];
}

static move_t atarigo_mirror_move(const position_t *pos, unsigned s, move_t move)
{
	const geometry_t *geo = board_of(pos)->geo;

	return grid_mirror_move(move, geo->width, geo->height, s);
}

static err_t atarigo_mirror(const position_t *pos, unsigned s, position_t **out)
{
	const atari_t *go = board_of(pos);
	const unsigned width = go->geo->width, height = go->geo->height;
	grid_t grid = {.width = s & 4 ? height : width, .height = s & 4 ? width : height};
	atari_t *image;
	err_t err;

	for (unsigned p = 0; p < go->geo->area; p++)
		grid.at[grid_mirror(p, width, height, s)] = go->at[p];
	*out = NULL;
	err = atari_create(&grid, atarigo_attacker(pos), go->rules, pos->turn, &image);
	if (err == ERR_OK) {
		image->base.game = &atarigo_game;
		*out = &image->base;
	}
	return err;
}

/* Nothing tells the colours apart but who attacks. */
static bool atarigo_canonical_read(const problem_t *problem, const position_t *pos,
                                   const char *goal, canonical_board_t *out)
{
	(void)problem;
	(void)goal;
	canonical_read_rows(pos, out);
	out->symmetries = CANONICAL_ALL;
	return true;
}

static const canonical_ops_t atarigo_canonical = {.read = atarigo_canonical_read};

static const mirrors_t atarigo_mirrors = {
        .count = GRID_SYMMETRIES,
        .make = atarigo_mirror,
        .move = atarigo_mirror_move,
};

const game_t atarigo_game = {
        .name = "atarigo",
        .goals = "win",
        .help = "rows of '.', 'X' (black), 'O' (white), top row first; whoever captures first "
                "has won",
        .options = options,
        .style = BOARD_GO,
        .takes = TAKES_FIRST,
        .beyond = true,
        .examples = examples,
        .create = atarigo_create,
        .play = atarigo_play,
        .undo = atarigo_undo,
        .legal = atarigo_legal,
        .key = atarigo_key,
        .key_from_scratch = atarigo_key_from_scratch,
        .may_pass = atarigo_may_pass,
        .repeatable = atarigo_repeatable,
        .finish = atarigo_finish,
        .lost = atarigo_lost,
        .sequel = atarigo_sequel,
        .distance = atarigo_distance,
        .squeeze = atarigo_squeeze,
        .attacks = atarigo_attacks,
        .replies = atarigo_replies,
        .zones = &atarigo_zones,
        .legal_moves = atarigo_legal_moves,
        .move_text = atarigo_move_text,
        .move_parse = atarigo_move_parse,
        .rows_text = atarigo_rows_text,
        .attacker = atarigo_attacker,
        .mirrors = &atarigo_mirrors,
        .canonical = &atarigo_canonical,
};
