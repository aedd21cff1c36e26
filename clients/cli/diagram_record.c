/* SPDX-License-Identifier: MIT
 * diagram_record.c - see diagram_record.h.
 *
 * Design     The reader of records gives positions, not moves: a move is the stone that is new
 *            between two of them. So the record is read once for every move that is shown, which
 *            takes less time than drawing it.
 */
#include "clients/cli/diagram_record.h"

#include <stdlib.h>
#include <string.h>

#include "clients/cli/complain.h"
#include "clients/diagram/diagram_figure.h"
#include "clients/cli/source.h"
#include "protocol/sgf.h"

typedef struct {
	const char *name, *text;
	style_t style;
} reading_t;

/* position_read reads the record up to a number of moves. Returns false after a complaint. */
static bool position_read(const reading_t *r, uint32_t moves, sgf_position_t *out)
{
	sgf_query_t query = {.moves = moves, .path = r->name};
	errinfo_t why = {.code = ERR_OK};

	if (sgf_read(r->text, strlen(r->text), &query, out, &why) == ERR_OK)
		return true;
	complain("%s", why.text);
	return false;
}

style_t diagram_record_style(const char *game)
{
	static const struct {
		const char *game;
		style_t style;
	} records[] = {{"gomoku", STYLE_RENJU}, {"hex", STYLE_HEX}};

	for (size_t i = 0; i < sizeof(records) / sizeof(records[0]); i++) {
		if (strcmp(game, records[i].game) == 0)
			return records[i].style;
	}
	return STYLE_GO;
}

void diagram_record_move(style_t style, const sgf_position_t *before, const sgf_position_t *after,
                         char move[TESUJI_POINT_BYTES])
{
	unsigned found = 0;

	strcpy(move, strcmp(before->rows, after->rows) == 0 ? "pass" : "");
	for (unsigned at = 0; after->rows[at] != '\0'; at++) {
		const place_t place = {at % (after->width + 1), at / (after->width + 1)};

		if (after->rows[at] == '.' || before->rows[at] == after->rows[at])
			continue;
		diagram_style_point(style, place, after->height, move);
		found++;
	}
	if (found > 1)
		move[0] = '\0';
}

/* moves_find stores the last `numbers` of `total` moves. */
static bool moves_find(const reading_t *r, uint32_t total, unsigned numbers, diagram_record_t *out)
{
	sgf_position_t before, after;
	uint32_t start = total - numbers, k = start > 0 ? start - 1 : 0;

	if (!position_read(r, k, &after))
		return false;
	for (; k < total; k++) {
		char move[TESUJI_POINT_BYTES];

		before = after;
		if (!position_read(r, k + 1, &after))
			return false;
		diagram_record_move(r->style, &before, &after, move);
		if (k + 1 == start && strcmp(move, "pass") != 0)
			strcpy(out->last, move);
		if (k < start)
			continue;
		if (move[0] == '\0') {
			complain("%s: move %u cannot be told from stones set up after it", r->name,
			         (unsigned)k + 1);
			return false;
		}
		strcpy(out->moves[out->count++], move);
	}
	return true;
}

static exit_t record_find(reading_t *r, int64_t move, unsigned numbers, const style_t *style,
                          diagram_record_t *out)
{
	uint32_t wanted =
	        move == TESUJI_DEFAULT || move > SGF_MOVE_ALL ? SGF_MOVE_ALL : (uint32_t)move;
	sgf_position_t position;
	uint32_t total;

	if (!position_read(r, wanted, &position))
		return EXIT_BAD_INPUT;
	total = position.moves;
	if (numbers > total) {
		complain("--numbers: %u moves were asked for, %s has %u", numbers, r->name,
		         (unsigned)total);
		return EXIT_BAD_INPUT;
	}
	r->style = out->style = style != NULL ? *style : diagram_record_style(position.game);
	if (!position_read(r, total - numbers, &position) || !moves_find(r, total, numbers, out))
		return EXIT_BAD_INPUT;
	memcpy(out->rows, position.rows, sizeof(out->rows));
	if (position.to_play_told)
		out->first = position.to_play == SGF_WHITE ? TESUJI_WHITE : TESUJI_BLACK;
	return EXIT_PROVEN;
}

/* fen_find takes the board of a FEN, which has no moves. */
static exit_t fen_find(const reading_t *r, const char *fen, int64_t move, unsigned numbers,
                       const style_t *style, diagram_record_t *out)
{
	if (move != TESUJI_DEFAULT || numbers > 0) {
		complain("--%s is for a game record; %s is a FEN", numbers > 0 ? "numbers" : "move",
		         r->name);
		return EXIT_USAGE;
	}
	if (style != NULL && *style != STYLE_CHESS) {
		complain("--style: a FEN is drawn in the style chess");
		return EXIT_USAGE;
	}
	if (strlen(fen) >= sizeof(out->rows)) {
		complain("%s: longer than %zu bytes, that is no FEN", r->name,
		         sizeof(out->rows) - 1);
		return EXIT_BAD_INPUT;
	}
	out->style = STYLE_CHESS;
	strcpy(out->rows, fen);
	return EXIT_PROVEN;
}

exit_t diagram_record_read(const char *path, int64_t move, unsigned numbers, const style_t *style,
                           diagram_record_t *out)
{
	const char *fen = NULL;
	char *text = NULL;
	exit_t code = source_read(path, &text);
	reading_t r = {.name = source_name(path), .text = text};

	_Static_assert((int)TESUJI_ROWS_BYTES == (int)SGF_ROWS_BYTES, "rows are copied");
	memset(out, 0, sizeof(*out));
	if (code == EXIT_PROVEN)
		code = source_fen(path, text, &fen);
	if (code == EXIT_PROVEN && fen != NULL)
		code = fen_find(&r, fen, move, numbers, style, out);
	else if (code == EXIT_PROVEN)
		code = record_find(&r, move, numbers, style, out);
	free(text);
	return code;
}
