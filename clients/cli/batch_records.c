/* SPDX-License-Identifier: MIT
 * batch_records.c - see batch_records.h.
 *
 * SGF        Each problem is a game whose first node has the stones, whose turn it is, and in
 *            its comment the answer and the goal, in the words in which the reader of
 *            collections finds it again. The moves behind it are the line.
 *
 * PGN        Each problem is a game with SetUp and FEN; the answer is a comment before the
 *            first move.
 */
#include "clients/cli/batch_records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/batch_show.h"
#include "clients/cli/complain.h"
#include "clients/cli/output.h"
#include "clients/cli/pgn_write.h"
#include "clients/cli/request.h"
#include "clients/cli/sgf_write.h"
#include "engine/game/game.h"
#include "engine/game/grid.h"
#include "protocol/sgf.h"

enum { POINT_BYTES = 8, COLUMNS = 78 };

/* The words of a text, one after the other. */
typedef struct {
	const char *rest;
	char word[TESUJI_POINT_BYTES];
} words_t;

/* word_next takes the next word; false: there is none. A word that is too long ends the text. */
static bool word_next(words_t *words)
{
	const char *start = words->rest + strspn(words->rest, " ");
	const size_t length = strcspn(start, " ");

	if (length == 0 || length >= sizeof(words->word))
		return false;
	memcpy(words->word, start, length);
	words->word[length] = '\0';
	words->rest = start + length;
	return true;
}

/* board_of reads the board of a problem; false: it cannot be read. */
static bool board_of(const args_t *args, const collection_problem_t *p, grid_t *out)
{
	static const grid_sides_t sides = {SGF_SIDE_LEAST, SGF_SIDE_MOST};
	const sgf_query_t query = {.game = p->game,
	                           .moves = args->move >= 0 && args->move < SGF_MOVE_ALL
	                                            ? (uint32_t)args->move
	                                            : SGF_MOVE_ALL,
	                           .path = "sgf"};
	sgf_position_t position;

	if (p->rows != NULL)
		return grid_read(p->rows, sides, out, NULL) == ERR_OK;
	return p->sgf != NULL &&
	       sgf_read(p->sgf, strlen(p->sgf), &query, &position, NULL) == ERR_OK &&
	       grid_read(position.rows, sides, out, NULL) == ERR_OK;
}

static void stones_put(FILE *out, const char *game, const grid_t *grid, const char *name,
                       colour_t colour)
{
	char point[POINT_BYTES];
	bool first = true;

	for (unsigned i = 0; i < grid->width * grid->height; i++) {
		if (grid->at[i] != colour)
			continue;
		sgf_write_point(game, i % grid->width, i / grid->width, point, sizeof(point));
		(void)fprintf(out, "%s[%s]", first ? name : "", point);
		first = false;
	}
}

/* line_put writes the moves of the answer. */
static void line_put(FILE *out, const game_t *game, const grid_t *grid, const batch_row_t *row)
{
	words_t words = {.rest = row->line != NULL ? row->line : ""};
	bool black = row->turn == TESUJI_BLACK;

	if (row->turn == TESUJI_NO_COLOUR)
		return;
	for (; word_next(&words); black = !black) {
		const move_t move =
		        grid_parse_move(game->style, words.word, grid->width, grid->height);
		char point[POINT_BYTES] = "";

		if (move == MOVE_NONE)
			return;
		if (move != MOVE_PASS)
			sgf_write_point(game->name, move % grid->width, move / grid->width, point,
			                sizeof(point));
		(void)fprintf(out, ";%c[%s]", black ? 'B' : 'W', point);
	}
}

/* goal_put writes the goal as a line of a comment. */
static void goal_put(FILE *out, const args_t *args, const collection_problem_t *p)
{
	tesuji_request_t request;

	request_fill(&request, args, p, 0);
	if (request.goal == NULL && request.target == NULL)
		return;
	(void)fputs("\ngoal: ", out);
	sgf_write_text(out, request.goal != NULL ? request.goal : "capture");
	if (request.target != NULL) {
		(void)fputc(':', out);
		sgf_write_text(out, request.target);
	}
}

