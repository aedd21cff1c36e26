/* SPDX-License-Identifier: MIT
 * puzzle.h - rows of a list of Gomoku puzzles on 15x15, tab-separated, points A1 lower left
 * with columns A to O:
 *
 *     kind  id  side  black  white  lambda1  ...
 *
 * kind: vcf (a win by fours by the book) or vct (by threes and fours); side: B or W
 * attacks; lambda1: WIN or NOWIN, the exact verdict of order 1, freestyle.
 *
 * Ownership a puzzle borrows the line that it was read from.
 */
#ifndef TESTS_PROBLEMS_PUZZLE_H
#define TESTS_PROBLEMS_PUZZLE_H

#include "engine/solve/solver.h"

/* The rule that it is solved by. */
typedef enum { PUZZLE_FREESTYLE, PUZZLE_RENJU } puzzle_rule_t;

typedef struct {
	const char *kind, *id, *verdict;
	colour_t attacker;
	bool is_win;              /* by the verdict */
	char rows[ROWS_TEXT_MAX]; /* "" when the points cannot be read */
} puzzle_t;

/* puzzle_read cuts a line up; false when it is a comment, the head or too short. */
bool puzzle_read(char *line, puzzle_t *out);

/* puzzle_rule_read knows "freestyle" and "renju". */
bool puzzle_rule_read(const char *text, puzzle_rule_t *out);

/* puzzle_solve asks the solver. False, and it prints why, when it is not accepted. */
bool puzzle_solve(const puzzle_t *puzzle, puzzle_rule_t rule, solver_t *solver,
                  const limits_t *limits, result_t *out);

#endif
