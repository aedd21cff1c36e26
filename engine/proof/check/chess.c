/* SPDX-License-Identifier: MIT
 * chess.c - chess for the checker: every move is tried and looked at. There are no zones: a piece
 * is seen from everywhere. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/proof/check/fen.h"
#include "engine/proof/check/pieces.h"

enum { SQUARE_BITS = 6, PROMOTION_SHIFT = 12, PROMOTIONS = 5, E_FILE = 4 };

typedef struct {
	int from, to, promotion; /* 0 none, n b r q */
} step_t;

static step_t step_of(int move)
{
	return (step_t){move & (PIECES_SQUARES - 1), move >> SQUARE_BITS & (PIECES_SQUARES - 1),
	                move >> PROMOTION_SHIFT};
}

/* pawn_may: a pawn's step, one of two squares, or a capture. */
static bool pawn_may(const check_board_t *board, step_t step, int colour)
{
	const int ahead = colour == STONE_WHITE ? PIECES_FILES : -PIECES_FILES;
	const int rank = step.from / PIECES_FILES,
	          last = colour == STONE_WHITE ? PIECES_FILES - 1 : 0;

	if ((step.to / PIECES_FILES == last) != (step.promotion != 0))
		return false;
	if (step.to == step.from + ahead)
		return board->at[step.to] == STONE_NONE;
	if (step.to == step.from + 2 * ahead)
		return rank == (colour == STONE_WHITE ? 1 : 6) &&
		       board->at[step.to] == STONE_NONE &&
		       board->at[step.from + ahead] == STONE_NONE;
	return pieces_hit(board, step.from, step.to) &&
	       (board->at[step.to] != STONE_NONE || step.to == board->passed);
}

/* castle_may: two squares of the king, his right kept, the way free and not attacked. */
static bool castle_may(const check_board_t *board, step_t step, int colour)
{
	const int home = colour == STONE_WHITE ? 0 : PIECES_SQUARES - PIECES_FILES;
	const bool is_short = step.to == home + E_FILE + 2;
	const int rook = home + (is_short ? PIECES_FILES - 1 : 0);
	const int right = (is_short ? CASTLE_K : CASTLE_Q) << (colour == STONE_WHITE ? 0 : 2);

	if (step.from != home + E_FILE || (!is_short && step.to != home + E_FILE - 2) ||
	    (board->castling & right) == 0 || !pieces_clear_between(board, step.from, rook))
		return false;
	return !pieces_attack(board, step.from, other_colour(colour)) &&
	       !pieces_attack(board, (step.from + step.to) / 2, other_colour(colour));
}

/* make moves the pieces. */
static void make(check_board_t *board, step_t step)
{
	static const char promoted[] = "PNBRQ";
	const int piece = board->at[step.from], kind = pieces_kind(piece);
	const int colour = pieces_colour(piece);
	/* What leaves or enters a corner, or the king's square, ends rights. */
	static const struct {
		uint8_t square, rights;
	} corner[] = {{0, CASTLE_Q},  {7, CASTLE_K},  {4, CASTLE_K | CASTLE_Q},
	              {56, CASTLE_q}, {63, CASTLE_k}, {60, CASTLE_k | CASTLE_q}};

	if (kind == 'P' && step.to == board->passed)
		board->at[step.to + (colour == STONE_WHITE ? -PIECES_FILES : PIECES_FILES)] =
		        STONE_NONE;
	if (kind == 'K' && abs(step.to - step.from) == 2) {
		const int rook = step.to > step.from ? step.from + 3 : step.from - 4;

		board->at[(step.from + step.to) / 2] = board->at[rook];
		board->at[rook] = STONE_NONE;
	}
	board->at[step.from] = STONE_NONE;
	board->at[step.to] = (uint8_t)piece;
	if (step.promotion != 0)
		board->at[step.to] =
		        (uint8_t)(colour == STONE_WHITE ? promoted[step.promotion]
		                                        : tolower(promoted[step.promotion]));
	for (unsigned i = 0; i < sizeof(corner) / sizeof(corner[0]); i++)
		if (corner[i].square == step.from || corner[i].square == step.to)
			board->castling = (uint8_t)(board->castling & ~corner[i].rights);
	board->passed = NO_POINT;
	if (kind == 'P' && abs(step.to - step.from) == 2 * PIECES_FILES)
		board->passed = (int16_t)((step.from + step.to) / 2);
}

static bool legal_for(const check_board_t *board, int move, int colour)
{
	const step_t step = step_of(move);
	check_board_t after;
	bool may;

	if (move < 0 || step.promotion >= PROMOTIONS ||
	    pieces_colour(board->at[step.from]) != colour ||
	    pieces_colour(board->at[step.to]) == colour)
		return false;
	if (pieces_kind(board->at[step.from]) == 'P')
		may = pawn_may(board, step, colour);
	else
		may = step.promotion == 0 && (pieces_hit(board, step.from, step.to) ||
		                              (pieces_kind(board->at[step.from]) == 'K' &&
		                               castle_may(board, step, colour)));
	if (!may)
		return false;
	after = *board;
	make(&after, step);
	return !pieces_in_check(&after, colour);
}

static err_t chess_read(const certificate_header_t *header, const unsigned *values,
                        check_claim_t *claim, errinfo_t *why)
{
	check_board_t *board = &claim->start;
	int mover;
	err_t err;

	(void)values;
	if (header->target[0] != '\0')
		return err_at(why, ERR_VALUE, "header.goal.target", "this goal has none");
	if ((err = check_fen_read(header->fen, board, &mover, why)) != ERR_OK)
		return err;
	if (mover != claim->colour[board->turn])
		return err_at(why, ERR_POSITION, "header.position.fen",
		              "it is the other side's turn");
	return ERR_OK;
}

static bool chess_legal(const check_claim_t *claim, const check_board_t *board, int move)
{
	return legal_for(board, move, claim->colour[board->turn]);
}

static void chess_play(const check_claim_t *claim, check_board_t *board, int move)
{
	(void)claim;
	make(board, step_of(move));
	board->turn = !board->turn;
}

static outcome_t chess_judge(const check_claim_t *claim, const check_board_t *board)
{
	const int colour = claim->colour[board->turn];

	for (int move = 0; move < CODES_MAX; move++)
		if (legal_for(board, move, colour))
			return OPEN;
	return board->turn == DEFENDER && pieces_in_check(board, colour) ? REACHED : LOST;
}

/* chess_safe: a bare king mates nobody. */
static bool chess_safe(const check_claim_t *claim, const check_board_t *board)
{
	int men = 0;

	for (int s = 0; s < PIECES_SQUARES; s++)
		men += pieces_colour(board->at[s]) == claim->colour[ATTACKER];
	return men == 1;
}

static const goal_words_t goals[] = {{"mate", "mates"}};

const rules_t rules_chess = {
        .game = "chess",
        .goals = goals,
        .goal_count = sizeof(goals) / sizeof(goals[0]),
        .zones = ZONE_NONE,
        .read = chess_read,
        .legal = chess_legal,
        .play = chess_play,
        .judge = chess_judge,
        .safe = chess_safe,
};
