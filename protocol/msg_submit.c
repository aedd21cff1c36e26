/* SPDX-License-Identifier: MIT
 * msg_submit.c - the board of a submission, in whichever form it came.
 *
 * A form that only one game has tells the game. Nothing else here depends on games.
 *
 * A ko that the last move of an SGF took forbids one point to the side to play there. In the
 * problem the attacker moves first, or the defender. So the ban counts only if that side is the
 * side to play. An attacker who is not named has the colour that the target has not; without a
 * target it is the side to play, or its opponent if the defender moves first.
 */
#include "protocol/msg_submit.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "protocol/sgf.h"
#include "protocol/sgf_board.h"

static_assert((int)SGF_ROWS_BYTES <= (int)MSG_ROWS_BYTES, "rows of an SGF fit a message");
static_assert((int)SGF_POINT_BYTES <= (int)MSG_POINT_BYTES, "points of an SGF fit a message");
static_assert((int)SGF_MOVE_ALL == (int)MSG_MOVE_ALL, "both mean all moves");
static_assert((int)SGF_BLACK == (int)MSG_BLACK && (int)SGF_WHITE == (int)MSG_WHITE,
              "colours have the same numbers");

/* stone_at returns what rows hold at a point such as "D4", or NUL. */
static char stone_at(const sgf_position_t *board, const char *point)
{
	const sgf_board_t size = {.width = board->width, .height = board->height};
	const int at = sgf_board_find(&size, point), width = (int)board->width;

	return at == SGF_NO_POINT ? '\0' : board->rows[at / width * (width + 1) + at % width];
}

static msg_colour_t other(msg_colour_t colour)
{
	return colour == MSG_BLACK ? MSG_WHITE : colour == MSG_WHITE ? MSG_BLACK : MSG_COLOUR_NONE;
}

static msg_colour_t attacker_of(const msg_submit_t *msg, const sgf_position_t *board)
{
	char stone = stone_at(board, msg->goal.target);

	if (msg->goal.attacker != MSG_COLOUR_NONE)
		return (msg_colour_t)msg->goal.attacker;
	if (msg->goal.target[0] == '\0')
		return msg->goal.first == MSG_ATTACKER ? (msg_colour_t)board->to_play
		                                       : other((msg_colour_t)board->to_play);
	return stone == 'X' ? MSG_WHITE : stone == 'O' ? MSG_BLACK : MSG_COLOUR_NONE;
}

static msg_colour_t first_of(const msg_submit_t *msg, const sgf_position_t *board)
{
	msg_colour_t attacker = attacker_of(msg, board);

	return msg->goal.first == MSG_ATTACKER ? attacker : other(attacker);
}

/* take_position fills *board from a position that was read. */
static void take_position(const msg_submit_t *msg, const sgf_position_t *sgf, msg_board_t *board)
{
	memcpy(board->rows, sgf->rows, sizeof(sgf->rows));
	if (board->game[0] == '\0')
		snprintf(board->game, sizeof(board->game), "%s", sgf->game);
	if (msg->goal.target[0] == '\0' && sgf->to_play_told)
		board->attacker = (unsigned)attacker_of(msg, sgf);
	if (msg->ko[0] == '\0' && (int)first_of(msg, sgf) == (int)sgf->to_play)
		memcpy(board->ko, sgf->ko, sizeof(sgf->ko));
}

/* board_of_sgf plays a record and fills *board from its position. */
static err_t board_of_sgf(const msg_submit_t *msg, msg_board_t *board, errinfo_t *why)
{
	const sgf_query_t query = {
	        .game = msg->game[0] != '\0' ? msg->game : NULL,
	        .moves = (uint32_t)msg->position.move,
	        .path = "params.position.sgf",
	};
	sgf_position_t sgf;
	err_t err = sgf_read(msg->position.sgf, msg->position.sgf_bytes, &query, &sgf, why);

	if (err != ERR_OK)
		return err;
	if (sgf.captured && query.game != NULL && strcmp(query.game, sgf.game) != 0)
		return err_at(why, ERR_VALUE, "params.position.sgf",
		              "stones are captured: a record of %s, not of %s", sgf.game,
		              query.game);
	take_position(msg, &sgf, board);
	return ERR_OK;
}

/* begin copies what the submission itself tells, whatever its board. */
static void begin(const msg_submit_t *msg, msg_board_t *board)
{
	memset(board, 0, sizeof(*board));
	memcpy(board->game, msg->game, sizeof(board->game));
	memcpy(board->ko, msg->ko, sizeof(board->ko));
	board->attacker = msg->goal.attacker;
}

err_t msg_submit_held(const msg_submit_t *msg, const sgf_position_t *held, msg_board_t *board,
                      errinfo_t *why)
{
	begin(msg, board);
	if (msg->game[0] != '\0' && strcmp(msg->game, held->game) != 0)
		return err_at(why, ERR_VALUE, "params.position.board", "a board of %s, not of %s",
		              held->game, msg->game);
	take_position(msg, held, board);
	return ERR_OK;
}

err_t msg_submit_board(const msg_submit_t *msg, msg_board_t *board, errinfo_t *why)
{
	static const char default_game[] = "go", fen_game[] = "chess";
	bool has_fen = msg->position.fen[0] != '\0';

	begin(msg, board);
	if (msg->position.sgf != NULL)
		return board_of_sgf(msg, board, why);
	if (has_fen)
		memcpy(board->rows, msg->position.fen, sizeof(msg->position.fen));
	else
		memcpy(board->rows, msg->position.rows, sizeof(board->rows));
	if (board->game[0] == '\0')
		snprintf(board->game, sizeof(board->game), "%s", has_fen ? fen_game : default_game);
	return ERR_OK;
}
