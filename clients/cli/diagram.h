/* SPDX-License-Identifier: MIT
 * diagram.h - a board in text, with the moves of a line numbered on it.
 *
 *        A  B  C  D  E
 *     3  .  .  2  .  .  3
 *     2  .  1 [O] X  .  2      1 2 ... the moves; [ ] the goal's point
 *     1  .  O  X  .  .  1
 *        A  B  C  D  E
 *
 * As in printed diagrams the stones are those of the start; a move on a point
 * that shows a stone or a number already is told below ("3 at B2", "7 at 4"),
 * and so are passes.
 *
 * Errors    a report without a readable board prints nothing.
 */
#ifndef CLIENTS_CLI_DIAGRAM_H
#define CLIENTS_CLI_DIAGRAM_H

#include <stdbool.h>
#include <stdio.h>

#include "clients/c/tesuji.h"

enum { BOARD_SIDE_MAX = 19 };

/* point_parse reads "D4" (either case) into column and row from 0, row 0 at the
 * bottom. False for anything else ("pass" too). */
bool point_parse(const char *text, unsigned *column, unsigned *row);

/* diagram_print writes the board of `report` with its line. False: no board. */
bool diagram_print(FILE *out, const tesuji_report_t *report);

#endif
