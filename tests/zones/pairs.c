/* SPDX-License-Identifier: MIT
 * pairs.c - reads lists of pairs. A line's first word is cut off, then its last field,
 * and the rest is a scene. */
#include "tests/zones/pairs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* set_after makes the second scene: the first with other rows. */
static err_t set_after(pair_t *pair, const char *rows, errinfo_t *why)
{
	grid_t *board = &pair->after.board;
	err_t err = grid_read(rows, (grid_sides_t){1, BOARD_MAX}, board, why);

	if (err != ERR_OK)
		return err;
	if (board->width != pair->before.board.width ||
	    board->height != pair->before.board.height || !scene_stands(&pair->after, NULL))
		return err_fail(why, ERR_POSITION, "the board after does not stand");
	return ERR_OK;
}

static err_t parse(char *line, pair_t *pair, errinfo_t *why)
{
	char *rest = line + strcspn(line, " ");
	char *after;
	err_t err;

	line[strcspn(line, "\n")] = '\0';
	if (*rest != '\0')
		*rest++ = '\0';
	if (strlen(line) >= sizeof(pair->rule))
		return err_fail(why, ERR_SYNTAX, "'%.20s' is no rule", line);
	(void)snprintf(pair->rule, sizeof(pair->rule), "%s", line);
	after = strstr(rest, " after=");
	if (after != NULL)
		*after = '\0';
	if ((err = scene_parse(rest, &pair->before, why)) != ERR_OK)
		return err;
	pair->after = pair->before;
	return after != NULL ? set_after(pair, after + strlen(" after="), why) : ERR_OK;
}

err_t pairs_read(const char *path, pairs_t *pairs, errinfo_t *why)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t room = 0;
	unsigned number = 0;
	err_t err = ERR_OK;

	if (file == NULL)
		return err_fail(why, ERR_IO, "%s: %s", path, strerror(errno));
	while (err == ERR_OK && getline(&line, &room, file) > 0) {
		errinfo_t inner;

		number++;
		if (*line == '#' || *line == '\n')
			continue;
		if (pairs->count == PAIRS_MAX)
			err = err_fail(why, ERR_LIMIT, "%s:%u: too many pairs", path, number);
		else if ((err = parse(line, &pairs->pair[pairs->count], &inner)) != ERR_OK)
			(void)err_fail(why, err, "%s:%u: %.120s", path, number, inner.text);
		else
			pairs->count++;
	}
	free(line);
	(void)fclose(file);
	return err;
}
