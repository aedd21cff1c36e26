/* SPDX-License-Identifier: MIT
 * submit.c - the board of a submission, whichever way it came.
 *
 * A ko that an SGF's last move took forbids one point to whoever is to play
 * there. The problem has the attacker to move, so the ban counts only if the
 * two are the same; an attacker who is not named is the colour that the target
 * is not.
 */
#include "protocol/messages.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/sgf.h"

static_assert((int)SGF_ROWS_BYTES <= (int)MSG_ROWS_BYTES, "rows of an SGF fit a message");
static_assert((int)SGF_POINT_BYTES <= (int)MSG_POINT_BYTES, "points of an SGF fit a message");
static_assert((int)SGF_MOVE_ALL == (int)MSG_MOVE_ALL, "both mean all moves");
static_assert((int)SGF_BLACK == (int)MSG_BLACK && (int)SGF_WHITE == (int)MSG_WHITE,
              "colours have the same numbers");

/* stone_at returns what rows hold at a point such as "D4", or 0. */
static char stone_at(const sgf_position_t *board, const char *point)
{
	static const char letters[] = "ABCDEFGHJKLMNOPQRST";
	const char *letter = strchr(letters, toupper((unsigned char)point[0]));
	unsigned long column, row;
	char *end;

	if (point[0] == '\0' || letter == NULL || !isdigit((unsigned char)point[1]))
		return 0;
	column = (unsigned long)(letter - letters);
	row = strtoul(point + 1, &end, 10);
	if (*end != '\0' || column >= board->width || row < 1 || row > board->height)
		return 0;
	return board->rows[(board->height - row) * (board->width + 1) + column];
}

static msg_colour_t attacker_of(const msg_submit_t *msg, const sgf_position_t *board)
{
	char stone = stone_at(board, msg->goal.target);

	if (msg->goal.attacker != MSG_COLOUR_NONE)
		return (msg_colour_t)msg->goal.attacker;
	return stone == 'X' ? MSG_WHITE : stone == 'O' ? MSG_BLACK : MSG_COLOUR_NONE;
}

err_t msg_submit_board(const msg_submit_t *msg, msg_board_t *board, errinfo_t *why)
{
	sgf_position_t sgf;
	err_t err;

	memset(board, 0, sizeof(*board));
	memcpy(board->ko, msg->ko, sizeof(board->ko));
	if (msg->position.sgf == NULL) {
		memcpy(board->rows, msg->position.rows, sizeof(board->rows));
		return ERR_OK;
	}
	if (strcmp(msg->game, "go") != 0)
		return err_fail(why, ERR_VALUE, "params.position.sgf: only for the game go, not %s",
		                msg->game);
	err = sgf_read(msg->position.sgf, msg->position.sgf_bytes, (uint32_t)msg->position.move,
	               "params.position.sgf", &sgf, why);
	if (err != ERR_OK)
		return err;
	memcpy(board->rows, sgf.rows, sizeof(sgf.rows));
	if (msg->ko[0] == '\0' && (int)attacker_of(msg, &sgf) == (int)sgf.to_play)
		memcpy(board->ko, sgf.ko, sizeof(sgf.ko));
	return ERR_OK;
}
