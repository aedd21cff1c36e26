/* SPDX-License-Identifier: MIT
 * chess.c - the row that makes chess a game: from the engine's view of a position
 * to the board's.
 *
 * The goal is the capture of the king, so a check is the threat of order 0 and mate
 * in N takes 2N+1 plies. A position_t of this game is the head of a chess_t. */
#include "engine/game/chess/chess.h"

#include "engine/base/check.h"
#include "engine/game/chess/canonical.h"
#include "engine/game/chess/board.h"
#include "engine/game/chess/mate.h"
#include "engine/game/chess/fen.h"
#include "engine/game/chess/moves.h"
#include "engine/game/chess/san.h"
#include "engine/game/options.h"
#include "engine/tuning/tuning.h"

#include <string.h>

enum {
	SYMMETRIES = 4,  /* rule: left and right, and the colours */
	TAIL = 2,        /* rule: the last reply and the capture of the king */
	CYCLE_PLIES = 4, /* rule: the shortest way back to a position */
};

static const char pass_text[] = "pass";

static const board_t *board_of(const position_t *pos)
{
	assert(pos->game == &chess_game);
	return &((const chess_t *)(const void *)pos)->now;
}

static position_t *make(const board_t *board)
{
	chess_t *chess = chess_board_new(board);

	if (chess == NULL)
		return NULL;
	chess->base.game = &chess_game;
	return &chess->base;
}

static err_t chess_create(const problem_t *problem, position_t **out, errinfo_t *why)
{
	int values[OPTIONS_MAX];
	unsigned goal;
	board_t board;
	err_t err;

	*out = NULL;
	chess_tables_build();
	if ((err = options_read(&chess_game, problem, values, why)) != ERR_OK ||
	    (err = options_read_goal(&chess_game, problem, &goal, why)) != ERR_OK ||
	    (err = fen_read(problem, &board, why)) != ERR_OK)
		return err;
	*out = make(&board);
	return *out != NULL ? ERR_OK : err_fail(why, ERR_NOMEM, "%s", err_text(ERR_NOMEM));
}

static void chess_play(position_t *pos, move_t move)
{
	chess_t *chess = (chess_t *)(void *)pos;

	assert(pos->game == &chess_game);
	CHECK(chess->plies < PLAYED_MAX);
	assert(move != MOVE_PASS || pos->turn == SIDE_DEFENDER);
	chess->before[chess->plies++] = chess->now;
	pos->used += (uint32_t)sizeof(board_t);
	pos->turn = pos->turn == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
	chess_board_make(&chess->now, move);
}

static void chess_undo(position_t *pos)
{
	chess_t *chess = (chess_t *)(void *)pos;

	assert(pos->game == &chess_game);
	CHECK(chess->plies > 0);
	chess->now = chess->before[--chess->plies];
	pos->used -= (uint32_t)sizeof(board_t);
	pos->turn = pos->turn == SIDE_ATTACKER ? SIDE_DEFENDER : SIDE_ATTACKER;
}

static bool chess_legal(const position_t *pos, move_t move)
{
	return moves_is_legal(board_of(pos), move);
}

static hashkey_t chess_key(const position_t *pos)
{
	return board_of(pos)->key;
}

static hashkey_t chess_key_from_scratch(const position_t *pos)
{
	return chess_board_key(board_of(pos));
}

static hashkey_t chess_likely_key(const position_t *pos, move_t move)
{
	return move == MOVE_PASS ? board_of(pos)->key : chess_board_likely_key(board_of(pos), move);
}

static bool chess_may_pass(const position_t *pos)
{
	(void)pos;
	return false;
}

static bool chess_repeatable(const position_t *pos)
{
	return board_of(pos)->reversible >= CYCLE_PLIES;
}

static move_t chess_finish(const position_t *pos)
{
	assert(pos->turn == SIDE_ATTACKER);
	return moves_king_capture(board_of(pos));
}

static move_t chess_soon(position_t *pos)
{
	assert(pos->turn == SIDE_ATTACKER);
	return mate_at_once(board_of(pos));
}

static bool chess_lost(const position_t *pos)
{
	return mate_lost(board_of(pos));
}

static unsigned chess_distance(const position_t *pos)
{
	return mate_distance(board_of(pos));
}

static unsigned chess_squeeze(const position_t *pos)
{
	(void)pos;
	return SQUEEZE;
}

static unsigned chess_attacks(const position_t *pos, unsigned order, const bits_t *within,
                              move_t *out)
{
	assert(within == NULL);
	(void)within;
	return mate_attacks(board_of(pos), order, out);
}

static unsigned chess_replies(const position_t *pos, const bits_t *within, move_t *out)
{
	assert(within == NULL);
	(void)within;
	return mate_replies(board_of(pos), out);
}

static guess_t chess_guess(const position_t *pos, unsigned order, unsigned distance)
{
	(void)distance;
	return order == ORDER_ANY ? mate_guess(board_of(pos)) : (guess_t){.proof = 0};
}

static unsigned chess_legal_moves(const position_t *pos, move_t *out)
{
	return moves_legal(board_of(pos), out);
}

static void chess_move_text(const position_t *pos, move_t move, strbuf_t *out)
{
	if (move == MOVE_PASS)
		strbuf_add(out, pass_text);
	else
		san_write(board_of(pos), move, out);
}

