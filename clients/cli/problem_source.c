/* SPDX-License-Identifier: MIT
 * problem_source.c - see problem_source.h.
 */
#include "clients/cli/problem_source.h"

#include <stdio.h>
#include <string.h>

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

	if (read_at(out->problem->sgf, out->move, &before) &&
	    read_at(out->problem->sgf, out->move + 1, &after))
		diagram_record_move(diagram_record_style(after.game), &before, &after, out->found);
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
