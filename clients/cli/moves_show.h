/* SPDX-License-Identifier: MIT
 * moves_show.h - shows the verdicts on first moves, to people and to programs.
 *
 * Ownership moves_show_keep copies what it needs; moves_show_drop frees that.
 * Threads   one.
 * Errors    those of the stream; without memory for a line, the line is left out.
 */
#ifndef CLIENTS_CLI_MOVES_SHOW_H
#define CLIENTS_CLI_MOVES_SHOW_H

#include <stdbool.h>
#include <stdio.h>

#include "clients/c/tesuji_moves.h"
#include "clients/cli/exits.h"
#include "clients/cli/json.h"

/* A first move and what is told of it. */
typedef struct {
	tesuji_tried_t tried;
	tesuji_value_t value;
	tesuji_scope_t scope;
	tesuji_driver_t driver;
	unsigned order, depth;
	char claim[TESUJI_CLAIM_BYTES];
	char reply[TESUJI_POINT_BYTES]; /* the other side's, where the move fails; "" = none told */
	unsigned line_length;           /* of the line after the move */
	char (*line)[TESUJI_POINT_BYTES];
	uint64_t nodes;
	double time_ms;
	bool remembered;
} moves_row_t;

enum { MOVES_HOW_BYTES = 128 };

typedef struct {
	const tesuji_moves_t *begun;
	unsigned count;
	moves_row_t *move;
	unsigned works, fails, open;
	uint64_t nodes;
} moves_answer_t;

/* moves_show_keep copies the verdict of an event; moves_show_drop frees what it has made. */
void moves_show_keep(moves_row_t *out, const tesuji_event_t *event);
void moves_show_drop(moves_row_t *row);

/* moves_show_how writes how a verdict is known: "by B4 (orders <= 3)", "within 5 plies". */
void moves_show_how(const moves_row_t *row, char out[MOVES_HOW_BYTES]);

/* moves_show_json writes the members of a JSON object that say which move it is, and its
 * verdict. */
void moves_show_json(json_t *j, const tesuji_tried_t *tried);

/* moves_show_one writes one verdict as it comes: a line of text, or one JSON object.
 * moves_show_end writes the counts after the last. */
void moves_show_one(FILE *out, const tesuji_event_t *event, bool json);
void moves_show_end(FILE *out, const moves_answer_t *answer, bool json);

/* moves_show writes all of them as a table, those that work first, in the order of the game; or as
 * one JSON object, where `where` is as in verdict.h. */
void moves_show(FILE *out, moves_answer_t *answer, const char *where, bool json);

/* moves_show_exit returns the exit code: of the value that the verdicts give the problem. */
exit_t moves_show_exit(const moves_answer_t *answer);

#endif