static move_t chess_move_parse(const position_t *pos, const char *text)
{
	if (text == NULL)
		return MOVE_NONE;
	return strcmp(text, pass_text) == 0 ? MOVE_PASS : san_read(board_of(pos), text);
}

static void chess_coords_text(const position_t *pos, move_t move, strbuf_t *out)
{
	(void)pos;
	if (move == MOVE_PASS)
		strbuf_add(out, pass_text);
	else
		san_write_uci(move, out);
}

static void chess_rows_text(const position_t *pos, strbuf_t *out)
{
	fen_write(board_of(pos), out);
}

static colour_t chess_attacker(const position_t *pos)
{
	return board_of(pos)->attacker == WHITE ? COLOUR_WHITE : COLOUR_BLACK;
}

static void chess_claim(const position_t *pos, unsigned depth, bool least, strbuf_t *out)
{
	const unsigned moves = (depth - 1) / 2;

	(void)pos;
	if (moves == 0) /* the defender, to move, is mated */
		strbuf_add(out, "checkmate");
	else
		strbuf_printf(out, least || moves == 1 ? "mate in %u" : "mate in %u or less",
		              moves);
}

/* Bit 0 of a symmetry turns left and right around, which castling is not the same
 * under; bit 1 top and bottom together with the colours. */
static unsigned mirror_square(unsigned square, unsigned s)
{
	return square ^ ((s & 1) != 0 ? 7 : 0) ^ ((s & 2) != 0 ? 56 : 0);
}

static err_t chess_mirror(const position_t *pos, unsigned s, position_t **out)
{
	const board_t *b = board_of(pos);
	const unsigned swap = s >> 1 & 1;
	board_t image = {.to_move = (uint8_t)(b->to_move ^ swap),
	                 .attacker = (uint8_t)(b->attacker ^ swap),
	                 .castling = b->castling,
	                 .en_passant = SQUARE_NONE,
	                 .passed = b->passed};

	assert(s < SYMMETRIES);
	*out = NULL;
	if ((s & 1) != 0 && b->castling != 0)
		return ERR_OK;
	if (swap)
		image.castling = (uint8_t)((b->castling << 2 | b->castling >> 2) & CASTLE_ALL);
	memset(image.at, PIECE_NONE, sizeof(image.at));
	for (unsigned square = 0; square < SQUARES; square++)
		if (b->at[square] != PIECE_NONE)
			chess_board_put(&image, has_square(b->colour[BLACK], square) ^ swap,
			                (kind_t)b->at[square], mirror_square(square, s));
	if (b->en_passant != SQUARE_NONE)
		image.en_passant = (uint8_t)mirror_square(b->en_passant, s);
	image.key = chess_board_key(&image);
	*out = make(&image);
	return *out != NULL ? ERR_OK : ERR_NOMEM;
}

static move_t chess_mirror_move(const position_t *pos, unsigned s, move_t move)
{
	(void)pos;
	if (move == MOVE_PASS)
		return move;
	return move_make(mirror_square(move_from(move), s), mirror_square(move_to(move), s),
	                 move_promotion(move));
}

static unsigned chess_dfpn_times(const position_t *pos)
{
	(void)pos;
	return MATE_DFPN_TIMES;
}

static const problem_t examples[] = {
        {.game = "chess", .rows = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", .goal = "mate"},
        {.game = "chess", .rows = "8/8/8/8/8/6k1/p7/7K b - - 0 1", .goal = "mate"},
        {.game = "chess", .rows = "4k3/8/4K3/8/8/8/8/7R w - - 0 1", .goal = "mate"},
        {.game = "chess", .rows = "8/8/8/2R5/8/7p/8/5K1k w - - 0 1", .goal = "mate"},
        {.game = NULL},
};

static const hints_t *chess_hints(const position_t *pos)
{
	static const hints_t hints = {
	        .soon = chess_soon,
	        .likely_key = chess_likely_key,
	        .guess = chess_guess,
	        .dfpn_times = chess_dfpn_times,
	};

	(void)pos;
	return &hints;
}

static const mirrors_t chess_mirrors = {
        .count = SYMMETRIES,
        .make = chess_mirror,
        .move = chess_mirror_move,
};

static const notation_t chess_notation = {
        .coords_text = chess_coords_text,
        .claim = chess_claim,
};

const game_t chess_game = {
        .name = "chess",
        .goals = "mate",
        .help = "a FEN, whose side to move mates, or is mated if the defender moves first; rows "
                "alone with the attacker given",
        .style = BOARD_CHESS,
        .takes = TAKES_FIRST,
        .examples = examples,
        .tail = TAIL,
        .create = chess_create,
        .play = chess_play,
        .undo = chess_undo,
        .legal = chess_legal,
        .key = chess_key,
        .key_from_scratch = chess_key_from_scratch,
        .may_pass = chess_may_pass,
        .zugzwang = true,
        .repeatable = chess_repeatable,
        .finish = chess_finish,
        .lost = chess_lost,
        .distance = chess_distance,
        .squeeze = chess_squeeze,
        .attacks = chess_attacks,
        .replies = chess_replies,
        .legal_moves = chess_legal_moves,
        .move_text = chess_move_text,
        .move_parse = chess_move_parse,
        .rows_text = chess_rows_text,
        .attacker = chess_attacker,
        .hints = chess_hints,
        .mirrors = &chess_mirrors,
        .notation = &chess_notation,
        .canonical = &chess_canonical,
};
