/* SPDX-License-Identifier: MIT
 * board.c - the call about boards of Go that the daemon keeps; it works as those in calls.c do.
 */
#include "clients/c/board.h"

#include <string.h>

#include "clients/c/calls.h"
#include "clients/c/convert.h"

void tesuji_change_init(tesuji_change_t *change)
{
	*change = (tesuji_change_t){.board = MSG_BOARD_FIRST, .move = TESUJI_DEFAULT};
}

static int moves_convert(const tesuji_change_t *change, msg_line_t *out, tesuji_error_t *why)
{
	if (change->play_count > MSG_LINE_MOVES)
		return fail_with(why, TESUJI_E_LIMIT, "params.play: more than %d moves",
		                 MSG_LINE_MOVES);
	for (unsigned i = 0; i < change->play_count; i++) {
		int rc;

		if (change->play[i] == NULL)
			return fail_with(why, TESUJI_E_MISSING, "params.play[%u]: no move", i);
		rc = convert_text("params.play", change->play[i], out->move[i],
		                  sizeof(out->move[i]), why);
		if (rc != TESUJI_OK)
			return rc;
	}
	out->count = change->play_count;
	return TESUJI_OK;
}

int board_change(const tesuji_change_t *change, msg_position_t *out, tesuji_error_t *why)
{
	int rc;

	msg_position_init(out);
	if (change->sgf != NULL && change->rows != NULL)
		return fail_with(why, TESUJI_E_VALUE,
		                 "params.set: only one of sgf and rows may be given");
	out->board = change->board;
	out->has_set = change->sgf != NULL || change->rows != NULL || change->ko != NULL ||
	               change->move != TESUJI_DEFAULT;
	out->set.sgf = change->sgf;
	out->set.sgf_bytes = change->sgf != NULL ? strlen(change->sgf) : 0;
	out->undo = change->undo;
	if ((rc = convert_number("params.set.move", change->move, &out->set.move, why)) !=
	            TESUJI_OK ||
	    (rc = convert_text("params.set.rows", change->rows, out->set.rows,
	                       sizeof(out->set.rows), why)) != TESUJI_OK ||
	    (rc = convert_text("params.set.ko", change->ko, out->set.ko, sizeof(out->set.ko),
	                       why)) != TESUJI_OK)
		return rc;
	return moves_convert(change, &out->play, why);
}

void board_held(const msg_held_t *msg, tesuji_board_t *out)
{
	*out = (tesuji_board_t){.board = (unsigned)msg->board,
	                        .moves = (unsigned)msg->moves,
	                        .to_play = (tesuji_colour_t)msg->to_play};
	convert_move(out->ko, sizeof(out->ko), msg->ko);
	memcpy(out->rows, msg->rows, sizeof(out->rows));
}

static err_t read_held(tesuji_t *t, const node_t *result, void *context, errinfo_t *why)
{
	const err_t err = msg_held_read(result, &t->scratch.held, why);

	if (err == ERR_OK)
		board_held(&t->scratch.held, context);
	return err;
}

int tesuji_go_position(tesuji_t *t, const tesuji_change_t *change, tesuji_board_t *out)
{
	msg_position_t *msg = &t->scratch.position;
	wirebuf_t bytes;
	int rc;

	memset(out, 0, sizeof(*out));
	rc = board_change(change, msg, &t->error);
	if (rc != TESUJI_OK)
		return rc;
	calls_begin(t, METHOD_GO_POSITION, &bytes);
	msg_position_write(&bytes, msg);
	return calls_end(t, METHOD_GO_POSITION, &bytes, read_held, out);
}

int tesuji_go_play(tesuji_t *t, const char *move, tesuji_board_t *out)
{
	tesuji_change_t change;

	tesuji_change_init(&change);
	change.play = &move;
	change.play_count = 1;
	return tesuji_go_position(t, &change, out);
}