static bool sgf_put(FILE *out, const args_t *args, const collection_problem_t *p,
                    const batch_row_t *row)
{
	const unsigned number = sgf_write_number(p->game);
	const game_t *game = game_find(p->game);
	grid_t grid;

	if (number == 0 || game == NULL || !board_of(args, p, &grid))
		return false;
	(void)fprintf(out, "(;FF[4]CA[UTF-8]GM[%u]AP[tesuji:%s]SZ[%u", number, tesuji_version(),
	              grid.width);
	if (grid.width != grid.height)
		(void)fprintf(out, ":%u", grid.height);
	(void)fputc(']', out);
	if (p->id[0] != '\0')
		sgf_write_property(out, "GN", p->id);
	stones_put(out, p->game, &grid, "AB", COLOUR_BLACK);
	stones_put(out, p->game, &grid, "AW", COLOUR_WHITE);
	if (row->turn != TESUJI_NO_COLOUR)
		(void)fputs(row->turn == TESUJI_BLACK ? "PL[B]" : "PL[W]", out);
	(void)fputs("C[", out);
	sgf_write_text(out, row->answer != NULL ? row->answer : "Not asked.");
	goal_put(out, args, p);
	(void)fputs("]", out);
	line_put(out, game, &grid, row);
	(void)fputs(")\n", out);
	return true;
}

void batch_records_left_out(const char *path, unsigned count, const char *why)
{
	if (count > 0)
		complain("%s: %u %s left out: %s", path, count,
		         count == 1 ? "problem is" : "problems are", why);
}

/* records_write writes a file of records. `put` writes one; it returns false of a problem that the
 * format has no record for, `why`. */
static exit_t records_write(const char *path, const args_t *args, const collection_t *problems,
                            const batch_row_t *rows,
                            bool (*put)(FILE *out, const args_t *args,
                                        const collection_problem_t *p, const batch_row_t *row),
                            const char *why)
{
	unsigned others = 0;
	output_t out;
	exit_t code = output_open(&out, path);

	if (code != EXIT_PROVEN)
		return code;
	for (unsigned i = 0; i < problems->problem_count; i++)
		others += !put(out.to, args, &problems->problems[i], &rows[i]);
	code = output_close(&out, EXIT_PROVEN);
	batch_records_left_out(path, others, why);
	return code;
}

exit_t batch_records_sgf(const char *path, const args_t *args, const collection_t *problems,
                         const batch_row_t *rows)
{
	return records_write(path, args, problems, rows, sgf_put, BATCH_RECORDS_NOT_SGF);
}

/* folded_put writes a word, in a new line if it has no room in this one. */
static void folded_put(FILE *out, size_t *used, const char *word, size_t length)
{
	if (*used > 0 && *used + 1 + length > COLUMNS) {
		(void)fputc('\n', out);
		*used = 0;
	}
	*used += (size_t)fprintf(out, "%s%.*s", *used > 0 ? " " : "", (int)length, word);
}

/* comment_put writes a comment: braces of its text would end it. */
static void comment_put(FILE *out, size_t *used, const char *text)
{
	char *copy = malloc(strlen(text) + 3);

	if (copy == NULL)
		return;
	sprintf(copy, "{%s}", text);
	for (char *c = copy + 1; c[0] != '\0' && c[1] != '\0'; c++)
		if (*c == '{' || *c == '}')
			*c = *c == '{' ? '(' : ')';
	for (const char *at = copy; *at != '\0'; at += strspn(at, " ")) {
		folded_put(out, used, at, strcspn(at, " "));
		at += strcspn(at, " ");
	}
	free(copy);
}

static bool pgn_put(FILE *out, const args_t *args, const collection_problem_t *p,
                    const batch_row_t *row)
{
	words_t words = {.rest = row->line != NULL ? row->line : ""};
	bool black = p->fen != NULL && strstr(p->fen, " b ") != NULL, first = true;
	char place[BATCH_SHOW_PLACE_BYTES], number[16];
	size_t used = 0;

	(void)args;
	if (p->fen == NULL)
		return false;
	pgn_write_tags(out, p->id[0] != '\0' ? p->id : batch_show_at(p->file, p->line, place),
	               p->fen);
	comment_put(out, &used, row->answer != NULL ? row->answer : "Not asked.");
	for (unsigned n = 1; word_next(&words) && strcmp(words.word, "pass") != 0;
	     n += black, black = !black, first = false) {
		(void)snprintf(number, sizeof(number), black ? "%u..." : "%u.", n);
		if (!black || first)
			folded_put(out, &used, number, strlen(number));
		folded_put(out, &used, words.word, strlen(words.word));
	}
	folded_put(out, &used, "*", 1);
	(void)fputs("\n\n", out);
	return true;
}

exit_t batch_records_pgn(const char *path, const args_t *args, const collection_t *problems,
                         const batch_row_t *rows)
{
	return records_write(path, args, problems, rows, pgn_put, BATCH_RECORDS_NOT_PGN);
}
