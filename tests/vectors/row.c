/* SPDX-License-Identifier: MIT
 * row.c - one row of a vectors file. */
#include "tests/vectors/row.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { FIELDS = 8 };

bool row_is_one(const char *line)
{
	while (isspace((unsigned char)*line))
		line++;
	return *line != '\0' && *line != '#';
}

/* point_text turns "x,y" from the top left into "A3", "-" into "". */
static bool point_text(const char *field, unsigned width, unsigned height, char out[MOVE_TEXT_MAX])
{
	static const char letters[] = "ABCDEFGHJKLMNOPQRST";
	unsigned x, y;
	int used = 0;

	out[0] = '\0';
	if (strcmp(field, "-") == 0)
		return true;
	if (sscanf(field, "%2u,%2u%n", &x, &y, &used) != 2 || field[used] != '\0' || x >= width ||
	    y >= height)
		return false;
	(void)snprintf(out, MOVE_TEXT_MAX, "%c%u", letters[x], height - y);
	return true;
}

/* plies_parse reads "D0 D1 D2 D3 D4". */
static bool plies_parse(const char *field, unsigned plies[ROW_ORDERS])
{
	for (int n = 0; n < ROW_ORDERS; n++) {
		int used = 0;

		if (sscanf(field, "%3u%n", &plies[n], &used) != 1 ||
		    (plies[n] != 0 && plies[n] % 2 == 0))
			return false;
		field += used;
	}
	return *field == '\0';
}

/* game_parse reads "capture" or "gomoku", and "5x5" or "5x5:4". */
static err_t game_parse(const char *game, const char *size, row_t *row, unsigned *width,
                        unsigned *height, errinfo_t *why)
{
	unsigned k;
	int used = 0;

	if (strcmp(game, "capture") == 0) { /* the one goal that has a file of its own */
		row->goal = game;
		game = "go";
	}
	(void)snprintf(row->game, sizeof(row->game), "%s", game);
	if (sscanf(size, "%2ux%2u%n", width, height, &used) != 2 || *width > BOARD_MAX ||
	    *height > BOARD_MAX)
		return err_fail(why, ERR_SYNTAX, "size: '%.20s'", size);
	if (size[used] == '\0')
		return ERR_OK;
	if (sscanf(size + used, ":%2u", &k) != 1)
		return err_fail(why, ERR_SYNTAX, "size: '%.20s'", size);
	(void)snprintf(row->options, sizeof(row->options), "k=%u", k);
	return ERR_OK;
}

static unsigned fields_split(char *line, char *fields[FIELDS])
{
	unsigned count = 0;

	line[strcspn(line, "\r\n")] = '\0';
	for (char *at = line; at != NULL && count < FIELDS; count++) {
		fields[count] = at;
		at = strchr(at, '\t');
		if (at != NULL)
			*at++ = '\0';
	}
	return count;
}

err_t row_parse(char *line, row_t *out, errinfo_t *why)
{
	char *fields[FIELDS];
	row_t row = {.attacker = COLOUR_BLACK};
	unsigned width, height;
	err_t err;

	if (fields_split(line, fields) != FIELDS)
		return err_fail(why, ERR_SYNTAX, "a row has %d fields, separated by tabs", FIELDS);
	if ((err = game_parse(fields[0], fields[1], &row, &width, &height, why)) != ERR_OK)
		return err;
	if (strlen(fields[2]) >= sizeof(row.rows))
		return err_fail(why, ERR_SYNTAX, "rows: too long");
	(void)snprintf(row.rows, sizeof(row.rows), "%s", fields[2]);
	if (strcmp(fields[3], "X") != 0 && strcmp(fields[3], "O") != 0)
		return err_fail(why, ERR_SYNTAX, "attacker: '%.20s' is neither X nor O", fields[3]);
	if (fields[3][0] == 'O')
		row.attacker = COLOUR_WHITE;
	if (!point_text(fields[4], width, height, row.target) ||
	    !point_text(fields[5], width, height, row.ko))
		return err_fail(why, ERR_SYNTAX, "target, ko: '%.20s', '%.20s'", fields[4],
		                fields[5]);
	if (!plies_parse(fields[6], row.plies))
		return err_fail(why, ERR_SYNTAX, "D0..D4: '%.40s'", fields[6]);
	if (sscanf(fields[7], "%3u", &row.plain) != 1)
		return err_fail(why, ERR_SYNTAX, "M: '%.20s'", fields[7]);
	*out = row;
	return ERR_OK;
}

bool row_answer(const row_t *row, unsigned limit, unsigned *order, unsigned *plies)
{
	unsigned best = 0, least = 0;

	for (unsigned n = 0; n <= limit && n < ROW_ORDERS; n++) {
		if (row->plies[n] != 0 && (best == 0 || row->plies[n] < best)) {
			best = row->plies[n];
			least = n;
		}
	}
	*order = least;
	*plies = best;
	return best != 0;
}

problem_t row_problem(const row_t *row)
{
	return (problem_t){
	        .game = row->game,
	        .rows = row->rows,
	        .goal = row->goal,
	        .target = row->target[0] != '\0' ? row->target : NULL,
	        .options = row->options[0] != '\0' ? row->options : NULL,
	        .attacker = row->attacker,
	        .ko = row->ko[0] != '\0' ? row->ko : NULL,
	};
}
