/* SPDX-License-Identifier: MIT
 * hex.c - the row that makes Hex a game.
 *
 * Exactly one side can be joined on a full board, so the attacker has lost when he
 * is cut off, long before the defender's last stone. Stones never hurt their
 * owner: nobody wants to pass, and the rules do not let him. */
#include "engine/game/hex/hex.h"

#include "engine/base/check.h"
#include "engine/game/canonical.h"
#include "engine/game/grid.h"
#include "engine/game/hex/board.h"
#include "engine/game/hex/candidates.h"
#include "engine/game/hex/zone.h"
#include "engine/game/options.h"

static const game_option_t options[] = {
        {.name = "size",
         .kind = OPTION_SIZE,
         .least = HEX_SIDE_LEAST,
         .most = HEX_SIDE_MOST,
         .fallback = "",
         .help = "of an empty board, when no rows are given"},
        {.name = NULL},
};

static const problem_t examples[] = {
        {.game = "hex", .options = "size=3"},
        {.game = "hex", .rows = "..O/.X./..."},
        {.game = "hex", .rows = "..../.O../..X./....", .attacker = COLOUR_WHITE},
        {.game = "hex", .options = "size=4x3"},
        {.game = NULL},
};

static const hex_t *board_of(const position_t *pos)
{
	assert(pos->game == &hex_game);
	return (const hex_t *)pos;
}

/* check_open refuses a position that the attacker has won already; that the
 * defender has is an answer (hex_lost). */
static err_t check_open(const hex_t *hex, errinfo_t *why)
{
	if (hex_view_distance(&hex->view[SIDE_ATTACKER]) == 0)
		return err_at(why, ERR_POSITION, "position.rows", "%s joined already",
		              hex->colour[SIDE_ATTACKER] == COLOUR_BLACK ? "X has top and bottom"
		                                                         : "O has left and right");
	return ERR_OK;
}

static err_t hex_create(const problem_t *problem, position_t **out, errinfo_t *why)
{
	int values[OPTIONS_MAX];
	unsigned goal;
	grid_t grid;
	colour_t attacker;
	hex_t *hex;
	err_t err;

	*out = NULL;
	if ((err = options_read(&hex_game, problem, values, why)) != ERR_OK ||
	    (err = options_read_goal(&hex_game, problem, &goal, why)) != ERR_OK ||
	    (err = grid_setup(problem, values[0], (grid_sides_t){HEX_SIDE_LEAST, HEX_SIDE_MOST},
	                      &grid, why)) != ERR_OK ||
	    (err = grid_attacker(problem, &grid, &attacker, why)) != ERR_OK)
		return err;
	if ((err = hex_board_create(&grid, attacker, problem->first, &hex)) != ERR_OK)
		return err_fail(why, err, "%s", err_text(err));
	hex->base.game = &hex_game;
	if ((err = check_open(hex, why)) != ERR_OK)
		position_free(&hex->base);
	else
		*out = &hex->base;
	return err;
}

static void hex_play(position_t *pos, move_t move)
{
	CHECK(board_of(pos)->plies < PLAYED_MAX);
	hex_board_play((hex_t *)pos, move);
}

static void hex_undo(position_t *pos)
{
	CHECK(board_of(pos)->plies > 0);
	hex_board_undo((hex_t *)pos);
}

static bool hex_legal(const position_t *pos, move_t move)
{
	const hex_t *hex = board_of(pos);

	return move < hex->width * hex->height && hex_board_at(hex, move) == COLOUR_NONE;
}

static hashkey_t hex_key(const position_t *pos)
{
	return board_of(pos)->key;
}

static hashkey_t hex_key_from_scratch(const position_t *pos)
{
	return hex_board_key(board_of(pos));
}

static bool hex_never(const position_t *pos)
{
	(void)pos;
	return false;
}

static move_t hex_finish(const position_t *pos)
{
	return hex_candidates_finish(board_of(pos));
}

static bool hex_lost(const position_t *pos)
{
	return board_of(pos)->distance == HEX_FAR;
}

static sequel_state_t hex_sequel(const position_t *pos, sequel_rest_t *out)
{
	(void)out;
	return hex_view_distance(&board_of(pos)->view[SIDE_ATTACKER]) == 0 ? SEQUEL_REACHED
	                                                                   : SEQUEL_OPEN;
}

static unsigned hex_distance(const position_t *pos)
{
	const unsigned distance = board_of(pos)->distance;

	if (distance == HEX_FAR)
		return DISTANCE_NEVER;
	return distance > 0 ? distance : 1;
}

static unsigned hex_attacks(const position_t *pos, unsigned order, const bits_t *within,
                            move_t *out)
{
	return hex_candidates_attacks(board_of(pos), order, within, out);
}

