/* SPDX-License-Identifier: MIT
 * problem_source.c - see problem_source.h.
 *
 * Record     The reader of records gives positions, not moves: the first move is the stone that is
 *            new between two of them (as diagram_record.c has it).
 */
#include "clients/cli/problem_source.h"

#include <stdio.h>
#include <string.h>

#include "clients/diagram/diagram.h"
#include "clients/diagram/diagram_figure.h"
#include "clients/cli/diagram_record.h"
#include "protocol/sgf.h"

/* read_at reads the position before move `moves` + 1 of the record; false: there is none. */
static bool read_at(const char *sgf, int64_t moves, sgf_position_t *out)
{
	const sgf_query_t query = {.moves = (uint32_t)moves, .path = "record"};
	errinfo_t why;

	return moves >= 0 && moves < SGF_MOVE_ALL - 1 &&
	       sgf_read(sgf, strlen(sgf), &query, out, &why) == ERR_OK;
}

/* find_in_record writes the move of the record that follows; it stays "" if there is none. */
static void find_in_record(problem_source_t *out)
{
	static sgf_position_t before, after;
	style_t style;
	const char stone[] = {[SGF_BLACK] = 'X', [SGF_WHITE] = 'O'};

	if (!read_at(out->problem->sgf, out->move, &before) ||
	    !read_at(out->problem->sgf, out->move + 1, &after))
		return;
	style = diagram_record_style(after.game);
	for (unsigned at = 0; after.rows[at] != '\0'; at++) {
		const unsigned x = at % (after.width + 1), y = at / (after.width + 1);

		if (before.rows[at] == '.' && after.rows[at] == stone[before.to_play])
			diagram_style_point(style, (place_t){x, y}, after.height, out->found);
	}
	if (out->found[0] == '\0' && strcmp(before.rows, after.rows) == 0)
		strcpy(out->found, "pass");
}

void problem_source_find(const args_t *args, const collection_problem_t *problem,
                         problem_source_t *out)
{
	*out = (problem_source_t){
	        .problem = problem, .move = args->move, .solution = args->solution};
	if (problem == NULL)
		return;
	if (problem->sgf == NULL) {
		out->move = TESUJI_DEFAULT; /* whoever read the moves has counted them */
		if (problem->best != NULL)
			snprintf(out->found, sizeof(out->found), "%.*s",
			         (int)strcspn(problem->best, " "), problem->best);
	} else {
		if (out->move == TESUJI_DEFAULT)
			out->move = 0;
		find_in_record(out);
	}
	if (out->solution == NULL && out->found[0] != '\0')
		out->solution = out->found;
}
