/* SPDX-License-Identifier: MIT
 * puzzle.c - rows of a list of Gomoku puzzles. */
#include "tests/problems/puzzle.h"

#include <stdio.h>
#include <string.h>

#include "engine/game/grid.h"

enum { SIZE = 15 };

typedef enum { KIND, ID, SIDE, BLACK, WHITE, VERDICT, FIELDS } field_t;

/* split cuts a line into its first fields; false when there are fewer. */
static bool split(char *line, char *field[FIELDS])
{
	for (unsigned i = 0; i < FIELDS; i++) {
		field[i] = line;
		line += strcspn(line, "\t\n");
		if (*line == '\0')
			return false;
		*line++ = '\0';
	}
	return true;
}

/* put_stones reads "H13,I13" into the board. */
static bool put_stones(const char *list, colour_t colour, uint8_t *at)
{
	while (*list != '\0') {
		char name[MOVE_TEXT_MAX];
		const size_t length = strcspn(list, ",");
		unsigned p;

		if (length >= sizeof(name))
			return false;
		memcpy(name, list, length);
		name[length] = '\0';
		p = grid_parse_point(BOARD_RENJU, name, SIZE, SIZE);
		if (p == GRID_NO_POINT)
			return false;
		at[p] = (uint8_t)colour;
		list += length + (list[length] == ',');
	}
	return true;
}

bool puzzle_read(char *line, puzzle_t *out)
{
	uint8_t at[GRID_AREA_MAX] = {0};
	char *field[FIELDS];
	strbuf_t text;

	if (line[0] == '#' || !split(line, field) || strcmp(field[ID], "id") == 0)
		return false;
	*out = (puzzle_t){.kind = field[KIND],
	                  .id = field[ID],
	                  .verdict = field[VERDICT],
	                  .attacker = field[SIDE][0] == 'B' ? COLOUR_BLACK : COLOUR_WHITE,
	                  .is_win = strcmp(field[VERDICT], "WIN") == 0};
	strbuf_init(&text, out->rows, sizeof(out->rows));
	if (put_stones(field[BLACK], COLOUR_BLACK, at) &&
	    put_stones(field[WHITE], COLOUR_WHITE, at))
		grid_add_rows(at, SIZE, SIZE, &text);
	return true;
}

static const char *const rule_names[] = {
        [PUZZLE_FREESTYLE] = "freestyle", [PUZZLE_RENJU] = "renju"};

bool puzzle_rule_read(const char *text, puzzle_rule_t *out)
{
	*out = strcmp(text, rule_names[PUZZLE_RENJU]) == 0 ? PUZZLE_RENJU : PUZZLE_FREESTYLE;
	return strcmp(text, rule_names[*out]) == 0;
}

bool puzzle_solve(const puzzle_t *puzzle, puzzle_rule_t rule, solver_t *solver,
                  const limits_t *limits, result_t *out)
{
	const request_t request = {
	        .problem = {.game = "gomoku",
	                    .rows = puzzle->rows,
	                    .attacker = puzzle->attacker,
	                    .options = rule == PUZZLE_RENJU ? "rule=renju" : NULL},
	        .limits = *limits,
	};
	errinfo_t why = {.code = ERR_OK};
	job_t *job;

	if (puzzle->rows[0] == '\0') {
		printf("FAIL %s: points that cannot be read\n", puzzle->id);
		return false;
	}
	if (solver_submit(solver, &request, &job, &why) != ERR_OK) {
		printf("FAIL %s: %s\n", puzzle->id, why.text);
		return false;
	}
	solver_wait(job);
	job_result(job, out);
	job_release(job);
	return true;
}