static unsigned hex_replies(const position_t *pos, const bits_t *within, move_t *out)
{
	return hex_candidates_replies(board_of(pos), within, out);
}

static unsigned hex_legal_moves(const position_t *pos, move_t *out)
{
	const hex_t *hex = board_of(pos);
	unsigned count = 0;

	for (unsigned c = 0; c < (unsigned)hex->width * hex->height; c++)
		if (hex_board_at(hex, c) == COLOUR_NONE)
			out[count++] = (move_t)c;
	return count;
}

static void hex_move_text(const position_t *pos, move_t move, strbuf_t *out)
{
	const hex_t *hex = board_of(pos);

	grid_add_move(BOARD_HEX, move, hex->width, hex->height, out);
}

static move_t hex_move_parse(const position_t *pos, const char *text)
{
	const hex_t *hex = board_of(pos);

	return grid_parse_move(BOARD_HEX, text, hex->width, hex->height);
}

static void hex_rows_text(const position_t *pos, strbuf_t *out)
{
	const hex_t *hex = board_of(pos);
	uint8_t at[HEX_AREA_MAX];

	for (unsigned c = 0; c < (unsigned)hex->width * hex->height; c++)
		at[c] = (uint8_t)hex_board_at(hex, c);
	grid_add_rows(at, hex->width, hex->height, out);
}

static colour_t hex_attacker(const position_t *pos)
{
	return (colour_t)board_of(pos)->colour[SIDE_ATTACKER];
}

/* Bit 0 of a symmetry turns the board half around; bit 1, done last, reflects it in
 * the main diagonal and swaps the colours. grid_mirror knows them by these. */
static const uint8_t grid_symmetry[] = {0, 3, 4, 7};

static move_t hex_mirror_move(const position_t *pos, unsigned s, move_t move)
{
	const hex_t *hex = board_of(pos);

	return grid_mirror_move(move, hex->width, hex->height, grid_symmetry[s]);
}

static err_t hex_mirror(const position_t *pos, unsigned s, position_t **out)
{
	const hex_t *hex = board_of(pos);
	const bool swap = (s & 2) != 0;
	grid_t grid = {.width = swap ? hex->height : hex->width,
	               .height = swap ? hex->width : hex->height};
	colour_t attacker = hex_attacker(pos);
	hex_t *image;
	err_t err;

	for (unsigned c = 0; c < grid.width * grid.height; c++) {
		colour_t colour = hex_board_at(hex, c);

		if (swap && colour != COLOUR_NONE)
			colour = COLOUR_BLACK + COLOUR_WHITE - colour;
		grid.at[hex_mirror_move(pos, s, (move_t)c)] = (uint8_t)colour;
	}
	if (swap)
		attacker = COLOUR_BLACK + COLOUR_WHITE - attacker;
	*out = NULL;
	err = hex_board_create(&grid, attacker, pos->turn, &image);
	if (err == ERR_OK) {
		image->base.game = &hex_game;
		*out = &image->base;
	}
	return err;
}

/* Black joins top and bottom: a white attacker's board is seen with its diagonal turned. */
static bool hex_canonical_read(const problem_t *problem, const position_t *pos, const char *goal,
                               canonical_board_t *out)
{
	(void)problem;
	(void)goal;
	canonical_read_rows(pos, out);
	out->symmetries = hex_attacker(pos) == COLOUR_BLACK ? 1u << 0 | 1u << 3 : 1u << 4 | 1u << 7;
	return true;
}

static const canonical_ops_t hex_canonical = {.read = hex_canonical_read};

static const mirrors_t hex_mirrors = {
        .count = sizeof(grid_symmetry),
        .make = hex_mirror,
        .move = hex_mirror_move,
};

const game_t hex_game = {
        .name = "hex",
        .goals = "win",
        .help = "rows of '.', 'X', 'O', top row first, each half a cell further right; X joins "
                "top and bottom, O left and right",
        .options = options,
        .style = BOARD_HEX,
        .takes = TAKES_FIRST,
        .examples = examples,
        .create = hex_create,
        .play = hex_play,
        .undo = hex_undo,
        .legal = hex_legal,
        .key = hex_key,
        .key_from_scratch = hex_key_from_scratch,
        .may_pass = hex_never,
        .repeatable = hex_never,
        .finish = hex_finish,
        .lost = hex_lost,
        .sequel = hex_sequel,
        .distance = hex_distance,
        .attacks = hex_attacks,
        .replies = hex_replies,
        .zones = &hex_zones,
        .legal_moves = hex_legal_moves,
        .move_text = hex_move_text,
        .move_parse = hex_move_parse,
        .rows_text = hex_rows_text,
        .attacker = hex_attacker,
        .mirrors = &hex_mirrors,
        .canonical = &hex_canonical,
};
